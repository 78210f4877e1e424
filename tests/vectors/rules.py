"""The cross-field rules of a schema, judged on what ``json.loads`` gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.vectors.schemas import Node, Path_
from tests.vectors.tagged import nanoseconds
from tests.vectors.trees import pointer

Found = list[tuple[Path_, Any]]


def broken(document: Any, schema: Node) -> list[dict[str, Any]]:
    """The rules that a document breaks, each with the pointers of the faults."""
    result = []
    for rule in schema.get("x-checks", []):
        faults = [pointer(path) for path in _faults(rule, document)]
        if faults:
            result.append({"rule": rule["id"], "pointers": faults})
    return result


def _faults(rule: Node, document: Any) -> Iterator[Path_]:
    if "equal" in rule:
        first, second = (_one(document, at) for at in rule["equal"])
        if first and second and _folded(first[1], rule) != _folded(second[1], rule):
            yield first[0]
    elif "notBefore" in rule:
        later, earlier = (_one(document, at) for at in rule["notBefore"])
        if later and earlier and nanoseconds(later[1]) < nanoseconds(earlier[1]):
            yield later[0]
    elif "present" in rule:
        state = _one(document, rule["when"]["at"])
        if state and state[1] in rule["when"]["in"] and _one(document, rule["present"]) is None:
            yield tuple(rule["present"].split("/")[1:])
    elif "consecutive" in rule:
        yield from _consecutive(rule, document)
    elif "length" in rule:
        yield from _length(rule, document)
    elif "equalsLast" in rule:
        found = _one(document, rule["equalsLast"][0])
        last = [value for _, value in _all(document, rule["equalsLast"][1]) if value is not None][-1:]
        if found and last and found[1] != last[0]:
            yield found[0]
    elif "pattern" in rule:
        found = _one(document, rule["at"])
        if found and not _matches(found[1], rule):
            yield found[0]
    else:
        raise ValueError(f"a rule of an unknown kind: {rule}")


def _consecutive(rule: Node, document: Any) -> Iterator[Path_]:
    due = rule["from"]
    for path, value in _all(document, rule["consecutive"]):
        if value != due:
            yield path
        due = value + 1


def _length(rule: Node, document: Any) -> Iterator[Path_]:
    found = _one(document, rule["length"])
    if found is None or (rule.get("orEmpty") and not found[1]):
        return
    counts = {
        sum(value in count["in"] for _, value in _all(document, count["at"])) for count in rule["counts"]
    }
    if len(found[1]) not in counts:
        yield found[0]


def _matches(text: str, rule: Node) -> bool:
    return len(text) <= rule.get("maxLength", len(text)) and re.search(rule["pattern"], text) is not None


def _folded(value: Any, rule: Node) -> Any:
    ignores = rule.get("ignoreCase") and isinstance(value, str)
    return type(value), value.lower() if ignores else value


def _one(document: Any, at: str) -> tuple[Path_, Any] | None:
    found = _all(document, at)
    return found[0] if found and found[0][1] is not None else None


def _all(document: Any, at: str) -> Found:
    found: Found = [((), document)]
    for token in (part.replace("~1", "/").replace("~0", "~") for part in at.split("/")[1:]):
        inner: Found = []
        for path, value in found:
            if token == "*" and isinstance(value, list):
                inner += [((*path, index), item) for index, item in enumerate(value)]
            elif isinstance(value, dict) and token in value:
                inner.append(((*path, token), value[token]))
        found = inner
    return found
