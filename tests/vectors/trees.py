"""Documents to be: plain values, with JSON text of one's own where the spelling matters."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from typing import Any

from tests.vectors.schemas import Node, Path_, resolved, shape


@dataclass(frozen=True)
class Raw:
    """JSON text that stands in a document as it is."""

    text: str


@dataclass(frozen=True)
class Members:
    """An object as a list of members, for names that are doubled."""

    items: tuple[tuple[str, Any], ...]


def text_of(tree: Any) -> str:
    """Compact JSON text; members keep their order."""
    match tree:
        case Raw(text):
            return text
        case Members(items):
            return "{" + ",".join(f"{text_of(name)}:{text_of(value)}" for name, value in items) + "}"
        case dict():
            return text_of(Members(tuple(tree.items())))
        case list():
            return "[" + ",".join(map(text_of, tree)) + "]"
    return json.dumps(tree, ensure_ascii=False)


def bytes_of(tree: Any) -> bytes:
    return text_of(tree).encode()


def put(tree: Any, path: Path_, value: Any) -> Any:
    """A copy with ``value`` at ``path``."""
    if not path:
        return value
    tree = copy.deepcopy(tree)
    at = tree
    for token in path[:-1]:
        at = at[token]
    if isinstance(at, list) and path[-1] == len(at):
        at.append(value)
    else:
        at[path[-1]] = value
    return tree


def without(tree: Any, path: Path_) -> Any:
    """A copy without the member at ``path``."""
    tree = copy.deepcopy(tree)
    at = tree
    for token in path[:-1]:
        at = at[token]
    at.pop(path[-1], None)
    return tree


def pointer(path: Path_) -> str:
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in path)


def smallest(schema: Node, path: Path_ = ()) -> Any:
    """The examples of a schema with nothing but what must be there, and the way to ``path``."""
    return _pruned(schema["examples"], schema, schema, path)


def _pruned(found: list[Any], member: Node, root: Node, path: Path_) -> Any:
    """The first of the values found that fits, pruned."""
    node = resolved(member, root)
    token, rest = (path[0], path[1:]) if path else (None, ())
    match shape(node):
        case "record":
            records = [value for value in found if value is not None]
            result = {}
            for name, inner in node["properties"].items():
                values = [record[name] for record in records if name in record]
                if values and (name in node["required"] or name == token):
                    result[name] = _pruned(values, inner, root, rest if name == token else ())
            return result
        case "array":
            items = [item for value in found for item in value or ()]
            fitting = [item for item in items if _reaches(item, rest)] or items
            return [] if token is None else [_pruned(fitting, node["items"], root, rest)]
        case "map":
            entries = [value[token] for value in found if token in value]
            return (
                {} if token is None else {token: _pruned(entries, node["additionalProperties"], root, rest)}
            )
    return next((value for value in found if value is not None), None)


def _reaches(value: Any, path: Path_) -> bool:
    for token in path:
        try:
            value = value[token]
        except (KeyError, IndexError, TypeError):
            return False
    return value is not None
