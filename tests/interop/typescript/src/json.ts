import { parse as parseLossless, stringify as stringifyLossless } from "lossless-json";

import type { JSONObject, JSONValue } from "../types/runsnap.js";

const DEEPEST = 200;
const MOST_DIGITS = 4300;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file; a TypeError for bytes that are not UTF-8. A byte order mark stays: it is no JSON. */
export function decode(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}

// docs:begin json
/** An integer becomes a bigint and any other number a number: no digit is lost, and 1 is not 1.0. */
export function parse(text: string): JSONValue {
  const value = parseLossless(text, null, readNumber) as JSONValue;
  if (membersIn(value) !== membersWritten(text)) throw new SyntaxError("an object has a member twice");
  return value;
}

function readNumber(literal: string): number | bigint {
  if (/^-?[0-9]+$/.test(literal)) return readInteger(literal);
  const double = Number(literal);
  if (!Number.isFinite(double)) throw new SyntaxError(`no double holds ${literal}`);
  return double;
}

/** The opposite of parse: a number gets a fraction or an exponent, a bigint does not. */
export function stringify(value: JSONValue, space?: number): string {
  membersIn(value);
  const doubles = { test: (each: unknown) => typeof each === "number", stringify: writeDouble };
  return stringifyLossless(value, null, space, [doubles]) as string;
}

function writeDouble(value: unknown): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
}
// docs:end json

function readInteger(literal: string): bigint {
  if (literal.replace("-", "").length > MOST_DIGITS) throw new RangeError(`more than ${MOST_DIGITS} digits`);
  return BigInt(literal);
}

/**
 * How many members a value has, at every level. Refuses what lossless-json reads and writes, but others do not read:
 * deep nesting, and halves of surrogate pairs.
 */
function membersIn(value: JSONValue, depth = 0): number {
  if (typeof value === "string") refuseLoneSurrogates(value);
  if (!isContainer(value)) return 0;
  if (depth === DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  let count = 0;
  for (const [name, inner] of members(value)) {
    refuseLoneSurrogates(name);
    count += membersIn(inner, depth + 1) + (Array.isArray(value) ? 0 : 1);
  }
  return count;
}

/** How many members a JSON text writes: lossless-json takes one twice if both values are equal. */
function membersWritten(text: string): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') inString = !inString;
    else if (inString && char === "\\") at++;
    else if (!inString && char === ":") count++;
  }
  return count;
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
