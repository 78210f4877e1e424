"""What each error tells: its attributes, its message, the file; the same after a way through another process."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from runsnap import (
    DifferentArtifactError,
    InvalidDocumentError,
    LimitError,
    MalformedError,
    Problem,
    RegistryError,
    Report,
    RunsnapError,
    UnknownNodeError,
    UnrepresentableError,
    UnsupportedVersionError,
    WrongKindError,
)

REPORT = Report("capture", "1.2.0", (Problem("schema", "/a", "type", "string", "5"),), 1)
CUT = Report("capture", "1.2.0", REPORT.problems, 9)
LONG = Report("capture", "1.2.0", (Problem("schema", "/a", "type", "string", "5"),) * 7, 9)

# class, arguments, attributes, what stands in its message in this order, what does not
ERRORS: list[tuple[type[RunsnapError], tuple[Any, ...], dict[str, Any], list[str], list[str]]] = [
    (RunsnapError, ("needs a thing",), {}, ["needs a thing"], []),
    (RunsnapError, (), {}, ["RunsnapError"], []),
    (
        MalformedError, ("r",), {"reason": "r", "pointer": "", "line": 0, "column": 0, "format": "JSON"},
        ["not JSON: r"], ["line", "column", "in /"],
    ),
    (
        MalformedError, ("r", "/p", 3, 4, "Avro"), {"reason": "r", "pointer": "/p", "line": 3, "column": 4, "format": "Avro"},
        ["not Avro: r", "line 3", "column 4", "/p"], [],
    ),
    (
        LimitError, ("depth", 7), {"limit": "depth", "allowed": 7, "pointer": "", "found": ""},
        ["depth", "7"], ["found", " in "],
    ),
    (
        LimitError, ("depth", 7, "/p", "9"), {"limit": "depth", "allowed": 7, "pointer": "/p", "found": "9"},
        ["depth", "7", "found 9", "/p"], [],
    ),
    (InvalidDocumentError, (REPORT,), {"report": REPORT}, ["/a: expected string, found 5"], ["problems", "more"]),
    (InvalidDocumentError, (LONG,), {"report": LONG}, ["9 problems", *["/a"] * 5, "and 4 more"], []),
    (InvalidDocumentError, (CUT,), {"report": CUT}, ["9 problems", "/a", "and 8 more"], []),
    (WrongKindError, ("a capture", "a list"), {"expected": "a capture", "found": "a list"}, ["a capture", "a list"], []),
    (UnsupportedVersionError, ("9", ("1", "2")), {"found": "9", "supported": ("1", "2")}, ["'9'", "1, 2"], []),
    (
        DifferentArtifactError, ("me", "sha256:1", "sha256:2"), {"agent": "me", "expected": "sha256:1", "found": "sha256:2"},
        ["'me'", "'sha256:1'", "'sha256:2'"], [],
    ),
    (
        RegistryError, ("asked for it", "no"), {"asked": "asked for it", "reason": "no", "status": None, "aftermath": "", "left": ()},
        ["asked for it: no"], ["HTTP", "None", ". "],
    ),
    (
        RegistryError, ("asked", "no", 409, "Left: it", ("it",)), {"status": 409, "aftermath": "Left: it", "left": ("it",)},
        ["asked: no. Left: it"], [],
    ),
    (UnknownNodeError, ("n5",), {"node": "n5"}, ["'n5'"], []),
    (UnrepresentableError, ("/p", "r"), {"pointer": "/p", "reason": "r"}, ["/p: r"], []),
    (UnrepresentableError, ("", "r"), {"pointer": "", "reason": "r"}, ["(root): r"], []),
]  # fmt: skip


@pytest.mark.parametrize(("cls", "args", "members", "shown", "hidden"), ERRORS)
def test_an_error_tells_what_it_knows(
    cls: Any, args: Any, members: dict[str, Any], shown: list[str], hidden: list[str]
) -> None:
    error = cls(*args)
    at = 0
    for text in shown:
        at = str(error).index(text, at) + len(text)
    assert [text for text in hidden if text in str(error)] == []
    if hidden:
        assert at == len(str(error))
    assert {name: getattr(error, name) for name in members} == members
    assert error.args[: len(args)] == args
    assert error.source is None
    assert str(error) == error.explain()


@pytest.mark.parametrize(("cls", "args", "members"), [row[:3] for row in ERRORS])
def test_an_error_names_its_file_and_survives_the_way_through_another_process(
    cls: Any, args: Any, members: dict[str, Any]
) -> None:
    error = cls(*args)
    error.source = "run.json"
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is cls
        assert {name: getattr(again, name) for name in members} == members
        assert str(again) == f"run.json: {cls(*args).explain()}"


def test_every_error_is_tried() -> None:
    tried = {row[0] for row in ERRORS}
    assert {each for each in RunsnapError.__subclasses__() if each.__module__ == "runsnap.errors"} < tried
