"""What each member of a capture is to a comparison of runs.

A member that is not listed, and every member that no release declares, is a
circumstance. All that lies inside a member is what the member is, but for the
identifiers of tool calls, which providers make up anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from runsnap._diff._records import Role

CAPTURE: dict[str, Role] = {"rng_seed": "setting", "model_version": "setting", "memory_ref": "setting"}
RUN_LOG: dict[str, Role] = {"agent": "setting", "status": "output"}
STEP: dict[str, Role] = {"name": "setting", "input": "input", "output": "output", "error": "output"}
"""The name differs only where it is a model's: other steps of different names are no pair."""

EXCHANGE: dict[str, Role] = {
    "model": "setting",
    "provider": "setting",
    "prompt": "input",
    "completion": "output",
    "tool_calls": "output",
    "finish_reason": "output",
}

MODEL_STEPS = frozenset(("llm_call", "summary_checkpoint"))
"""Kinds of steps whose name is that of a model, and not what the step is."""


def role_of(roles: Mapping[str, Role]) -> Callable[[str], Role]:
    """What each member of a record is."""
    return lambda name: roles.get(name, "circumstance")
