"""Documents as plain values, and ways to change one place of them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

RUN_ID = "01HZX3K5T8Q9W2R4Y6B7N1M0CV"
DIGEST = "sha256:" + "0123456789abcdef" * 4


def step(idx: int, kind: str, **members: Any) -> dict[str, Any]:
    return {"idx": idx, "kind": kind, "input": None, "output": None} | members


def full_capture() -> dict[str, Any]:
    """Every member is there; every cross-field rule holds; no unknown member or label."""
    exchange = {
        "prompt": "What is 2 + 2?", "completion": "4", "model": "m-1", "provider": "p",
        "prompt_tokens": 7, "completion_tokens": 1,
        "tool_calls": [{"id": "c1", "name": "add", "args": {"a": 2, "b": [2]}}],
        "finish_reason": "Stop", "fingerprint": "fp",
    }  # fmt: skip
    spent = {"prompt_tokens": 7, "completion_tokens": 1, "cost_usd": 0.25, "latency": 12, "span_id": "s"}
    return {
        "run_id": RUN_ID,
        "run_log": {
            "run_id": RUN_ID,
            "agent": "adder",
            "started_at": "2026-01-02T03:04:05Z",
            "finished_at": "2026-01-02T03:04:06.500Z",
            "status": "completed",
            "steps": [
                step(0, "llm_call", name="m-1", error=None, **spent),
                step(1, "tool_call", name="add", input={"a": 2}, output=4, error="late", **spent),
                step(2, "llm_call", name="m-1", error=None, **spent),
            ],
            "tokens": {
                "prompt_tokens": 14, "completion_tokens": 2, "cache_read_tokens": 3, "cache_creation_tokens": 4,
            },
            "cost_estimate": {"prompt_usd": 0.5, "completion_usd": 0.25, "cache_usd": 0.125, "total_usd": 0.875},
        },
        "llm_io": [copy.deepcopy(exchange), copy.deepcopy(exchange)],
        "model_version": "m-1",
        "rng_seed": 2**64 - 1,
        "memory_ref": "mem",
        "captured_at": "2026-01-02T03:04:07.123456789Z",
    }  # fmt: skip


def minimal_capture() -> dict[str, Any]:
    """Required members only."""
    return {
        "run_id": RUN_ID,
        "run_log": {
            "run_id": RUN_ID,
            "agent": "",
            "started_at": "2026-01-02T03:04:05Z",
            "status": "running",
            "steps": [],
            "tokens": {"prompt_tokens": 0, "completion_tokens": 0},
        },
        "llm_io": [],
        "captured_at": "2026-01-02T03:04:05Z",
    }


def full_resumption() -> dict[str, Any]:
    """Every member is there."""
    return {
        "ingotSnapshot": "0.1", "kind": "resumption", "agent": "a", "artifact": DIGEST, "label": "l",
        "stoppedAt": "n1", "resumeAt": "n2",
        "inputs": {"x": 1}, "bindings": {"x": 1, "$tmp0": {"y": [True, None]}}, "state": {"s": "t"},
        "outputs": {"o": {"name": "o", "contentType": "markdown", "value": None}},
        "steps": 3,
        "usage": {"inputTokens": 1, "outputTokens": 2, "cacheReadTokens": 3},
        "spend": {"micros": 2**128 - 1, "currency": "USD", "unpriced": {"m": "no price"}},
        "modelCalls": 1, "toolCalls": 2, "consultations": 3,
    }  # fmt: skip


def minimal_resumption() -> dict[str, Any]:
    """Required members only."""
    return {
        "ingotSnapshot": "0.1", "kind": "resumption", "agent": "", "artifact": DIGEST, "label": "",
        "stoppedAt": "", "resumeAt": "", "inputs": {}, "bindings": {}, "steps": 0,
        "usage": {"inputTokens": 0, "outputTokens": 0},
    }  # fmt: skip


FULL = {"capture": full_capture, "resumption": full_resumption}


class _Gone:
    """Stands for a member that is taken away."""


GONE = _Gone()


def changed(document: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """A copy with another value at the pointer, or without the member."""
    new = copy.deepcopy(document)
    *above, last = [int(token) if token.isdigit() else token for token in pointer.split("/")[1:]]
    inner: Any = new
    for token in above:
        inner = inner[token]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return new


def places(value: Any, pointer: str = "") -> Iterator[str]:
    """The pointer of every value inside, by names without ``/`` and ``~``."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for token, item in inner:
        yield f"{pointer}/{token}"
        yield from places(item, f"{pointer}/{token}")


def nested(depth: int) -> Any:
    """Lists inside one another, ``depth`` of them."""
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**400), max_value=10**400)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)
