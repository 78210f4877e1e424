"""What the reference crates make of files by runsnap, and runsnap of files by them.

python reference.py, after ``commands.json`` has built ``target/debug/runsnap-reference``.

The crates read doubles to within two units in the last place, make doubles of integers beyond 64 bits, read 127
levels, and drop members that they do not know. The first test of each class puts every document of the test vectors
through them and allows for nothing else; the tests after it show that each of these is so.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT))

from comparing import (  # noqa: E402
    Plain,
    declared,
    declared_at_every_level,
    depth,
    has_floats,
    same,
    units_apart,
    with_doubles,
)  # fmt: skip

import runsnap  # noqa: E402
from runsnap import Capture, Resumption  # noqa: E402
from tests.vectors.runner import read_vectors  # noqa: E402

PROGRAM = HERE / "target" / "debug" / "runsnap-reference"
VECTORS = read_vectors()
CHECKS = ROOT / "tests" / "data" / "check"
AGENT = ROOT / "examples" / "agent"
DEEPEST = 127
"""Levels, counted from the root, that serde_json reads."""
DIGEST = "sha256:" + "0" * 64

Answer = bytes | str
"""What the crate saved, or its error."""


def call(*arguments: str | Path) -> str:
    done = subprocess.run(
        [PROGRAM, *arguments], check=True, capture_output=True, text=True, encoding="utf-8", timeout=600
    )
    return done.stdout.strip()


class Temporary(unittest.TestCase):
    """A test with a folder of its own."""

    name: ClassVar[str]

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def again(self, documents: Iterable[Capture | Resumption]) -> list[Answer]:
        """What the crate gives for what runsnap saves."""
        given, saved = self.folder / "given", self.folder / "saved"
        given.mkdir()
        saved.mkdir()
        count = 0
        for document in documents:
            document.save(given / f"{count}.json", layout=("sorted", "declared")[count % 2])
            count += 1
        call(self.name, "again", given, saved)
        return [self._answer(saved / f"{number}.json") for number in range(count)]

    def _answer(self, saved: Path) -> Answer:
        return saved.read_bytes() if saved.exists() else saved.with_suffix(".error").read_text("utf-8")

    def made(self) -> Path:
        call(self.name, "made", self.folder)
        return self.folder


def declared_by_both(document: Resumption, expected: Plain) -> bool:
    return {"consultations": 0} | expected == document.to_dict()


def vectors(kind: str, document: type[Capture | Resumption]) -> list[Any]:
    cases = [case for case in VECTORS.cases if case["kind"] == kind and case["loads"]]
    paths = dict.fromkeys(case["document"] for case in cases)
    return [document.loads(VECTORS.bytes_of(path)) for path in paths]


def resumption(**members: Any) -> Resumption:
    plain: Plain = {
        "ingotSnapshot": "0.1", "kind": "resumption", "agent": "demo", "artifact": DIGEST, "label": "l",
        "stoppedAt": "n1", "resumeAt": "n2", "inputs": {}, "bindings": {}, "steps": 1,
        "usage": {"inputTokens": 1, "outputTokens": 2},
    }  # fmt: skip
    return Resumption.from_dict(plain | members)


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


class Resumptions(Temporary):
    """Of both releases."""

    schema: ClassVar[Plain]

    def expected(self, document: Resumption) -> Plain:
        """What the crate is to give back."""
        kinds = self.schema["$defs"]
        plain = declared(document.to_dict(), self.schema)
        for part in ("inputs", "bindings", "state"):
            if part in plain:
                plain[part] = with_doubles(plain[part])
        plain["usage"] = declared(plain["usage"], kinds["Usage"])
        plain["spend"] = declared(plain["spend"], kinds["Spend"])
        for name, output in plain.get("outputs", {}).items():
            known = declared(output, kinds["Artifact"])
            plain["outputs"][name] = known | {"value": with_doubles(known["value"])}
        return plain

    def written(self, document: Resumption) -> bytes:
        """The bytes that the crate writes."""
        return document.to_bytes(layout="declared")

    def one(self, **members: Any) -> Any:
        [answer] = self.again([resumption(**members)])
        return json.loads(answer) if isinstance(answer, bytes) else answer

    def test_every_document_comes_back(self) -> None:
        documents = vectors("resumption", Resumption)
        exact = deep = 0
        for document, answer in zip(documents, self.again(documents), strict=True):
            try:
                expected = self.expected(document)
            except OverflowError:
                assert "number out of range" in answer
                continue
            if depth(expected) > DEEPEST:
                deep += 1
                assert "recursion limit exceeded" in answer
                continue
            assert isinstance(answer, bytes), answer
            assert same(expected, json.loads(answer)), f"{expected}\n{answer!r}"
            back = Resumption.loads(answer)
            assert same(expected, self.expected(back)), back
            if declared_by_both(document, expected) and not has_floats(expected):
                exact += 1
                assert answer == self.written(document)
        assert exact > 200
        assert deep > 0

    def test_doubles_come_back_within_two_units_in_the_last_place(self) -> None:
        generator = random.Random(1)
        doubles = [generator.uniform(-1, 1) * 10.0 ** generator.randint(-300, 300) for _ in range(20_000)]
        back = self.one(inputs={"doubles": doubles})["inputs"]["doubles"]
        apart = Counter(map(units_apart, doubles, back))
        assert set(apart) == {0, 1, 2}, apart
        assert 0.2 < apart[1] / len(doubles) < 0.35, apart

    def test_short_decimals_come_back(self) -> None:
        prices = [number / 10_000 for number in range(20_000)]
        assert self.one(inputs={"prices": prices})["inputs"]["prices"] == prices

    def test_integers_beyond_64_bits_become_doubles(self) -> None:
        kept = {"largest": 2**64 - 1, "smallest": -(2**63)}
        lost = {"larger": 2**64, "smaller": -(2**63) - 1, "long": 10**30}
        back = self.one(inputs=kept | lost)["inputs"]
        assert {name: back[name] for name in kept} == kept
        assert same({name: float(value) for name, value in lost.items()}, {n: back[n] for n in lost})

    def test_counters_and_money_are_exact(self) -> None:
        usage = {"inputTokens": 2**64 - 1, "outputTokens": 2**53 + 1, "cacheReadTokens": 1}
        spend = {"micros": 2**128 - 1, "currency": "usd", "unpriced": {"m": "?"}}
        back = self.one(usage=usage, spend=spend)
        assert (back["usage"], back["spend"]) == (usage, spend)

    def test_it_reads_127_levels(self) -> None:
        documents = [resumption(inputs={"x": nested(levels)}) for levels in (DEEPEST - 2, DEEPEST - 1)]
        read, refused = self.again(documents)
        assert json.loads(read)["inputs"] == {"x": nested(DEEPEST - 2)}
        assert "Malformed" in refused
        assert "recursion limit exceeded" in refused

    def test_unknown_members_are_dropped(self) -> None:
        artifact = {"name": "a", "contentType": "markdown", "value": None}
        known: Plain = {
            "usage": {"inputTokens": 1, "outputTokens": 2},
            "spend": {"micros": 0, "currency": None, "unpriced": {}},
            "outputs": {"a": artifact},
        }
        extra = {"new": nested(150)}
        back = self.one(
            usage=known["usage"] | extra, spend=known["spend"] | extra, outputs={"a": artifact | extra}, new=1
        )
        assert {part: back[part] for part in known} == known
        assert "new" not in back

    def test_what_it_makes_loads(self) -> None:
        files = self.made()
        for name in ("full", "empty"):
            path = files / f"{name}.json"
            document = Resumption.load(path, strict=True)
            known = self.expected(document)
            assert declared_by_both(document, known)
            assert self.written(document) == path.read_bytes()
        full = Resumption.load(files / "full.json")
        for values in (full.inputs, full.bindings, full.state):
            assert repr(dict(sorted(values.items()))) == repr(dict(sorted(MADE.items())))
        assert list(full.outputs) == ["a", "b"]
        assert full.outputs["a"].value == ["# é"]
        assert (full.steps, full.model_calls, full.tool_calls) == (2**32 - 1, 2**32 - 1, 1)
        assert (full.usage.input_tokens, full.usage.output_tokens) == (2**64 - 1, 2**53 + 1)
        assert (full.spend.micros, full.spend.currency) == (2**128 - 1, "usd")
        assert list(full.spend.unpriced) == ["local"]

    def test_what_it_would_refuse_is_refused(self) -> None:
        files = self.made()
        assert refusal(files / "memory.json") is runsnap.WrongKindError
        assert refusal(files / "newer.json") is runsnap.UnsupportedVersionError

    def test_check_agrees(self) -> None:
        for ir, snapshot in self.pairs():
            ours, theirs = self.checked(ir, snapshot)
            with self.subTest(ir=ir.name, snapshot=snapshot.name):
                if ir.name.removeprefix(f"phases-{self.release}-") in REORDERED:
                    assert theirs == "ok"
                    assert "DifferentArtifact" in ours
                else:
                    assert ours == theirs

    @property
    def release(self) -> str:
        return self.name.removeprefix("resumption-")

    def pairs(self) -> list[tuple[Path, Path]]:
        rows = json.loads((CHECKS / "results.json").read_bytes())
        pairs = [
            (CHECKS / row["ir"], CHECKS / row["snapshot"]) for row in rows if row["version"] == self.release
        ]
        assert len(pairs) == 20
        return pairs

    def checked(self, ir: Path, snapshot: Path) -> tuple[str, str]:
        """What runsnap says, in the words of the crate, and what the crate says of what runsnap saves."""
        saved = self.folder / "snapshot.json"
        document = Resumption.load(snapshot)
        document.save(saved)
        return checked(document, ir), call(self.name, "check", ir, saved)


REORDERED = {"sorted-keys.ir.json", "unknown-member.ir.json"}
"""The crate knows the order of an agent's members and which there are; runsnap does not, and its error says so."""

MADE: Plain = {
    "text": 'é😀 "\\\x00\x1f\x7f\n', "largest": 2**64 - 1, "smallest": -(2**63), "tenth": 0.1, "tiny": 5e-324,
    "huge": 1e16, "minus zero": -0.0, "nested": {"a": {"": "~/"}, "b": [1, 2.0, None, True, {}, []]},
}  # fmt: skip
"""What the crate's own values are, in ``src/resumptions.rs``."""


def refusal(path: Path) -> type[runsnap.RunsnapError] | None:
    try:
        Resumption.load(path)
    except runsnap.RunsnapError as error:
        return type(error)
    return None


def checked(document: Resumption, ir: Path) -> str:
    """What runsnap says, in the words of the crate."""
    try:
        document.check(ir)
    except runsnap.DifferentArtifactError:
        return f'DifferentArtifact {{ agent: "{document.agent}" }}'
    except runsnap.UnknownNodeError:
        return f'UnknownNode {{ node: "{document.resume_at}" }}'
    return "ok"


class Release05(Resumptions):
    """It has no consultations."""

    name = "resumption-0.5.2"
    schema = runsnap.schema("resumption", "0.1.0")

    def written(self, document: Resumption) -> bytes:
        return super().written(document).replace(b',\n  "consultations": 0\n}\n', b"\n}\n")

    def test_consultations_are_dropped(self) -> None:
        assert "consultations" not in self.one(consultations=3)
        assert Resumption.load(self.made() / "full.json").consultations == 0


class Release09(Resumptions):
    """The newest."""

    name = "resumption-0.9.0"
    schema = runsnap.schema("resumption", "0.1.1")

    def test_consultations_are_kept(self) -> None:
        assert self.one(consultations=3)["consultations"] == 3
        assert Resumption.load(self.made() / "full.json").consultations == 2**32 - 1

    def test_check_agrees_on_the_example(self) -> None:
        answers = self.checked(AGENT / "agent.ir.json", AGENT / "stopped.json")
        assert answers == ("ok", "ok")


class Captures(Temporary):
    """klieo-core's RunId, ToolCall, FinishReason and Usage, in structs that are written as the crate's documents say."""

    name = "capture"
    schema = runsnap.schema("capture")
    reasons = ("Stop", "ToolCalls", "Length", "ContentFilter", "Error")

    def expected(self, capture: Capture) -> Plain:
        plain = declared_at_every_level(capture.to_dict(), self.schema, self.schema)
        plain["run_id"], plain["run_log"]["run_id"] = (
            plain["run_id"].upper(),
            plain["run_log"]["run_id"].upper(),
        )
        for step in plain["run_log"]["steps"]:
            step["input"], step["output"] = with_doubles(step["input"]), with_doubles(step["output"])
        for call_ in (call_ for entry in plain["llm_io"] for call_ in entry["tool_calls"]):
            call_["args"] = with_doubles(call_["args"])
        return plain

    def test_every_document_comes_back(self) -> None:
        documents = vectors("capture", Capture)
        exact = 0
        for document, answer in zip(documents, self.again(documents), strict=True):
            expected = self.expected(document)
            others = {entry["finish_reason"] for entry in expected["llm_io"]} - {None, *self.reasons}
            if others:
                assert f"unknown variant `{others.pop()}`" in answer
                continue
            assert isinstance(answer, bytes), answer
            assert same(expected, json.loads(answer)), f"{expected}\n{answer!r}"
            assert same(expected, Capture.loads(answer).to_dict())
            if document.to_dict() == expected and not has_floats(expected):
                exact += 1
                assert answer == document.to_bytes(layout="declared")
        assert exact > 200

    def one(self, **members: Any) -> Any:
        run = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
        log = {
            "run_id": run, "agent": "a", "started_at": "2026-03-02T08:15:00Z", "status": "running", "steps": [],
            "tokens": {"prompt_tokens": 0, "completion_tokens": 0},
        }  # fmt: skip
        plain = {"run_id": run, "run_log": log, "llm_io": [], "captured_at": "2026-03-02T08:15:01Z"}
        [answer] = self.again([Capture.from_dict(plain | members)])
        return json.loads(answer) if isinstance(answer, bytes) else answer

    def test_reasons_that_the_crate_does_not_know_are_refused(self) -> None:
        assert "unknown variant `Refusal`" in self.one(llm_io=[{"finish_reason": "Refusal"}])

    def test_identifiers_come_back_in_capitals(self) -> None:
        run = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
        assert self.one(run_id=run.lower())["run_id"] == run

    def test_unknown_members_are_dropped(self) -> None:
        made = {"id": "1", "name": "n", "args": {"x": 1}}
        back = self.one(llm_io=[{"tool_calls": [made | {"new": 1}]}], new=1)
        assert back["llm_io"][0]["tool_calls"] == [made]
        assert "new" not in back

    def test_what_it_makes_loads(self) -> None:
        path = self.made() / "capture.json"
        capture = Capture.load(path, strict=True)
        assert capture.to_bytes(layout="declared") == path.read_bytes()
        assert [entry.finish_reason for entry in capture.llm_io] == list(self.reasons)
        assert capture.llm_io[0].tool_calls[0].args == {"since": "v1", "all": [1.5, None]}
        assert capture.rng_seed == 2**64 - 1
        assert capture.run_log.started_at.timestamp(unit="nanosecond") % 10**9 == 1


def load_tests(loader: unittest.TestLoader, *_: object) -> unittest.TestSuite:
    return unittest.TestSuite(map(loader.loadTestsFromTestCase, (Release05, Release09, Captures)))


if __name__ == "__main__":
    unittest.main()
