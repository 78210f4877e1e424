import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";

import type { capture, JSONValue, resumption } from "../types/runsnap.js";
import { AvroDocuments, avroType } from "../src/avro.js";
import { Documents, InvalidDocumentError } from "../src/documents.js";
import { instant, nanoseconds } from "../src/instant.js";
import { parse, stringify } from "../src/json.js";
import { compile } from "../src/validator.js";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..", "..");
const folder = mkdtempSync(join(tmpdir(), "runsnap-"));

before(() => {
  cpSync(join(ROOT, "tests", "vectors", "schemas"), join(folder, "schemas"), { recursive: true });
  cpSync(join(ROOT, "examples", "runs"), folder, { recursive: true });
  process.chdir(folder);
});

after(() => {
  process.chdir(ROOT);
  rmSync(folder, { recursive: true });
});

const stopped = (changes: object): string =>
  stringify({ ...(parse(readFileSync("stopped.json", "utf8")) as object), ...changes });

test("the first example of the page", () => {
  // docs:begin load
  const captures = new Documents<capture.Capture>(readFileSync("schemas/capture/1.2.0.json", "utf8"));

  const run = captures.load(readFileSync("capture.json")); // or an InvalidDocumentError, with the places
  for (const step of run.run_log.steps) {
    const label: string = step.kind === "llm_call" ? "model" : step.kind; // any text: enumerations are open
    console.log(step.idx, label, step.latency ?? "not measured"); // latency is a bigint
  }
  const total = run.run_log.steps.reduce((sum, { latency }) => sum + BigInt(latency ?? 0), 0n);
  const broken = captures.check(run); // the rules across members; load does not enforce them

  run["reviewed_by"] = "someone"; // members that the schema does not declare stay, at every level
  writeFileSync("copy.json", captures.dump(run));
  // docs:end load
  assert.ok(total > 0n);
  assert.deepEqual(broken, []);
  assert.deepEqual(captures.load(readFileSync("copy.json")), run);
});

test("the example for Avro", async () => {
  const { shape } = new Documents<resumption.Resumption>(readFileSync("schemas/resumption/0.1.1.json", "utf8"));
  const document = parse(readFileSync("stopped.json", "utf8"));
  // docs:begin avro
  const stops = new AvroDocuments(readFileSync("schemas/resumption/0.1.1.avsc", "utf8"), shape);

  await stops.write("stopped.avro", [document]);
  for await (const each of stops.read("stopped.avro")) {
    const { spend } = each as resumption.Resumption;
    console.log(spend?.micros); // a bigint
  }
  // docs:end avro
  const found: JSONValue[] = [];
  for await (const each of stops.read("stopped.avro")) found.push(each);
  assert.equal(found.length, 1);
  assert.equal((found[0] as resumption.Resumption).agent, (document as resumption.Resumption).agent);
});

test("JSON keeps every digit, and what kind of number it was", () => {
  const numbers = ["18446744073709551616", "1", "1.0", "-0.0", "0.1", "1e+300", "5e-324", "123456789012345680000.0"];
  for (const text of numbers) {
    assert.equal(stringify(parse(text)), text);
  }
  assert.equal(stringify(parse("-0")), "0");
  assert.equal(stringify(parse('{"__proto__": {"constructor": []}}')), '{"__proto__":{"constructor":[]}}');
  for (const text of ["1e400", '"\\udc00"', '{"\\ud800": 1}', "[".repeat(201) + "]".repeat(201), "\ufeff1", "01"]) {
    assert.throws(() => parse(text));
  }
  assert.throws(() => parse("9".repeat(4301)));
  for (const text of ['{"a": 1, "a": 1}', '[{"b": {"a": {}, "a": {}}}]', '{"a\\":": 1, "a\\":": 1}']) {
    assert.throws(() => parse(text));
  }
  assert.ok(parse('{"a:": ":", "\\"": {":\\\\": 1}}'));
  assert.ok(parse(`-${"9".repeat(4300)}`));
  assert.ok(parse("[".repeat(200) + "]".repeat(200)));
});

test("what nobody could read is not written", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, "\ud800", { "\udc00": 1 }]) {
    assert.throws(() => stringify(value));
  }
  const stops = new Documents<resumption.Resumption>(readFileSync("schemas/resumption/0.1.1.json", "utf8"));
  assert.throws(() => stops.dump({ ...stops.load(stopped({})), steps: 2 ** 32 }), /maximum at \/steps/);
});

test("bounds beyond 2^53 are exact", () => {
  const stops = new Documents<resumption.Resumption>(readFileSync("schemas/resumption/0.1.1.json", "utf8"));
  const most = 2n ** 128n - 1n;
  assert.equal(stops.load(stopped({ spend: { micros: most } })).spend?.micros, most);
  for (const micros of [most + 1n, -1n, 0.5]) {
    assert.throws(() => stops.load(stopped({ spend: { micros } })), (error) => {
      assert.ok(error instanceof InvalidDocumentError);
      assert.deepEqual([error.stage, error.failures[0]?.pointer], ["schema", "/spend/micros"]);
      return true;
    });
  }
  assert.throws(() => stops.load(stopped({ spend: { micros: 2 ** 53 + 2 } })), /integer-from-float-literal/);
  assert.equal(stops.load(stopped({ steps: 3.0 })).steps, 3);
});

test("a member is there only if the document has it", () => {
  const judge = compile({ type: "object", required: ["constructor"], properties: { constructor: { type: "string" } } });
  assert.deepEqual(judge({}), [{ pointer: "", keyword: "required" }]);
  assert.deepEqual(judge({ constructor: "there" }), []);
});

test("instants keep nine digits", () => {
  const texts = ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999999999Z", "2026-03-02T08:15:00.250Z"];
  for (const text of [...texts, "2024-02-29T00:00:00.000001Z"]) assert.equal(instant(nanoseconds(text)), text);
  assert.equal(nanoseconds("1970-01-01t01:00:00.000000001+01:00"), 1n);
  assert.equal(nanoseconds("1969-12-31T18:30:00-05:30"), 0n);
});

test("Avro keeps every digit", () => {
  const decimal = avroType({ type: "bytes", logicalType: "decimal", precision: 38, scale: 0 } as never);
  for (const value of [0n, 1n, -1n, 127n, 128n, -128n, -129n, 255n, 256n, 10n ** 38n - 1n, 1n - 10n ** 38n]) {
    assert.equal(decimal.fromBuffer(decimal.toBuffer(value)), value);
  }
  assert.throws(() => decimal.toBuffer(10n ** 38n));
  assert.deepEqual([...decimal.toBuffer(128n)], [4, 0, 128]);
  const long = avroType({ type: "long", logicalType: "timestamp-nanos" } as never);
  for (const value of [2n ** 63n - 1n, -(2n ** 63n)]) assert.equal(long.fromBuffer(long.toBuffer(value)), value);
  assert.throws(() => long.toBuffer(2n ** 63n));
});
