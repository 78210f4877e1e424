"use strict";

// Texts of a document as elements: nothing in them is HTML, what hides in them is shown,
// and of a long one only a window is there.

const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const FIRST_WINDOW = 4000;
const MORE = 20000;
const BEFORE_HIT = 300;

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

function codeOf(char) {
  return `U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The text with a visible marker for each hidden character. */
function visible(text) {
  const pieces = [];
  let done = 0;
  for (const match of text.matchAll(HIDDEN)) {
    pieces.push(text.slice(done, match.index));
    pieces.push(make("span", { class: "hidden-character" }, codeOf(match[0])));
    done = match.index + match[0].length;
  }
  pieces.push(text.slice(done));
  return pieces.filter((piece) => piece !== "");
}

/** The same, with what the search finds marked. */
function marked(text, pattern) {
  const unix = text.replaceAll("\r\n", "\n");
  if (pattern === null) return visible(unix);
  const pieces = [];
  let done = 0;
  for (const match of unix.matchAll(pattern)) {
    pieces.push(...visible(unix.slice(done, match.index)));
    pieces.push(make("mark", {}, ...visible(match[0])));
    done = match.index + match[0].length;
  }
  pieces.push(...visible(unix.slice(done)));
  return pieces;
}

/** A text in one line, whose writing direction does not reach what stands around it. */
function foreign(text, pattern = null, longest = 300) {
  const rest = text.length - longest;
  const end = rest > 0 ? unsplit(text, longest) : text.length;
  const shown = make("bdi", { dir: "auto" }, ...marked(text.slice(0, end), pattern));
  return rest > 0 ? make("span", {}, shown, "…") : shown;
}

/** A place in a text that is not between the two halves of a character. */
function unsplit(text, place) {
  const code = text.charCodeAt(place);
  return place > 0 && code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}

function count(number) {
  return number.toLocaleString("en-US");
}

/** A text with its line ends: a window of a long one, which can be widened both ways. */
class TextWindow {
  constructor(text, pattern) {
    this.text = text;
    this.pattern = pattern;
    this.block = make("pre", { class: "text", dir: "auto" });
    this.earlier = this.button("earlier", () => this.widen(MORE, 0));
    this.later = this.button("more", () => this.widen(0, MORE));
    this.element = make("div", { class: "text-window" }, this.earlier, this.block, this.later);
    const hit = pattern === null ? -1 : text.search(new RegExp(pattern.source, "iu"));
    this.from = hit < FIRST_WINDOW ? 0 : unsplit(text, hit - BEFORE_HIT);
    this.to = this.end(this.from + FIRST_WINDOW);
    this.show();
  }

  button(what, act) {
    const button = make("button", { type: "button", "data-shows": what });
    button.addEventListener("click", act);
    return button;
  }

  end(place) {
    return place >= this.text.length ? this.text.length : unsplit(this.text, place);
  }

  widen(before, after) {
    this.from = unsplit(this.text, Math.max(0, this.from - before));
    this.to = this.end(this.to + after);
    this.show();
  }

  show() {
    this.block.replaceChildren(...marked(this.text.slice(this.from, this.to), this.pattern));
    const left = this.text.length - this.to;
    this.offer(this.earlier, "earlier", this.from);
    this.offer(this.later, "more", left);
  }

  offer(button, what, left) {
    button.hidden = left === 0;
    button.textContent = `Show ${count(Math.min(MORE, left))} ${what} of ${count(left)} characters`;
  }
}
