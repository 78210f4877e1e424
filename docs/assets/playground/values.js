/** What no schema states: the three value rules, and what is worth a note. */

import { escaped } from "./schema.js";

const EXACT_DOUBLES = 2 ** 53;

export const VALUE_RULES = {
  "integer-from-float-literal": "an integer, or a float literal that is integral and at most 2^53",
  "number-is-a-double": "a number that a double holds exactly",
  "instant-in-range": "an instant from year 0001 to 9999 in UTC",
};

const INSTANT =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[.]([0-9]{1,9}))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/u;

/**
 * Every value that a value rule refuses (`rule`) and every member or label that the version does
 * not know (`note`), in document order. Safe on what the schema refuses.
 */
export function* remarks(schema, node, pointer = "") {
  const type = shapeOf(schema);
  if (node.type === "object" && type.properties) yield* ofMembers(type, node, pointer);
  else if (node.type === "object" && type.additionalProperties) yield* ofEntries(type.additionalProperties, node, pointer);
  else if (node.type === "array" && type.items) yield* ofEntries(type.items, node, pointer);
  else {
    const remark = ruleBroken(type, node) ?? unknownLabel(type, node);
    if (remark) yield { pointer, node, ...remark };
  }
}

function* ofMembers({ properties }, node, pointer) {
  for (const [name, value] of node.value) {
    const place = `${pointer}/${escaped(name)}`;
    if (Object.hasOwn(properties, name)) yield* remarks(properties[name], value, place);
    else yield { pointer: place, node: value, note: "unknown-member" };
  }
}

function* ofEntries(schema, node, pointer) {
  for (const [token, value] of node.value.entries()) yield* remarks(schema, value, `${pointer}/${escaped(token)}`);
}

/** The schema behind references and unions with null. */
function shapeOf(schema) {
  const inner = schema.$ref ?? schema.anyOf;
  return inner === undefined ? schema : shapeOf(inner);
}

function ruleBroken(schema, { type, value }) {
  const isDue = (name) => [schema.type].flat().includes(name);
  if (type === "number" && isDue("integer") && Number.isInteger(value) && Math.abs(value) > EXACT_DOUBLES) {
    return { rule: "integer-from-float-literal" };
  }
  if (typeof value === "bigint" && isDue("number") && !isDouble(value)) return { rule: "number-is-a-double" };
  if (type === "string" && schema.format === "date-time" && isOutOfRange(value)) return { rule: "instant-in-range" };
  return undefined;
}

function isDouble(integer) {
  const double = Number(integer);
  return Number.isFinite(double) && BigInt(double) === integer;
}

function unknownLabel(schema, { type, value }) {
  const labels = schema["x-extensible-enum"];
  return type === "string" && labels && !labels.includes(value) ? { note: "unknown-label" } : undefined;
}

/** Nanoseconds since 1970 of an instant, exact; null for any other text. */
export function nanoseconds(text) {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const offset = match[8] ? (Number(match[9]) * 60 + Number(match[10])) * (match[8] === "-" ? -1 : 1) : 0;
  const milliseconds = utc(year, month - 1, day, hour, minute - offset, second);
  return BigInt(milliseconds) * 1_000_000n + BigInt((match[7] ?? "").padEnd(9, "0"));
}

/** Date.UTC takes the years 0 to 99 for others. */
function utc(year, month, day, hour, minute, second) {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.setUTCHours(hour, minute, second);
}

const FIRST = nanoseconds("0001-01-01T00:00:00Z");
const LAST = nanoseconds("9999-12-31T23:59:59.999999999Z");

function isOutOfRange(text) {
  const instant = nanoseconds(text);
  return instant !== null && (instant < FIRST || instant > LAST);
}
