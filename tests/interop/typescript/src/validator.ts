import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";

import type { JSONObject, JSONValue } from "../types/runsnap.js";
import { isObject, members } from "./json.js";

export interface Failure {
  readonly pointer: string;
  readonly keyword: string;
}

export type Validator = (document: JSONValue) => Failure[];

// docs:begin validator
/** Judges documents in which integers are bigints, against the exact bounds of a schema that parse has read. */
export function compile(schema: JSONValue): Validator {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true, // "type": ["string", "null"]
    ownProperties: true, // a member called "constructor" is not there unless it is
    formats: { "date-time": true }, // the pattern beside it says all of it
  });
  ajv.addVocabulary(["x-extensible-enum", "x-unit", "x-omit-default", "x-avro", "x-checks"]);
  ajv.addKeyword({ keyword: "exactNumber", schemaType: "object", compile: exactNumber });
  const validate = ajv.compile(forAjv(schema) as object);
  return (document) => (validate(document) ? [] : (validate.errors ?? []).map(failure));
}

const BOUNDS: Record<string, (value: number | bigint, bound: number | bigint) => boolean> = {
  minimum: (value, bound) => value >= bound, // JavaScript compares number and bigint exactly
  maximum: (value, bound) => value <= bound,
  exclusiveMinimum: (value, bound) => value > bound,
  exclusiveMaximum: (value, bound) => value < bound,
};

/** Moves "type": "integer" and "number", and their bounds, to a keyword of our own: ajv rounds, and knows no bigint. */
function forAjv(schema: JSONValue): JSONValue {
  if (typeof schema === "bigint") return Number(schema); // lengths
  if (Array.isArray(schema)) return schema.map(forAjv);
  if (!isObject(schema)) return schema;
  const numeric = [schema["type"]].flat().some((name) => name === "integer" || name === "number");
  const moved = (name: string): boolean => numeric && (name === "type" || name in BOUNDS);
  const rest = members(schema).filter(([name]) => !moved(name));
  const exact = Object.fromEntries(members(schema).filter(([name]) => moved(name)));
  const plain = Object.fromEntries(rest.map(([name, inner]) => [name, forAjv(inner)]));
  return numeric ? { ...plain, exactNumber: exact } : plain;
}

function exactNumber(wanted: JSONObject): (value: unknown) => boolean {
  const types = [wanted["type"]].flat();
  const bounds = members(wanted).filter(([name]) => name !== "type") as [string, number | bigint][];
  const check = (value: unknown): boolean => {
    const keyword = violated(value);
    check.errors = keyword === undefined ? [] : [{ keyword, message: `must satisfy ${keyword}` }];
    return keyword === undefined;
  };
  check.errors = [] as Partial<ErrorObject>[];
  return check;

  function violated(value: unknown): string | undefined {
    if (value === null && types.includes("null")) return undefined;
    const integral = typeof value === "bigint" || Number.isInteger(value);
    if (!integral && !(typeof value === "number" && types.includes("number"))) return "type";
    return bounds.find(([name, bound]) => !BOUNDS[name]?.(value as number | bigint, bound))?.[0];
  }
}

function failure(error: ErrorObject): Failure {
  return { pointer: error.instancePath, keyword: error.keyword };
}
// docs:end validator
