"""Cross-field rules: from the ``x-checks`` of a schema to constructor calls.

``annotations.json`` defines the kinds; a rule of another kind never gets here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codegen.pointer import tokens

Path = tuple[str, ...]


def rule_arguments(check: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name of the runtime class and its arguments; pointers become tuples of tokens."""
    common = {"id": check["id"], "description": check["description"]}
    match check:
        case {"equal": [left, right], **rest}:
            specific = {"left": tokens(left), "right": tokens(right), "ignore_case": rest.get("ignoreCase", False)}
            return "Equal", common | specific
        case {"notBefore": [later, earlier]}:
            return "NotBefore", common | {"later": tokens(later), "earlier": tokens(earlier)}
        case {"present": at, "when": {"at": condition, "in": values}}:
            specific = {"at": tokens(at), "condition": tokens(condition), "values": tuple(values)}
            return "Present", common | specific
        case {"consecutive": at, "from": start}:
            return "Consecutive", common | {"at": tokens(at), "start": start}
        case {"length": at, "counts": counts, **rest}:
            accepted = tuple((tokens(count["at"]), tuple(count["in"])) for count in counts)
            return "Length", common | {"at": tokens(at), "counts": accepted, "or_empty": rest.get("orEmpty", False)}
        case {"equalsLast": [at, last]}:
            return "EqualsLast", common | {"at": tokens(at), "last": tokens(last)}
        case {"pattern": pattern, "at": at, **rest}:
            specific = {"at": tokens(at), "pattern": pattern, "max_length": rest.get("maxLength")}
            return "Pattern", common | specific
        case _:
            raise ValueError(f"x-checks: {check['id']}: no such kind of rule")
