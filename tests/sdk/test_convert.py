"""Documents as older releases would have written them, and what is lost on the way."""

from __future__ import annotations

from typing import Any

import pytest

import runsnap
from runsnap import Capture, Loss, Resumption
from runsnap._convert import _Converter
from runsnap._shape import Items, Labels, Leaf, Member, Of, RecordShape, Values
from runsnap.capture import RunLog
from tests.sdk.samples import (
    GONE,
    changed,
    full_capture,
    full_resumption,
    minimal_capture,
    minimal_resumption,
)

VERSIONS = {"capture": ["1.0.0", "1.1.0", "1.2.0"], "resumption": ["0.1.0", "0.1.1"]}
PAIRS = [(kind, version) for kind, versions in VERSIONS.items() for version in versions]
DOCUMENTS: dict[str, list[tuple[Any, Any]]] = {
    "capture": [(Capture, full_capture()), (Capture, minimal_capture())],
    "resumption": [(Resumption, full_resumption()), (Resumption, minimal_resumption())],
}

SINCE_1_2 = {
    "/run_log/tokens/cache_read_tokens": 3,
    "/run_log/tokens/cache_creation_tokens": 4,
    "/run_log/cost_estimate/cache_usd": 0.125,
}
SINCE_1_1 = {
    f"/run_log/steps/{at}/{name}": value
    for at in range(3)
    for name, value in (("prompt_tokens", 7), ("completion_tokens", 1), ("cost_usd", 0.25))
} | {
    f"/llm_io/{at}/{name}": value
    for at in range(2)
    for name, value in (
        ("tool_calls", [{"id": "c1", "name": "add", "args": {"a": 2, "b": [2]}}]), ("finish_reason", "Stop"), ("fingerprint", "fp"),
    )
}  # fmt: skip
LOST: dict[tuple[str, str], dict[str, Any]] = {
    ("capture", "1.0.0"): SINCE_1_1 | SINCE_1_2,
    ("capture", "1.1.0"): SINCE_1_2,
    ("capture", "1.2.0"): {},
    ("resumption", "0.1.0"): {"/consultations": 3},
    ("resumption", "0.1.1"): {},
}


@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_what_a_full_document_loses(kind: str, version: str) -> None:
    cls, plain = DOCUMENTS[kind][0]
    document, losses = runsnap.convert(cls.from_dict(plain), version)
    lost = LOST[kind, version]
    assert {loss.pointer: loss.value for loss in losses} == lost
    assert {loss.keyword for loss in losses} <= {"newer-member"}
    expected = plain
    for pointer in lost:
        expected = changed(expected, pointer, GONE)
    assert document == expected


@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_the_result_is_valid_for_its_version_and_holds_nothing_newer(kind: str, version: str) -> None:
    for cls, plain in DOCUMENTS[kind]:
        document, _ = runsnap.convert(cls.from_dict(plain), version)
        report = runsnap.validate(document, kind, version, strict=True)
        assert report.valid
        assert report.notes == ()
        assert list(runsnap.validator(kind, version).iter_errors(document)) == []
        assert runsnap.convert(cls.from_dict(document), version).document == document


@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_a_member_that_holds_its_default_is_no_loss(kind: str, version: str) -> None:
    cls, plain = DOCUMENTS[kind][1]
    document, losses = runsnap.convert(cls.from_dict(plain), version)
    assert losses == []
    assert runsnap.validate(document, kind, version).notes == ()


def test_each_loss_says_since_when() -> None:
    losses = runsnap.convert(Capture.from_dict(full_capture()), "1.0.0").losses
    since = {loss.pointer: loss.since for loss in losses}
    assert since == dict.fromkeys(SINCE_1_1, "1.1.0") | dict.fromkeys(SINCE_1_2, "1.2.0")
    (loss,) = runsnap.convert(Resumption.from_dict(full_resumption()), "0.1.0").losses
    assert loss == Loss("/consultations", "newer-member", "0.1.1", 3)
    assert loss.message == "/consultations: 3 (since 0.1.1) left out"


def test_members_that_no_release_knows_stay() -> None:
    plain = full_capture()
    for record in (
        plain,
        plain["run_log"],
        plain["run_log"]["steps"][1],
        plain["run_log"]["tokens"],
        plain["llm_io"][0],
    ):
        record["later"] = {"prompt_tokens": [1]}
    document, losses = runsnap.convert(Capture.from_dict(plain), "1.0.0")
    assert {loss.pointer for loss in losses} == set(LOST["capture", "1.0.0"])
    assert len(runsnap.validate(document, version="1.0.0").notes) == 5


def test_a_label_that_the_older_release_does_not_know_stays_and_is_noted() -> None:
    plain = minimal_capture()
    plain["run_log"]["status"] = "paused"
    plain["run_log"]["steps"] = [
        {"idx": 0, "kind": "memory_recall", "input": None, "output": None},
        {"idx": 1, "kind": "llm_call", "input": None, "output": None},
        {"idx": 2, "kind": "dream", "input": None, "output": None},
    ]
    for version in ("1.0.0", "1.1.0"):
        document, losses = runsnap.convert(Capture.from_dict(plain), version)
        assert losses == [
            Loss("/run_log/status", "newer-label", None, "paused"),
            Loss("/run_log/steps/0/kind", "newer-label", "1.2.0", "memory_recall"),
            Loss("/run_log/steps/2/kind", "newer-label", None, "dream"),
        ]
        assert [step["kind"] for step in document["run_log"]["steps"]] == [
            "memory_recall",
            "llm_call",
            "dream",
        ]
        assert document["run_log"]["status"] == "paused"
    assert losses[1].message.endswith("(since 1.2.0) kept, though unknown to the older release")


def test_the_newest_release_loses_nothing() -> None:
    plain = changed(full_capture(), "/run_log/status", "paused") | {"later": 1}
    capture = Capture.from_dict(plain)
    document, losses = runsnap.convert(capture, "1.2.0")
    assert (document, losses) == (capture.to_dict(), [])


def test_a_negative_zero_is_no_default() -> None:
    plain = changed(full_capture(), "/run_log/cost_estimate/cache_usd", -0.0)
    losses = runsnap.convert(Capture.from_dict(plain), "1.1.0").losses
    assert "/run_log/cost_estimate/cache_usd" in [loss.pointer for loss in losses]


def test_the_document_itself_is_not_changed() -> None:
    capture = Capture.from_dict(full_capture())
    document, _ = runsnap.convert(capture, "1.0.0")
    document["run_log"]["steps"][0]["input"] = "changed"
    assert capture == Capture.from_dict(full_capture())


def test_a_part_can_be_converted() -> None:
    run_log = RunLog.from_dict(full_capture()["run_log"])
    _, losses = runsnap.convert(run_log, "1.1.0")
    assert {loss.pointer for loss in losses} == {pointer.removeprefix("/run_log") for pointer in SINCE_1_2}


def test_what_cannot_be_converted() -> None:
    capture = Capture.from_dict(full_capture())
    with pytest.raises(runsnap.UnsupportedVersionError):
        runsnap.convert(capture, "0.9.0")
    capture.rng_seed = -1
    with pytest.raises(runsnap.InvalidDocumentError):
        runsnap.convert(capture, "1.0.0")


@pytest.mark.parametrize("thing", [full_capture(), "run.json", None])
def test_what_is_no_document_is_a_type_error(thing: Any) -> None:
    with pytest.raises(TypeError, match="expected a Capture or a Resumption"):
        runsnap.convert(thing, "1.0.0")


@pytest.mark.parametrize(
    ("many", "wrapped", "where"),
    [(Values, lambda inner: {"x/y": inner}, "/many/x~1y"), (Items, lambda inner: [inner], "/many/0")],
)
def test_what_records_in_maps_and_lists_lose(many: Any, wrapped: Any, where: str) -> None:
    def shape(name: str, **types: Any) -> RecordShape:
        since = {"later": "1.1.0"}
        return RecordShape(
            name,
            {
                wire: Member(wire, wire, type_, False, None, False, since.get(wire, "1.0.0"))
                for wire, type_ in types.items()
            },
        )

    shapes = {
        "Outer": shape("Outer", many=many(Of("Inner"))),
        "Inner": shape("Inner", later=Leaf("any"), label=Labels({"old": "1.0.0", "new": "1.1.0"})),
    }
    converter = _Converter(shapes, "1.0.0")
    for kept in (None, {"label": "old"}, {"label": None, "unknown": 1}):
        plain = {"many": wrapped(kept)}
        assert converter.record((), "Outer", plain) == plain
        assert converter.losses == []
    plain = {"many": wrapped({"later": 1, "label": "new"})}
    assert converter.record((), "Outer", plain) == {"many": wrapped({"label": "new"})}
    assert converter.losses == [
        Loss(f"{where}/later", "newer-member", "1.1.0", 1),
        Loss(f"{where}/label", "newer-label", "1.1.0", "new"),
    ]
