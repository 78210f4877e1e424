"""The page of one run, without a browser: what is in it, and that nothing in a document gets out of it."""

import copy
import hashlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from tests.pages.parsed import Parsed, assert_closed
from tests.sdk.samples import full_capture, step

ROOT = Path(__file__).resolve().parents[2]
IR = {
    "agent": "triage", "budget": {"steps": 8, "money": {"limit": 3}},
    "nodes": [
        {"id": "n0", "kind": "state.write", "next": "n1"},
        {"id": "n1", "kind": "checkpoint", "label": "half-way", "next": "n2"},
        {"id": "n2", "kind": "branch", "then": "n4", "next": "n3"},
        {"id": "n3", "kind": "artifact.emit", "next": None},
        {"id": "n4", "kind": "tool.call", "output": "n0"},
    ],
}  # fmt: skip
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\u202egnp",
    "<img src=x onerror=alert(1)>",
    "\u2028",
]


def capture(**log):
    """A capture with these members of its log; steps of its own have no exchanges."""
    plain = full_capture() | ({"llm_io": []} if "steps" in log else {})
    plain["run_log"].update(log)
    return runsnap.Capture.from_dict(plain)


def resumption(**members):
    plain = {
        "ingotSnapshot": "0.1", "kind": "resumption", "agent": "triage", "artifact": "sha256:" + 64 * "0",
        "label": "half-way", "stoppedAt": "n1", "resumeAt": "n2", "inputs": {"topic": "x"},
        "bindings": {"topic": "x", "other": [1]}, "state": {"first": 2**70},
        "outputs": {"o": {"name": "o", "contentType": "text/plain", "value": None}}, "steps": 3,
        "usage": {"inputTokens": 812, "outputTokens": 96, "cacheReadTokens": 512},
        "spend": {"micros": 2493, "currency": "usd", "unpriced": {"m-2": "not in the list"}},
        "modelCalls": 1, "toolCalls": 2, "consultations": 0,
    }  # fmt: skip
    return runsnap.Resumption.from_dict(plain | members)


def shown(document, **options):
    html = runsnap.report_html(document, **options)
    assert_closed(html)
    return Parsed(html)


def facts(page):
    """Labels with their values at the top of a page."""
    return dict(zip([text for _, text in page.all("dt")], [text for _, text in page.all("dd")], strict=True))


def rows(page):
    names = ("number", "kind", "tone", "name", "small", "facts", "bar", "error", "findings", "parts")
    return [dict(zip(names, row, strict=True)) for row in page.data("rows")["rows"]]


def facts_of(page, place):
    labels = page.data("rows")["labels"]
    return {
        label: value
        for label, value in zip(labels, rows(page)[place]["facts"], strict=True)
        if value is not None
    }


def test_the_facts_of_a_capture_are_at_the_top():
    page = shown(capture())
    assert page.text("h1") == "adder"
    assert facts(page) == {
        "Run": "01HZX3K5T8Q9W2R4Y6B7N1M0CV", "Started": "2026-01-02T03:04:05Z",
        "Finished": "2026-01-02T03:04:06.500Z", "Captured": "2026-01-02T03:04:07.123456789Z", "Model": "m-1",
        "Tokens": "14 prompt + 2 completion = 16 (cache: 3 read, 4 written)",
        "Cost": "$0.875 (prompt $0.50, completion $0.25, cache $0.125)", "Exchanges": "2 recorded, each with its step",
        "Seed": "18446744073709551615", "Memory": "mem",
    }  # fmt: skip
    assert page.text("title") == "adder · run 01HZX3K5T8Q9W2R4Y6B7N1M0CV"


def test_steps_have_tokens_and_cost_by_step_and_so_far():
    page = shown(capture())
    assert [facts_of(page, place) for place in (0, 2)] == [
        {"Latency": "12 ms", "Latency so far": "12 ms", "Tokens": "7 → 1", "Tokens so far": "7 → 1", "Cost": "$0.25",
         "Cost so far": "$0.25", "Model": "m-1", "Provider": "p", "Stopped because": "Stop", "Fingerprint": "fp",
         "Span": "s"},
        {"Latency": "12 ms", "Latency so far": "36 ms", "Tokens": "7 → 1", "Tokens so far": "21 → 3", "Cost": "$0.25",
         "Cost so far": "$0.75", "Model": "m-1", "Provider": "p", "Stopped because": "Stop", "Fingerprint": "fp",
         "Span": "s"},
    ]  # fmt: skip
    assert [row["bar"] for row in rows(page)] == [[0.0, 0.33333], [0.33333, 0.33333], [0.66667, 0.33333]]
    assert [row["error"] for row in rows(page)] == [None, "late", None]


def test_texts_stand_on_the_side_of_what_was_given_or_of_what_came_back():
    parts = rows(shown(capture()))[0]["parts"]
    assert parts == [
        ["given", "Prompt", "text", "What is 2 + 2?", 14],
        ["returned", "Completion", "text", "4", 1],
        ["returned", "Asks for add (c1)", "JSON", '{\n  "a": 2,\n  "b": [\n    2\n  ]\n}', 32],
    ]


def test_numbers_of_free_values_keep_every_digit():
    value = [2**64 - 1, 1e16, 0.1, -0.0, 1.0, 10**40]
    page = shown(capture(steps=[step(0, "tool_call", input=value)]))
    ((_, _, form, text, _),) = [part for part in rows(page)[0]["parts"] if part[1] == "Input"]
    assert form == "JSON"
    digits = ["18446744073709551615", "1e+16", "0.1", "-0.0", "1.0", "1" + 40 * "0"]
    assert text == "[\n  " + ",\n  ".join(digits) + "\n]"


def test_the_same_text_of_step_and_exchange_is_there_once():
    plain = full_capture()
    plain["run_log"]["steps"][0]["output"] = "4"
    labels = [part[1] for part in rows(shown(runsnap.Capture.from_dict(plain)))[0]["parts"]]
    assert labels == ["Prompt", "Output and completion", "Asks for add (c1)"]


def test_the_exchange_of_a_summary_stands_with_its_step():
    plain = full_capture()
    plain["run_log"]["steps"][1]["kind"] = "summary_checkpoint"
    plain["llm_io"].append(copy.deepcopy(plain["llm_io"][0]) | {"prompt": "Sum up."})
    prompts = [
        part[3]
        for row in rows(shown(runsnap.Capture.from_dict(plain)))
        for part in row["parts"]
        if part[1] == "Prompt"
    ]
    assert len(prompts) == 3
    plain["llm_io"][1]["prompt"], plain["llm_io"][2]["prompt"] = "second", "third"
    summary = rows(shown(runsnap.Capture.from_dict(plain)))[1]
    assert ["given", "Prompt", "text", "second", 6] in summary["parts"]


def test_exchanges_that_belong_to_no_step_are_there_too():
    plain = full_capture()
    plain["llm_io"].append({"prompt": "lost", "completion": "found", "model": "m-1", "prompt_tokens": 5})
    page = shown(runsnap.Capture.from_dict(plain))
    assert facts(page)["Exchanges"].startswith("3 recorded, not paired with steps")
    assert [row["kind"] for row in rows(page)][3:] == ["unpaired exchange"] * 3
    last = rows(page)[-1]
    assert (last["name"], last["small"]) == ("llm_io 2 · m-1", ["5 → ? tokens"])
    assert [part[3] for part in last["parts"]] == ["lost", "found"]


def test_cross_field_findings_stand_where_they_occur():
    plain = full_capture()
    plain["run_id"] = "01HZX3K5T8Q9W2R4Y6B7N1M0CW"
    plain["model_version"] = "m-0"
    plain["run_log"]["finished_at"] = None
    plain["run_log"]["steps"][2]["idx"] = 7
    page = shown(runsnap.Capture.from_dict(plain))
    report = runsnap.validate(plain)
    assert report.failure_count == 4
    assert "4 cross-field findings" in [text for _, text in page.all("h2")]
    items = [text for _, text in page.all("li")]
    assert [
        (failure.pointer in text, failure.keyword in text)
        for failure, text in zip(report.failures, items, strict=True)
    ] == 4 * [(True, True)]
    found = facts(page)
    assert "run-id-matches" in found["Run"]
    assert "finished-has-finished-at" in found["Finished"]
    assert "model-version-is-last-model" in found["Model"]
    assert rows(page)[2]["findings"] == ["step-idx-consecutive: expected 2, found 7"]
    assert [attributes["href"] for attributes, _ in page.all("a")] == ["#row-2"]
    assert page.all("tr", id="row-2")


def test_of_very_many_findings_the_rest_is_counted():
    page = shown(capture(steps=[step(2 * number, "ops_event") for number in range(1, 1502)]))
    assert "1,501 cross-field findings" in [text for _, text in page.all("h2")]
    assert "501 more are not listed." in [text for _, text in page.all("p")]


def test_a_finding_of_a_resumption_stands_with_its_member():
    page = shown(resumption(artifact="sha256:short"))
    assert "artifact-is-digest" in facts(page)["Agent's IR"]
    assert "1 cross-field finding" in [text for _, text in page.all("h2")]


def test_unknown_members_are_shown_wherever_they_are():
    plain = full_capture()
    for place in (plain, plain["run_log"], plain["run_log"]["tokens"], plain["run_log"]["cost_estimate"],
                  plain["run_log"]["steps"][0], plain["llm_io"][0], plain["llm_io"][0]["tool_calls"][0]):  # fmt: skip
        place["unheard_of"] = f"value {len(json.dumps(place))}"
    page = shown(runsnap.Capture.from_dict(plain))
    found = [part[3] for row in rows(page) for part in row["parts"] if "unheard_of" in part[3]]
    assert len(found) == len(set(found)) == 7
    assert [row["name"] for row in rows(page)][3:] == ["capture", "run_log", "tokens", "cost_estimate"]
    assert page.text("caption") == "7 parts."


def test_unknown_members_of_a_resumption_are_shown_wherever_they_are():
    plain = resumption().to_dict()
    for place in (plain, plain["usage"], plain["spend"], plain["outputs"]["o"]):
        place["unheard_of"] = f"value {len(json.dumps(place))}"
    page = shown(runsnap.Resumption.from_dict(plain))
    found = [part[3] for row in rows(page) for part in row["parts"] if "unheard_of" in part[3]]
    assert len(found) == len(set(found)) == 4


LONG = 100_000 * "\u202e"


def test_of_very_many_models_without_a_price_all_are_in_the_list():
    models = {f"m-{number}": "why" for number in range(60)}
    page = shown(resumption(spend={"micros": 1, "currency": None, "unpriced": models}))
    assert "10 more models without a price" in [text for _, text in page.all("dd")]
    assert json.loads(rows(page)[-1]["parts"][0][3]) == models


def test_texts_that_are_too_long_for_the_top_are_whole_in_the_list_and_the_page_stays_small():
    plain = full_capture() | {"model_version": LONG + "m", "memory_ref": LONG + "r"}
    plain["run_log"] |= {"agent": LONG + "a", "status": LONG + "s"}
    plain["llm_io"][0]["model"] = plain["llm_io"][1]["model"] = LONG
    html = runsnap.report_html(runsnap.Capture.from_dict(plain))
    names = {row["name"]: row["parts"][0][3] for row in rows(Parsed(html)) if row["kind"] == "long text"}
    assert names == {
        "agent": LONG + "a",
        "status": LONG + "s",
        "model_version": LONG + "m",
        "memory_ref": LONG + "r",
    }
    assert len(html) < 15 * len(LONG)
    members = {"agent": LONG, "label": LONG, "stoppedAt": LONG, "resumeAt": LONG, "artifact": LONG,
               "spend": {"currency": LONG, "unpriced": {f"{n}": LONG for n in range(5)}}}  # fmt: skip
    html = runsnap.report_html(
        resumption(**members), agent_ir={"nodes": [{"id": LONG, "next": [LONG] * 1000}]}
    )
    assert [row["name"] for row in rows(Parsed(html)) if row["kind"] == "long text"] == [
        "agent", "artifact", "label", "stoppedAt", "resumeAt", "currency",
    ]  # fmt: skip
    assert len(html) < 15 * len(LONG)


def test_a_step_that_stands_there_twice_has_the_exchange_of_each_place():
    document = capture()
    document.run_log.steps[2] = document.run_log.steps[0]
    document.llm_io[1].prompt = "second"
    prompts = [row["parts"][0][3] for row in rows(shown(document)) if row["parts"][0][1] == "Prompt"]
    assert prompts == ["What is 2 + 2?", "second"]


@pytest.mark.parametrize("status", ["completed", "failed", "cancelled", "running", "paused"])
def test_the_status_is_told(status):
    assert status in shown(capture(status=status)).text("header")


def test_a_run_without_steps_has_no_list():
    page = shown(capture(steps=[]))
    assert not page.all("table")
    assert not page.all("svg")


def test_charts_are_of_what_was_recorded():
    titles = [text for _, text in shown(capture()).all("strong")]
    assert titles == ["Latency", "Tokens", "Cost"]
    plain = full_capture()
    plain["llm_io"] = []
    plain["run_log"]["steps"] = [step(0, "tool_call"), step(1, "llm_call", latency=5, error="x")]
    page = shown(runsnap.Capture.from_dict(plain))
    assert [text for _, text in page.all("strong")] == ["Latency"]
    ((attributes, _),) = page.all("svg")
    assert attributes["aria-label"] == "Latency: longest 5 ms, 5 ms in all"
    assert [each["class"] for each, _ in page.all("rect")] == ["kind-1", "wrong"]


def test_the_tokens_of_older_writers_come_from_the_exchange():
    plain = full_capture()
    for each in plain["run_log"]["steps"]:
        del each["prompt_tokens"], each["completion_tokens"]
    assert facts_of(shown(runsnap.Capture.from_dict(plain)), 2)["Tokens so far"] == "14 → 2"


@pytest.mark.parametrize(
    ("latency", "cost"), [(2**64 - 1, 1.7e308), (0, -1.7e308), (None, None), (1, 5e-324)]
)
def test_extreme_numbers_draw(latency, cost):
    steps = [step(number, "llm_call", latency=latency, cost_usd=cost) for number in range(300)]
    page = shown(capture(steps=steps))
    assert not re.search(r"nan|inf", " ".join(str(attributes) for attributes, _ in page.all("rect")))


def test_of_many_steps_the_table_has_the_first_and_those_with_errors_and_says_so():
    steps = [
        step(number, "tool_call", error="x" if number in (150, 5000) else None) for number in range(10_000)
    ]
    page = shown(capture(steps=steps))
    ids = [attributes["id"] for attributes, _ in page.all("tr") if "id" in attributes]
    assert ids == [f"row-{number}" for number in range(200)] + ["row-5000"]
    assert page.text("caption").startswith("10,000 steps. 9,799 are not in this table")
    assert len(rows(page)) == 10_000
    assert len(page.all("rect")) < 1000


def test_the_table_cuts_long_texts_and_says_so():
    page = shown(capture(steps=[step(0, "tool_call", input="x" * 10_000)]))
    assert "… 8,500 more characters" in page.text("table")
    assert rows(page)[0]["parts"][0][3] == "x" * 10_000


def test_the_table_has_the_first_of_many_texts_and_no_element_for_each_hidden_character():
    plain = full_capture()
    calls = [{"id": str(number), "name": "\u202e" * 50, "args": "\u202e\n" * 100} for number in range(1000)]
    plain["llm_io"][0]["tool_calls"] = calls
    page = shown(runsnap.Capture.from_dict(plain))
    assert "and 982 more texts" in page.text("tr", id="row-0")
    assert "[U+202E]\n[U+202E]" in page.text("tr", id="row-0")
    assert len(page.elements) < 500
    assert len(rows(page)[0]["parts"]) == 1002


def test_what_a_resumption_holds_and_has_spent():
    page = shown(resumption())
    assert facts(page) == {
        "Stopped at": "checkpoint half-way (node n1)", "Continues": "at node n2", "Agent's IR": "sha256:" + 64 * "0",
        "Money": "0.002493 usd", "": "no price for m-2: not in the list",
        "Tokens": "812 in + 96 out = 908 (512 read from a cache)", "Steps": "3", "Model calls": "1", "Tool calls": "2",
        "Consultations": "0",
    }  # fmt: skip
    held = [(row["kind"], row["name"], row["small"], row["parts"][0][3]) for row in rows(page)]
    assert held == [
        ("input", "topic", ["text, 1 character"], "x"),
        ("binding", "topic", ["the same as the input"], "x"),
        ("binding", "other", ["JSON, 7 characters"], "[\n  1\n]"),
        ("state", "first", ["JSON, 22 characters"], str(2**70)),
        ("output", "o", ["text/plain"], "null"),
    ]
    assert [attributes["class"] for attributes, _ in page.all("li")] == ["node stopped", "node next"]


def test_a_resumption_that_holds_nothing_says_so():
    page = shown(resumption(inputs={}, bindings={}, state={}, outputs={}))
    assert "The run holds no values." in [text for _, text in page.all("p")]


def test_with_the_ir_of_its_agent_a_run_can_go_on_along_its_path():
    text = (json.dumps(IR, indent=2) + "\n").encode()
    stopped = resumption(artifact=f"sha256:{hashlib.sha256(text).hexdigest()}")
    for ir in (text, IR):
        page = shown(stopped, agent_ir=ir)
        assert page.all("section", class_="card good")
        assert [attributes["class"] for attributes, _ in page.all("li")] == [
            "node elsewhere", "node stopped", "node next", "node ahead", "node ahead",
        ]  # fmt: skip
        ((_, current),) = page.all("li", aria_current=None, class_="node next")
        assert current == "n2 branch continues herethen → n4  next → n3  "
        assert facts(page)["Budget: steps"] == " 3 of 8 used"
        assert facts(page)["Budget: money"] == '{\n  "limit": 3\n}'
        ((meter, _),) = page.all("meter")
        assert (meter["value"], meter["max"]) == ("3", "8")


def test_another_agent_is_refused_on_the_page_and_its_nodes_are_told_to_be_another_ones():
    page = shown(resumption(), agent_ir=IR)
    assert "sha256:" in page.text("section", class_="card bad")
    assert any("another agent" in text for _, text in page.all("p"))


def test_an_agent_without_the_node_is_refused_on_the_page():
    text = (json.dumps(IR, indent=2) + "\n").encode()
    stopped = resumption(artifact=f"sha256:{hashlib.sha256(text).hexdigest()}", resumeAt="gone")
    assert "'gone'" in shown(stopped, agent_ir=text).text("section", class_="card bad")


@pytest.mark.parametrize(
    "ir", [{}, {"nodes": 1}, {"nodes": [1, {"id": 2}, {}]}, {"nodes": [], "budget": [1]}]
)
def test_an_ir_without_usable_nodes_shows_those_of_the_resumption(ir):
    assert [text.split()[0] for _, text in shown(resumption(), agent_ir=ir).all("li")] == ["n1", "n2"]


def test_nodes_that_lead_in_a_circle_end_and_very_many_are_cut():
    ring = [{"id": f"n{number}", "next": f"n{(number + 1) % 5000}"} for number in range(5000)]
    page = shown(resumption(stoppedAt="n2500", resumeAt="n2501"), agent_ir={"nodes": ring})
    assert len(page.all("li")) == 160
    told = [text for _, text in page.all("p")]
    assert "2,460 nodes before these not shown." in told
    assert "2,380 nodes after these not shown." in told


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_get_nowhere(text):
    plain = full_capture()
    plain["run_log"].update(agent=text, status=text)
    plain["run_log"]["steps"][1].update(kind=text, name=text, error=text, input=text, output={text: text})
    plain[text] = {text: text}
    page = shown(runsnap.Capture.from_dict(plain))
    row = rows(page)[1]
    assert (row["kind"], row["name"], row["error"], row["parts"][0][3]) == (text, text, text, text)
    members = {"agent": text, "label": text, "stoppedAt": text, "inputs": {text: text},
               "spend": {"currency": text, "unpriced": {text: text}}}  # fmt: skip
    node = {"id": text, "kind": text, "label": text, "next": text}
    shown(resumption(**members), agent_ir={"nodes": [node], "budget": {text: text}})


def test_equal_documents_give_equal_bytes():
    assert runsnap.report_html(capture()) == runsnap.report_html(capture())
    assert runsnap.report_html(resumption()) == runsnap.report_html(resumption())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60)
@given(json_values, st.text())
def test_whatever_a_document_holds_comes_back_from_its_page(value, text):
    plain = full_capture()
    plain["run_log"]["steps"][1].update(input=value, output=None, name=text, error=text)
    document = runsnap.Capture.from_dict(plain)
    row = rows(shown(document))[1]
    assert (row["name"], row["error"]) == (text, text)
    if value is None:
        assert row["parts"] == []
    else:
        ((_, _, form, found, length),) = row["parts"]
        assert length == len(found)
        assert (found if form == "text" else json.loads(found)) == value


def test_what_could_not_be_saved_is_refused():
    broken = capture()
    broken.run_log.tokens.prompt_tokens = -1
    with pytest.raises(runsnap.InvalidDocumentError):
        runsnap.report_html(broken)
    broken = capture()
    broken.run_log.steps[0].input = {1, 2}
    with pytest.raises(runsnap.UnrepresentableError, match="/run_log/steps/0/input"):
        runsnap.report_html(broken)


class Name(str):
    """What a library may use for its texts."""

    __slots__ = ()


@pytest.mark.parametrize(
    "document, record_of, member, value, saved",
    [
        (capture(), lambda it: it.run_log.tokens, "cache_read_tokens", None, 0),
        (capture(), lambda it: it.llm_io[0], "tool_calls", None, []),
        (capture(), lambda it: it.run_log.steps[0], "latency", 7.0, 7),
        (capture(), lambda it: it.run_log.steps[0], "name", Name("m"), "m"),
        (resumption(), lambda it: it, "outputs", None, {}),
        (resumption(), lambda it: it, "model_calls", None, 0),
        (resumption(), lambda it: it, "spend", None, runsnap.resumption.Spend()),
        (resumption(), lambda it: it.spend, "micros", 5.0, 5),
    ],
)
def test_values_set_by_hand_are_shown_as_they_are_saved(document, record_of, member, value, saved):
    setattr(record_of(document), member, value)
    page = runsnap.report_html(document)
    setattr(record_of(document), member, saved)
    assert page == runsnap.report_html(document)


def test_an_ir_goes_with_a_resumption_only():
    with pytest.raises(runsnap.WrongKindError):
        runsnap.report_html(capture(), agent_ir=IR)


def test_an_ir_that_is_no_json_is_refused():
    with pytest.raises(runsnap.MalformedError):
        runsnap.report_html(resumption(), agent_ir=b"{")


@pytest.mark.parametrize("thing", [None, {}, "run.json"])
def test_anything_else_is_no_document(thing):
    with pytest.raises(TypeError, match="expected a Capture or a Resumption, got"):
        runsnap.report_html(thing)


def test_deep_values_need_no_deep_stack():
    deep = "x"
    for _ in range(190):
        deep = [deep]
    document = capture(steps=[step(0, "tool_call", input=deep)])

    def down(levels):
        return down(levels - 1) if levels else runsnap.report_html(document)

    assert down(850) == runsnap.report_html(document)


@pytest.mark.parametrize("name", ["first", "second"])
def test_the_examples_to_compare_break_no_rule(name):
    document = runsnap.Capture.load(ROOT / "examples" / "runs-compared" / f"{name}.json", strict=True)
    assert runsnap.validate(document).note_count == 0
    assert len(document.calls()) < len(document.llm_io)
