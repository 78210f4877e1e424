import type { JSONValue } from "../types/runsnap.js";
import { nanoseconds } from "./instant.js";
import { isObject, members } from "./json.js";

type Found = { readonly pointer: string; readonly value: JSONValue };

export interface Rule {
  readonly id: string;
  readonly equal?: [string, string];
  readonly ignoreCase?: boolean;
  readonly notBefore?: [string, string];
  readonly present?: string;
  readonly when?: Selection;
  readonly consecutive?: string;
  readonly from?: bigint;
  readonly length?: string;
  readonly counts?: Selection[];
  readonly orEmpty?: boolean;
  readonly equalsLast?: [string, string];
  readonly pattern?: string;
  readonly at?: string;
  readonly maxLength?: bigint;
}

/** The values at a pointer that are one of some labels. */
interface Selection {
  readonly at: string;
  readonly in: string[];
}

export interface Broken {
  readonly rule: string;
  readonly pointers: string[];
}

/** The rules of a schema, as `parse` gives it. */
export function rulesOf(schema: JSONValue): Rule[] {
  return isObject(schema) ? ((schema["x-checks"] ?? []) as unknown as Rule[]) : [];
}

/** The rules that a valid document breaks. One whose values are absent or null does not apply. */
export function brokenRules(document: JSONValue, rules: readonly Rule[]): Broken[] {
  return rules
    .map((rule) => ({ rule: rule.id, pointers: faults(rule, document) }))
    .filter(({ pointers }) => pointers.length > 0);
}

function faults(rule: Rule, document: JSONValue): string[] {
  if (rule.equal) {
    const folded = (value: JSONValue): JSONValue => (rule.ignoreCase ? lowered(value) : value);
    return pair(document, rule.equal, (first, second) => folded(first) === folded(second));
  }
  if (rule.notBefore) {
    const moment = (value: JSONValue): bigint => nanoseconds(value as string);
    return pair(document, rule.notBefore, (later, earlier) => moment(later) >= moment(earlier));
  }
  if (rule.present !== undefined) return missing(document, rule.present, rule.when as Selection);
  if (rule.consecutive !== undefined) return gaps(all(document, rule.consecutive), rule.from ?? 0n);
  if (rule.length !== undefined) return wrongLength(document, rule.length, rule);
  if (rule.equalsLast) return unlikeLast(document, rule.equalsLast);
  if (rule.pattern !== undefined) return unmatched(document, rule.at as string, rule);
  throw new TypeError(`a rule of a kind that is not known: ${rule.id}`);
}

function lowered(value: JSONValue): JSONValue {
  return typeof value === "string" ? value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : value;
}

function pair(
  document: JSONValue,
  [one, two]: [string, string],
  holds: (first: JSONValue, second: JSONValue) => boolean,
): string[] {
  const first = single(document, one);
  const second = single(document, two);
  return first && second && !holds(first.value, second.value) ? [first.pointer] : [];
}

function missing(document: JSONValue, pointer: string, when: Selection): string[] {
  return selected(document, when).length > 0 && !single(document, pointer) ? [pointer] : [];
}

function gaps(found: Found[], from: bigint): string[] {
  const numbers = found.map(({ value }) => BigInt(value as number | bigint));
  return found
    .filter((_, index) => numbers[index] !== (index === 0 ? from : (numbers[index - 1] as bigint) + 1n))
    .map(({ pointer }) => pointer);
}

function wrongLength(document: JSONValue, pointer: string, { counts = [], orEmpty = false }: Rule): string[] {
  const found = single(document, pointer);
  if (!found || !Array.isArray(found.value) || (orEmpty && found.value.length === 0)) return [];
  const lengths = counts.map((count) => selected(document, count).length);
  return lengths.includes(found.value.length) ? [] : [found.pointer];
}

function unlikeLast(document: JSONValue, [one, many]: [string, string]): string[] {
  const found = single(document, one);
  const last = all(document, many).findLast(({ value }) => value !== null);
  return found && last && found.value !== last.value ? [found.pointer] : [];
}

function unmatched(document: JSONValue, pointer: string, { pattern = "", maxLength }: Rule): string[] {
  const found = single(document, pointer);
  if (!found) return [];
  const text = found.value as string;
  const fits = maxLength === undefined || [...text].length <= maxLength;
  return fits && new RegExp(pattern, "u").test(text) ? [] : [found.pointer];
}

function selected(document: JSONValue, { at, in: labels }: Selection): Found[] {
  return all(document, at).filter(({ value }) => labels.includes(value as string));
}

function single(document: JSONValue, pointer: string): Found | undefined {
  return all(document, pointer).find(({ value }) => value !== null);
}

/** The values that a JSON Pointer leads to; `*` stands for every item of an array. */
function all(document: JSONValue, pointer: string): Found[] {
  let found: Found[] = [{ pointer: "", value: document }];
  for (const token of pointer.split("/").slice(1)) {
    found = found.flatMap(({ pointer: above, value }) =>
      inside(value, token).map(([name, inner]) => ({ pointer: `${above}/${name}`, value: inner })),
    );
  }
  return found;
}

function inside(value: JSONValue, token: string): [string, JSONValue][] {
  if (Array.isArray(value)) return token === "*" ? members(value) : [];
  if (!isObject(value)) return [];
  const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
  return members(value)
    .filter(([member]) => member === name)
    .map(([, inner]): [string, JSONValue] => [token, inner]);
}
