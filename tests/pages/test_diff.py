"""The page of a difference."""

import copy
from pathlib import Path

import pytest

import runsnap
from tests.pages.parsed import Parsed, assert_closed
from tests.pages.test_shell import HOSTILE
from tests.sdk.samples import full_capture, full_resumption

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "runs-compared"


def page_of(before, after):
    cls = runsnap.Capture if "run_log" in before else runsnap.Resumption
    return runsnap.diff(cls.from_dict(before), cls.from_dict(after)).to_html("a", "b")


def changed(**members):
    document = full_capture()
    document["run_log"]["steps"][1] |= members
    return document


def test_a_page_shows_verdict_settings_and_steps_of_the_examples():
    one, other = (runsnap.load(EXAMPLES / f"{name}.json") for name in ("first", "second"))
    html = runsnap.diff(one, other).to_html("first.json", "second.json")
    assert_closed(html)
    page = Parsed(html)
    facts = [text for _, text in page.all("dd")]
    assert facts[0] == 'model_version: "claude-sonnet-4-5" → "claude-sonnet-4-6"'
    assert facts[2] == "/run_log/steps/5, step 5: tool_call papers.read, dropped"
    badges = [text for attributes, text in page.all("span") if "badge" in attributes.get("class", "")]
    assert badges[0] == "diverged"
    assert badges[1:].count("dropped") == 2
    assert badges[1:].count("inserted") == 1
    assert html == runsnap.diff(one, other).to_html("first.json", "second.json")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text_wherever_it_stands(text):
    after = changed(output={text: text}, error=text, name=text)
    after["run_log"]["steps"][0]["kind"] = text
    after["model_version"] = text
    after["llm_io"][0] |= {"completion": text, "tool_calls": [{"id": text, "name": text, "args": text}]}
    before, rest = full_resumption(), full_resumption() | {"bindings": {text: text}, "label": text}
    for html in (page_of(full_capture(), after), page_of(before, rest), page_of(rest, before)):
        assert_closed(html)
        assert not Parsed(html).all("script")
        assert not Parsed(html).all("img")


def test_equal_runs_have_a_page():
    html = page_of(full_capture(), full_capture())
    assert "no difference at all" in Parsed(html).text("p", id="verdict")
    assert not Parsed(html).all("h2")


def test_equal_steps_are_counted():
    html = page_of(full_capture(), changed(output=5))
    gaps = [text for attributes, text in Parsed(html).all("p") if attributes.get("class") == "gap"]
    assert gaps == ["1 equal step", "1 equal step"]


def test_circumstances_are_folded_and_equal_changes_are_told_once():
    after = changed(
        span_id="other",
        output="a long enough text that stands twice",
        error="a long enough text that stands twice",
    )
    before = changed(output=None, error=None)
    texts = [text for _, text in Parsed(page_of(before, after)).all("td")]
    assert "as /run_log/steps/1/output" in texts
    assert "1 circumstance" in [text for _, text in Parsed(page_of(before, after)).all("summary")]


def test_long_texts_and_long_lists_are_cut_with_a_count():
    after = changed(output="y" * 20_000)
    assert "12,000 more characters" in page_of(full_capture(), after)
    long = changed(output=list(range(250)))
    assert "149 more changes" not in page_of(changed(output=[]), changed(output=[1]))
    assert "150 more changes" in page_of(changed(output=[]), long)


def test_equal_parts_of_long_texts_are_left_out():
    words = " ".join(f"word{number}" for number in range(3000))
    html = page_of(changed(output=f"{words} end"), changed(output=f"{words} finish"))
    assert "equal characters" in html
    assert "word2999" in html
    assert "word1500" not in html


def test_the_place_where_runs_part_is_shown_among_thousands_of_circumstances():
    sides = []
    for latency in (1, 2):
        side = full_capture()
        side["llm_io"] = []
        step = side["run_log"]["steps"][1]
        side["run_log"]["steps"] = [step | {"idx": idx, "latency": latency} for idx in range(3000)]
        side["run_log"]["steps"][1500] |= {"output": latency}
        sides.append(side)
    page = Parsed(page_of(*sides))
    assert page.all("a")[0][0]["href"] == "#step-1500"
    assert page.all("details", id="step-1500")
    gaps = [text for attributes, text in page.all("p") if attributes.get("class") == "gap"]
    assert gaps == ["1,500 differing steps not shown", "1,499 differing steps not shown"]


def test_all_texts_together_are_bounded():
    steps = full_capture()["run_log"]["steps"][1:2]
    sides = []
    for word in ("x", "y"):
        side = full_capture()
        side["llm_io"] = []
        side["run_log"]["steps"] = [
            copy.deepcopy(steps[0]) | {"idx": idx, "output": word * 8000} for idx in range(1500)
        ]
        sides.append(side)
    html = page_of(*sides)
    assert "500 differing steps not shown" in html
    assert 4_000_000 < len(html) < 7_000_000
