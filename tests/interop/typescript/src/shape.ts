import type { JSONObject, JSONValue } from "../types/runsnap.js";
import { isObject, members } from "./json.js";

/** What a JSON Schema says of a value, with references followed: as much as it takes to find every number in it. */
export type Shape =
  | { readonly is: "any" | "instant" | "number" | "other" }
  | { readonly is: "integer"; readonly large: boolean }
  | { readonly is: "list" | "map"; readonly of: Shape }
  | RecordShape;

export interface RecordShape {
  readonly is: "record";
  readonly members: ReadonlyMap<string, Member>;
}

export interface Member {
  readonly shape: Shape;
  /** What absence and null stand for. */
  readonly default: JSONValue;
}

/** The shape of a document, from its schema as {@link parse} gives it. */
export function shapeOf(schema: JSONValue): RecordShape {
  const shape = isObject(schema) ? shapeIn(schema, schema) : undefined;
  if (shape?.is !== "record") throw new TypeError("the schema describes no record");
  return shape;
}

function shapeIn(schema: JSONObject, root: JSONObject): Shape {
  if (typeof schema["$ref"] === "string") return shapeIn(referenced(schema["$ref"], root), root);
  if (Array.isArray(schema["anyOf"])) {
    const branch = schema["anyOf"].find((each) => isObject(each) && each["type"] !== "null");
    return shapeIn(branch as JSONObject, root);
  }
  if (schema["const"] !== undefined) return { is: "other" };
  const inner = (keyword: string): Shape => shapeIn((schema[keyword] ?? {}) as JSONObject, root);
  switch ([schema["type"]].flat().find((name) => name !== "null")) {
    case undefined:
      return { is: "any" };
    case "integer":
      return { is: "integer", large: !isSmall(schema["minimum"]) || !isSmall(schema["maximum"]) };
    case "number":
      return { is: "number" };
    case "string":
      return { is: schema["format"] === "date-time" ? "instant" : "other" };
    case "array":
      return { is: "list", of: inner("items") };
    case "object":
      return isObject(schema["properties"])
        ? { is: "record", members: membersIn(schema["properties"], root) }
        : { is: "map", of: inner("additionalProperties") };
    default:
      return { is: "other" };
  }
}

function membersIn(properties: JSONObject, root: JSONObject): Map<string, Member> {
  return new Map(
    members(properties).map(([name, schema]) => {
      const described = schema as JSONObject;
      return [name, { shape: shapeIn(described, root), default: described["default"] ?? null }];
    }),
  );
}

function referenced(reference: string, root: JSONObject): JSONObject {
  return (root["$defs"] as JSONObject)[reference.slice("#/$defs/".length)] as JSONObject;
}

function isSmall(bound: JSONValue | undefined): boolean {
  return typeof bound === "bigint" && -Number.MAX_SAFE_INTEGER <= bound && bound <= Number.MAX_SAFE_INTEGER;
}

/** What becomes of the parts of a document. */
export interface Visitor<T> {
  /** A scalar; null; or any JSON, whole. */
  value(value: JSONValue, shape: Shape, pointer: string): T;
  list(items: T[]): T;
  /** A map; or a record: `unknown` are the members that it does not declare. */
  object(entries: [string, T][], shape: Shape, unknown: [string, JSONValue][]): T;
}

/** Takes a valid document apart and puts it together again. */
export function fold<T>(value: JSONValue, shape: Shape, visitor: Visitor<T>, pointer = ""): T {
  const inside = (name: string | number, inner: JSONValue, of: Shape): T =>
    fold(inner, of, visitor, `${pointer}/${escaped(name)}`);
  if (shape.is === "list" && Array.isArray(value)) {
    return visitor.list(value.map((item, index) => inside(index, item, shape.of)));
  }
  if (!isObject(value) || shape.is === "any") return visitor.value(value, shape, pointer);
  const entries: [string, T][] = [];
  const unknown: [string, JSONValue][] = [];
  for (const [name, inner] of members(value)) {
    const of = shape.is === "map" ? shape.of : shape.is === "record" ? shape.members.get(name)?.shape : undefined;
    if (of === undefined) unknown.push([name, inner]);
    else entries.push([name, inside(name, inner, of)]);
  }
  return visitor.object(entries, shape, unknown);
}

function escaped(name: string | number): string {
  return String(name).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A copy of a document with other scalars. Object.fromEntries takes any name, `__proto__` too. */
export function mapped(document: JSONValue, shape: Shape, change: Visitor<JSONValue>["value"]): JSONValue {
  return fold<JSONValue>(document, shape, {
    value: change,
    list: (items) => items,
    object: (entries, _, unknown) => Object.fromEntries([...entries, ...unknown]),
  });
}

/** A copy in which every declared member is there, with its default where it was absent or null. */
export function filled(document: JSONValue, shape: Shape): JSONValue {
  if (shape.is === "list" && Array.isArray(document)) return document.map((item) => filled(item, shape.of));
  if (!isObject(document)) return document;
  const entries = new Map(members(document));
  if (shape.is === "map") for (const [name, inner] of entries) entries.set(name, filled(inner, shape.of));
  if (shape.is === "record") {
    for (const [name, member] of shape.members) {
      entries.set(name, filled(entries.get(name) ?? member.default, member.shape));
    }
  }
  return Object.fromEntries(entries);
}
