"""Cases written by hand, for every version: cross-field rules, instants, whole examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.vectors.made import Proposal
from tests.vectors.schemas import Version
from tests.vectors.trees import bytes_of, put, smallest

RUN = "01J9ZK3V7Q8R5T2W4Y6A8C0E1G"
START = "2026-03-02T08:15:00Z"


def written(version: Version) -> Iterator[Proposal]:
    for index, example in enumerate(version.schema["examples"]):
        yield Proposal(
            f"example-{index + 1}", f"example {index + 1} of the schema", version, bytes_of(example),
            origin="written", expected="valid",
        )  # fmt: skip
    rules = capture_rules() if version.kind == "capture" else resumption_rules()
    for rule, outcome, at, name, saying, document in rules:
        yield Proposal(
            f"rule.{rule}.{name}", f"{rule}: {saying}", version, bytes_of(document), origin="written",
            stage="check", rule=rule, outcome=outcome, pointer=at,
        )  # fmt: skip
    if version.kind == "capture" and version.newest:
        yield from instants(version)
    yield from several_faults(version)


Rule = tuple[str, str, str | None, str, str, Any]
"""Id, outcome, pointer of the fault, name of the case, what it is, the document."""


def capture(**members: Any) -> dict[str, Any]:
    """A capture that breaks no rule; members of its log start with ``log_``."""
    log = {
        "run_id": RUN, "agent": "a", "started_at": START, "finished_at": None, "status": "running", "steps": [],
        "tokens": {"prompt_tokens": 1, "completion_tokens": 2},
    }  # fmt: skip
    document = {"run_id": RUN, "run_log": log, "llm_io": [], "captured_at": "2026-03-02T09:00:00Z"}
    for name, value in members.items():
        target = log if name.startswith("log_") else document
        target[name.removeprefix("log_")] = value
    return document


def steps(*kinds: str, indices: tuple[Any, ...] | None = None) -> list[dict[str, Any]]:
    numbered = indices or tuple(range(len(kinds)))
    return [
        {"idx": index, "kind": kind, "input": None, "output": None}
        for index, kind in zip(numbered, kinds, strict=True)
    ]


def exchanges(*models: str | None) -> list[dict[str, Any]]:
    return [{"prompt": "p", "completion": "c", "model": model} for model in models]


def capture_rules() -> Iterator[Rule]:
    yield from _identifiers()
    yield from _ends()
    yield from _numbers_of_steps()
    yield from _pairs()
    yield from _models()
    yield from _moments_of_capture()


def _identifiers() -> Iterator[Rule]:
    rule = "run-id-matches"
    yield rule, "passes", None, "same", "the same text twice", capture()
    yield (
        rule,
        "passes",
        None,
        "other-case",
        "the same identifier in another case",
        capture(run_id=RUN.lower()),
    )
    other = RUN[:-1] + "H"
    yield (
        rule,
        "fails",
        "/run_id",
        "another",
        "two identifiers that differ in the last character",
        capture(run_id=other),
    )


def _ends() -> Iterator[Rule]:
    rule = "finished-not-before-started"
    moments = {
        "later": ("passes", "a nanosecond after the start", "2026-03-02T08:15:00.000000001Z"),
        "same-moment": ("passes", "the moment of the start, told with another offset", "2026-03-02T10:15:00+02:00"),
        "later-with-offset": ("passes", "later, though its text sorts before", "2026-03-02T03:15:01-05:00"),
        "earlier": ("fails", "a nanosecond before the start", "2026-03-02T08:14:59.999999999Z"),
        "earlier-with-offset": ("fails", "earlier, though its text sorts after", "2026-03-02T09:00:00+01:00"),
        "null": ("does-not-apply", "null", None),
    }  # fmt: skip
    for name, (outcome, saying, moment) in moments.items():
        at = "/run_log/finished_at" if outcome == "fails" else None
        yield rule, outcome, at, name, f"the end is {saying}", capture(log_finished_at=moment)
    absent = capture()
    del absent["run_log"]["finished_at"]
    yield rule, "does-not-apply", None, "absent", "the end is absent", absent

    rule = "finished-has-finished-at"
    for status in ("completed", "failed", "cancelled"):
        ended = capture(log_status=status, log_finished_at=START)
        yield rule, "passes", None, status, f"{status}, and says when", ended
        yield (
            rule,
            "fails",
            "/run_log/finished_at",
            f"{status}-null",
            f"{status} at null",
            capture(log_status=status),
        )
    absent = capture(log_status="completed")
    del absent["run_log"]["finished_at"]
    yield (
        rule,
        "fails",
        "/run_log/finished_at",
        "completed-absent",
        "completed, and the end is absent",
        absent,
    )
    yield rule, "does-not-apply", None, "running", "running", capture()
    yield (
        rule,
        "does-not-apply",
        None,
        "unknown-label",
        "a status that no release knows",
        capture(log_status="paused"),
    )
    yield (
        rule,
        "does-not-apply",
        None,
        "label-in-other-case",
        "a label in another case",
        capture(log_status="Completed"),
    )


def _numbers_of_steps() -> Iterator[Rule]:
    rule = "step-idx-consecutive"
    three = ("tool_call",) * 3
    second, third = "/run_log/steps/1/idx", "/run_log/steps/2/idx"
    yield rule, "passes", None, "three", "0, 1, 2", capture(log_steps=steps(*three))
    yield rule, "passes", None, "one", "0 alone", capture(log_steps=steps("tool_call"))
    rows = {
        "from-one": ("/run_log/steps/0/idx", (1, 2, 3)), "gap": (second, (0, 2, 3)), "doubled": (second, (0, 0, 1)),
        "backwards": (second, (0, 4, 3)), "at-the-end": (third, (0, 1, 4294967295)),
    }  # fmt: skip
    for name, (at, indices) in rows.items():
        document = capture(log_steps=steps(*three, indices=indices))
        yield rule, "fails", at, name, f"{indices[0]}, {indices[1]}, {indices[2]}", document
    yield rule, "does-not-apply", None, "none", "no steps", capture()


def _pairs() -> Iterator[Rule]:
    rule = "llm-io-pairs-with-steps"
    calls = steps("llm_call", "tool_call", "llm_call", "summary_checkpoint")
    counts = {
        0: ("passes", "empty, as in early captures"), 1: ("fails", "one entry for two calls"),
        2: ("passes", "one for each call"), 3: ("passes", "one for each call, and the summariser's"),
        4: ("fails", "one for each step"),
    }  # fmt: skip
    for count, (outcome, saying) in counts.items():
        at = "/llm_io" if outcome == "fails" else None
        document = capture(log_steps=calls, llm_io=exchanges(*[None] * count))
        yield rule, outcome, at, f"{count}-of-two", saying, document
    unknown = steps("llm_call", "LLM_CALL", "llm_call_of_tomorrow")
    one = capture(log_steps=unknown, llm_io=exchanges(None))
    yield rule, "passes", None, "unknown-labels", "steps of unknown kinds do not count", one
    yield rule, "fails", "/llm_io", "no-steps", "an entry, and no steps", capture(llm_io=exchanges(None))


def _models() -> Iterator[Rule]:
    rule = "model-version-is-last-model"
    calls = steps("llm_call", "llm_call")
    rows: dict[str, tuple[str, str, str | None, list[dict[str, Any]]]] = {
        "last": ("passes", "the model of the last entry", "b", exchanges("a", "b")),
        "last-that-names-one": (
            "passes",
            "the last model, of an entry before the last",
            "a",
            exchanges("a", None),
        ),
        "first": ("fails", "the model of the first entry", "a", exchanges("a", "b")),
        "other-case": ("fails", "the last model in another case", "B", exchanges("a", "b")),
        "null": ("does-not-apply", "null, as in early captures", None, exchanges("a", "b")),
        "no-models": ("does-not-apply", "a model, and no entry names one", "a", exchanges(None, None)),
        "no-entries": ("does-not-apply", "a model, and no entries", "a", []),
    }
    for name, (outcome, saying, model, entries) in rows.items():
        at = "/model_version" if outcome == "fails" else None
        yield rule, outcome, at, name, saying, capture(log_steps=calls, llm_io=entries, model_version=model)


def _moments_of_capture() -> Iterator[Rule]:
    rule = "captured-not-before-started"
    early = capture(captured_at="2026-03-02T08:14:59.999999999Z")
    yield rule, "passes", None, "same-moment", "the moment of the start", capture(captured_at=START)
    yield rule, "fails", "/captured_at", "earlier", "a nanosecond before the start", early


def resumption_rules() -> Iterator[Rule]:
    rule = "artifact-is-digest"
    digest = "sha256:" + "0123456789abcdef" * 4
    texts = {
        "digest": ("passes", "a digest", digest), "capitals": ("fails", "a digest in capitals", digest.upper()),
        "short": ("fails", "one digit too few", digest[:-1]), "long": ("fails", "one digit too many", digest + "0"),
        "line-feed": ("fails", "a digest and a line feed", digest + "\n"), "empty": ("fails", "empty", ""),
        "bare": ("fails", "a digest without its prefix", digest[7:]),
        "foreign-digit": ("fails", "a digit that is not ASCII", digest[:-1] + "٣"),
        "within": ("fails", "a digest inside another text", f"x{digest}"),
    }  # fmt: skip
    for name, (outcome, saying, text) in texts.items():
        at = "/artifact" if outcome == "fails" else None
        yield rule, outcome, at, name, saying, resumption(artifact=text)


def resumption(**members: Any) -> dict[str, Any]:
    return {
        "ingotSnapshot": "0.1", "kind": "resumption", "agent": "a", "artifact": "sha256:" + "0" * 64, "label": "l",
        "stoppedAt": "n1", "resumeAt": "n2", "inputs": {}, "bindings": {}, "steps": 0,
        "usage": {"inputTokens": 0, "outputTokens": 0},
    } | members  # fmt: skip


VALID_INSTANTS = [
    "2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "1970-01-01T00:00:00Z", "1970-01-01t00:00:00z",
    "2024-12-31T23:59:59.9Z", "2024-12-31T23:59:59.123456Z", "2024-12-31T23:59:59.999999999Z",
    "2024-01-01T00:00:00.000000001Z", "2024-01-01T00:00:00+23:59", "2024-01-01T00:00:00-23:59",
    "2024-01-01T00:00:00+00:00", "2024-01-01T00:00:00-00:00", "2024-01-01T00:00:00.10+05:45",
]  # fmt: skip
INVALID_INSTANTS = [
    "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2024-04-31T00:00:00Z",
    "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-32T00:00:00Z",
    "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-12-31T23:59:60Z", "2024-01-01 00:00:00Z",
    "2024-01-01T00:00:00", "2024-01-01T00:00Z", "2024-01-01", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00,5Z",
    "2024-01-01T00:00:00.1234567890Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+01:60",
    "2024-01-01T00:00:00+0100", "2024-01-01T00:00:00+01", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
    "-2024-01-01T00:00:00Z", "2024-1-1T0:0:0Z", "20240101T000000Z", "2024-W01-1T00:00:00Z", "2024-001T00:00:00Z",
    "2024-01-01T00:00:00Z[UTC]", " 2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z ", "2024-01-01T00:00:00Z\n", "",
    "٢٠٢٤-01-01T00:00:00Z", "2024-01-01T00:00:00\u221201:00", "2024-01-01T00:00:00\uff3a",
]  # fmt: skip


def instants(version: Version) -> Iterator[Proposal]:
    """Spellings of instants, in one member."""
    base = smallest(version.schema)
    for valid, texts in ((True, VALID_INSTANTS), (False, INVALID_INSTANTS)):
        for number, text in enumerate(texts):
            yield Proposal(
                f"instant.{'valid' if valid else 'invalid'}-{number + 1:02}", f"an instant written {text!a}", version,
                bytes_of(put(base, ("captured_at",), text)), origin="written",
                expected="valid" if valid else None, pointer=None if valid else "/captured_at",
            )  # fmt: skip


def several_faults(version: Version) -> Iterator[Proposal]:
    """More than one fault: a validator that stops at the first may name any."""
    if version.kind == "capture":
        document = capture(log_agent=7, log_status=None, captured_at="yesterday", log_steps=[{"idx": -1}])
    else:
        document = resumption(agent=None, steps=-1, kind="memory", usage={"inputTokens": "1"})
    yield Proposal("several-faults", "several faults at once", version, bytes_of(document), origin="written")
    yield Proposal(
        "empty-object", "nothing that must be there", version, b"{}", origin="written", expected="required"
    )
