"""What each library does with documents that are hard to read right: facts, found by trying.

A fact says in a word whether the guarantee holds, and what happens.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from whenever import Instant

from tests.benchmarks.documents import Plain, document
from tests.benchmarks.peers import Load, loads
from tests.benchmarks.tables import Options, Table, Tables

BEYOND_64_BITS = 2**64
NANOSECONDS = "2026-05-28T20:26:40.123456789Z"
_LAST = 2


class Fact(NamedTuple):
    """Whether a guarantee holds, and what happens."""

    holds: bool
    what: str

    def __str__(self) -> str:
        return f"{'yes' if self.holds else '**no**'}: {self.what}"


def typed(load: Load) -> Fact:
    """Objects with attributes, for every record."""
    loaded = load(_text(_valid()))
    attributes = hasattr(loaded, "run_log") and hasattr(loaded.run_log.steps[0], "kind")
    return Fact(attributes, type(loaded).__name__ if not attributes else "objects")


def verdict(load: Load) -> Fact:
    """Every document that breaks the schema is refused."""
    refused = sum(_refuses(load, _text(plain)) for plain in _invalid())
    return Fact(refused == len(_invalid()), f"refuses {refused} of {len(_invalid())}")


def doubled(load: Load) -> Fact:
    """A name that stands twice in an object is refused, in a record and in any JSON."""
    in_record = _text(_valid())[:-1] + b',"model_version":"again"}'
    in_json = _with_input(b'{"a":1,"a":%d}' % _LAST)
    refused = _refuses(load, in_record), _refuses(load, in_json)
    if all(refused):
        return Fact(True, "refused")
    assert not any(refused)
    assert _input(load(in_json))["a"] == _LAST
    assert _reach(load(in_record), "model_version") == "again"
    return Fact(False, "the last one wins")


def big_integers(load: Load) -> Fact:
    """Integers beyond 64 bits are exact."""
    found = _input(load(_with_input(b"%d" % BEYOND_64_BITS)))
    if type(found) is int:
        assert found == BEYOND_64_BITS
        return Fact(True, "exact")
    return Fact(False, f"2^64 becomes {found!r}")


def infinities(load: Load) -> Fact:
    """A number that no double can hold is refused."""
    text = _with_input(b"1e400")
    if _refuses(load, text):
        return Fact(True, "refused")
    found = _input(load(text))
    assert math.isinf(found)
    return Fact(False, f"1e400 becomes {found!r}")


def unknown_members(load: Load) -> Fact:
    """A member that the schema does not declare is there after the load."""
    plain = _valid()
    plain["run_log"]["steps"][0]["later"] = 7
    step = _reach(load(_text(plain)), "run_log", "steps", 0)
    found = _reach(getattr(step, "additional_properties", step), "later")
    return Fact(True, "kept") if found == 7 else Fact(False, "dropped")


def nanoseconds(load: Load) -> Fact:
    """The ninth digit of an instant is there after the load."""
    found = _reach(load(_text(_valid() | {"captured_at": NANOSECONDS})), "captured_at")
    if isinstance(found, str):
        assert found == NANOSECONDS
        return Fact(True, "as text")
    if isinstance(found, Instant):
        assert found == Instant(NANOSECONDS)
        return Fact(True, "kept")
    return Fact(False, f"becomes .{found.microsecond}")


GUARANTEES: dict[str, Callable[[Load], Fact]] = {
    "typed": typed,
    "schema": verdict,
    "doubled names": doubled,
    "integers beyond 64 bits": big_integers,
    "infinities": infinities,
    "unknown members": unknown_members,
    "nanoseconds": nanoseconds,
}


def tables(options: Options) -> Tables:
    """One table: libraries over guarantees."""
    rows = [
        [name, *(str(probe(load)) for probe in GUARANTEES.values())]
        for name, load in loads("capture").items()
    ]
    yield "guarantees", Table(["library", *GUARANTEES], rows, frozenset({"library", *GUARANTEES}))


def _valid() -> Plain:
    return document("capture", "structured", 2_000)


def _invalid() -> list[Plain]:
    """One fault each."""
    documents = []
    for name, value in [
        ("idx", -1), ("idx", 2**32), ("idx", "1"), ("idx", 1.5), ("kind", 7), ("latency", -1), ("name", 7), ("cost_usd", True),
    ]:  # fmt: skip
        plain = _valid()
        plain["run_log"]["steps"][0][name] = value
        documents.append(plain)
    documents += [
        _valid() | {name: value}
        for name, value in [
            ("run_id", "0" * 25), ("run_id", "IIIIIIIIIIIIIIIIIIIIIIIIII"), ("captured_at", 5), ("captured_at", "2026-05-28"),
            ("captured_at", "2026-05-28 20:26:40Z"), ("captured_at", "2026-02-30T20:26:40Z"), ("rng_seed", 2**64), ("llm_io", {}),
        ]
    ]  # fmt: skip
    missing = _valid()
    del missing["llm_io"]
    return [*documents, missing]


def _text(plain: Plain) -> bytes:
    return msgspec.json.encode(plain)


def _with_input(literal: bytes) -> bytes:
    plain = _valid()
    plain["run_log"]["steps"][0]["input"] = msgspec.Raw(literal)
    return _text(plain)


def _input(loaded: Any) -> Any:
    return _reach(loaded, "run_log", "steps", 0, "input")


def _refuses(load: Load, text: bytes) -> bool:
    try:
        load(text)
    except Exception:  # noqa: BLE001 - each library has its own
        return True
    return False


def _reach(value: Any, *path: Any) -> Any:
    for name in path:
        value = value[name] if isinstance(value, (dict, list)) else getattr(value, name, None)
    return value
