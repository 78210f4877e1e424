import type { JSONValue } from "../types/runsnap.js";
import { brokenRules, rulesOf, type Broken, type Rule } from "./checks.js";
import { decode, parse, stringify } from "./json.js";
import { brokenValueRules } from "./rules.js";
import { mapped, shapeOf, type RecordShape } from "./shape.js";
import { compile, type Failure, type Validator } from "./validator.js";

export type Stage = "parse" | "schema" | "value";

/** A document that is refused, with the stage that refuses it and the places. */
export class InvalidDocumentError extends Error {
  constructor(
    readonly stage: Stage,
    readonly failures: Failure[],
    options?: ErrorOptions,
  ) {
    const places = failures.map(({ keyword, pointer }) => `${keyword} at ${pointer || "the root"}`);
    super([`refused at the stage ${stage}`, ...places].join("; "), options);
  }
}

/** Documents of one version of one kind; `T` is their type. */
export class Documents<T extends JSONValue> {
  readonly shape: RecordShape;
  readonly #validate: Validator;
  readonly #rules: Rule[];

  /** `schema` is the text of the JSON Schema. */
  constructor(schema: string) {
    const parsed = parse(schema);
    this.shape = shapeOf(parsed);
    this.#validate = compile(parsed);
    this.#rules = rulesOf(parsed);
  }

  /** A valid document: wide integers are bigints, others numbers; InvalidDocumentError for any other text. */
  load(source: Uint8Array | string): T {
    const document = parsed(source);
    this.#refuseInvalid(document);
    return typed(document, this.shape) as T;
  }

  /** The cross-field rules that a document breaks; load does not enforce them. */
  check(document: T): Broken[] {
    return brokenRules(document, this.#rules);
  }

  /** The document as JSON; InvalidDocumentError for one that would be refused. */
  dump(document: T): string {
    const plain = untyped(document, this.shape);
    this.#refuseInvalid(plain);
    return `${stringify(plain, 2)}\n`;
  }

  #refuseInvalid(document: JSONValue): void {
    const failures = this.#validate(document);
    if (failures.length > 0) throw new InvalidDocumentError("schema", failures);
    const broken = brokenValueRules(document, this.shape);
    if (broken.length > 0) throw new InvalidDocumentError("value", broken);
  }
}

function parsed(source: Uint8Array | string): JSONValue {
  try {
    return parse(typeof source === "string" ? source : decode(source));
  } catch (cause) {
    throw new InvalidDocumentError("parse", [], { cause });
  }
}

/** Numbers as their types have them: a number where it is exact, a bigint where it may not be. */
export function typed(document: JSONValue, shape: RecordShape): JSONValue {
  return mapped(document, shape, (value, { is, ...of }) => {
    if (typeof value !== "number" && typeof value !== "bigint") return value;
    if (is === "integer") return "large" in of && of.large ? BigInt(value) : Number(value);
    return is === "number" ? Number(value) : value;
  });
}

/** Numbers as they are written: integers as bigints, others as numbers. */
function untyped(document: JSONValue, shape: RecordShape): JSONValue {
  return mapped(document, shape, (value, { is }) => {
    if (is === "integer" && Number.isInteger(value)) return BigInt(value as number);
    return is === "number" && typeof value === "bigint" ? Number(value) : value;
  });
}
