/** All that is to be said of a document: what runsnap.validate says of it, with places in the text. */

import { failures } from "./checks.js";
import { SCHEMAS } from "./generated/schemas.js";
import { Unreadable, parse } from "./json.js";
import { escaped, readSchema, refusals } from "./schema.js";
import { VALUE_RULES, remarks } from "./values.js";

const LONGEST_EXCERPT = 60;
const LONGEST_DIGITS = 10n ** 60n;
const MOST_BYTES = 256 * 1024 * 1024;

const BOUNDS = {
  minimum: (says) => `at least ${says}`,
  maximum: (says) => `at most ${says}`,
  exclusiveMinimum: (says) => `more than ${says}`,
  exclusiveMaximum: (says) => `less than ${says}`,
  multipleOf: (says) => `a multiple of ${says}`,
  minLength: (says) => `at least ${says} characters`,
  maxLength: (says) => `at most ${says} characters`,
  minItems: (says) => `at least ${says} items`,
  maxItems: (says) => `at most ${says} items`,
  minProperties: (says) => `at least ${says} members`,
  maxProperties: (says) => `at most ${says} members`,
};

const ready = new Map();

export const kinds = () => Object.keys(SCHEMAS);

/** Versions of a kind, the newest first. */
export const versions = (kind) => Object.keys(SCHEMAS[kind]).reverse();

/** The text of a schema. */
export const schemaText = (kind, version) => SCHEMAS[kind][version];

function schemaOf(kind, version) {
  const id = `${kind} ${version}`;
  if (!ready.has(id)) ready.set(id, readSchema(schemaText(kind, version)));
  return ready.get(id);
}

/**
 * The report on JSON text, a string or bytes. The kind is told from the document where none is
 * given, the version is the newest. `problems` refuse the document, `failures` (of cross-field
 * rules) and `notes` do not; each has `pointer`, `keyword` and its place, `start` to `end`.
 */
export function validate(source, kind, version) {
  let root;
  try {
    if (source.length > MOST_BYTES) throw new Unreadable("limit", `size in bytes of at most ${MOST_BYTES}`, String(source.length), "", 0);
    root = parse(source);
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return report(kind, version, [unreadable(fault)]);
  }
  const told = kind ? { kind } : tellKind(root);
  if (!told.kind) return report(undefined, undefined, [problem("schema", "", root, "kind", "a capture or a resumption", told.found)]);
  return judge(root, told.kind, version ?? versions(told.kind)[0]);
}

function judge(root, kind, version) {
  const schema = schemaOf(kind, version);
  const refused = refusals(schema, root, "");
  const places = new Set(refused.map(({ pointer }) => pointer));
  const said = [...remarks(schema, root)];
  const broken = said.filter(({ rule, pointer }) => rule && !places.has(pointer));
  const problems = [
    ...refused.flatMap((refusal) => schemaProblems(refusal, titlesOf(schema))),
    ...broken.map(({ rule, pointer, node }) => problem("value", pointer, node, rule, VALUE_RULES[rule])),
  ];
  const unkept = problems.length ? [] : failures(schema["x-checks"] ?? [], root);
  const notes = said.filter(({ note }) => note);
  return report(
    kind, version, problems.sort((one, other) => one.start - other.start),
    unkept.map(({ rule, pointer, node, expected, found }) => problem("check", pointer, node ?? parentOf(root, pointer), rule, expected, found)),
    notes.map(({ note, pointer, node }) => ({ pointer, keyword: note, found: excerpt(node), ...placeOf(node) })),
  );
}

function report(kind, version, problems, unkept = [], notes = []) {
  return { kind, version, valid: problems.length === 0, problems, failures: unkept, notes };
}

function unreadable({ keyword, expected, found, pointer, at }) {
  return { stage: "parse", pointer, keyword, expected, found, start: at, end: at + 1 };
}

function problem(stage, pointer, node, keyword, expected, found = excerpt(node)) {
  return { stage, pointer, keyword, expected, found, ...placeOf(node) };
}

/** Where a value is marked: of an object or an array the bracket that opens it. */
function placeOf({ type, start, end }) {
  return { start, end: type === "object" || type === "array" ? start + 1 : end };
}

function parentOf(root, pointer) {
  const names = pointer.split("/").slice(1, -1);
  return names.reduce((node, name) => (node.type === "object" && node.value.get(name)) || node, root);
}

function schemaProblems({ pointer, node, keyword, says, nullable }, titles) {
  if (keyword === "required") {
    return says
      .filter((name) => !node.value.has(name))
      .map((name) => problem("schema", `${pointer}/${escaped(name)}`, node, keyword, "a value, since it is required", "nothing"));
  }
  return [problem("schema", pointer, node, keyword, expectedBy(keyword, says, titles) + (nullable ? " or null" : ""))];
}

function expectedBy(keyword, says, titles) {
  if (keyword in BOUNDS) return BOUNDS[keyword](says);
  if (keyword === "type") return [says].flat().sort((one, other) => (one === "null") - (other === "null")).join(" or ");
  if (keyword === "const") return excerpt({ type: "string", value: says });
  if (keyword === "pattern") return titles.get(says) ?? `a text that matches ${says}`;
  if (keyword === "not") return titles.get(says.pattern) ?? "something else";
  return `what ${keyword} demands`;
}

/** What texts with a pattern are called, by the pattern or by the pattern of their guard. */
function titlesOf({ $defs = {} }) {
  const titles = new Map();
  for (const { pattern, not, format, title } of Object.values($defs)) {
    if (!pattern) continue;
    const name = format === "date-time" ? "an instant as RFC 3339 has it" : `a ${title ?? "text"} (${pattern})`;
    titles.set(pattern, name);
    if (not) titles.set(not.pattern, name);
  }
  return titles;
}

/** A member `ingotSnapshot` makes a resumption; else `run_log` a capture; else a textual `kind` a resumption. */
function tellKind(root) {
  if (root.type !== "object") return { found: excerpt(root) };
  const kind = root.value.get("kind");
  const isSnapshot = root.value.has("ingotSnapshot") || (!root.value.has("run_log") && kind?.type === "string");
  if (isSnapshot) return kind?.value === "memory" ? { found: 'a snapshot of kind "memory"' } : { kind: "resumption" };
  if (root.value.has("run_log")) return { kind: "capture" };
  const names = [...root.value.keys()].slice(0, 5).map((name) => excerpt({ type: "string", value: name }));
  return { found: names.length ? `an object with the members ${names.join(", ")}` : "an empty object" };
}

/** A short text that shows a value. */
function excerpt({ type, value, literal }) {
  if (type === "object") return `an object of ${value.size} members`;
  if (type === "array") return `an array of ${value.length} items`;
  if (type === "string") return quoted(value);
  if (typeof value === "number") return literal.length <= LONGEST_EXCERPT ? literal : String(value);
  if (typeof value === "bigint" && (value >= LONGEST_DIGITS || -value >= LONGEST_DIGITS)) {
    return `an integer of about ${Math.round(value.toString(2).replace("-", "").length * 0.30103)} digits`;
  }
  return String(value);
}

const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

function quoted(text) {
  const characters = [...text.slice(0, 2 * LONGEST_EXCERPT + 2)];
  const cut = characters.length <= LONGEST_EXCERPT ? characters.join("") : `${characters.slice(0, LONGEST_EXCERPT - 1).join("")}…`;
  const shown = cut.replace(/["\\]/g, "\\$&");
  return `"${shown.replace(INVISIBLE, (char) => `\\u${char.codePointAt(0).toString(16).padStart(4, "0")}`)}"`;
}
