"""What is to be replaced in a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from runsnap._redact.detectors import DETECTORS
from runsnap._redact.patterns import parse_pattern

TEXTS = ("prompts", "completions", "tools", "steps", "errors", "state")
"""Groups of declared members that hold free texts and free values."""

_MEMBERS = {
    ("LlmIo", "prompt"): "prompts",
    ("LlmIo", "completion"): "completions",
    ("ToolCall", "args"): "tools",
    ("Step", "error"): "errors",
    ("Spend", "unpriced"): "errors",
    ("Resumption", "inputs"): "state",
    ("Resumption", "bindings"): "state",
    ("Resumption", "state"): "state",
    ("Artifact", "value"): "state",
}
_OF_MODELS = {"input": "prompts", "output": "completions"}
_OF_TOOLS = {"input": "tools", "output": "tools"}
_OF_STEPS: dict[str, dict[str, str]] = {
    "llm_call": _OF_MODELS, "summary_checkpoint": _OF_MODELS, "tool_call": _OF_TOOLS,
}  # fmt: skip


def group_of(record: str, wire: str, plain: Mapping[str, Any]) -> str | None:
    """The group of a member of this record; None for identifiers, labels, numbers and instants."""
    if record == "Step" and wire in _OF_MODELS:
        return _OF_STEPS.get(plain["kind"], {}).get(wire, "steps")
    return _MEMBERS.get((record, wire))


@dataclass(frozen=True, slots=True)
class RedactionPolicy:
    """What ``redact`` replaces; by default every free text and every unknown member.

    Raises ValueError for an unknown group or detector, and for a pattern that
    is no JSON Pointer.
    """

    texts: Collection[str] = TEXTS
    """Groups that are replaced whole: prompts, completions, tools, steps, errors, state."""
    pointers: Collection[str] = ()
    """Patterns of places that are replaced whole, too; they win over ``keep``.

    JSON Pointers in which ``*`` stands for one token and ``**`` for any number
    of them. What lies below a place belongs to it.
    """
    detectors: Collection[str] = DETECTORS
    """What is masked in texts and names that are not replaced whole."""
    keep: Collection[str] = ()
    """Places that are not replaced whole: patterns, or names of unknown members. Detectors work there, too."""
    names: bool = False
    """Whether all names inside free values and maps are replaced, not only what detectors find in them."""

    def __post_init__(self) -> None:
        for member in ("texts", "pointers", "detectors", "keep"):
            object.__setattr__(self, member, _several(getattr(self, member)))
        for what, given, known in (
            ("group of texts", self.texts, TEXTS),
            ("detector", self.detectors, DETECTORS),
        ):
            for name in given:
                if name not in known:
                    raise ValueError(f"no such {what}: {name!r}; known: {', '.join(known)}")
        for pattern in self.pointers:
            parse_pattern(pattern)
        for entry in self.keep:
            if entry.startswith("/"):
                parse_pattern(entry)


def _several(given: Iterable[str]) -> tuple[str, ...]:
    """A copy, since an iterator would be empty when it is needed; one text, which is characters to Python, is refused."""
    if isinstance(given, str):
        raise TypeError(f"expected several texts, got one: {given!r}")
    return tuple(given)
