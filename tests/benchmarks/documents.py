"""Documents to measure with: three shapes of both kinds, as large as asked for, the same for the same seed.

``structured``: many small steps, little text, ASCII only. ``text``: long texts
full of what JSON escapes, and of other scripts. ``payload``: large nested JSON
values. A capture holds them in its steps and exchanges, a resumption in its
bindings, state and outputs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

SEED = 20260302
SHAPES = ("structured", "text", "payload")
SIZES = {"5 kB": 5_000, "80 kB": 80_000, "5 MB": 5_000_000}
_TYPICAL = {"structured": 7_500, "text": 35_000, "payload": 80_000}
_ULID = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_WORDS = [
    "the", "agent", "reads", "a", "file", "and", "writes", "what", "it", "found", "in", "one", "step", "then", "asks",
    "again", "for", "result", "error", "timeout", "model", "answer", "token", "price", "node", "resume", "checkpoint",
    "memory",
]  # fmt: skip
_PROSE = [
    *_WORDS, "größe", "naïve", "数据", "実行した", "«ответ»", "🙂", "it's", 'said "yes"', '{"key": "value"}',
    "C:\\temp\\a.txt", "first line\nsecond line\n", "\tindented", "https://example.org/?q=1", "note:",
]  # fmt: skip
_KINDS = ("llm_call", "tool_call", "ops_event", "summary_checkpoint", "memory_recall")
_MODELS = ("claude-opus-4-8", "gpt-6-mini", "local-7b")

Plain = dict[str, Any]
Kind = Literal["capture", "resumption"]


def document(kind: Kind, shape: str, size: int, seed: int = SEED) -> Plain:
    """A document as parsed JSON, whose compact text has about so many bytes."""
    return _MAKERS[kind](random.Random(f"{kind} {shape} {seed}"), shape, size)


def documents(shape: str, count: int, seed: int = SEED) -> Iterator[Plain]:
    """So many captures of a shape, some kilobytes each, with every declared member."""
    chance = random.Random(f"{shape} {seed}")
    for _ in range(count):
        yield _capture(chance, shape, round(_TYPICAL[shape] * chance.uniform(0.5, 1.5)))


def small(count: int, seed: int = SEED) -> Iterator[Plain]:
    """Captures of about one kilobyte: a call of a model and what it answered."""
    chance = random.Random(f"small {seed}")
    for _ in range(count):
        plain = _empty_capture(chance)
        plain["run_log"]["steps"] = [
            _step(chance, 0, "llm_call", {"q": _words(chance, 5)}, _words(chance, 8))
        ]
        plain["llm_io"] = [_exchange(chance, _words(chance, 10), _words(chance, 15), 0)]
        yield _with_last_model(plain)


def _capture(chance: random.Random, shape: str, size: int) -> Plain:
    plain = _empty_capture(chance)
    steps, exchanges = plain["run_log"]["steps"], plain["llm_io"]
    room = size - _length(plain)
    while room > _SMALLEST[shape] / 2:
        step, exchange = _CAPTURE_UNITS[shape](chance, len(steps), room)
        steps.append(step)
        room -= _length(step) + 1
        if exchange is not None:
            exchanges.append(exchange)
            room -= _length(exchange) + 1
    return _with_last_model(plain)


def _with_last_model(plain: Plain) -> Plain:
    """Keeps the cross-field rule."""
    if plain["llm_io"]:
        plain["model_version"] = plain["llm_io"][-1]["model"]
    return plain


def _resumption(chance: random.Random, shape: str, size: int) -> Plain:
    plain = _empty_resumption(chance)
    room = size - _length(plain)
    while room > _SMALLEST[shape] / 2:
        where = ("bindings", "outputs", "state")[plain["steps"] % 3]
        name = f"{chance.choice(_WORDS)}_{plain['steps']}"
        value = _VALUES[shape](chance, room)
        if where == "outputs":
            value = {"name": name, "contentType": "text/markdown", "value": value}
        plain[where][name] = value
        plain["steps"] += 1
        room -= len(name) + _length(value) + 4
    return plain


_MAKERS: dict[Kind, Callable[[random.Random, str, int], Plain]] = {
    "capture": _capture,
    "resumption": _resumption,
}
_SMALLEST = {"structured": 350, "text": 600, "payload": 600}
"""About as long is the shortest step of a capture, in bytes."""


def _structured_unit(chance: random.Random, index: int, room: int) -> tuple[Plain, Plain | None]:
    kind = _KINDS[index % len(_KINDS)]
    step = _step(chance, index, kind, {"n": index}, chance.choice([None, True, "ok", 3.5]))
    if kind != "llm_call":
        return step, None
    return step, _exchange(chance, _words(chance, 8), _words(chance, 8), 1)


def _text_unit(chance: random.Random, index: int, room: int) -> tuple[Plain, Plain | None]:
    letters = min(max(room - 450, 40), 12_000) // 4
    step = _step(chance, index, "llm_call", _prose(chance, letters), _prose(chance, letters // 2))
    return step, _exchange(chance, _prose(chance, 2 * letters), _prose(chance, letters // 2), 0)


def _payload_unit(chance: random.Random, index: int, room: int) -> tuple[Plain, Plain | None]:
    leaves = min(max(room - 250, 80), 12_000) // 80
    return _step(chance, index, "tool_call", _tree(chance, leaves), _tree(chance, leaves)), None


_CAPTURE_UNITS: dict[str, Callable[[random.Random, int, int], tuple[Plain, Plain | None]]] = {
    "structured": _structured_unit,
    "text": _text_unit,
    "payload": _payload_unit,
}
_VALUES: dict[str, Callable[[random.Random, int], Any]] = {
    "structured": lambda chance, _: {
        "ok": chance.random() < 0.9, "count": chance.randrange(1000), "ratio": chance.random(),
        "by": chance.choice(_MODELS), "note": _words(chance, 4), "tags": chance.choices(_WORDS, k=3), "parent": None,
    },
    "text": lambda chance, room: _prose(chance, min(max(room - 60, 40), 12_000)),
    "payload": lambda chance, room: _tree(chance, min(max(room - 60, 80), 12_000) // 40),
}  # fmt: skip


def _empty_capture(chance: random.Random) -> Plain:
    day = f"2026-03-{chance.randint(1, 28):02}"
    run = chance.choice("01234567") + "".join(chance.choices(_ULID, k=25))
    return {
        "run_id": run,
        "run_log": {
            "run_id": run, "agent": chance.choice(_WORDS), "started_at": _instant(chance, day, 0), "finished_at": _instant(chance, day, 5),
            "status": "completed", "steps": [],
            "tokens": {
                "prompt_tokens": chance.randrange(10**6), "completion_tokens": chance.randrange(10**5),
                "cache_read_tokens": chance.randrange(10**4), "cache_creation_tokens": 0,
            },
            "cost_estimate": {"prompt_usd": chance.random(), "completion_usd": chance.random(), "cache_usd": 0.0,
                              "total_usd": chance.random()},
        },
        "llm_io": [], "model_version": chance.choice(_MODELS), "rng_seed": chance.getrandbits(64),
        "memory_ref": None, "captured_at": _instant(chance, day, 9),
    }  # fmt: skip


def _empty_resumption(chance: random.Random) -> Plain:
    return {
        "ingotSnapshot": "0.1", "kind": "resumption", "agent": "example.agents.Reader",
        "artifact": f"sha256:{chance.getrandbits(256):064x}", "label": "sources-collected", "stoppedAt": "n4", "resumeAt": "n5",
        "inputs": {"topic": _words(chance, 4)}, "bindings": {}, "state": {}, "outputs": {}, "steps": 0,
        "usage": {"inputTokens": chance.randrange(10**6), "outputTokens": chance.randrange(10**5),
                  "cacheReadTokens": chance.randrange(1, 10**4)},
        "spend": {"micros": chance.randrange(10**7), "currency": "usd", "unpriced": {"local-7b": "no price is configured"}},
        "modelCalls": 3, "toolCalls": 5, "consultations": 1,
    }  # fmt: skip


def _step(chance: random.Random, index: int, kind: str, given: Any, returned: Any) -> Plain:
    return {
        "idx": index, "kind": kind, "name": chance.choice(_MODELS), "prompt_tokens": chance.randrange(5000),
        "completion_tokens": chance.randrange(900), "cost_usd": chance.random() / 50, "input": given, "output": returned,
        "error": None, "latency": chance.randrange(20_000), "span_id": f"{chance.getrandbits(64):016x}",
    }  # fmt: skip


def _exchange(chance: random.Random, asked: str, answered: str, calls: int) -> Plain:
    return {
        "prompt": asked, "completion": answered, "model": chance.choice(_MODELS),
        "provider": "anthropic", "prompt_tokens": chance.randrange(5000), "completion_tokens": chance.randrange(900),
        "tool_calls": [{"id": f"call_{number}", "name": "search", "args": {"q": _words(chance, 3), "k": number}} for number in range(calls)],
        "finish_reason": "Stop", "fingerprint": f"{chance.getrandbits(64):016x}",
    }  # fmt: skip


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(_WORDS, k=count))


def _prose(chance: random.Random, length: int) -> str:
    """Text whose JSON has about so many bytes."""
    return " ".join(chance.choices(_PROSE, k=max(1, round(length / _PROSE_MEAN))))


def _tree(chance: random.Random, leaves: int) -> Any:
    """A nested value with so many scalars."""
    if leaves == 1:
        return chance.choice([None, True, chance.randrange(10**9), chance.random() * 1000, _words(chance, 4)])
    branches = min(leaves, chance.randint(2, 6))
    shares = [leaves // branches + (index < leaves % branches) for index in range(branches)]
    if chance.random() < 0.4:
        return [_tree(chance, share) for share in shares]
    return {f"{chance.choice(_WORDS)}_{index}": _tree(chance, share) for index, share in enumerate(shares)}


def _instant(chance: random.Random, day: str, minute: int) -> str:
    return f"{day}T08:{minute:02}:{chance.randint(0, 59):02}.{chance.randrange(10**9):09}Z"


def _length(plain: Any) -> int:
    return len(msgspec.json.encode(plain))


_PROSE_MEAN = sum(map(_length, _PROSE)) / len(_PROSE) - 1
"""Bytes of JSON that a word adds: without its quotes, with a space."""
