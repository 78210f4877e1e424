/**
 * A sample, version 1.0.0 of its schema: Sample is the document.
 *
 * Written by `runsnap schema export --language typescript sample --version 1.0.0`; do not edit.
 *
 * Content is open: objects may hold members, and enumerations labels, that are not listed here. Keep them.
 */

/**
 * Any JSON.
 *
 * `JSON.parse` makes a `number` of every number: it rounds integers beyond `Number.MAX_SAFE_INTEGER`, and takes `1`
 * and `1.0` for the same. A parser that keeps them apart gives a `bigint` for an integer.
 */
export type JSONValue = null | boolean | number | bigint | string | JSONValue[] | JSONObject_;

/** A JSON object whose names are data. */
export interface JSONObject_ {
  [name: string]: JSONValue | undefined;
}

/**
 * An integer that may lie beyond `Number.MAX_SAFE_INTEGER`.
 *
 * As a `number` it is exact up to there, and only if the parser has not rounded it: `JSON.parse` does. Beyond, it is
 * exact as a `bigint`.
 */
export type LargeInteger_ = number | bigint;

/**
 * A moment as RFC 3339 writes it, with up to nine fraction digits: `2026-03-02T08:15:00.250000001Z`.
 *
 * A `Date` keeps three of the digits. Two texts may stand for one moment; do not compare them as texts.
 */
export type Instant = string;

/**
 * *\/ export type Escaped = 1; /* \@deprecated \{\@link nowhere\} `open
 * \@internal
 * /// \<reference path='x'/\>
 */
export interface Sample {
  /**
   * constructor
   *
   * @defaultValue `"constructor"`
   */
  constructor?: string;

  /**
   * new
   *
   * @defaultValue `"new"`
   */
  new?: string;

  /**
   * readonly
   *
   * @defaultValue `"readonly"`
   */
  readonly?: string;

  /**
   * get
   *
   * @defaultValue `"get"`
   */
  get?: string;

  /**
   * default
   *
   * @defaultValue `"default"`
   */
  default?: string;

  /**
   * any
   *
   * @defaultValue `"any"`
   */
  any?: string;

  /**
   * unknown
   *
   * @defaultValue `"unknown"`
   */
  unknown?: string;

  /**
   * [unknown: string]
   *
   * @defaultValue `"[unknown: string]"`
   */
  "[unknown: string]"?: string;

  /**
   * a-b
   *
   * @defaultValue `"a-b"`
   */
  "a-b"?: string;

  /**
   * 1st
   *
   * @defaultValue `"1st"`
   */
  "1st"?: string;

  /** @defaultValue `""` */
  ""?: string;

  /**
   * __proto__
   *
   * @defaultValue `"__proto__"`
   */
  __proto__?: string;

  /**
   * line
   * break
   *
   * @defaultValue `"line\nbreak"`
   */
  "line\nbreak"?: string;

  /**
   * *\/ x
   *
   * @defaultValue "*\/ x"
   */
  "*/ x"?: string;

  /**
   * q'"`\\$\{x\}
   *
   * @defaultValue "q'\\"`\\\\$\{x\}"
   */
  "q'\"`\\${x}"?: string;

  /**
   * größe
   *
   * @defaultValue `"größe"`
   */
  "größe"?: string;

  /**
   * \u2028y
   *
   * @defaultValue `"\u2028y"`
   */
  "\u2028y"?: string;

  /**
   * toString
   *
   * @defaultValue `"toString"`
   */
  toString?: string;

  object: JSONObject;

  label: LargeInteger;

  text: String;

  map: JSONObject_;

  integer: LargeInteger_;

  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/**
 * *\/ export type Escaped = 1; /* \@deprecated \{\@link nowhere\} `open
 * \@internal
 * /// \<reference path='x'/\>
 */
export interface JSONObject {
  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

export interface String {
  /** Members that this version does not declare; they are kept. */
  [unknown: string]: JSONValue | undefined;
}

/**
 * *\/ export type Escaped = 1; /* \@deprecated \{\@link nowhere\} `open
 * \@internal
 * /// \<reference path='x'/\>
 */
export type LargeInteger = "*/ a" | "q\"\\" | "\u2029b" | "" | "c\nd" | "${x}" | (string & {});
