"""Documents to measure with: three shapes, the same for the same seed.

``structured``: many small steps and exchanges, little text. ``text``: a few
exchanges of some thousand characters. ``payload``: steps whose inputs and
outputs are large JSON values.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

SEED = 20260302
_ULID = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_WORDS = [
    "the",
    "agent",
    "reads",
    "a",
    "file",
    "and",
    "writes",
    "what",
    "it",
    "found",
    "in",
    "one",
    "step",
    "then",
    "asks",
    "again",
    "for",
    "größe",
    "naïve",
    "数据",
    "result",
    "error",
    "timeout",
    "model",
    "answer",
    "token",
    "price",
    "node",
    "resume",
    "checkpoint",
    "memory",
]
_KINDS = ("llm_call", "tool_call", "ops_event", "summary_checkpoint", "memory_recall")
_MODELS = ("claude-opus-4-8", "gpt-6-mini", "local-7b")

Plain = dict[str, Any]


def documents(shape: str, count: int, seed: int = SEED) -> Iterator[Plain]:
    """So many captures of a shape, as parsed JSON with every declared member."""
    maker = SHAPES[shape]
    chance = random.Random(f"{shape} {seed}")
    for _ in range(count):
        yield maker(chance)


def small(count: int, seed: int = SEED) -> Iterator[Plain]:
    """Captures of about one kilobyte: a call of a model and what it answered."""
    chance = random.Random(f"small {seed}")
    for _ in range(count):
        yield _capture(chance, [_step(chance, 0, "llm_call", {"q": _text(chance, 5)}, _text(chance, 8))],
                       [_exchange(chance, 10, 15, 0)])  # fmt: skip


def _structured(chance: random.Random) -> Plain:
    steps = [
        _step(chance, index, chance.choice(_KINDS), {"n": index}, chance.choice([None, True, "ok", 3.5]))
        for index in range(chance.randint(10, 30))
    ]
    return _capture(
        chance, steps, [_exchange(chance, 8, 8, 1) for step in steps if step["kind"] == "llm_call"]
    )


def _texts(chance: random.Random) -> Plain:
    steps = [_step(chance, index, "llm_call", _text(chance, 300), _text(chance, 300)) for index in range(3)]
    return _capture(chance, steps, [_exchange(chance, 800, 400, 0) for _ in steps])


def _payload(chance: random.Random) -> Plain:
    steps = [_step(chance, index, "tool_call", _value(chance, 4), _value(chance, 4)) for index in range(6)]
    return _capture(chance, steps, [_exchange(chance, 10, 10, 2)])


SHAPES: dict[str, Callable[[random.Random], Plain]] = {
    "structured": _structured,
    "text": _texts,
    "payload": _payload,
}


def _capture(chance: random.Random, steps: list[Plain], exchanges: list[Plain]) -> Plain:
    run = chance.choice("01234567") + "".join(chance.choices(_ULID, k=25))
    return {
        "run_id": run,
        "run_log": {
            "run_id": run, "agent": chance.choice(_WORDS), "started_at": _instant(chance, 0), "finished_at": _instant(chance, 5),
            "status": "completed", "steps": steps,
            "tokens": {
                "prompt_tokens": chance.randrange(10**6), "completion_tokens": chance.randrange(10**5),
                "cache_read_tokens": chance.randrange(10**4), "cache_creation_tokens": 0,
            },
            "cost_estimate": {"prompt_usd": chance.random(), "completion_usd": chance.random(), "cache_usd": 0.0,
                              "total_usd": chance.random()},
        },
        "llm_io": exchanges, "model_version": chance.choice(_MODELS), "rng_seed": chance.getrandbits(64),
        "memory_ref": None, "captured_at": _instant(chance, 9),
    }  # fmt: skip


def _step(chance: random.Random, index: int, kind: str, given: Any, returned: Any) -> Plain:
    return {
        "idx": index, "kind": kind, "name": chance.choice(_MODELS), "prompt_tokens": chance.randrange(5000),
        "completion_tokens": chance.randrange(900), "cost_usd": chance.random() / 50, "input": given, "output": returned,
        "error": None, "latency": chance.randrange(20_000), "span_id": f"{chance.getrandbits(64):016x}",
    }  # fmt: skip


def _exchange(chance: random.Random, asked: int, answered: int, calls: int) -> Plain:
    return {
        "prompt": _text(chance, asked), "completion": _text(chance, answered), "model": chance.choice(_MODELS),
        "provider": "anthropic", "prompt_tokens": chance.randrange(5000), "completion_tokens": chance.randrange(900),
        "tool_calls": [{"id": f"call_{number}", "name": "search", "args": {"q": _text(chance, 3), "k": number}} for number in range(calls)],
        "finish_reason": "Stop", "fingerprint": f"{chance.getrandbits(64):016x}",
    }  # fmt: skip


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))


def _instant(chance: random.Random, minute: int) -> str:
    return f"2026-03-{chance.randint(1, 28):02}T08:{minute:02}:{chance.randint(0, 59):02}.{chance.randrange(10**9):09}Z"


def _value(chance: random.Random, depth: int) -> Any:
    if depth == 0:
        return chance.choice([None, True, chance.randrange(10**9), chance.random() * 1000, _text(chance, 4)])
    if chance.random() < 0.4:
        return [_value(chance, depth - 1) for _ in range(chance.randint(2, 6))]
    return {
        f"{chance.choice(_WORDS)}_{number}": _value(chance, depth - 1)
        for number in range(chance.randint(2, 6))
    }
