"""The pages that ``runsnap report`` makes, in a browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import runsnap
from tests.browser.axe import serious_findings

ROOT = Path(__file__).resolve().parents[2]
PHONE, DESK = 390, 1280
RUN_ID = "01HZX3K5T8Q9W2R4Y6B7N1M0CV"
MANY, VERY_MANY, MEGABYTES = 10_000, 100_000, 10_000_000
MOST_ELEMENTS = 8000
HOSTILE = [
    "</script><script>window.stolen = 1</script>", "<!--<script>", "<img src=x onerror='window.stolen = 2'>",
    "\u202egnp.exe\u202c", "\u2066left\u2069", "a\0b\x1b[31m", "\U000e0041\U000e0042", "😀\u200d\ufe0f", "مرحبا بالعالم",
    "Z" + "\u0351\u036b" * 300, "x" * 100_000, "javascript:alert(1)", "{{constructor}}", "\u2028\u2029",
]  # fmt: skip


def a_step(idx, kind="tool_call", **members):
    return {"idx": idx, "kind": kind, "input": None, "output": None, "latency": idx % 50} | members


def a_run(steps, **members):
    plain = {
        "run_id": RUN_ID, "llm_io": [], "captured_at": "2026-01-02T03:04:07Z",
        "run_log": {
            "run_id": RUN_ID, "agent": "agent", "started_at": "2026-01-02T03:04:05Z",
            "finished_at": "2026-01-02T03:04:06Z", "status": "completed", "steps": steps,
            "tokens": {"prompt_tokens": 1, "completion_tokens": 1},
        },
    }  # fmt: skip
    return runsnap.Capture.from_dict(plain | members)


def pictured(name):
    path = ROOT / "examples" / name
    ir = ROOT / "examples/agent/agent.ir.json" if name.startswith("agent/") else None
    return runsnap.report_html(runsnap.load(path), agent_ir=ir)


def hostile_page():
    steps = [
        a_step(place, text, name=text, error=text if place % 2 else None, input=text, output={text: [text]})
        for place, text in enumerate(
            text.encode("utf-16", "surrogatepass").decode("utf-16") for text in HOSTILE
        )
    ]
    return runsnap.report_html(a_run(steps, **{HOSTILE[0]: HOSTILE}))


def with_findings():
    return runsnap.report_html(
        a_run([a_step(3, error="late"), a_step(4), a_step(9)], run_id=RUN_ID[:-1] + "0")
    )


PAGES = {
    "a capture": lambda: pictured("runs-compared/first.json"),
    "unknown members": lambda: pictured("runs/capture.json"),
    "findings": with_findings,
    "a resumption": lambda: pictured("runs/stopped.json"),
    "a path": lambda: pictured("agent/stopped.json"),
    "hostile": hostile_page,
    "empty": lambda: runsnap.report_html(a_run([])),
}


def options(page):
    return page.get_by_role("option")


def chosen(page):
    """Number and kind of the chosen step, as the list and as the page beside it have them."""
    beside = page.locator("#detail .chosen .number").inner_text()
    assert page.locator("[aria-selected=true] .number").inner_text() == beside
    return beside


def elements(page):
    return page.evaluate("() => document.querySelectorAll('*').length")


def search(page, words):
    page.get_by_role("searchbox", name="Search").fill(words)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_is_accessible(open_html, name, width, scheme):
    page = open_html(PAGES[name](), width, scheme)
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert serious_findings(page) == []


def test_every_step_of_a_hostile_run_is_inert_and_fits(open_html):
    page = open_html(hostile_page())
    page.get_by_role("listbox").focus()
    for place in range(len(HOSTILE)):
        assert chosen(page) == str(place)
        assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
        page.keyboard.press("ArrowDown")
    assert page.evaluate("() => window.stolen") is None
    assert page.locator("img, iframe, script:not([type]):not(:last-child)").count() == 0


def test_a_text_that_turns_around_is_shown_as_it_is_stored(open_html):
    page = open_html(runsnap.report_html(a_run([a_step(0, input="\u202egnp.exe", name="\u2067name")])))
    assert page.locator("#detail pre").inner_text() == "U+202Egnp.exe"
    assert "\u202e" not in page.locator("body").inner_text()
    left = page.locator("#detail pre .hidden-character").bounding_box()["x"]
    whole = page.locator("#detail pre").bounding_box()
    assert left - whole["x"] < 40


def test_the_policy_holds_whatever_a_script_would_do(open_html, windows):
    page = open_html(pictured("runs/capture.json"))
    blocked = page.evaluate(
        """async () => {
          const violations = [];
          document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
          const image = new Image();
          image.src = "https://example.org/x.png";
          document.body.append(image);
          const script = document.createElement("script");
          try { script.textContent = "window.stolen = 1"; } catch { violations.push("trusted-types"); }
          try { document.body.innerHTML += "<b>x</b>"; } catch { violations.push("innerHTML"); }
          try { document.body.setAttribute("onclick", "window.stolen = 2"); } catch { violations.push("handler"); }
          document.body.click();
          await fetch("https://example.org/").catch(() => violations.push("fetch"));
          await new Promise((done) => setTimeout(done));
          return [violations, window.stolen ?? null];
        }"""
    )
    assert {"img-src", "trusted-types", "innerHTML", "handler", "fetch"} <= set(blocked[0])
    assert blocked[1] is None
    windows.complaints.clear()


def test_the_keyboard_leads_through_the_steps_and_into_one(open_html):
    page = open_html(pictured("runs-compared/first.json"))
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "list":
            break
    focused = page.locator("#list:focus-visible")
    expect(focused).to_have_count(1)
    assert focused.evaluate("(box) => getComputedStyle(box).outlineStyle") == "solid"
    for key, wanted in [("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("End", 14), ("Home", 0),
                        ("ArrowUp", 0), ("PageDown", None), ("End", 14), ("ArrowDown", 14)]:  # fmt: skip
        page.keyboard.press(key)
        assert wanted is None or chosen(page) == str(wanted)
        active = page.get_by_role("listbox").get_attribute("aria-activedescendant")
        assert page.locator(f"#{active}").get_attribute("aria-selected") == "true"
        expect(page.locator(f"#{active}")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("timeout")
    expect(page.get_by_role("status")).to_have_text("2 of 15 steps")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listbox")).to_be_focused()
    assert chosen(page) == "5"
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(page.get_by_role("status")).to_have_text("15 steps")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_focused()


def test_options_say_which_of_how_many_they_are(open_html):
    page = open_html(runsnap.report_html(a_run([a_step(place) for place in range(500)])))
    assert options(page).first.get_attribute("aria-setsize") == "500"
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    assert options(page).last.get_attribute("aria-posinset") == "500"
    assert options(page).count() < 50


def test_prompt_and_completion_stand_side_by_side_on_a_desk_and_below_each_other_on_a_phone(open_html):
    for width, beside in [(DESK, True), (PHONE, False)]:
        page = open_html(pictured("runs-compared/first.json"), width)
        options(page).nth(1).click()
        prompt = page.locator(".panel", has_text="Prompt").first.bounding_box()
        answer = page.locator(".panel", has_text="completion").first.bounding_box()
        assert (answer["x"] > prompt["x"]) == beside
        assert (answer["y"] > prompt["y"]) != beside


def test_on_a_phone_a_tap_shows_the_step_and_a_button_leads_back(open_html):
    page = open_html(pictured("runs-compared/first.json"), PHONE)
    options(page).nth(4).click()
    expect(page.locator("#detail")).to_be_focused()
    expect(page.locator("#detail .chosen")).to_be_in_viewport()
    page.get_by_role("button", name="Back to the list").click()
    expect(page.get_by_role("listbox")).to_be_focused()
    expect(options(page).nth(4)).to_be_in_viewport()


@pytest.mark.parametrize(
    "words", ["W388", "w388", "papers.READ", "(call_4)", "° ", "\\", "fp_", ".*", "[", "$0.00"]
)
def test_search_finds_what_is_in_names_texts_and_facts_and_nothing_else(open_html, words):
    page = open_html(pictured("runs-compared/first.json"))
    search(page, words)
    data = json.loads(page.locator("#rows").text_content())
    fits = [row for row in data["rows"] if words.lower() in "\0".join(
        [row[1], row[3], row[7] or "", *filter(None, row[5]), *(text for part in row[9] for text in part[1:4:2])]).lower()]  # fmt: skip
    expect(page.get_by_role("status")).to_have_text(
        "15 steps" if len(fits) == 15 else f"{len(fits)} of 15 steps"
    )
    if fits:
        assert chosen(page) == fits[0][0]
        assert page.locator("#detail mark, .option mark").count() > 0 or words == "papers.READ"
    else:
        expect(page.locator("#detail")).to_contain_text("Nothing matches.")
        assert options(page).count() == 0
    search(page, "")
    expect(page.get_by_role("status")).to_have_text("15 steps")
    assert page.locator("mark").count() == 0


def test_only_steps_with_errors_or_findings(open_html):
    page = open_html(with_findings())
    page.get_by_role("checkbox", name="only with errors or findings").check()
    expect(page.get_by_role("status")).to_have_text("2 of 3 steps")
    assert options(page).all_inner_texts()[0].split("\n")[0].startswith("3")
    expect(page.locator("#detail .panel.bad pre")).to_have_text("late")
    expect(page.locator("#detail .panel.doubt pre")).to_contain_text("step-idx-consecutive")


def test_a_finding_leads_to_its_step_also_past_a_search(open_html):
    page = open_html(with_findings())
    search(page, "late")
    expect(page.get_by_role("status")).to_have_text("1 of 3 steps")
    page.get_by_role("link", name="/run_log/steps/2/idx").click()
    expect(page.locator("#detail .chosen .number")).to_have_text("9")
    expect(page.get_by_role("listbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("")
    page.keyboard.press("Home")
    assert chosen(page) == "3"
    page.get_by_role("link", name="/run_log/steps/2/idx").click()
    expect(page.locator("#detail .chosen .number")).to_have_text("9")


def test_a_column_of_the_timeline_leads_to_its_step(open_html):
    page = open_html(pictured("runs-compared/first.json"))
    chart = page.locator(".chart svg").first
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * 5.5 / 15, "y": box["height"] / 2})
    assert chosen(page) == "5"


@pytest.mark.parametrize("count", [100, MANY, VERY_MANY])
def test_many_steps_stay_within_reach(open_html, count):
    """However many there are: few elements, and each action comes to its end."""
    steps = [
        a_step(place, error="boom" if place == count - 7 else None, name=f"tool {place}")
        for place in range(count)
    ]
    page = open_html(runsnap.report_html(a_run(steps)))
    assert elements(page) < MOST_ELEMENTS
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    assert chosen(page) == str(count - 1)
    expect(options(page).last).to_be_in_viewport()
    for _ in range(30):
        page.keyboard.press("ArrowUp")
    assert chosen(page) == str(count - 31)
    page.keyboard.press("Home")
    assert chosen(page) == "0"
    page.get_by_role("listbox").evaluate("(box) => { box.scrollTop = box.scrollHeight / 2; }")
    middle = options(page).filter(has_text=re.compile(f"tool {str(count // 2)[:1]}")).first
    middle.wait_for()
    search(page, "BOOM")
    expect(page.get_by_role("status")).to_have_text(f"1 of {count:,} steps")
    assert chosen(page) == str(count - 7)
    assert elements(page) < MOST_ELEMENTS


def test_rows_taller_than_a_box_can_be_are_all_reached(open_html):
    page = open_html(runsnap.report_html(a_run([a_step(place) for place in range(160_000)])))
    box = page.get_by_role("listbox")
    assert box.evaluate("(box) => box.scrollHeight") <= 8_000_000
    box.focus()
    page.keyboard.press("End")
    assert chosen(page) == "159999"
    expect(options(page).last).to_be_in_viewport()
    box.evaluate("(box) => { box.scrollTop = 0; }")
    expect(options(page).first).to_have_attribute("aria-posinset", "1")


def test_a_very_long_text_is_shown_in_part_and_searched_whole(open_html):
    long = "x" * MEGABYTES + "needle in the hay" + "y" * MEGABYTES
    page = open_html(runsnap.report_html(a_run([a_step(0), a_step(1, input=long, output={"deep": long})])))
    page.get_by_role("listbox").focus()
    page.keyboard.press("ArrowDown")
    text = page.locator("#detail pre").first
    assert len(text.text_content()) == 4000
    page.locator("#detail [data-shows=more]").first.click()
    assert len(text.text_content()) == 24_000
    expect(page.locator("#detail [data-shows=more]").first).to_contain_text(
        "Show 20,000 more of 19,976,017 characters"
    )
    search(page, "NEEDLE")
    expect(page.get_by_role("status")).to_have_text("1 of 2 steps")
    expect(page.locator("#detail mark")).to_have_text(["needle", "needle"])
    page.locator("#detail [data-shows=earlier]").first.click()
    assert len(text.text_content()) == 24_000
    assert elements(page) < MOST_ELEMENTS


def test_very_many_texts_of_one_step_are_shown_in_part(open_html):
    calls = [{"id": str(place), "name": "n", "args": "\u202e\u2066" * 2000} for place in range(2000)]
    exchange = {"prompt": "p", "completion": "c", "tool_calls": calls}
    page = open_html(runsnap.report_html(a_run([a_step(0, "llm_call")], llm_io=[exchange])))
    assert page.locator("#detail .panel").count() == 1 + 20
    page.locator("#detail [data-shows=texts]:visible").click()
    assert page.locator("#detail .panel").count() == 1 + 40
    expect(page.locator("#detail [data-shows=texts]:visible")).to_have_text("Show 20 of 1,961 more texts")


def test_a_window_never_cuts_a_character_in_two(open_html):
    page = open_html(runsnap.report_html(a_run([a_step(0, input="x" + "😀" * 20_000)])))
    for _ in range(2):
        assert page.locator("#detail .hidden-character").count() == 0
        page.locator("#detail [data-shows=more]").click()
    assert len(page.locator("#detail pre").text_content()) == 1 + 20_000


def test_printing_leaves_the_controls_out_and_says_which_steps_are_missing(open_html):
    page = open_html(
        runsnap.report_html(a_run([a_step(place, input=f"text {place}") for place in range(300)]))
    )
    expect(page.locator("#explorer")).to_be_visible()
    expect(page.locator(".still")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("#explorer")).to_be_hidden()
    expect(page.locator(".still")).to_be_visible()
    expect(page.locator("caption")).to_contain_text("300 steps. 100 are not in this table")
    assert page.locator("#row-199").inner_text().endswith("text 199")
    page.emulate_media(media="print", color_scheme="dark")
    assert (
        page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(255, 255, 255)"
    )
    assert len(page.pdf()) > 10_000


def test_without_scripts_the_table_is_there(windows, tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(pictured("runs-compared/first.json").encode())
    page = windows.open(file.as_uri(), (file.as_uri(),), DESK, "light", java_script_enabled=False)
    expect(page.locator(".still")).to_be_visible()
    expect(page.locator("#explorer")).to_be_hidden()
    expect(page.locator(".still tbody tr")).to_have_count(15)


def test_the_path_has_the_stop_and_the_verdict(open_html):
    page = open_html(pictured("agent/stopped.json"))
    expect(page.locator(".card.good")).to_contain_text("Can continue")
    expect(page.locator(".node.stopped")).to_contain_text("n1")
    expect(page.locator("[aria-current=step]")).to_contain_text("n2")
    expect(page.locator(".node")).to_have_count(8)
