/** The page: a document goes in, what is wrong with it comes out, and is marked in the text. */

import { decode, parse, Unreadable } from "./json.js";
import { kinds, schemaText, validate, versions } from "./report.js";

const MOST_LISTED = 100;
const PAUSE = 150; // milliseconds after the last key, so that typing is not held up

const HEADINGS = {
  problems: "Problems",
  failures: "Cross-field rules that do not hold",
  notes: "Notes",
};
const EXPLANATIONS = {
  failures: "They refuse the document under strict=True only.",
  notes: "No faults: what this version does not know is kept.",
};

const find = (name) => document.getElementById(`playground-${name}`);
const [form, kind, version, file, text, backdrop, status, results] =
  ["form", "kind", "version", "file", "text", "backdrop", "status", "results"].map(find);

/** What is judged: the text, or the bytes of a file until somebody edits them. */
let source = "";

/** The same as a text: that of a text area has other line ends than a file may have. */
let written = "";

function start() {
  for (const name of kinds()) kind.append(new Option(name, name));
  offerVersions();
  kind.addEventListener("change", () => {
    offerVersions();
    show();
  });
  version.addEventListener("change", show);
  text.addEventListener("input", edited);
  text.addEventListener("scroll", followScroll);
  file.addEventListener("change", () => open(file.files[0]));
  find("open").addEventListener("click", () => file.click());
  find("example").addEventListener("click", () => fill(example()));
  find("faulty").addEventListener("click", () => fill(spoilt(example())));
  find("clear").addEventListener("click", () => fill(""));
  acceptDrops();
  form.hidden = false;
  fill(text.value);
}

/** The kind can be told from a document; then its newest version judges it. */
function offerVersions() {
  const [newest, ...older] = kind.value ? versions(kind.value) : [];
  const labelled = newest ? [[`${newest} (newest)`, newest], ...older.map((each) => [each, each])] : [["newest", ""]];
  version.replaceChildren(...labelled.map(([label, value]) => new Option(label, value)));
}

function acceptDrops() {
  const editor = find("editor");
  for (const name of ["dragenter", "dragover"]) {
    editor.addEventListener(name, (event) => {
      event.preventDefault();
      editor.classList.add("playground-drop");
    });
  }
  for (const name of ["dragleave", "drop"]) {
    editor.addEventListener(name, () => editor.classList.remove("playground-drop"));
  }
  editor.addEventListener("drop", (event) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    open(dropped);
  });
}

async function open(chosen) {
  if (!chosen) return;
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  file.value = "";
  judge(bytes, textOf(bytes));
}

function textOf(bytes) {
  try {
    return decode(bytes).text;
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}

let waiting;

function edited() {
  source = written = text.value;
  mark([]);
  clearTimeout(waiting);
  waiting = setTimeout(show, PAUSE);
}

function fill(content) {
  judge(content, content);
}

function judge(document, content) {
  source = document;
  written = text.value = content;
  text.scrollTo(0, 0);
  show();
}

/** The last example of the newest schema, as it stands there, two levels deep. */
function example() {
  const name = kind.value || kinds()[0];
  const schema = schemaText(name, version.value || versions(name)[0]);
  const { start: from, end } = parse(schema).value.get("examples").value.at(-1);
  return `${schema.slice(from, end).replaceAll("\n    ", "\n")}\n`;
}

/** With three faults: an integer one beyond its bound, a text for a count, a member that is gone. */
function spoilt(content) {
  return content
    .replace(/\b(18446744073709551615|340282366920938463463374607431768211455)\b/, (most) => String(BigInt(most) + 1n))
    .replace(/"(idx|steps)": ([0-9]+)/, '"$1": "$2"')
    .replace(/ *"(agent)": "[^"]*",\n/, "");
}

function show() {
  clearTimeout(waiting);
  const isEmpty = source.length === 0;
  const report = isEmpty ? undefined : validate(source, kind.value || undefined, version.value || undefined);
  const shown = report ? ["problems", "failures", "notes"].filter((name) => report[name].length) : [];
  status.textContent = report ? summary(report) : "Nothing to judge yet.";
  status.className = `playground-status ${report ? (report.valid ? "playground-valid" : "playground-invalid") : ""}`;
  const lines = linesOf(asShown(written));
  results.replaceChildren(...shown.flatMap((name) => section(name, report[name], lines)));
  mark(shown.flatMap((name) => report[name].slice(0, MOST_LISTED).map((item) => ({ ...placed(item), name }))));
}

function summary({ kind: named, version: judgedBy, valid, problems, failures }) {
  const what = [named, judgedBy].filter(Boolean).join(" ");
  if (!valid) return `${counted(problems.length, "problem")}${what ? ` (${what})` : ""}`;
  const broken = failures.length ? `, but ${counted(failures.length, "cross-field failure")}` : "";
  return `Valid: ${what}${broken}`;
}

function counted(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function section(name, items, lines) {
  const heading = element("h2", `${HEADINGS[name]} (${items.length})`);
  const list = element("ol", "", `playground-list playground-${name}`);
  list.append(...items.slice(0, MOST_LISTED).map((item) => row(item, lines)));
  const more = items.length - MOST_LISTED;
  const parts = [heading, list];
  if (name in EXPLANATIONS) parts.splice(1, 0, element("p", EXPLANATIONS[name]));
  if (more > 0) parts.push(element("p", `… and ${more} more.`));
  return parts;
}

function row(item, lines) {
  const place = placed(item);
  const { line, column } = lines(place.start);
  const button = element("button", `${line}:${column}`, "playground-place");
  button.type = "button";
  button.title = "Show in the text";
  button.addEventListener("click", () => reveal(place, line));
  const told = "expected" in item ? `expected ${item.expected}, found ${item.found}` : item.found;
  const entry = element("li");
  entry.append(
    button, " ", element("code", item.pointer || "(root)", "playground-pointer"), " ",
    element("span", item.keyword, "playground-keyword"), element("div", told, "playground-told"),
  );
  return entry;
}

function element(tag, content = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = content;
  if (className) made.className = className;
  return made;
}

/** Text areas know one kind of line end. */
function asShown(content) {
  return content.replaceAll(/\r\n?/g, "\n");
}

function placed({ start: from, end }) {
  if (!written.includes("\r")) return { start: from, end };
  return { start: asShown(written.slice(0, from)).length, end: asShown(written.slice(0, end)).length };
}

/** Line and column of an offset, counted from 1, in characters. */
function linesOf(content) {
  const starts = [0];
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = starts.findLastIndex((from) => from <= offset);
    return { line: line + 1, column: [...content.slice(starts[line], offset)].length + 1 };
  };
}

function reveal({ start: from, end }, line) {
  text.focus({ preventScroll: true });
  text.setSelectionRange(from, end);
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 1) * height - text.clientHeight / 2);
  find("editor").scrollIntoView({ block: "nearest" });
}

/** The same text behind the text area, with marks; overlapping ones are one. */
function mark(places) {
  const content = text.value;
  const parts = [];
  let at = 0;
  for (const { start: from, end, name } of places.toSorted((one, other) => one.start - other.start)) {
    if (from < at) continue;
    const shown = content.slice(from, end);
    const isVisible = shown.trim() !== "";
    parts.push(content.slice(at, from), element("mark", isVisible ? shown : " ", `playground-mark-${name}`));
    at = isVisible ? end : from;
  }
  backdrop.replaceChildren(...parts, `${content.slice(at)}\n`);
  followScroll();
}

function followScroll() {
  backdrop.style.translate = `${-text.scrollLeft}px ${-text.scrollTop}px`;
}

start();
