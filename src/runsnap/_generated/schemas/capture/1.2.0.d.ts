/**
 * A capture, version 1.2.0 of its schema: Capture is the document.
 *
 * Written by `runsnap schema export --language typescript capture --version 1.2.0`; do not edit.
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
 * A self-contained record of one run of an agent that can be replayed: the log of the run beside every word
 * exchanged with language models.
 */
export interface Capture {
  /**
   * Identifier of the captured run; equal to that of run_log.
   *
   * Length: 26. Pattern: `^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$`.
   */
  run_id: string;

  /** Log of the run. */
  run_log: RunLog;

  /** Every exchange with a language model, in the order of the steps that made them. Empty in early captures. */
  llm_io: LlmIo[];

  /**
   * Model of the last exchange that names one. Null when none does, as in early captures.
   *
   * @defaultValue `null`
   */
  model_version?: string | null;

  /**
   * Seed of the random numbers of the run; with it a replay can be identical to the byte. Null when the run was
   * not seeded.
   *
   * Range: 0 to 18446744073709551615.
   *
   * @defaultValue `null`
   */
  rng_seed?: LargeInteger | null;

  /**
   * Opaque reference to the memory that the run started from. Null when it had none.
   *
   * @defaultValue `null`
   */
  memory_ref?: string | null;

  /** When the capture was taken, which is later than the run itself. */
  captured_at: Instant;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** One thing that the run did: a call of a model or a tool, or an event of the framework around it. */
export interface Step {
  /**
   * Position of the step in the run, counted from 0 in the order in which the steps happened.
   *
   * Range: 0 to 4294967295.
   */
  idx: number;

  /** What the step was. Labels that this release does not list may occur and are kept. */
  kind: StepKind;

  /**
   * Name of the model for a call of a language model, or of the tool for a call of a tool. Null when the step
   * has no such name.
   *
   * @defaultValue `null`
   */
  name?: string | null;

  /**
   * Tokens that the step sent to the model. Null when the writer did not split tokens by step, or the step
   * called no model.
   *
   * Unit: token. Range: 0 to 4294967295. Since 1.1.0.
   *
   * @defaultValue `null`
   */
  prompt_tokens?: number | null;

  /**
   * Tokens that the model produced in the step. Null when the writer did not split tokens by step, or the step
   * called no model.
   *
   * Unit: token. Range: 0 to 4294967295. Since 1.1.0.
   *
   * @defaultValue `null`
   */
  completion_tokens?: number | null;

  /**
   * Estimated price of the step in US dollars. Null when no price is known.
   *
   * Unit: USD. Since 1.1.0.
   *
   * @defaultValue `null`
   */
  cost_usd?: number | null;

  /** What the step was given: any JSON. Null when it was given nothing. */
  input: JSONValue;

  /** What the step returned: any JSON. Null when it returned nothing, for example because it failed. */
  output: JSONValue;

  /**
   * Message of the fault that ended the step. Null when the step went well.
   *
   * @defaultValue `null`
   */
  error?: string | null;

  /**
   * How long the step took, in whole milliseconds. Null when it was not measured.
   *
   * Unit: ms. Range: 0 to 18446744073709551615.
   *
   * @defaultValue `null`
   */
  latency?: LargeInteger | null;

  /**
   * Identifier of the tracing span that covered the step. Null when the run was not traced.
   *
   * @defaultValue `null`
   */
  span_id?: string | null;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** Counts of tokens. */
export interface Usage {
  /**
   * Tokens sent to models over the whole run.
   *
   * Unit: token. Range: 0 to 4294967295.
   */
  prompt_tokens: number;

  /**
   * Tokens produced by models over the whole run.
   *
   * Unit: token. Range: 0 to 4294967295.
   */
  completion_tokens: number;

  /**
   * Prompt tokens that the provider read from its cache. Null stands for 0.
   *
   * Unit: token. Range: 0 to 4294967295. Since 1.2.0.
   *
   * @defaultValue `0`
   */
  cache_read_tokens?: number | null;

  /**
   * Prompt tokens that the provider wrote to its cache. Null stands for 0.
   *
   * Unit: token. Range: 0 to 4294967295. Since 1.2.0.
   *
   * @defaultValue `0`
   */
  cache_creation_tokens?: number | null;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** An estimated price, by part. */
export interface Cost {
  /**
   * Estimated price of the prompt tokens in US dollars.
   *
   * Unit: USD.
   */
  prompt_usd: number;

  /**
   * Estimated price of the completion tokens in US dollars.
   *
   * Unit: USD.
   */
  completion_usd: number;

  /**
   * Estimated price of reading and filling the provider's cache in US dollars. Null stands for 0.
   *
   * Unit: USD. Since 1.2.0.
   *
   * @defaultValue `0.0`
   */
  cache_usd?: number | null;

  /**
   * Estimated price of the whole run in US dollars.
   *
   * Unit: USD.
   */
  total_usd: number;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** Log of one run of an agent: who ran, when, how it ended and what it did step by step. */
export interface RunLog {
  /**
   * Identifier of the run.
   *
   * Length: 26. Pattern: `^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$`.
   */
  run_id: string;

  /** Name of the agent that ran. */
  agent: string;

  /** When the run started. */
  started_at: Instant;

  /**
   * When the run ended. Null while it is running.
   *
   * @defaultValue `null`
   */
  finished_at?: Instant | null;

  /** How the run stands. Labels that this release does not list may occur and are kept. */
  status: RunStatus;

  /** Everything that the run did, in order. */
  steps: Step[];

  /** Tokens used by the whole run. */
  tokens: Usage;

  /**
   * Estimated price of the whole run. Null when the prices of its models are not known.
   *
   * @defaultValue `null`
   */
  cost_estimate?: Cost | null;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** A call of a tool that a model asked for. */
export interface ToolCall {
  /**
   * Identifier that the provider gave the call; it may be empty.
   *
   * Since 1.1.0.
   */
  id: string;

  /**
   * Name of the tool.
   *
   * Since 1.1.0.
   */
  name: string;

  /**
   * Arguments for the tool: any JSON.
   *
   * Since 1.1.0.
   */
  args: JSONValue;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** One recorded exchange with a language model: what it was asked and what it answered, word for word. */
export interface LlmIo {
  /**
   * The text that the model was asked with, whole. Null stands for the empty text.
   *
   * @defaultValue `""`
   */
  prompt?: string | null;

  /**
   * The text that the model answered with, whole. Null stands for the empty text.
   *
   * @defaultValue `""`
   */
  completion?: string | null;

  /**
   * Model that answered, as its provider names it. Null when the writer did not note it.
   *
   * @defaultValue `null`
   */
  model?: string | null;

  /**
   * Service that ran the model. Null when the writer did not note it.
   *
   * @defaultValue `null`
   */
  provider?: string | null;

  /**
   * Tokens of the prompt as the provider counted them. Null when it gave no count.
   *
   * Unit: token. Range: 0 to 4294967295.
   *
   * @defaultValue `null`
   */
  prompt_tokens?: number | null;

  /**
   * Tokens of the completion as the provider counted them. Null when it gave no count.
   *
   * Unit: token. Range: 0 to 4294967295.
   *
   * @defaultValue `null`
   */
  completion_tokens?: number | null;

  /**
   * Calls of tools that the model asked for in this answer, in its order. Null stands for none.
   *
   * Since 1.1.0.
   *
   * @defaultValue `[]`
   */
  tool_calls?: ToolCall[] | null;

  /**
   * Why the model stopped. Null when the provider gave no reason. Labels that this release does not list may
   * occur and are kept.
   *
   * Since 1.1.0.
   *
   * @defaultValue `null`
   */
  finish_reason?: FinishReason | null;

  /**
   * Opaque text that identifies the request; equal requests have equal fingerprints. Null when the writer makes
   * none.
   *
   * Since 1.1.0.
   *
   * @defaultValue `null`
   */
  fingerprint?: string | null;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/** How a run stands. Open: later writers may use labels that are not listed. */
export type RunStatus = "running" | "completed" | "failed" | "cancelled" | (string & {});

/** What a step was. Open: later writers may use labels that are not listed. */
export type StepKind = "llm_call" | "tool_call" | "summary_checkpoint" | "ops_event" | "memory_recall" | (string & {});

/** Why a model stopped. Open: later writers may use labels that are not listed. */
export type FinishReason = "Stop" | "ToolCalls" | "Length" | "ContentFilter" | "Error" | (string & {});
