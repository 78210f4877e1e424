/** A consumer of the test vectors: node main.js <vectors-dir> <out-dir>. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type { JSONValue } from "../types/runsnap.js";
import { AvroDocuments, avroType } from "./avro.js";
import type { Broken } from "./checks.js";
import { Documents, InvalidDocumentError } from "./documents.js";
import { tagged, type Tagged } from "./tagged.js";
import type { Failure } from "./validator.js";

interface Manifest {
  schemas: { kind: string; version: string; newest: boolean; json: string; avro: string; fingerprint: string }[];
  containers: { file: string; kind: string }[];
  cases: { id: string; kind: string; version: string; document: string; stage: string; avro?: string }[];
}

interface Result {
  refused: { stage: string; failures: Failure[] } | null;
  values?: Tagged;
  checks?: Broken[];
  avro?: Tagged;
  note?: string;
}

const LIBRARIES = ["ajv", "avsc", "fzstd", "lossless-json", "typescript"];
const [vectors = ".", out = "."] = process.argv.slice(2);
const read = (path: string): Buffer => readFileSync(join(vectors, path));
const manifest: Manifest = JSON.parse(read("manifest.json").toString());

const documents = new Map<string, Documents<JSONValue>>();
const newest = new Map<string, { version: string; documents: Documents<JSONValue>; avro: AvroDocuments }>();
const writers = new Map<string, ReturnType<typeof avroType>>();
for (const { kind, version, json, avro, newest: isNewest, fingerprint } of manifest.schemas) {
  const schema = read(avro).toString();
  const of = new Documents<JSONValue>(read(json).toString());
  documents.set(`${kind} ${version}`, of);
  writers.set(fingerprint, avroType(JSON.parse(schema)));
  if (isNewest) newest.set(kind, { version, documents: of, avro: new AvroDocuments(schema, of.shape) });
}

const held = new Map<string, JSONValue>();
const cases = Object.fromEntries(manifest.cases.map((each) => [each.id, consumed(each)]));

function consumed({ id, kind, version, document, avro }: Manifest["cases"][number]): Result {
  const latest = existing(newest.get(kind));
  const result: Result = { refused: null };
  try {
    const judge = existing(documents.get(`${kind} ${version}`));
    const found = judge.load(read(document));
    held.set(id, found);
    result.values = tagged(found, latest.documents.shape);
    result.checks = judge.check(found);
    write(`json/${id}.json`, latest.documents.dump(found));
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    result.refused = { stage: error.stage, failures: error.failures };
    result.note = error.cause instanceof Error ? error.cause.message.slice(0, 200) : "";
  }
  if (avro !== undefined) {
    const value = latest.avro.decode(read(avro), (fingerprint) => existing(writers.get(fingerprint)));
    result.avro = tagged(value, latest.documents.shape);
  }
  return result;
}

const containers: Record<string, Tagged[]> = {};
for (const { file, kind } of manifest.containers) {
  const { avro } = existing(newest.get(kind));
  const found: Tagged[] = [];
  for await (const document of avro.read(join(vectors, file))) found.push(tagged(document, avro.shape));
  containers[file] = found;
}

mkdirSync(join(out, "avro"), { recursive: true });
for (const [kind, { version, avro }] of newest) {
  const due = manifest.cases.filter((each) => each.kind === kind && each.avro !== undefined && each.stage !== "parse");
  await avro.write(join(out, "avro", `${kind}-${version}.avro`), due.map(({ id }) => existing(held.get(id))));
}

write("results.json", JSON.stringify({
  consumer: { language: `TypeScript, Node.js ${process.versions.node}`, libraries: versions() },
  implements: ["schema", "pointers", "value", "values", "check", "json", "avro-object", "avro-read", "avro-write"],
  cases,
  containers,
}));

function versions(): Record<string, string> {
  const load = createRequire(import.meta.url);
  const manifestOf = (name: string): string => join("node_modules", name, "package.json");
  const root = join(import.meta.dirname, "..", "..");
  return Object.fromEntries(LIBRARIES.map((name) => [name, load(join(root, manifestOf(name))).version]));
}

function write(path: string, text: string): void {
  mkdirSync(join(out, path, ".."), { recursive: true });
  writeFileSync(join(out, path), text);
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError("the manifest names something that is not there");
  return value;
}
