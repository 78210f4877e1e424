/**
 * JSON text to a tree that loses nothing: every value with its place in the text, integers
 * exact, integers told from floats. What runsnap refuses to read is refused here, at the same place.
 */

export const DEEPEST = 200;
export const LONGEST_INTEGER = 4300;

const SPACE = /[ \t\n\r]*/y;
const WORD = /true|false|null/y;
const NUMBER = /-?(?:0|([1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const NUMBER_GOES_ON = /[0-9.eE+-]/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))/y;
const LOW_SURROGATE = /\\u[dD][c-fC-F][0-9a-fA-F]{2}/y;
const WORDS = new Map([["true", true], ["false", false], ["null", null]]);

/** Text that cannot be read: which keyword a report has for it, what was expected, where. */
export class Unreadable extends Error {
  constructor(keyword, expected, found, pointer, at) {
    super(found);
    Object.assign(this, { keyword, expected, found, pointer, at });
  }
}

/** A JSON Pointer of names and indexes. */
export function pointerOf(path) {
  return path.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The tree of JSON text, a string or UTF-8 bytes. A node has `type` (as JSON Schema names it,
 * integers are numbers), `start`, `end` and `value`: a bigint for an integer literal, a number
 * for any other, beside its `literal`; a Map of nodes for an object; an array of nodes.
 */
export function parse(source) {
  const { text, end } = typeof source === "string" ? { text: source, end: source.length } : decode(source);
  if (text.startsWith("\ufeff")) throw notJson("begins with a byte order mark", "", 0);
  return new Parser(text.slice(0, end), end < text.length).document();
}

/** The text of UTF-8 bytes; `end` is where the first ones stand that are not UTF-8. */
export function decode(bytes) {
  refuseUtf16(bytes);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  let [offset, from] = [0, 0];
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) {
    offset += new TextEncoder().encode(text.slice(from, at)).length;
    from = at;
    const isWritten = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!isWritten) return { text, end: at };
  }
  return { text, end: text.length };
}

function refuseUtf16([first, second]) {
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked) throw notJson("is UTF-16, must be UTF-8", "", 0);
  const opens = (byte) => byte === 0x7b || byte === 0x5b;
  if ((opens(first) && second === 0) || (first === 0 && opens(second))) {
    throw notJson("looks like UTF-16, must be UTF-8", "", 0);
  }
}

function notJson(found, pointer, at) {
  return new Unreadable("json", "JSON", found, pointer, at);
}

class Parser {
  /** `goesOn`: bytes that are not UTF-8 follow the text. */
  constructor(text, goesOn) {
    Object.assign(this, { text, goesOn, at: 0, depth: 0, path: [] });
  }

  document() {
    this.space();
    const node = this.value();
    this.space();
    if (this.at < this.text.length || this.goesOn) this.fail("text goes on after the document");
    return node;
  }

  value() {
    const char = this.text[this.at];
    if (char === "{") return this.container("object", "}", () => this.members());
    if (char === "[") return this.container("array", "]", () => this.items());
    if (char === '"') return this.string();
    const word = this.match(WORD);
    if (word) return this.scalar(word[0] === "null" ? "null" : "boolean", WORDS.get(word[0]), word[0].length);
    const number = this.match(NUMBER);
    if (number) return this.number(number);
    return this.fail("expected a value");
  }

  container(type, closing, inside) {
    if (this.depth === DEEPEST) throw this.limit("nesting depth", DEEPEST, "more");
    this.depth += 1;
    const start = this.at;
    this.at += 1;
    const value = inside(closing);
    this.at += 1;
    this.depth -= 1;
    return { type, start, end: this.at, value };
  }

  members() {
    const members = new Map();
    while (this.isAnother("}", members.size)) {
      const name = this.name(members);
      this.path.push(name);
      members.set(name, this.value());
      this.path.pop();
    }
    return members;
  }

  items() {
    const items = [];
    while (this.isAnother("]", items.length)) {
      this.path.push(items.length);
      items.push(this.value());
      this.path.pop();
    }
    return items;
  }

  /** Whether a member or an item follows; it stands at the end of the text before it. */
  isAnother(closing, count) {
    this.space();
    if (this.text[this.at] === closing) return false;
    if (count === 0) return true;
    if (this.text[this.at] !== ",") this.fail(`expected , or ${closing}`);
    this.at += 1;
    this.space();
    if (this.text[this.at] === closing) this.fail(`a comma before ${closing}`);
    return true;
  }

  name(members) {
    if (this.text[this.at] !== '"') {
      this.fail(members.size ? "expected a member's name" : "expected a member's name or }");
    }
    const { start, value } = this.string();
    if (members.has(value)) {
      this.at = start;
      this.path.push(value);
      this.fail(`the member ${JSON.stringify(value.slice(0, 60))} is doubled`);
    }
    this.space();
    if (this.text[this.at] !== ":") this.fail("expected :");
    this.at += 1;
    this.space();
    return value;
  }

  number([literal, digits, fraction, exponent]) {
    const isInteger = fraction === undefined && exponent === undefined;
    if (isInteger && digits !== undefined && digits.length > LONGEST_INTEGER) {
      throw this.limit("digits of an integer", LONGEST_INTEGER, String(digits.length));
    }
    const value = isInteger ? BigInt(literal) : Number(literal);
    if (!isInteger && !Number.isFinite(value)) {
      this.fail(`the number ${literal.slice(0, 40)} is beyond the range of a double`);
    }
    const node = { ...this.scalar("number", value, literal.length), literal };
    if (this.match(NUMBER_GOES_ON)) this.fail("a number in a form that JSON does not have");
    return node;
  }

  string() {
    const start = this.at;
    let isEscaped = false;
    this.at += 1;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        this.escape();
        isEscaped = true;
      } else if (code >= 0xd800 && code <= 0xdfff) {
        if (this.text.codePointAt(this.at) === code) this.fail("a lone surrogate");
        this.at += 2;
      } else if (code >= 0x20) {
        this.at += 1;
      } else {
        this.failInString(code);
      }
    }
    this.at += 1;
    const value = isEscaped ? JSON.parse(this.text.slice(start, this.at)) : this.text.slice(start + 1, this.at - 1);
    return { type: "string", start, end: this.at, value };
  }

  escape() {
    const escaped = this.match(ESCAPE);
    if (!escaped) this.fail("an escape that JSON does not have");
    const start = this.at;
    this.at += escaped[0].length;
    const unit = parseInt(escaped[1] ?? "0", 16);
    if (unit < 0xd800 || unit > 0xdfff) return;
    const low = unit < 0xdc00 && this.match(LOW_SURROGATE);
    if (!low) {
      this.at = start;
      this.fail("a lone surrogate");
    }
    this.at += low[0].length;
  }

  failInString(code) {
    if (Number.isNaN(code)) {
      this.fail(this.goesOn ? "bytes that are not UTF-8" : "the text ends inside a string");
    }
    const shown = code.toString(16).toUpperCase().padStart(4, "0");
    this.fail(`the control character U+${shown} inside a string`);
  }

  scalar(type, value, length) {
    const start = this.at;
    this.at += length;
    return { type, start, end: this.at, value };
  }

  space() {
    this.at += this.match(SPACE)[0].length;
  }

  match(expression) {
    expression.lastIndex = this.at;
    return expression.exec(this.text);
  }

  limit(what, most, found) {
    return new Unreadable("limit", `${what} of at most ${most}`, found, pointerOf(this.path), this.at);
  }

  fail(found) {
    throw notJson(found, pointerOf(this.path), this.at);
  }
}
