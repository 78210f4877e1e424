import type { JSONValue } from "../types/runsnap.js";
import { nanoseconds } from "./instant.js";
import { isContainer, members } from "./json.js";
import { filled, fold, type Shape } from "./shape.js";

/** Values so that no reader can lose anything of them, as the test vectors have them. */
export type Tagged =
  | null
  | boolean
  | { string: string }
  | { int: string }
  | { float: string }
  | { instant: string }
  | Tagged[]
  | { object: [string, Tagged][] };

/** The tagged values of a document, members that are absent among them. */
export function tagged(document: JSONValue, shape: Shape): Tagged {
  return fold<Tagged>(filled(document, shape), shape, {
    value: taggedValue,
    list: (items) => items,
    object: (entries, _, unknown) => ({
      object: [...entries, ...unknown.map(([name, value]): [string, Tagged] => [name, taggedAny(value)])],
    }),
  });
}

function taggedValue(value: JSONValue, shape: Shape): Tagged {
  if (shape.is === "integer" && typeof value === "number") return { int: String(BigInt(value)) };
  if (shape.is === "number" && typeof value === "bigint") return taggedAny(Number(value));
  if (shape.is === "instant" && typeof value === "string") return { instant: String(nanoseconds(value)) };
  return taggedAny(value);
}

function taggedAny(value: JSONValue): Tagged {
  if (typeof value === "string") return { string: value };
  if (typeof value === "bigint") return { int: String(value) };
  if (typeof value === "number") return { float: hexadecimal(value) };
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(taggedAny);
  return { object: members(value).map(([name, inner]) => [name, taggedAny(inner)]) };
}

function hexadecimal(double: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(double);
  return bytes.toString("hex");
}
