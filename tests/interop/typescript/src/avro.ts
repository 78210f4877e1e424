import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import avro from "avsc";
import { decompress } from "fzstd";

import type { JSONObject, JSONValue } from "../types/runsnap.js";
import { instant, nanoseconds } from "./instant.js";
import { isObject, members, parse, stringify } from "./json.js";
import { filled, type RecordShape, type Shape } from "./shape.js";

const UNKNOWN = "_unknown";
type AvroSchema = Parameters<typeof avro.Type.forSchema>[0];
/** What avsc reads and writes: any JSON, and bytes. */
type AvroValue = JSONValue;

// docs:begin avro-types
/** 64 bits as a bigint: avsc alone refuses what lies beyond 2^53. */
const bigintLong = avro.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
  toBuffer: (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === "bigint" && BigInt.asIntN(64, value) === value,
  compare: (one: bigint, two: bigint) => (one === two ? 0 : one < two ? -1 : 1),
});

/** Decimals without a fraction, as a bigint. */
class Decimal extends avro.types.LogicalType {
  readonly #limit: bigint;

  constructor(schema: AvroSchema, options?: unknown) {
    super(schema, options);
    this.#limit = 10n ** BigInt((schema as unknown as { precision: number }).precision);
  }

  protected override _fromValue(bytes: Buffer): bigint {
    return BigInt.asIntN(bytes.length * 8, BigInt(`0x0${bytes.toString("hex")}`));
  }

  protected override _toValue(value: unknown): Buffer | undefined {
    if (typeof value !== "bigint" || value >= this.#limit || value <= -this.#limit) return undefined;
    const size = Math.ceil((value.toString(2).length + 1) / 8);
    return Buffer.from(BigInt.asUintN(size * 8, value).toString(16).padStart(size * 2, "0"), "hex");
  }

  protected override _resolve(writer: avro.Type): unknown {
    return writer instanceof Decimal ? (value: bigint) => value : undefined;
  }
}

/** Maps may have a member called `__proto__`, which avsc alone loses. */
class SafeMap extends avro.types.MapType {
  _read(tap: { readLong(): number; readString(): string }): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (let count = tap.readLong(); count !== 0; count = tap.readLong()) {
      if (count < 0) tap.readLong(); // the size of the block
      for (let left = Math.abs(count); left > 0; left--) entries.push([tap.readString(), this.valuesType._read(tap)]);
    }
    return Object.fromEntries(entries);
  }
}

/** The type that reads and writes documents of an Avro schema. */
export function avroType(schema: AvroSchema): avro.Type {
  return avro.Type.forSchema(schema, {
    logicalTypes: { decimal: Decimal },
    assertLogicalTypes: true,
    typeHook: (inner, options) => {
      const name = typeof inner === "object" && "type" in inner ? inner.type : inner;
      if (name === "long") return bigintLong;
      return name === "map" ? new SafeMap(inner, options) : undefined;
    },
  });
}
// docs:end avro-types

/** One Avro schema, as text, beside the shape of the documents that it holds: the newest of their kind. */
export class AvroDocuments {
  readonly type: avro.Type;

  constructor(
    readonly schema: string,
    readonly shape: RecordShape,
  ) {
    this.type = avroType(JSON.parse(schema));
  }

  /** The document in a single object; `writer` is the type for the fingerprint in its header. */
  decode(bytes: Buffer, writer: (fingerprint: string) => avro.Type): JSONValue {
    if (bytes.readUInt16BE() !== 0xc301) throw new TypeError("no single object");
    const resolver = this.type.createResolver(writer(bytes.toString("hex", 2, 10)));
    return fromAvro(this.type.fromBuffer(bytes.subarray(10), resolver), this.shape);
  }

  // docs:begin avro-files
  /** The documents of a container file, whatever version of the schema wrote it. */
  async *read(path: string): AsyncGenerator<JSONValue> {
    const decoder = new avro.streams.BlockDecoder({
      readerSchema: this.type,
      parseHook: avroType,
      codecs: { ...avro.streams.BlockDecoder.defaultCodecs(), zstandard: decompressZstandard },
    });
    createReadStream(path).on("error", (error) => decoder.destroy(error)).pipe(decoder);
    for await (const value of decoder) yield fromAvro(value, this.shape);
  }

  /** Writes a container file. */
  async write(path: string, documents: Iterable<JSONValue>): Promise<void> {
    const syncMarker = crypto.getRandomValues(Buffer.alloc(16));
    const encoder = new avro.streams.BlockEncoder(this.type, { codec: "deflate", writeHeader: "never", syncMarker });
    const file = createWriteStream(path);
    file.write(header(this.schema, "deflate", syncMarker));
    const { shape } = this;
    await pipeline(Readable.from(values()), encoder, file);

    function* values(): Generator<AvroValue> {
      for (const document of documents) yield toAvro(filled(document, shape), shape);
    }
  }
  // docs:end avro-files
}

function decompressZstandard(block: Buffer, done: (error: Error | null, data?: Buffer) => void): void {
  try {
    done(null, Buffer.from(decompress(block)));
  } catch (error) {
    done(error as Error);
  }
}

/** The header of a container file with the whole schema: avsc would write what it knows of it. */
function header(schema: string, codec: string, syncMarker: Buffer): Buffer {
  const type = avro.Type.forSchema({
    type: "record",
    name: "Header",
    fields: [
      { name: "magic", type: { type: "fixed", name: "Magic", size: 4 } },
      { name: "meta", type: { type: "map", values: "bytes" } },
      { name: "sync", type: { type: "fixed", name: "Sync", size: 16 } },
    ],
  });
  const meta = { "avro.schema": Buffer.from(schema), "avro.codec": Buffer.from(codec) };
  return type.toBuffer({ magic: Buffer.from("Obj\x01", "latin1"), meta, sync: syncMarker });
}

/** What avsc has read as a document: any JSON is a JSON text there, and unknown members stand in a map. */
function fromAvro(value: AvroValue, shape: Shape): JSONValue {
  if (shape.is === "any") return parse(value as string);
  if (value === null) return null;
  if (shape.is === "instant") return instant(value as bigint);
  if (shape.is === "list") return (value as AvroValue[]).map((item) => fromAvro(item, shape.of));
  if (!isObject(value)) return value;
  if (shape.is === "map") return changed(value, (inner) => fromAvro(inner, shape.of));
  const known = members(value).filter(([name]) => name !== UNKNOWN);
  const unknown = members(value[UNKNOWN] as Record<string, string>);
  return Object.fromEntries([
    ...known.map(([name, inner]) => [name, fromAvro(inner, memberShape(shape, name))]),
    ...unknown.map(([name, text]) => [name, parse(text as string)]),
  ]);
}

/** The opposite, for a document that has every member. */
function toAvro(value: JSONValue, shape: Shape): AvroValue {
  if (shape.is === "any") return stringify(value);
  if (value === null) return null;
  if (shape.is === "instant") return nanoseconds(value as string);
  if (shape.is === "integer") return BigInt(value as number | bigint);
  if (shape.is === "number") return Number(value);
  if (shape.is === "list") return (value as JSONValue[]).map((item) => toAvro(item, shape.of));
  if (!isObject(value)) return value;
  if (shape.is === "map") return changed(value, (inner) => toAvro(inner, shape.of));
  const known: [string, AvroValue][] = [];
  const unknown: [string, AvroValue][] = [];
  for (const [name, inner] of members(value)) {
    if (shape.is === "record" && shape.members.has(name)) known.push([name, toAvro(inner, memberShape(shape, name))]);
    else unknown.push([name, stringify(inner)]);
  }
  return Object.fromEntries([...known, [UNKNOWN, Object.fromEntries(unknown)]]);
}

function changed(map: JSONObject, change: (inner: JSONValue) => JSONValue): JSONObject {
  return Object.fromEntries(members(map).map(([name, inner]) => [name, change(inner)]));
}

function memberShape(shape: Shape, name: string): Shape {
  const member = shape.is === "record" ? shape.members.get(name) : undefined;
  if (!member) throw new TypeError(`the JSON Schema declares no ${name}`);
  return member.shape;
}
