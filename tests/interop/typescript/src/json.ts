import { parse as parseLossless, stringify as stringifyLossless } from "lossless-json";

import type { JSONObject, JSONValue } from "../types/runsnap.js";

const DEEPEST = 200;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file; a TypeError for bytes that are not UTF-8. A byte order mark stays: it is no JSON. */
export function decode(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}

// docs:begin json
/** An integer becomes a bigint and any other number a number: no digit is lost, and 1 is not 1.0. */
export function parse(text: string): JSONValue {
  const value = parseLossless(text, null, readNumber) as JSONValue;
  refuseUnusable(value, 0);
  return value;
}

function readNumber(literal: string): number | bigint {
  if (/^-?[0-9]+$/.test(literal)) return BigInt(literal);
  const double = Number(literal);
  if (!Number.isFinite(double)) throw new SyntaxError(`no double holds ${literal}`);
  return double;
}

/** The opposite of parse: a number gets a fraction or an exponent, a bigint does not. */
export function stringify(value: JSONValue, space?: number): string {
  refuseUnusable(value, 0);
  const doubles = { test: (each: unknown) => typeof each === "number", stringify: writeDouble };
  return stringifyLossless(value, null, space, [doubles]) as string;
}

function writeDouble(value: unknown): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
}
// docs:end json

/** Refuses what lossless-json reads and writes, but others do not read: deep nesting, halves of surrogate pairs. */
function refuseUnusable(value: JSONValue, depth: number): void {
  if (typeof value === "string") refuseLoneSurrogates(value);
  if (!isContainer(value)) return;
  if (depth === DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  for (const [name, inner] of members(value)) {
    refuseLoneSurrogates(name);
    refuseUnusable(inner, depth + 1);
  }
}

function refuseLoneSurrogates(text: string): void {
  if (/\p{Surrogate}/u.test(text)) throw new SyntaxError("half of a surrogate pair");
}

export function isContainer(value: JSONValue | undefined): value is JSONValue[] | JSONObject {
  return typeof value === "object" && value !== null;
}

export function isObject(value: JSONValue | undefined): value is JSONObject {
  return isContainer(value) && !Array.isArray(value);
}

/** The members of an object or an array; those that are undefined do not count. */
export function members(container: JSONValue[] | JSONObject): [string, JSONValue][] {
  return Object.entries(container).filter((entry): entry is [string, JSONValue] => entry[1] !== undefined);
}
