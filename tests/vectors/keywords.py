"""Every keyword of a schema that has a part in the verdict, and schemas that lack one of them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tests.vectors.schemas import ANNOTATIONS, Node, Path_

ONE_SCHEMA = ("additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then")
MANY_SCHEMAS = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED_SCHEMAS = ("$defs", "dependentSchemas", "patternProperties", "properties")


def instances(node: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The place of each keyword that has a part in the verdict."""
    for keyword, value in node.items() if isinstance(node, dict) else ():
        here = (*path, keyword)
        if keyword not in ANNOTATIONS and not keyword.startswith("x-"):
            yield here
        if keyword in ONE_SCHEMA:
            yield from instances(value, here)
        elif keyword in MANY_SCHEMAS:
            for index, inner in enumerate(value):
                yield from instances(inner, (*here, index))
        elif keyword in NAMED_SCHEMAS:
            for name, inner in value.items():
                yield from instances(inner, (*here, name))


def without_keyword(schema: Node, path: Path_) -> Node:
    """The schema as one reads it who ignores the keyword at this place."""
    schema = copy.deepcopy(schema)
    node: Any = schema
    for token in path[:-1]:
        node = node[token]
    del node[path[-1]]
    return schema


def without_keyword_anywhere(schema: Node, keyword: str) -> Node:
    """The schema as one reads it who does not know the keyword."""
    for path in reversed(list(instances(schema))):
        if path[-1] == keyword:
            schema = without_keyword(schema, path)
    return schema
