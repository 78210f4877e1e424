"""How records are shown: every member by name, long values cut."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from runsnap import Capture, capture
from runsnap.capture import Step, StepKind
from tests.sdk.samples import RUN_ID, full_capture

CAPTURE = full_capture()


HUGE: list[tuple[str, Any]] = [
    ("input", "x" * 10_000_000),
    ("input", list(range(1_000_000))),
    ("input", {f"k{at}": at for at in range(1_000_000)}),
    ("input", [["x" * 1000] * 1000] * 1000),
    ("input", 10**100_000),
    ("additional_properties", {"n" * 100_000: "v" * 100_000}),
]


@pytest.mark.parametrize(("name", "value"), HUGE, ids=range(len(HUGE)))
def test_repr_cuts_huge_values(name: str, value: Any) -> None:
    step = Step(idx=0, kind=StepKind.LLM_CALL, input=None, output=None)
    setattr(step, name, value)
    assert len(repr(step)) < 1500


def test_repr_does_not_touch_most_of_a_huge_value() -> None:
    shown: list[int] = []

    class Watched:
        def __init__(self, at: int) -> None:
            self.at = at

        def __repr__(self) -> str:
            shown.append(self.at)
            return "watched"

        def __lt__(self, other: object) -> bool:
            raise AssertionError("sorted")

    many: Any = [Watched(at) for at in range(100)]
    step = Step(idx=0, kind="k", input=many, output={f"{watched.at}": watched for watched in many})
    repr(step)
    assert set(shown) <= {0, 1, 2, 3}


def test_repr_does_not_sort_the_members_of_a_huge_dict() -> None:
    compared = 0

    class Name(str):
        __slots__ = ()

        def __lt__(self, other: str) -> bool:
            nonlocal compared
            compared += 1
            return str.__lt__(self, other)

    names: Any = {Name(at): at for at in range(1000)}
    repr(Step(idx=0, kind="k", input=names, output=None))
    assert compared < 20


def test_repr_names_members_and_parts() -> None:
    usage = capture.Usage(prompt_tokens=1, completion_tokens=2)
    assert repr(usage) == (
        "Usage(prompt_tokens=1, completion_tokens=2, cache_read_tokens=0, cache_creation_tokens=0, additional_properties={})"
    )
    assert repr(Capture.from_dict(CAPTURE)).startswith(
        f"Capture(run_id='{RUN_ID}', run_log=RunLog(…), llm_io=[LlmIo(…), LlmIo(…)]"
    )
    steps = [Step(idx=at, kind="k", input=None, output=None) for at in range(5)]
    run_log = dataclasses.replace(Capture.from_dict(CAPTURE).run_log, steps=steps)
    assert "steps=[Step(…), Step(…), Step(…), ...]" in repr(run_log)


def test_repr_of_a_cycle_ends() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert "input=[[[[...]]]]," in repr(Step(idx=0, kind="k", input=cycle, output=None))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"b": 1, "a": 2, "c": 3}, "{'a': 2, 'b': 1, 'c': 3}"),
        ({"d": 1, "a": 2, "c": 3, "b": 4}, "{'a': 2, 'b': 4, 'c': 3, ...}"),
        ([1, 2, 3], "[1, 2, 3]"),
        ([1, 2, 3, 4], "[1, 2, 3, ...]"),
        (2**64, "18446744073709551616"),
        (2**1024, "<int of 1025 bits>"),
        (2**1023, "<int of 1024 bits>"),
    ],
)
def test_how_much_is_shown(value: Any, shown: str) -> None:
    assert f"input={shown}, output=None" in repr(Step(idx=0, kind="k", input=value, output=None))
