"""The page of the playground, as people use it."""

import json

import pytest
from playwright.sync_api import expect

RESUMPTION = {
    "ingotSnapshot": "0.1", "kind": "resumption", "agent": "triage", "artifact": "sha256:" + 64 * "0",
    "label": "l", "stoppedAt": "a", "resumeAt": "b", "inputs": {}, "bindings": {}, "steps": 1,
    "usage": {"inputTokens": 1, "outputTokens": 2},
}  # fmt: skip


@pytest.fixture
def page(open_page):
    return open_page("playground/")


def status(page):
    return page.locator("#playground-status")


def paste(page, text):
    page.get_by_label("Document", exact=True).fill(text)


def problems(page):
    """Place, pointer, keyword and the rest of each problem that is listed."""
    rows = page.locator(".playground-problems li").all()
    parts = ("button", ".playground-pointer", ".playground-keyword", ".playground-told")
    return [tuple(row.locator(part).inner_text() for part in parts) for row in rows]


def test_nothing_is_said_of_nothing(page):
    expect(status(page)).to_have_text("Nothing to judge yet.")


def test_a_valid_document_is_valid_for_the_kind_that_it_shows(page):
    paste(page, json.dumps(RESUMPTION))
    expect(status(page)).to_have_text("Valid: resumption 0.1.1")
    assert problems(page) == []
    assert page.locator("mark").count() == 0


def test_a_number_beyond_its_bound_is_shown_to_its_last_digit_and_marked(page):
    paste(
        page, json.dumps({**RESUMPTION, "spend": {"micros": 2**128, "😀": 1}}, indent=2, ensure_ascii=False)
    )
    expect(status(page)).to_have_text("1 problem (resumption 0.1.1)")
    assert problems(page) == [
        ("17:15", "/spend/micros", "maximum", f"expected at most {2**128 - 1}, found {2**128}")
    ]
    assert page.locator("mark.playground-mark-problems").all_inner_texts() == [str(2**128)]
    assert page.locator("mark.playground-mark-notes").all_inner_texts() == ["1"]
    paste(page, json.dumps({**RESUMPTION, "spend": {"micros": 2**128 - 1}}))
    expect(status(page)).to_have_text("Valid: resumption 0.1.1")


def test_the_button_of_a_problem_selects_its_place_and_brings_it_into_view(page):
    far = {f"i{number}": number for number in range(200)}
    paste(page, json.dumps({**RESUMPTION, "inputs": far, "steps": -7}, indent=2))
    expect(status(page)).to_have_text("1 problem (resumption 0.1.1)")
    page.locator(".playground-problems button").click()
    selected = """(area) => area.value.slice(area.selectionStart, area.selectionEnd)"""
    area = page.get_by_label("Document", exact=True)
    assert area.evaluate(selected) == "-7"
    mark, window = page.locator("mark").bounding_box(), area.bounding_box()
    assert window["y"] < mark["y"] < window["y"] + window["height"]
    assert area.evaluate("(area) => area.scrollTop") > 1000


LETTERS = [
    "fontFamily", "fontSize", "fontWeight", "fontVariantLigatures", "lineHeight", "padding", "letterSpacing", "tabSize",
    "whiteSpace",
]  # fmt: skip


def test_a_mark_lies_exactly_behind_what_it_marks(page):
    """Both texts have the same letters and move alike."""
    paste(page, json.dumps({**RESUMPTION, "x": ["\tlong " * 300, "😀é漢"], "steps": -7}, indent=2))
    expect(page.locator("mark.playground-mark-problems")).to_have_count(1)
    area, backdrop = page.locator("#playground-text"), page.locator("#playground-backdrop")
    styles = "(box, names) => names.map((name) => getComputedStyle(box)[name])"
    assert area.evaluate(styles, LETTERS) == backdrop.evaluate(styles, LETTERS)
    assert area.input_value() + "\n" == backdrop.evaluate("(box) => box.textContent")
    window = area.bounding_box()
    for left, top in [(0, 0), (700, 30), (1e6, 1e6)]:
        area.evaluate("(area, [left, top]) => area.scrollTo(left, top)", [left, top])
        page.evaluate("() => new Promise(requestAnimationFrame)")
        x, y = area.evaluate("(area) => [area.scrollLeft, area.scrollTop]")
        behind = backdrop.bounding_box()
        assert (behind["x"], behind["y"]) == (window["x"] - x, window["y"] - y)
    assert x > 5000


def test_the_chosen_kind_and_version_judge(page):
    paste(page, json.dumps(RESUMPTION))
    page.get_by_label("Version").select_option("newest")
    page.get_by_label("Kind").select_option("resumption")
    versions = page.get_by_label("Version").locator("option").all_inner_texts()
    assert versions == ["0.1.1 (newest)", "0.1.0"]
    page.get_by_label("Version").select_option("0.1.0")
    expect(status(page)).to_have_text("Valid: resumption 0.1.0")
    paste(page, json.dumps({**RESUMPTION, "consultations": 1}))
    expect(page.locator(".playground-notes li")).to_have_count(1)
    page.get_by_label("Version").select_option("0.1.1")
    expect(page.locator(".playground-notes li")).to_have_count(0)
    page.get_by_label("Kind").select_option("capture")
    expect(status(page)).to_have_text("4 problems (capture 1.2.0)")


def test_what_is_neither_kind_is_told(page):
    paste(page, '{"a": 1}')
    expect(status(page)).to_have_text("1 problem")
    assert problems(page)[0][2:] == (
        "kind", 'expected a capture or a resumption, found an object with the members "a"',
    )  # fmt: skip


def test_text_that_is_no_json_is_marked_where_it_ends_to_be(page):
    paste(page, '{\n  "kind": "resumption",\n  "kind": 1\n}')
    expect(status(page)).to_have_text("1 problem")
    assert problems(page) == [("3:3", "/kind", "json", 'expected JSON, found the member "kind" is doubled')]
    paste(page, '{"inputs": [1e400]}')
    expect(page.locator(".playground-pointer")).to_have_text(["/inputs/0"])


def test_cross_field_rules_are_listed_apart_and_refuse_nothing(page):
    paste(page, json.dumps({**RESUMPTION, "artifact": "sha256:short"}))
    expect(status(page)).to_have_text("Valid: resumption 0.1.1, but 1 cross-field failure")
    assert problems(page) == []
    expect(page.locator(".playground-failures .playground-keyword")).to_have_text(["artifact-is-digest"])


@pytest.mark.parametrize("kind", ["", "capture", "resumption"])
def test_there_is_an_example_and_one_with_faults(page, kind):
    page.get_by_label("Kind").select_option(kind)
    page.get_by_role("button", name="Example", exact=True).click()
    expect(status(page)).to_contain_text("Valid: ")
    page.get_by_role("button", name="Example with faults").click()
    expect(status(page)).to_contain_text("3 problems")
    assert {keyword for _, _, keyword, _ in problems(page)} == {"maximum", "type", "required"}
    page.locator("#playground-clear").click()
    expect(status(page)).to_have_text("Nothing to judge yet.")


def drop(page, data):
    transfer = page.evaluate_handle(
        """(bytes) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], "run.json"));
          return transfer;
        }""",
        list(data),
    )
    page.dispatch_event("#playground-editor", "drop", {"dataTransfer": transfer})


def test_a_file_can_be_dropped(page):
    drop(page, json.dumps({**RESUMPTION, "steps": -1}, indent=2).replace("\n", "\r\n").encode())
    expect(status(page)).to_have_text("1 problem (resumption 0.1.1)")
    assert page.locator("mark").all_inner_texts() == ["-1"]
    assert problems(page)[0][0] == "11:12"


def test_bytes_that_are_no_utf8_are_told_until_they_are_edited(page):
    drop(page, '{"agent": "caf\u00e9"}'.encode("latin-1"))
    expect(status(page)).to_have_text("1 problem")
    assert problems(page) == [("1:15", "/agent", "json", "expected JSON, found bytes that are not UTF-8")]
    drop(page, '{"agent": 1}'.encode("utf-16"))
    expect(page.locator(".playground-told")).to_have_text(["expected JSON, found is UTF-16, must be UTF-8"])
    paste(page, json.dumps(RESUMPTION))
    expect(status(page)).to_have_text("Valid: resumption 0.1.1")


def test_a_file_can_be_chosen(page, tmp_path):
    file = tmp_path / "stopped.json"
    file.write_text(json.dumps(RESUMPTION), encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open…").click()
    chooser.value.set_files(file)
    expect(status(page)).to_have_text("Valid: resumption 0.1.1")
    assert page.get_by_label("Document", exact=True).input_value() == json.dumps(RESUMPTION)


def test_hostile_text_is_shown_as_text(page):
    paste(
        page,
        json.dumps(
            {**RESUMPTION, "<img src=x onerror=alert(1)>": "<script>alert(2)</script>", "steps": "<b>x</b>"}
        ),
    )
    expect(status(page)).to_have_text("1 problem (resumption 0.1.1)")
    assert page.locator("#playground-form img, #playground-form script, #playground-form b").count() == 0
    assert problems(page)[0][3] == 'expected integer, found "<b>x</b>"'


def test_of_very_many_problems_a_hundred_are_listed_and_all_are_counted(page):
    paste(page, json.dumps({**RESUMPTION, "outputs": {str(number): 1 for number in range(5000)}}))
    expect(status(page)).to_have_text("5000 problems (resumption 0.1.1)")
    assert page.locator(".playground-problems li").count() == 100
    assert page.locator("#playground-results p").all_inner_texts() == ["… and 4900 more."]
