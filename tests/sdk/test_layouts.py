"""The bytes of both layouts, against texts written by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from runsnap import Capture, Resumption, UnrepresentableError
from runsnap._equality import same_json
from runsnap._pipeline import encode_plain
from runsnap.capture import Step, StepKind
from tests.sdk.samples import (
    DIGEST,
    RUN_ID,
    changed,
    full_resumption,
    json_values,
    minimal_capture,
    minimal_resumption,
)

SORTED_CAPTURE = f"""\
{{
  "captured_at": "2026-01-02T03:04:05Z",
  "llm_io": [],
  "memory_ref": null,
  "model_version": null,
  "rng_seed": null,
  "run_id": "{RUN_ID}",
  "run_log": {{
    "agent": "",
    "cost_estimate": null,
    "finished_at": null,
    "run_id": "{RUN_ID}",
    "started_at": "2026-01-02T03:04:05Z",
    "status": "running",
    "steps": [
      {{
        "completion_tokens": null,
        "cost_usd": null,
        "error": null,
        "idx": 0,
        "input": {{
          "a": {{}},
          "b": []
        }},
        "kind": "llm_call",
        "latency": null,
        "name": null,
        "output": 1.0,
        "prompt_tokens": null,
        "span_id": null,
        "x": 1
      }}
    ],
    "tokens": {{
      "cache_creation_tokens": 0,
      "cache_read_tokens": 0,
      "completion_tokens": 0,
      "prompt_tokens": 0
    }}
  }},
  "zz": true
}}
"""

DECLARED_CAPTURE = (
    f'{{"run_id":"{RUN_ID}","run_log":{{"run_id":"{RUN_ID}","agent":"","started_at":"2026-01-02T03:04:05Z",'
    '"finished_at":null,"status":"running","steps":[{"idx":0,"kind":"llm_call","name":null,"prompt_tokens":null,'
    '"completion_tokens":null,"cost_usd":null,"input":{"a":{},"b":[]},"output":1.0,"error":null,"latency":null,'
    '"span_id":null,"x":1}],"tokens":{"prompt_tokens":0,"completion_tokens":0,"cache_read_tokens":0,'
    '"cache_creation_tokens":0},"cost_estimate":null},"llm_io":[],"model_version":null,"rng_seed":null,'
    '"memory_ref":null,"captured_at":"2026-01-02T03:04:05Z","zz":true}'
)

DECLARED_RESUMPTION = f"""\
{{
  "ingotSnapshot": "0.1",
  "kind": "resumption",
  "agent": "",
  "artifact": "{DIGEST}",
  "label": "",
  "stoppedAt": "",
  "resumeAt": "",
  "inputs": {{
    "a": 1,
    "b": {{
      "y": 1,
      "z": 0
    }}
  }},
  "bindings": {{}},
  "outputs": {{
    "a": {{
      "name": "a",
      "contentType": "t",
      "value": {{
        "x": 1,
        "y": null
      }}
    }},
    "b": {{
      "name": "b",
      "contentType": "t",
      "value": []
    }}
  }},
  "steps": 0,
  "usage": {{
    "inputTokens": 0,
    "outputTokens": 0
  }},
  "spend": {{
    "micros": 0,
    "currency": null,
    "unpriced": {{
      "a": "1",
      "b": "2"
    }}
  }},
  "modelCalls": 0,
  "toolCalls": 0,
  "consultations": 0
}}
"""


def small_capture() -> Capture:
    plain = minimal_capture() | {"zz": True}
    plain["run_log"]["steps"] = [
        {"x": 1, "output": 1.0, "input": {"b": [], "a": {}}, "kind": "llm_call", "idx": 0}
    ]
    return Capture.from_dict(plain)


def test_sorted_capture() -> None:
    assert small_capture().dumps() == SORTED_CAPTURE


def test_declared_capture() -> None:
    assert small_capture().dumps(layout="declared") == DECLARED_CAPTURE


def test_declared_resumption_sorts_maps_and_values_but_not_records() -> None:
    plain = minimal_resumption()
    plain["inputs"] = {"b": {"z": 0, "y": 1}, "a": 1}
    plain["outputs"] = {
        "b": {"value": [], "name": "b", "contentType": "t"},
        "a": {"value": {"y": None, "x": 1}, "name": "a", "contentType": "t"},
    }
    plain["spend"] = {"unpriced": {"b": "2", "a": "1"}}
    assert Resumption.from_dict(plain).dumps(layout="declared") == DECLARED_RESUMPTION


def test_what_is_left_out_when_empty() -> None:
    minimal = json.loads(Resumption.from_dict(minimal_resumption()).dumps())
    assert minimal.keys() == full_resumption().keys() - {"state", "outputs"}
    assert minimal["usage"] == {"inputTokens": 0, "outputTokens": 0}
    full = full_resumption()
    assert json.loads(Resumption.from_dict(full).dumps()) == full


def test_members_are_sorted_by_code_point() -> None:
    names = ["", "A", "_", "a", "aa", "é", "\uffff", "😀"]
    resumption = Resumption.from_dict(
        changed(full_resumption(), "/inputs", dict.fromkeys(reversed(names), 0))
    )
    for layout in ("sorted", "declared"):
        written = json.loads(resumption.dumps(layout=layout))  # type: ignore[arg-type]
        assert list(written["inputs"]) == names


def test_unknown_members_stand_last_and_keep_their_order_in_the_declared_layout() -> None:
    capture = Capture.from_dict({"z": 1} | minimal_capture() | {"a": 2})
    assert list(json.loads(capture.dumps(layout="declared")))[-2:] == ["z", "a"]
    assert list(capture.to_dict())[-2:] == ["z", "a"]
    assert next(iter(json.loads(capture.dumps()))) == "a"


def output(value: Any) -> tuple[str, str]:
    """How a value is written in the two layouts."""
    step = Step(idx=0, kind=StepKind.LLM_CALL, input=None, output=value)
    wide, compact = step.dumps(), Capture.from_dict(minimal_capture())
    compact.run_log.steps.append(step)
    return (
        wide.partition('"output": ')[2].partition(',\n  "prompt')[0],
        compact.dumps(layout="declared").partition('"output":')[2].partition(',"error"')[0],
    )


FLOATS = [
    (0.0, "0.0"), (-0.0, "-0.0"), (1.0, "1.0"), (-1.5, "-1.5"), (0.1, "0.1"), (100.0, "100.0"), (123456789.125, "123456789.125"),
    (1e-5, "0.00001"), (9.999999999999999e-6, "9.999999999999999e-6"), (0.00012, "0.00012"), (1.5e-5, "0.000015"), (1e-6, "1e-6"), (1.5e-7, "1.5e-7"), (5e-324, "5e-324"),
    (1e15, "1000000000000000.0"), (9007199254740993.0, "9007199254740992.0"), (9.999999999999998e15, "9999999999999998.0"),
    (1e16, "1e+16"), (-1e16, "-1e+16"), (1.5e300, "1.5e+300"), (1.7976931348623157e308, "1.7976931348623157e+308"),
    (1e22, "1e+22"), (0.30000000000000004, "0.30000000000000004"), (2.225073858507201e-308, "2.225073858507201e-308"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), FLOATS)
def test_floats(value: float, text: str) -> None:
    assert output(value) == (text, text)
    assert output([value])[1] == f"[{text}]"


TEXTS = [
    ("", '""'), ('"\\/', '"\\"\\\\/"'), ("\b\t\n\f\r", '"\\b\\t\\n\\f\\r"'), ("\x00\x0b\x1f\x1e", '"\\u0000\\u000b\\u001f\\u001e"'),
    ("\x7f\x80é\u2028😀", '"\x7f\x80é\u2028😀"'), ("<a href='x'>&", '"<a href=\'x\'>&"'), ("\ufeff", '"\ufeff"'),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_texts_escape_only_what_they_must(value: str, text: str) -> None:
    assert output(value) == (text, text)
    assert output({value: 1})[1] == f"{{{text}:1}}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (2**64, str(2**64)),
        (-(10**50), str(-(10**50))),
        ({}, "{}"),
        ([], "[]"),
        ([{}, []], "[{},[]]"),
    ],
)
def test_other_values(value: Any, text: str) -> None:
    assert output(value)[1] == text


def test_the_text_is_utf_8_without_byte_order_mark_and_ends_with_one_line_feed() -> None:
    capture = Capture.from_dict(changed(minimal_capture(), "/run_log/agent", "é\r\n"))
    data = capture.to_bytes()
    assert data.endswith(b"}\n")
    assert b"\r" not in data
    assert "é".encode() in data
    assert not capture.to_bytes(layout="declared").endswith(b"\n")


@given(json_values)
def test_any_value_survives_both_layouts(value: Any) -> None:
    capture = Capture.from_dict(minimal_capture())
    capture.run_log.steps.append(Step(idx=0, kind="k", input=value, output=None))
    capture.additional_properties["free"] = value
    for layout in ("sorted", "declared"):
        again = Capture.loads(capture.to_bytes(layout=layout))  # type: ignore[arg-type]
        assert same_json(again.run_log.steps[0].input, value)
        assert same_json(again.additional_properties["free"], value)
        assert again.to_bytes() == capture.to_bytes()


@given(json_values)
def test_equal_documents_have_equal_bytes(value: Any) -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: turned(value[name]) for name in reversed(list(value))}
        return [turned(item) for item in value] if isinstance(value, list) else value

    one = Resumption.from_dict(changed(full_resumption(), "/inputs", {"v": value, "w": 1}))
    other = Resumption.from_dict(turned(changed(full_resumption(), "/inputs", {"v": value, "w": 1})))
    for layout in ("sorted", "declared"):
        assert one.to_bytes(layout=layout) == other.to_bytes(layout=layout)  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", ["sorted", "declared"])
@pytest.mark.parametrize("cls", [Capture, Resumption])
def test_plain_values_of_any_version_are_laid_out_as_documents_are(cls: Any, layout: Any) -> None:
    free = {"b": [1e16, 0.1], "a": "é"}
    member = {Capture: "rng_seed", Resumption: "consultations"}[cls]
    plain = {Capture: minimal_capture, Resumption: minimal_resumption}[cls]() | {"later": free}
    whole = cls.from_dict(plain).to_dict()
    assert encode_plain(cls, whole, layout) == cls.from_dict(plain).to_bytes(layout=layout)
    older = {name: value for name, value in whole.items() if name != member}
    text = encode_plain(cls, older, layout)
    assert list(json.loads(text)) == (sorted(older) if layout == "sorted" else list(older))
    assert same_json(json.loads(text), older)
    with pytest.raises(UnrepresentableError) as caught:
        encode_plain(cls, older | {"later": ["\ud800"]}, layout)
    assert caught.value.pointer == "/later/0"
