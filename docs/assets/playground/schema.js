/**
 * The keywords of JSON Schema that the released schemas may use, and no others: a schema with
 * any other keyword that asserts something is refused when it is read, so that nothing is skipped.
 */

import { parse } from "./json.js";

/** Keywords that judge a value alone: whether it passes. `says` is what the schema says. */
export const ASSERTIONS = {
  type: (says, node) => [says].flat().some((name) => isOfType(node, name)),
  const: (says, node) => canonical(node) === canonical(nodeOf(says)),
  pattern: (says, node) => node.type !== "string" || expression(says).test(node.value),
  not: (says, node) => refusals(says, node, "").length > 0,
  minLength: (says, node) => node.type !== "string" || lengthOf(node.value) >= says,
  maxLength: (says, node) => node.type !== "string" || lengthOf(node.value) <= says,
  minimum: (says, node) => node.type !== "number" || node.value >= says,
  maximum: (says, node) => node.type !== "number" || node.value <= says,
  exclusiveMinimum: (says, node) => node.type !== "number" || node.value > says,
  exclusiveMaximum: (says, node) => node.type !== "number" || node.value < says,
  multipleOf: (says, node) => node.type !== "number" || isMultiple(node.value, says),
  minItems: (says, node) => node.type !== "array" || node.value.length >= says,
  maxItems: (says, node) => node.type !== "array" || node.value.length <= says,
  uniqueItems: (says, node) => node.type !== "array" || !says || areUnique(node.value),
  minProperties: (says, node) => node.type !== "object" || node.value.size >= says,
  maxProperties: (says, node) => node.type !== "object" || node.value.size <= says,
  required: (says, node) => node.type !== "object" || says.every((name) => node.value.has(name)),
};

/** Keywords that hand values on to other schemas. */
export const APPLICATORS = ["$ref", "anyOf", "properties", "additionalProperties", "propertyNames", "items"];

/** Keywords that refuse nothing. `format` stands beside a pattern that says the same. */
export const NOTES = [
  "$schema", "$id", "$defs", "$comment", "title", "description", "examples", "default", "format",
  "x-checks", "x-extensible-enum", "x-unit", "x-omit-default", "x-avro",
];

/** Of several keywords that refuse one scalar, the first of these is reported. */
const PRECEDENCE = ["type", "const", "pattern", "not", "minLength", "maxLength"];

const KNOWN = new Set([...Object.keys(ASSERTIONS), ...APPLICATORS, ...NOTES]);

const expressions = new Map();

/** The schemas keep to expressions that mean the same everywhere, with code points as characters. */
function expression(pattern) {
  if (!expressions.has(pattern)) expressions.set(pattern, new RegExp(pattern, "u"));
  return expressions.get(pattern);
}

/** A schema, ready to judge: its integers are bigints, `$ref` is the schema that it names, `anyOf` the one beside null. */
export function readSchema(text) {
  const root = plainOf(parse(text));
  prepare(root, root.$defs ?? Object.create(null));
  return root;
}

/** Resolve references and unions; refuse what nothing here would judge. */
function prepare(schema, definitions) {
  if (schema === true) return;
  if (typeof schema !== "object") throw new Error("a schema is an object, or true");
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN.has(keyword)) throw new Error(`the keyword ${keyword} is not known here`);
  }
  if ("$ref" in schema) schema.$ref = target(schema, definitions);
  if ("anyOf" in schema) schema.anyOf = nullableBranch(schema.anyOf);
  if ("multipleOf" in schema && typeof schema.multipleOf !== "bigint") throw new Error("multiples are of integers");
  for (const inner of subschemas(schema)) prepare(inner, definitions);
}

function target(schema, definitions) {
  const name = schema.$ref.replace(/^#\/\$defs\//, "");
  if (!(name in definitions)) throw new Error(`${schema.$ref} is not a definition of this file`);
  const others = Object.keys(schema).filter((keyword) => keyword !== "$ref" && !NOTES.includes(keyword));
  if (others.length) throw new Error(`$ref beside ${others}`);
  return definitions[name];
}

/** The only unions are those with null. */
function nullableBranch(branches) {
  const others = branches.filter((branch) => branch.type !== "null");
  if (others.length !== 1 || branches.length !== 2) throw new Error("anyOf: only a schema beside null");
  return others[0];
}

function subschemas(schema) {
  const { $defs = {}, properties = {}, not, items, additionalProperties, propertyNames, anyOf } = schema;
  const single = [not, items, additionalProperties, propertyNames, anyOf].filter((inner) => inner !== undefined);
  return [...Object.values($defs), ...Object.values(properties), ...single];
}

/**
 * What the schema refuses in a value: `pointer` and `node` of the value, `keyword` and what it
 * `says`, and whether null would do as well (`nullable`). One refusal a fault.
 */
export function refusals(schema, node, pointer, nullable = false) {
  if (schema === true) return [];
  if (schema.$ref) return refusals(schema.$ref, node, pointer, nullable);
  if (schema.anyOf) return node.type === "null" ? [] : refusals(schema.anyOf, node, pointer, true);
  const own = [...refusing(schema, node), ...refusingNames(schema, node)];
  const scalar = own.filter(([keyword]) => PRECEDENCE.includes(keyword));
  scalar.sort(([one], [other]) => PRECEDENCE.indexOf(one) - PRECEDENCE.indexOf(other));
  const others = own.filter(([keyword]) => !PRECEDENCE.includes(keyword));
  const here = [...scalar.slice(0, 1), ...others].map(([keyword, says]) => ({ pointer, node, keyword, says, nullable }));
  return here.concat(inside(schema, node).flatMap(([token, inner, value]) =>
    refusals(inner, value, `${pointer}/${escaped(token)}`)));
}

/** Keywords of this schema that refuse the value itself, each with what it says. */
function refusing(schema, node) {
  return Object.entries(schema).filter(([keyword, says]) => keyword in ASSERTIONS && !ASSERTIONS[keyword](says, node));
}

function refusingNames({ propertyNames }, node) {
  if (propertyNames === undefined || node.type !== "object") return [];
  return [...node.value.keys()]
    .flatMap((name) => refusals(propertyNames, { type: "string", value: name }, ""))
    .map(({ keyword, says }) => [keyword, says]);
}

/** What is in a value, each with its schema: token, schema, node. */
export function inside(schema, node) {
  const { properties = {}, additionalProperties, items } = schema;
  if (node.type === "array" && items !== undefined) return node.value.map((item, index) => [index, items, item]);
  if (node.type !== "object") return [];
  return [...node.value]
    .map(([name, value]) => [name, Object.hasOwn(properties, name) ? properties[name] : additionalProperties, value])
    .filter(([, inner]) => inner !== undefined);
}

export function escaped(token) {
  return String(token).replaceAll("~", "~0").replaceAll("/", "~1");
}

function isOfType({ type, value }, name) {
  return type === name || (name === "integer" && type === "number" && isIntegral(value));
}

function isIntegral(value) {
  return typeof value === "bigint" || Number.isInteger(value);
}

function isMultiple(value, of) {
  return isIntegral(value) && BigInt(value) % of === 0n;
}

/** How many characters a text has: code points, not UTF-16 units. */
export function lengthOf(text) {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function areUnique(items) {
  return new Set(items.map(canonical)).size === items.length;
}

/** One text for equal values: JSON Schema tells 1 from 1.0 as little as the order of members. */
function canonical({ type, value }) {
  if (type === "number") return isIntegral(value) ? String(BigInt(value)) : String(value);
  if (type === "array") return `[${value.map(canonical)}]`;
  if (type !== "object") return JSON.stringify(value);
  const members = [...value].map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`);
  return `{${members.sort()}}`;
}

function nodeOf(text) {
  return { type: "string", value: text };
}

/** A tree without places; objects have no prototype, so that no name has a meaning of its own. */
export function plainOf({ type, value }) {
  if (type === "array") return value.map(plainOf);
  if (type !== "object") return value;
  const members = Object.create(null);
  for (const [name, item] of value) members[name] = plainOf(item);
  return members;
}
