/**
 * A resumption, version 0.1.1 of its schema: Resumption is the document.
 *
 * Written by `runsnap schema export --language typescript resumption --version 0.1.1`; do not edit.
 *
 * Content is open: objects may hold members, and enumerations labels, that are not listed here. Keep them.
 */

/**
 * Any JSON.
 *
 * `JSON.parse` makes a `number` of every number: it rounds integers beyond `Number.MAX_SAFE_INTEGER`, and takes `1`
 * and `1.0` for the same. A parser that keeps them apart gives a `bigint` for an integer.
 */
export type JSONValue = null | boolean | number | bigint | string | JSONValue[] | JSONObject;

/** A JSON object whose names are data. */
export interface JSONObject {
  [name: string]: JSONValue | undefined;
}

/**
 * An integer that may lie beyond `Number.MAX_SAFE_INTEGER`.
 *
 * As a `number` it is exact up to there, and only if the parser has not rounded it: `JSON.parse` does. Beyond, it is
 * exact as a `bigint`.
 */
export type LargeInteger = number | bigint;

/**
 * A moment as RFC 3339 writes it, with up to nine fraction digits: `2026-03-02T08:15:00.250000001Z`.
 *
 * A `Date` keeps three of the digits. Two texts may stand for one moment; do not compare them as texts.
 */
export type Instant = string;

/**
 * A run that was stopped at a checkpoint and can be continued: where it stopped, what it holds and what it has
 * used.
 */
export interface Resumption {
  /** Version of the snapshot format. */
  ingotSnapshot: "0.1";

  /** Kind of the snapshot. */
  kind: "resumption";

  /** Name of the agent that was stopped; it may be empty. */
  agent: string;

  /**
   * Digest of the agent's compiled form: sha256: and 64 lower-case hexadecimal digits. A run continues only with
   * the agent of this digest.
   */
  artifact: string;

  /** Label of the checkpoint that the run stopped at; it may be empty. */
  label: string;

  /** Identifier of the checkpoint's node. */
  stoppedAt: string;

  /** Identifier of the node that the run continues from: the one after the checkpoint, which is not passed again. */
  resumeAt: string;

  /** Values that the run was started with, by name. */
  inputs: JSONObject;

  /** Values bound when the run stopped, by name; inputs and temporary names among them. */
  bindings: JSONObject;

  /**
   * State of the agent, by field. Absent when empty.
   *
   * Left out when it holds its default.
   *
   * @defaultValue `{}`
   */
  state?: JSONObject;

  /**
   * What the run has put out so far, by name. Absent when empty.
   *
   * Left out when it holds its default.
   *
   * @defaultValue `{}`
   */
  outputs?: { [name: string]: Artifact | undefined };

  /**
   * Steps taken so far.
   *
   * Range: 0 to 4294967295.
   */
  steps: number;

  /** Tokens used so far. */
  usage: Usage;

  /**
   * Money spent so far. Absent stands for nothing spent.
   *
   * @defaultValue `{}`
   */
  spend?: Spend;

  /**
   * Calls of models so far; recorded answers are matched by this position. Absent stands for 0.
   *
   * Range: 0 to 4294967295.
   *
   * @defaultValue `0`
   */
  modelCalls?: number;

  /**
   * Calls of tools so far; recorded results are matched by this position. Absent stands for 0.
   *
   * Range: 0 to 4294967295.
   *
   * @defaultValue `0`
   */
  toolCalls?: number;

  /**
   * Consultations of people so far; recorded answers are matched by this position. Absent stands for 0, as in
   * files of earlier writers.
   *
   * Range: 0 to 4294967295. Since 0.1.1.
   *
   * @defaultValue `0`
   */
  consultations?: number;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** Something that the run has put out. */
export interface Artifact {
  /** Name of the output. */
  name: string;

  /** Type of its content, such as markdown. */
  contentType: string;

  /** The content: any JSON, null among it. */
  value: JSONValue;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** Counts of tokens. */
export interface Usage {
  /**
   * Tokens sent to models.
   *
   * Unit: token. Range: 0 to 18446744073709551615.
   */
  inputTokens: LargeInteger;

  /**
   * Tokens produced by models.
   *
   * Unit: token. Range: 0 to 18446744073709551615.
   */
  outputTokens: LargeInteger;

  /**
   * Tokens that were read from a provider's cache. Absent stands for 0.
   *
   * Unit: token. Range: 0 to 18446744073709551615. Left out when it holds its default.
   *
   * @defaultValue `0`
   */
  cacheReadTokens?: LargeInteger;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** Money spent on models. */
export interface Spend {
  /**
   * Amount in millionths of the currency. Absent stands for 0.
   *
   * Unit: 1e-6 currency. Range: 0 to 340282366920938463463374607431768211455.
   *
   * @defaultValue `0`
   */
  micros?: LargeInteger;

  /**
   * Code of the currency, as the writer spells it. Null when nothing with a price was used.
   *
   * @defaultValue `null`
   */
  currency?: string | null;

  /**
   * Models without a price, each with the reason. Absent stands for none.
   *
   * @defaultValue `{}`
   */
  unpriced?: { [name: string]: string | undefined };

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}
