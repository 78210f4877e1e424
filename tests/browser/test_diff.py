"""The page that ``runsnap diff --html`` writes, in a browser."""

import copy
from pathlib import Path

import pytest

import runsnap
from tests.browser.axe import serious_findings

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PHONE, DESK = 390, 1280
HOSTILE = [
    "</script><script>window.stolen = 1</script>", "<img src=x onerror='window.stolen = 2'>", "<!--<script>",
    "\u202egnp.exe\u202c", "\u2066left", "a\0b\x1b[31m", "مرحبا بالعالم", "Z" + "\u0351\u036b" * 300, "x" * 100_000,
    "javascript:alert(1)", "\u2028\u2029",
]  # fmt: skip


def example_runs():
    return [runsnap.load(EXAMPLES / "runs-compared" / f"{name}.json") for name in ("first", "second")]


def compared():
    return runsnap.diff(*example_runs()).to_html("first.json", "second.json")


def many(steps, word):
    """A run of so many steps, each with a text of its own."""
    plain = example_runs()[0].to_dict()
    step = plain["run_log"]["steps"][2]
    plain["run_log"]["steps"] = [step | {"idx": idx, "output": f"{word} {idx} " * 40} for idx in range(steps)]
    return runsnap.Capture.from_dict(plain | {"llm_io": []})


def hostile_page():
    plain = example_runs()[0].to_dict()
    other = copy.deepcopy(plain)
    for place, text in enumerate(HOSTILE):
        other["run_log"]["steps"][place] |= {"output": {text: [text]}, "error": text}
    other["run_log"]["steps"][-1] |= {"kind": HOSTILE[0], "name": HOSTILE[1]}
    one, another = (runsnap.Capture.from_dict(document) for document in (plain, other))
    return runsnap.diff(one, another).to_html(HOSTILE[0], HOSTILE[3])


def resumptions():
    one = runsnap.load(EXAMPLES / "agent" / "stopped.json")
    other = copy.deepcopy(one)
    other.steps += 2
    other.bindings["notes"] = ["fine"]
    return runsnap.diff(one, other).to_html()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("html", [compared, hostile_page, resumptions])
def test_a_page_fits_and_is_accessible(open_html, html, width, scheme):
    page = open_html(html(), width, scheme)
    assert serious_findings(page) == []
    page.evaluate("() => document.querySelectorAll('details').forEach(it => { it.open = true; })")
    assert serious_findings(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_the_verdict_and_the_place_where_the_runs_part_come_first(open_html):
    page = open_html(compared())
    assert page.locator("#verdict").inner_text() == "diverged steps were dropped or inserted"
    page.get_by_role("link", name="/run_log/steps/5").click()
    target = page.locator(":target")
    assert "dropped" in target.locator("summary").first.inner_text()
    assert target.get_attribute("open") is not None


def test_both_sides_stand_beside_each_other_with_what_differs_marked(open_html):
    page = open_html(compared())
    sides = page.locator("#step-14 .sides tbody").first.locator("tr:has(del):has(ins)").last.locator("td")
    left, right = sides.nth(0), sides.nth(1)
    assert left.bounding_box()["y"] == right.bounding_box()["y"]
    assert left.bounding_box()["x"] < right.bounding_box()["x"]
    assert "than the boilers" in " ".join(left.locator("del").all_inner_texts())
    assert "measured" in " ".join(right.locator("ins").all_inner_texts())
    assert left.locator("ins").count() == right.locator("del").count() == 0


def test_steps_open_and_close_with_the_keyboard(open_html):
    page = open_html(compared())
    row = page.locator("#step-0")
    row.locator("summary").first.focus()
    for expected in ("", None):
        page.keyboard.press("Enter")
        assert row.get_attribute("open") == expected


def test_hostile_text_is_only_text(open_html):
    page = open_html(hostile_page())
    assert page.evaluate("() => window.stolen") is None
    assert page.locator("script, img, iframe, link").count() == 0
    text = page.locator("main").inner_text()
    assert HOSTILE[0] in text
    assert "U+202E" in text
    assert "\u202e" not in text


def test_runs_of_ten_thousand_steps_stay_a_page_that_can_be_used(open_html):
    page = open_html(runsnap.diff(many(10_000, "one"), many(10_000, "two")).to_html())
    assert page.get_by_text("9,000 differing steps not shown").count() == 1
    assert page.evaluate("() => document.querySelectorAll('*').length") < 60_000
    last = page.locator("#step-9999")
    last.locator("summary").first.click()
    assert last.get_attribute("open") is not None
