/** The cross-field rules: `x-checks` of a schema, applied to a tree that schema and value rules accept. */

import { escaped, lengthOf } from "./schema.js";
import { nanoseconds } from "./values.js";

/** What the document breaks: `pointer`, `node` (none where something is missing), `rule`, `expected` and perhaps `found`. */
export function failures(checks, root) {
  return checks.flatMap((check) => {
    const kind = Object.keys(KINDS).find((name) => name in check);
    if (kind === undefined) throw new Error(`the rule ${check.id} is of no known kind`);
    return KINDS[kind](check, root).map((failure) => ({ rule: check.id, ...failure }));
  });
}

/** By the member that tells the kind; `at` of a pattern is looked at after it. */
export const KINDS = {
  equal({ equal: [left, right], ignoreCase }, root) {
    const [one, other] = [only(root, left), only(root, right)];
    if (!one || !other || comparable(one.node, ignoreCase) === comparable(other.node, ignoreCase)) return [];
    return [{ ...one, expected: `the value of ${right}` }];
  },

  notBefore({ notBefore: [later, earlier] }, root) {
    const [one, other] = [only(root, later), only(root, earlier)];
    if (!one || !other || nanoseconds(one.node.value) >= nanoseconds(other.node.value)) return [];
    return [{ ...one, expected: `not before ${earlier}, ${other.node.value}` }];
  },

  present({ present, when }, root) {
    const condition = only(root, when.at);
    if (!condition || !when.in.includes(condition.node.value) || only(root, present)) return [];
    const expected = `a value, since ${when.at} is ${condition.node.value}`;
    return [{ pointer: present, expected, found: "nothing" }];
  },

  consecutive({ consecutive, from }, root) {
    let expected = from;
    const broken = [];
    for (const each of all(root, consecutive)) {
      const value = BigInt(each.node.value);
      if (value !== expected) broken.push({ ...each, expected: String(expected) });
      expected = value + 1n;
    }
    return broken;
  },

  length({ length, counts, orEmpty }, root) {
    const list = only(root, length);
    if (!list || (orEmpty && list.node.value.length === 0)) return [];
    const accepted = [...new Set(counts.map((count) => counted(root, count)))].sort((one, other) => one - other);
    const found = list.node.value.length;
    if (accepted.includes(found)) return [];
    return [{ ...list, expected: `${accepted.join(" or ")} entries`, found: `${found} entries` }];
  },

  equalsLast({ equalsLast: [at, last] }, root) {
    const one = only(root, at);
    const other = all(root, last).filter(({ node }) => node.type !== "null").at(-1);
    if (!one || !other || one.node.value === other.node.value) return [];
    return [{ ...one, expected: `the last of ${last}, ${other.node.value}` }];
  },

  pattern({ pattern, at, maxLength }, root) {
    const text = only(root, at);
    if (!text) return [];
    const isTooLong = maxLength !== undefined && lengthOf(text.node.value) > maxLength;
    if (!isTooLong && new RegExp(pattern, "u").test(text.node.value)) return [];
    return [{ ...text, expected: `a text that matches ${pattern}` }];
  },
};

function counted(root, { at, in: labels }) {
  return all(root, at).filter(({ node }) => labels.includes(node.value)).length;
}

function comparable({ type, value }, ignoreCase) {
  const text = type === "string" && ignoreCase ? value.toUpperCase() : value;
  return `${typeof value} ${text}`;
}

/** The one value at a pointer; undefined if it is absent or null. */
function only(root, pointer) {
  const [found] = all(root, pointer);
  return found && found.node.type !== "null" ? found : undefined;
}

/** Every value at a pointer, `*` standing for each item of an array. */
function all(root, pointer) {
  let reached = [{ pointer: "", node: root }];
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    reached = reached.flatMap((each) => (token === "*" ? items(each) : member(each, name)));
  }
  return reached;
}

function items({ pointer, node }) {
  if (node.type !== "array") return [];
  return node.value.map((item, index) => ({ pointer: `${pointer}/${index}`, node: item }));
}

function member({ pointer, node }, name) {
  if (node.type !== "object" || !node.value.has(name)) return [];
  return [{ pointer: `${pointer}/${escaped(name)}`, node: node.value.get(name) }];
}
