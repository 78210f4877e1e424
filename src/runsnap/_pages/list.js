// The list: only rows in view are elements; the chosen one is shown whole beside it.
// What the page embeds is described in _listed.py.

const ROW = 3.75 * parseFloat(getComputedStyle(document.documentElement).fontSize); // as in list.css
const LONGEST_FACT = 300;
const PANELS = 20;
const SPARE = 4;
const TALLEST = 8_000_000; // browsers end somewhere above ten million pixels
const SLICE = 12; // milliseconds of search between two looks at what the reader does
const NUMBER = 0, KIND = 1, TONE = 2, NAME = 3, SMALL = 4, FACTS = 5, BAR = 6, ERROR = 7, FINDINGS = 8, PARTS = 9;
const SIDE = 0, LABEL = 1, FORM = 2, TEXT = 3, LENGTH = 4;

const byId = (id) => document.getElementById(id);

class Search {
  constructor(rows) {
    this.rows = rows;
    this.pattern = null;
    this.turn = 0;
  }

  /** The places of all rows; what is being looked for is given up. */
  everything() {
    this.turn++;
    this.pattern = null;
    return this.rows.map((_, place) => place);
  }

  /** The places of the rows that match, handed over when all have been looked at. */
  run(words, onlyMarked, done) {
    const turn = ++this.turn;
    const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
    this.pattern = words === "" ? null : new RegExp(escaped, "giu");
    const test = words === "" ? null : new RegExp(escaped, "iu");
    const found = [];
    let place = 0;
    const go = () => {
      if (turn !== this.turn) return;
      const until = performance.now() + SLICE;
      for (; place < this.rows.length; place++) {
        if (place % 64 === 63 && performance.now() > until) break;
        const row = this.rows[place];
        if ((!onlyMarked || isMarked(row)) && (test === null || matches(row, test))) found.push(place);
      }
      if (place < this.rows.length) setTimeout(go);
      else done(found);
    };
    go();
  }
}

function isMarked(row) {
  return row[ERROR] !== null || row[FINDINGS].length > 0;
}

function matches(row, test) {
  return (
    test.test(row[NAME]) || test.test(row[KIND]) ||
    (row[ERROR] !== null && test.test(row[ERROR])) ||
    row[FINDINGS].some((text) => test.test(text)) ||
    row[FACTS].some((text) => text !== null && test.test(text)) ||
    row[PARTS].some((part) => test.test(part[LABEL]) || test.test(part[TEXT]))
  );
}

/** A listbox of which only the options in view are there. */
class List {
  constructor(box, data, onChoice) {
    this.box = box;
    this.rows = data.rows;
    this.places = [];
    this.chosen = 0; // an index into places
    this.pattern = null;
    this.onChoice = onChoice;
    this.spacer = make("div", { role: "presentation", class: "spacer" });
    box.append(this.spacer);
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(box);
  }

  get height() {
    return this.places.length * ROW;
  }

  /** How far the rows are scrolled: more than the box where they are taller than a box can be. */
  get offset() {
    return this.box.scrollTop * this.stretch;
  }

  get stretch() {
    const room = Math.min(this.height, TALLEST) - this.box.clientHeight;
    return this.height <= TALLEST || room <= 0 ? 1 : (this.height - this.box.clientHeight) / room;
  }

  fill(places, pattern) {
    const kept = places.indexOf(this.places[this.chosen]);
    this.places = places;
    this.pattern = pattern;
    this.spacer.style.height = `${Math.min(this.height, TALLEST)}px`;
    this.choose(Math.max(0, kept));
  }

  choose(index) {
    if (this.places.length > 0) this.chosen = Math.min(Math.max(0, index), this.places.length - 1);
    this.bringIntoView();
    this.draw();
    this.onChoice(this.places.length > 0 ? this.places[this.chosen] : null);
  }

  bringIntoView() {
    const top = this.chosen * ROW, view = this.box.clientHeight;
    let wanted = this.offset;
    if (top < wanted) wanted = top;
    else if (top + ROW > wanted + view) wanted = top + ROW - view;
    if (wanted !== this.offset) this.box.scrollTop = wanted / this.stretch;
  }

  draw() {
    const offset = this.offset, view = this.box.clientHeight;
    const first = Math.max(0, Math.floor(offset / ROW) - SPARE);
    const last = Math.min(this.places.length, Math.ceil((offset + view) / ROW) + SPARE);
    const shift = this.box.scrollTop - offset;
    const options = [];
    for (let index = first; index < last; index++) options.push(this.option(index, index * ROW + shift));
    this.spacer.replaceChildren(...options);
    const seen = this.chosen >= first && this.chosen < last;
    if (seen) this.box.setAttribute("aria-activedescendant", `option-${this.chosen}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  option(index, top) {
    const row = this.rows[this.places[index]];
    const option = make(
      "div",
      {
        role: "option", id: `option-${index}`, class: "option", "data-index": index,
        "aria-selected": String(index === this.chosen),
        "aria-setsize": this.places.length, "aria-posinset": index + 1,
      },
      make(
        "div", { class: "line" },
        numberOf(row),
        make("span", { class: `kind kind-${row[TONE]}` }, foreign(row[KIND], null, 40)),
        make("span", { class: "name" }, foreign(row[NAME], this.pattern, 120)),
        isMarked(row) ? make("span", { class: "wrong" }, row[ERROR] === null ? "finding" : "error") : null,
      ),
      make("div", { class: "line" }, bar(row), make("span", { class: "small" }, foreign(row[SMALL].join(" · "), null, 120))),
    );
    option.style.top = `${top}px`;
    return option;
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in steps) this.choose(Math.min(this.chosen + steps[event.key], this.places.length - 1));
    else if (event.key === "Enter") focusOn(byId("detail"));
    else return;
    event.preventDefault();
  }

  click(event) {
    const option = event.target.closest("[data-index]");
    if (option === null) return;
    this.choose(Number(option.dataset.index));
    if (matchMedia("(max-width: 60rem)").matches) focusOn(byId("detail"));
  }
}

function numberOf(row) {
  return row[NUMBER] === "" ? null : make("span", { class: "number" }, row[NUMBER]);
}

function bar(row) {
  if (row[BAR] === null) return null;
  const track = make("span", { class: "track", "aria-hidden": "true" });
  const filled = make("span", { class: `bar kind-${row[TONE]}` });
  const [start, share] = row[BAR];
  filled.style.left = `${Math.min(start * 100, 99)}%`;
  filled.style.width = `${Math.max(share * 100, 0.5)}%`;
  track.append(filled);
  return track;
}

/** Focus an element, and bring its beginning into view. */
function focusOn(element) {
  element.focus({ preventScroll: true });
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}

/** All of one row: facts, what is wrong, and its texts, what was given beside what came back. */
function detailOf(row, data, pattern) {
  const facts = data.labels.flatMap((label, place) => {
    const value = row[FACTS][place] ?? null;
    return value === null ? [] : [make("div", {}, make("dt", {}, label), make("dd", {}, whole(value, pattern)))];
  });
  const long = [["Kind", row[KIND]], ["Name", row[NAME]]].filter(([, text]) => text.length > LONGEST_FACT);
  const wrong = [
    ...long.map(([label, text]) => panel(label, "", text, pattern)),
    ...(row[ERROR] === null ? [] : [panel("Error", "", row[ERROR], pattern, "bad")]),
    ...row[FINDINGS].map((text) => panel("Finding", "", text, pattern, "doubt")),
  ];
  const columns = ["given", "returned"]
    .map((side) => row[PARTS].filter((part) => part[SIDE] === side))
    .filter((parts) => parts.length > 0)
    .map((parts) => sideOf(parts, pattern));
  return [
    make(
      "h3", { class: "chosen" },
      numberOf(row), " ",
      make("span", { class: `kind kind-${row[TONE]}` }, foreign(row[KIND], pattern, LONGEST_FACT)), " ",
      foreign(row[NAME], pattern, LONGEST_FACT),
    ),
    facts.length > 0 ? make("dl", { class: "facts small-facts" }, ...facts) : null,
    ...wrong,
    columns.length > 0 ? make("div", { class: `sides of-${columns.length}` }, ...columns) : null,
  ].filter((part) => part !== null);
}

/** Texts below each other: the first ones, and the others when they are asked for. */
function sideOf(parts, pattern) {
  const side = make("div", { class: "side" });
  const more = make("button", { type: "button", "data-shows": "texts" });
  let shown = 0;
  const add = () => {
    const next = parts.slice(shown, shown + PANELS);
    more.before(...next.map((part) => panel(part[LABEL], sizeOf(part), part[TEXT], pattern)));
    shown += next.length;
    more.hidden = shown === parts.length;
    more.textContent = `Show ${count(Math.min(PANELS, parts.length - shown))} of ${count(parts.length - shown)} more texts`;
  };
  side.append(more);
  more.addEventListener("click", add);
  add();
  return side;
}

/** A short text in one line, a long one with all of it at hand. */
function whole(text, pattern) {
  return text.length > LONGEST_FACT ? new TextWindow(text, pattern).element : foreign(text, pattern);
}

function sizeOf(part) {
  return `${part[FORM]}, ${count(part[LENGTH])} ${part[LENGTH] === 1 ? "character" : "characters"}`;
}

function panel(label, size, text, pattern, tone = "") {
  const head = make("h4", {}, foreign(label, pattern), " ", make("span", { class: "muted" }, size));
  return make("section", { class: `panel ${tone}`.trim() }, head, new TextWindow(text, pattern).element);
}

function start() {
  const block = byId("rows");
  if (block === null || byId("explorer") === null) return;
  const data = JSON.parse(block.textContent);
  document.documentElement.classList.add("scripted");
  byId("explorer").hidden = false;

  const search = new Search(data.rows);
  const detail = byId("detail"), input = byId("search"), only = byId("only-marked");
  const list = new List(byId("list"), data, (place) => {
    const shown = place === null ? [make("p", { class: "muted" }, "Nothing matches.")] : detailOf(data.rows[place], data, search.pattern);
    const back = make("button", { type: "button", class: "back" }, "Back to the list");
    back.addEventListener("click", () => focusOn(list.box));
    detail.replaceChildren(back, ...shown);
  });
  const say = (found) => {
    const all = `${count(data.rows.length)} ${data.rows.length === 1 ? data.one : data.several}`;
    byId("found").textContent = found === data.rows.length ? all : `${count(found)} of ${all}`;
  };
  const refresh = () => {
    byId("found").textContent = "searching…";
    search.run(input.value, only !== null && only.checked, (places) => {
      list.fill(places, search.pattern);
      say(places.length);
    });
  };
  /** Show a row whatever the search says. */
  const goTo = (place) => {
    if (!(place >= 0 && place < data.rows.length)) return;
    if (!list.places.includes(place)) {
      input.value = "";
      if (only !== null) only.checked = false;
      list.fill(search.everything(), null);
      say(data.rows.length);
    }
    list.choose(list.places.indexOf(place));
    byId("explorer").scrollIntoView({ block: "start" });
    list.box.focus({ preventScroll: true });
  };
  const follow = () => {
    const match = /^#row-(\d+)$/u.exec(location.hash);
    if (match !== null) goTo(Number(match[1]));
  };

  let waiting = 0;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 120);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") list.box.focus();
    else if (event.key === "Escape" && input.value !== "") {
      input.value = "";
      refresh();
    } else if (event.key === "Escape") list.box.focus();
    else return;
    event.preventDefault();
  });
  only?.addEventListener("change", refresh);
  detail.addEventListener("keydown", (event) => {
    if (event.key === "Escape") focusOn(list.box);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
  for (const drawing of document.querySelectorAll(".chart svg")) {
    drawing.addEventListener("click", (event) => {
      const { steps, columns } = drawing.closest("figure").dataset;
      const box = drawing.getBoundingClientRect();
      const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
      goTo(Math.min(steps - 1, column * Math.ceil(steps / columns)));
    });
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[href^="#row-"]') !== null) setTimeout(follow); // also when the address stays the same
  });
  addEventListener("hashchange", follow);
  refresh();
  follow();
}

start();
