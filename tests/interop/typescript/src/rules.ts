import type { JSONValue } from "../types/runsnap.js";
import { FIRST, LAST, nanoseconds } from "./instant.js";
import { fold, type Shape } from "./shape.js";
import type { Failure } from "./validator.js";

/** What breaks the three rules that no schema can state, in a document that its schema accepts. */
export function brokenValueRules(document: JSONValue, shape: Shape): Failure[] {
  const failures: Failure[] = [];
  fold<void>(document, shape, {
    value(value, of, pointer) {
      const keyword = value === null ? undefined : brokenRule(value, of);
      if (keyword !== undefined) failures.push({ pointer, keyword });
    },
    list: () => undefined,
    object: () => undefined,
  });
  return failures;
}

function brokenRule(value: JSONValue, shape: Shape): string | undefined {
  switch (shape.is) {
    case "integer":
      // 2^53 itself is allowed.
      if (typeof value === "number" && Math.abs(value) > 2 ** 53) return "integer-from-float-literal";
      return undefined;
    case "number":
      return typeof value === "bigint" && !isDouble(value) ? "number-is-a-double" : undefined;
    case "instant":
      return isInRange(nanoseconds(value as string)) ? undefined : "instant-in-range";
    default:
      return undefined;
  }
}

function isDouble(value: bigint): boolean {
  const double = Number(value);
  return Number.isFinite(double) && BigInt(double) === value;
}

function isInRange(moment: bigint): boolean {
  return FIRST <= moment && moment <= LAST;
}
