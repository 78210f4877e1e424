/**
 * Faults of libraries that are worked round here. A test that fails says that its fault is gone: then remove the
 * work-around, the test, and the row in docs/typescript.md.
 */

import assert from "node:assert/strict";
import { once } from "node:events";
import test from "node:test";

import { Ajv2020 } from "ajv/dist/2020.js";
import avro from "avsc";
import { parse } from "lossless-json";

const U64 = '{"type": "integer", "maximum": 18446744073709551615}';

test("ajv rounds bounds beyond 2^53: validator.ts has a keyword of its own", () => {
  const validate = new Ajv2020().compile(JSON.parse(U64));
  assert.equal(validate(JSON.parse("18446744073709551616")), true);
});

test("ajv takes no bigint for an integer: the same keyword", () => {
  const validate = new Ajv2020().compile({ type: "integer" });
  assert.equal(validate(1n), false);
});

test("ajv finds required members in Object.prototype: ownProperties", () => {
  const schema = { type: "object", required: ["constructor"], properties: { constructor: {} } };
  assert.equal(new Ajv2020({ strict: false }).validate(schema, {}), true);
});

test("avsc refuses longs beyond 2^53: avro.ts has a long of bigints", () => {
  const long = avro.Type.forSchema("long");
  assert.throws(() => long.fromBuffer(Buffer.from("feffffffffffffffff01", "hex")), /precision loss/);
});

test("avsc has no decimals: avro.ts has a logical type", () => {
  const decimal = avro.Type.forSchema({ type: "bytes", logicalType: "decimal", precision: 20 } as never);
  assert.ok(Buffer.isBuffer(decimal.fromBuffer(Buffer.from([2, 1]))));
});

test("avsc loses a member of a map that is called __proto__: avro.ts has a map of its own", () => {
  const map = avro.Type.forSchema({ type: "map", values: "string" });
  const bytes = map.toBuffer(Object.fromEntries([["__proto__", "kept"]]));
  assert.deepEqual(Object.keys(map.fromBuffer(bytes)), []);
});

test("avsc writes files without what it does not know of a schema: avro.ts writes the header", async () => {
  const field = { name: "text", type: { type: "string", format: "json" }, doc: "Any JSON." };
  const type = avro.Type.forSchema({ type: "record", name: "Row", fields: [field] } as never);
  const encoder = new avro.streams.BlockEncoder(type);
  encoder.end({ text: "1" });
  const [header] = await once(encoder, "data");
  assert.doesNotMatch(String(header), /"format":"json"/);
});

test("avsc knows no zstandard: avro.ts has fzstd", () => {
  assert.deepEqual(Object.keys(avro.streams.BlockDecoder.defaultCodecs()), ["null", "deflate"]);
});

test("lossless-json takes half of a surrogate pair: json.ts looks for it", () => {
  assert.equal(parse('"\\ud800"'), "\ud800");
});

test("lossless-json takes a doubled member if both values are equal: json.ts counts members", () => {
  assert.deepEqual(parse('{"a": true, "a": true}'), { a: true });
  assert.throws(() => parse('{"a": true, "a": false}'), /Duplicate key/);
});
