/** What the compiler has to accept, and to refuse, of the exported types. Most of it happens when this is compiled. */

import assert from "node:assert/strict";
import test from "node:test";

import type { Capture, LargeInteger, Step, StepKind } from "../types/capture.js";
import type { Sample } from "../types/hostile.js";
import type { Resumption } from "../types/resumption.js";
import type { capture, Instant, JSONObject, JSONValue, resumption } from "../types/runsnap.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>): void {}

const step: Step = { idx: 0, kind: "llm_call", input: null, output: { a: [1, 2n, { b: null }] } };

test("members are required, optional and nullable as the schema says", () => {
  // @ts-expect-error: output is required, although it may be null
  const incomplete: Step = { idx: 0, kind: "llm_call", input: null };
  // @ts-expect-error: idx may not be null
  const nothing: Step = { ...step, idx: null };
  const absent: Step = { ...step, name: null };
  // @ts-expect-error: absent and null, but not undefined, under exactOptionalPropertyTypes
  const wrong: Step = { ...step, name: undefined };
  // @ts-expect-error: in resumptions a member with a default may be absent, but not null
  const calls: Resumption["modelCalls"] = null;
  const currency: resumption.Spend["currency"] = null;
  same<Step["name"], string | null | undefined>(true);
  same<Capture["llm_io"], import("../types/capture.js").LlmIo[]>(true);
  same<Resumption["kind"], "resumption">(true);
  same<resumption.Resumption["ingotSnapshot"], "0.1">(true);
  assert.ok([incomplete, nothing, absent, wrong, calls, currency]);
});

test("open enumerations suggest known labels and take any other", () => {
  const kinds: StepKind[] = ["tool_call", "of a later release"];
  // @ts-expect-error: a label is a text
  kinds.push(3);
  const describe = (kind: StepKind): string => {
    switch (kind) {
      case "llm_call":
        return "a model";
      default:
        return kind; // whoever forgets the unknown ones has no text to return
    }
  };
  assert.deepEqual(kinds.map(describe).slice(0, 2), ["tool_call", "of a later release"]);
});

test("integers that a number rounds are numbers or bigints", () => {
  same<Step["latency"], LargeInteger | null | undefined>(true);
  same<LargeInteger, number | bigint>(true);
  same<Step["idx"], number>(true);
  // @ts-expect-error: 32 bits fit into a number
  const idx: Step["idx"] = 1n;
  // @ts-expect-error: it has to be told which of the two it is before it is reckoned with
  const twice = (value: LargeInteger): LargeInteger => value * 2;
  assert.ok([idx, twice]);
});

test("unknown members are any JSON", () => {
  const more: Step = { ...step, later: { any: ["JSON", 1n] } };
  const unknown: JSONValue | undefined = more["later"];
  // @ts-expect-error: a function is no JSON
  const wrong: Step = { ...step, later: () => 1 };
  // @ts-expect-error: a Date is no JSON
  const date: JSONValue = new Date(0);
  // @ts-expect-error: noPropertyAccessFromIndexSignature finds names that are misspelt
  assert.equal(more.latencyy, undefined);
  assert.ok([unknown, wrong, date]);
});

test("every document is any JSON, too", () => {
  const asJson = (value: Capture | Resumption | capture.Capture | resumption.Resumption): JSONObject => value;
  same<capture.RunLog["started_at"], Instant>(true);
  same<Instant, string>(true);
  assert.ok(asJson);
});

test("names and texts that TypeScript has other uses for are names and texts", () => {
  same<Sample["constructor"], string>(false); // it is optional
  same<Sample["__proto__"], string | undefined>(true);
  same<Sample["*/ x"], string | undefined>(true);
  same<Sample["größe"], string | undefined>(true);
  same<Sample["line\nbreak"], string | undefined>(true);
  const label: Sample["label"] = "*/ a";
  assert.ok(label);
});
