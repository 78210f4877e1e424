"""Cross-field rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codegen.emit.markup import Html, code, join, json_line, text


def rule_words(check: Mapping[str, Any]) -> Html:
    """What holds where the rule is kept: a sentence of the rule's data."""
    match check:
        case {"equal": [left, right], **rest}:
            case_free = ", without regard to the case of ASCII letters" if rest.get("ignoreCase") else ""
            return join(code(left), text(" equals "), code(right), text(f"{case_free}."))
        case {"notBefore": [later, earlier]}:
            return join(code(later), text(" is not before "), code(earlier), text("."))
        case {"present": at, "when": condition}:
            return join(code(at), text(" is there and not null when "), _is_among(condition), text("."))
        case {"consecutive": at, "from": start}:
            return join(code(at), text(f" is {start}, {start + 1}, {start + 2} and so on."))
        case {"length": at, "counts": counts, **rest}:
            empty = " is empty, or" if rest.get("orEmpty") else ""
            accepted = join(
                *(join(text("where "), _is_among(count)) for count in counts), separator=", or as many as "
            )
            return join(
                code(at), text(f"{empty} has as many items as there are places "), accepted, text(".")
            )
        case {"equalsLast": [at, last]}:
            return join(code(at), text(" equals the last "), code(last), text(" that is there and not null."))
        case {"pattern": pattern, "at": at, **rest}:
            longest = f" and has at most {rest['maxLength']} characters" if "maxLength" in rest else ""
            return join(code(at), text(" matches "), code(pattern), text(f"{longest}."))
        case _:
            raise AssertionError(check)


def _is_among(condition: Mapping[str, Any]) -> Html:
    labels = join(*(code(json_line(label)) for label in condition["in"]), separator=" or ")
    return join(code(condition["at"]), text(" is "), labels)
