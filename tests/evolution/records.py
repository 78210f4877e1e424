"""Random schemas like people write them: records of records, lists, maps, labels, tagged unions, shared definitions."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from tests.evolution.judges import DRAFT_07

NAMES = ("id", "name", "kind", "at", "cost", "tags", "items", "parent", "note", "x-extra")
LABELS = ("a", "b", "c", "done", "failed", "")
PATTERNS = ("^[a-z]+$", "^[0-9]{2,4}$", "^[A-Z][a-z]*$", "^urn:", "^[0-9a-f]{4}$", "^x-")


def record_pair(rng: random.Random, dialect: str) -> tuple[Any, Any]:
    """A schema and its next version; as often the other way round."""
    old = _record(rng, 3, tops=True)
    old["$defs"] = {"shared": _record(rng, 1), "tree": _tree(rng)}
    if dialect == "draft-07":
        old = {"$schema": DRAFT_07, **old}
    new = copy.deepcopy(old)
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        record = rng.choice(_records(new))
        rng.choice(_CHANGES)(rng, record)
    return (old, new) if rng.random() < 0.5 else (new, old)


def _record(rng: random.Random, depth: int, *, tops: bool = False) -> dict[str, Any]:
    names = rng.sample(NAMES, rng.randint(2, 6 if tops else 4))
    made: dict[str, Any] = {"type": "object", "properties": {name: _member(rng, depth - 1) for name in names}}
    required = [name for name in names if rng.random() < 0.5]
    if required:
        made["required"] = required
    content = rng.random()
    if content < 0.3:
        made["additionalProperties"] = False
    elif content < 0.4:
        made["additionalProperties"] = {"type": rng.choice(("string", "integer"))}
    elif content < 0.5:
        made["patternProperties"] = {"^x-": _scalar(rng)}
    return made


def _tree(rng: random.Random) -> dict[str, Any]:
    made = _record(rng, 1)
    made["properties"]["kids"] = {"type": "array", "items": {"$ref": "#/$defs/tree"}}
    return made


def _member(rng: random.Random, depth: int) -> Any:
    options: list[Callable[[], Any]] = [lambda: _scalar(rng)] * 4 + [lambda: _nullable(rng, _scalar(rng))]
    if depth > 0:
        options += [
            lambda: _record(rng, depth),
            lambda: {"type": "array", "items": _member(rng, depth - 1)},
            lambda: {"type": "object", "additionalProperties": _member(rng, depth - 1)},
            lambda: {
                rng.choice(("oneOf", "anyOf")): [
                    _tagged(rng, label, depth) for label in rng.sample(LABELS, 2)
                ]
            },
            lambda: {"$ref": rng.choice(("#/$defs/shared", "#/$defs/tree"))},
            lambda: _nullable(rng, {"$ref": "#/$defs/shared"}),
            lambda: True,
        ]
    return rng.choice(options)()


def _nullable(rng: random.Random, schema: dict[str, Any]) -> dict[str, Any]:
    if isinstance(schema.get("type"), str) and rng.random() < 0.5 and not {"enum", "const"} & schema.keys():
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _tagged(rng: random.Random, label: str, depth: int) -> dict[str, Any]:
    made = _record(rng, depth)
    made["properties"]["kind"] = {"const": label}
    made["required"] = ["kind", *(name for name in made.get("required", []) if name != "kind")]
    return made


def _scalar(rng: random.Random) -> dict[str, Any]:
    low = rng.choice((-5, 0, 0, 1, 10))
    options: tuple[dict[str, Any], ...] = (
        {"type": "string"},
        {"type": "string", "pattern": rng.choice(PATTERNS)},
        {"type": "string", "maxLength": rng.choice((0, 1, 8)), "minLength": rng.choice((0, 0, 1))},
        {"type": "string", "enum": rng.sample(LABELS, rng.randint(1, 4))},
        {"type": "integer"},
        {"type": "integer", "minimum": low, "maximum": low + rng.choice((0, 1, 255))},
        {"type": "number", "minimum": low},
        {"type": "number", "exclusiveMinimum": low, "multipleOf": rng.choice((1, 0.5, 0.25))},
        {"type": "boolean"},
        {"const": rng.choice(LABELS)},
    )
    return rng.choice(options)


def _records(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [record for item in schema for record in _records(item)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if schema.get("type") == "object" and isinstance(schema.get("properties"), dict) else []
    return here + [record for value in schema.values() for record in _records(value)]


def _some_member(rng: random.Random, record: dict[str, Any]) -> str:
    return rng.choice([*record["properties"], "id"])


def _add(rng: random.Random, record: dict[str, Any]) -> None:
    record["properties"].setdefault(rng.choice(NAMES), _member(rng, 1))


def _drop(rng: random.Random, record: dict[str, Any]) -> None:
    record["properties"].pop(_some_member(rng, record), None)


def _replace(rng: random.Random, record: dict[str, Any]) -> None:
    record["properties"][_some_member(rng, record)] = _member(rng, 1)


def _toggle_required(rng: random.Random, record: dict[str, Any]) -> None:
    name = _some_member(rng, record)
    required = record.get("required", [])
    record["required"] = (
        [other for other in required if other != name] if name in required else [*required, name]
    )


def _open_or_close(rng: random.Random, record: dict[str, Any]) -> None:
    if "additionalProperties" in record:
        del record["additionalProperties"]
    else:
        record["additionalProperties"] = False


def _wrap(rng: random.Random, record: dict[str, Any]) -> None:
    name = _some_member(rng, record)
    schema = record["properties"].get(name, {})
    wraps: tuple[Any, ...] = (
        {"anyOf": [schema, {"type": "null"}]},
        {"allOf": [schema]},
        {"oneOf": [schema, {"type": "array", "items": schema}]},
        {"title": "text", "allOf": [schema, {}]},
    )
    record["properties"][name] = rng.choice(wraps)


def _nudge(rng: random.Random, record: dict[str, Any]) -> None:
    schema = record["properties"].get(_some_member(rng, record))
    for key, value in list(schema.items()) if isinstance(schema, dict) else ():
        if key in {"minimum", "maximum", "exclusiveMinimum", "maxLength"}:
            schema[key] = max(value + rng.choice((-1, 1)), 0)
        elif key == "enum" and len(value) > 1:
            schema[key] = value[::-1] if rng.random() < 0.3 else value[1:]
        elif key == "pattern":
            schema[key] = rng.choice(PATTERNS)
        elif key == "type" and value in ("integer", "number"):
            schema[key] = "number"


def _reorder(rng: random.Random, record: dict[str, Any]) -> None:
    names = list(record["properties"])
    rng.shuffle(names)
    record["properties"] = {name: record["properties"][name] for name in names}


_CHANGES = (_add, _drop, _replace, _toggle_required, _open_or_close, _wrap, _nudge, _nudge, _reorder)
