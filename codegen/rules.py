"""Cross-field rules: from the ``x-checks`` of a schema to constructor calls.

``annotations.json`` defines the kinds. A pointer must lead to a declared member
of a type that its rule can judge: a misspelt one would make the rule silent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from codegen.errors import UnsupportedSchemaError
from codegen.model import Array, Enum, EnumRef, Instant, Integer, Map, Record, RecordRef, String, Type
from codegen.pointer import tokens
from codegen.wellformed import refuse_broken_pattern

Check = Mapping[str, Any]

_NO_SUCH_RULE = "no such kind of rule, or members that are not its own"


@dataclass(frozen=True)
class Input:
    """A value that a rule reads."""

    at: str
    """JSON Pointer into the document, ``*`` for every item of an array."""
    where: str
    """JSON Pointer of that pointer, within the rule."""
    shapes: tuple[type, ...] = ()
    """The types that the rule can judge; all when empty."""
    stars: tuple[int, ...] = (0,)
    """How many ``*`` it may have."""
    labels: tuple[str, ...] = ()
    """Values that it is compared with."""


def rule_arguments(check: Check) -> tuple[str, dict[str, Any]]:
    """Name of the runtime class and its arguments; pointers become tuples of tokens."""
    common = {"id": check["id"], "description": check["description"]}
    match check:
        case {"equal": [left, right], **rest}:
            specific = {
                "left": tokens(left),
                "right": tokens(right),
                "ignore_case": rest.get("ignoreCase", False),
            }
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
            return "Length", common | {
                "at": tokens(at),
                "counts": accepted,
                "or_empty": rest.get("orEmpty", False),
            }
        case {"equalsLast": [at, last]}:
            return "EqualsLast", common | {"at": tokens(at), "last": tokens(last)}
        case {"pattern": pattern, "at": at, **rest}:
            specific = {"at": tokens(at), "pattern": pattern, "max_length": rest.get("maxLength")}
            return "Pattern", common | specific
        case _:
            raise AssertionError(check)


def refuse_bad_checks(
    checks: Any, root: Record, records: Mapping[str, Record], enums: Mapping[str, Enum]
) -> None:
    """Refuse rules that could not be judged.

    Raises UnsupportedSchemaError, naming the place of the rule's fault.
    """
    if not isinstance(checks, list):
        raise UnsupportedSchemaError("/x-checks", "must be a list of rules")
    resolver = _Resolver(root, records, enums)
    seen: dict[str, str] = {}
    for index, check in enumerate(checks):
        pointer = f"/x-checks/{index}"
        identifier = _refuse_unknown_kind(check, pointer)
        if identifier in seen:
            raise UnsupportedSchemaError(f"{pointer}/id", f"{seen[identifier]} is named {identifier} too")
        seen[identifier] = pointer
        types = [resolver.type_of(read, pointer) for read in _inputs(check)]
        if "equal" in check or "equalsLast" in check:
            _refuse_unequal_types(check, types, pointer)
        if "pattern" in check:
            refuse_broken_pattern(check["pattern"], f"{pointer}/pattern")


def _refuse_unknown_kind(check: Any, pointer: str) -> str:
    """Refuse other than the known members, each of its type; the rule's id."""
    if not isinstance(check, Mapping):
        raise UnsupportedSchemaError(pointer, "a rule is an object")
    for kind, members in _MEMBERS.items():
        if kind in check:
            known = {"id": _is_text, "description": _is_text} | members
            faulty = [name for name in check if name not in known or not known[name](check[name])]
            missing = [name for name in known if name not in check and name not in _OPTIONAL]
            if faulty or missing:
                raise UnsupportedSchemaError(f"{pointer}/{(faulty or missing)[0]}", _NO_SUCH_RULE)
            return str(check["id"])
    raise UnsupportedSchemaError(pointer, _NO_SUCH_RULE)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_pointer(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("/")


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_pointer, value))


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    return type(value) is int


def _is_count(value: Any) -> bool:
    match value:
        case {"at": at, "in": list(labels), **others}:
            return not others and _is_pointer(at) and bool(labels) and all(map(_is_text, labels))
        case _:
            return False


def _is_counts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_count, value))


_MEMBERS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "equal": {"equal": _is_pair, "ignoreCase": _is_flag},
    "notBefore": {"notBefore": _is_pair},
    "present": {"present": _is_pointer, "when": _is_count},
    "consecutive": {"consecutive": _is_pointer, "from": _is_integer},
    "length": {"length": _is_pointer, "counts": _is_counts, "orEmpty": _is_flag},
    "equalsLast": {"equalsLast": _is_pair},
    "pattern": {"pattern": _is_text, "at": _is_pointer, "maxLength": _is_integer},
}
"""The kinds, by the member that names each, with the test of each member."""

_OPTIONAL = {"ignoreCase", "orEmpty", "maxLength"}


def _inputs(check: Check) -> list[Input]:
    match check:
        case {"equal": [left, right], **rest}:
            shapes = (String, EnumRef) if rest.get("ignoreCase") else _SCALARS
            return [Input(left, "equal/0", shapes), Input(right, "equal/1", shapes)]
        case {"notBefore": [later, earlier]}:
            return [Input(later, "notBefore/0", (Instant,)), Input(earlier, "notBefore/1", (Instant,))]
        case {"present": at, "when": {"at": condition, "in": values}}:
            return [
                Input(at, "present"),
                Input(condition, "when/at", (String, EnumRef), labels=tuple(values)),
            ]
        case {"consecutive": at}:
            return [Input(at, "consecutive", (Integer,), stars=(1,))]
        case {"length": at, "counts": counts}:
            return [
                Input(at, "length", (Array,)),
                *(
                    Input(count["at"], f"counts/{index}/at", (String, EnumRef), (1, 2, 3), tuple(count["in"]))
                    for index, count in enumerate(counts)
                ),
            ]
        case {"equalsLast": [at, last]}:
            return [Input(at, "equalsLast/0", _SCALARS), Input(last, "equalsLast/1", _SCALARS, (1, 2, 3))]
        case {"at": at}:
            return [Input(at, "at", (String, EnumRef))]
        case _:
            raise AssertionError(check)


_SCALARS = (String, EnumRef, Integer, Instant)


def _refuse_unequal_types(check: Check, types: list[Type], pointer: str) -> None:
    kinds = {String if isinstance(type_.shape, EnumRef) else type(type_.shape) for type_ in types}
    if len(kinds) > 1:
        kind = "equal" if "equal" in check else "equalsLast"
        raise UnsupportedSchemaError(f"{pointer}/{kind}", "values of different types are never equal")


@dataclass(frozen=True)
class _Resolver:
    root: Record
    records: Mapping[str, Record]
    enums: Mapping[str, Enum]

    def type_of(self, read: Input, pointer: str) -> Type:
        """The declared type at an input's pointer."""
        where = f"{pointer}/{read.where}"
        path = tokens(read.at)
        type_ = Type(RecordRef(self.root.name))
        for token in path:
            type_ = self._inside(type_, token, read.at, where)
        if path.count("*") not in read.stars:
            raise UnsupportedSchemaError(where, f"{read.at}: must have {read.stars[0] or 'no'} *")
        if read.shapes and not isinstance(type_.shape, read.shapes):
            raise UnsupportedSchemaError(where, f"{read.at}: this rule does not judge values of that type")
        self._refuse_unknown_labels(read, type_, where)
        return type_

    def _inside(self, type_: Type, token: str, at: str, where: str) -> Type:
        match type_.shape:
            case RecordRef(name):
                for field in self.records[name].fields:
                    if field.wire == token and token != "*":
                        return field.type
                raise UnsupportedSchemaError(where, f"{at}: {name} declares no member {token!r}")
            case Array(items) if token == "*":
                return items
            case Map(values) if token != "*":
                return values
            case _:
                raise UnsupportedSchemaError(where, f"{at}: nothing is declared at {token!r}")

    def _refuse_unknown_labels(self, read: Input, type_: Type, where: str) -> None:
        if not isinstance(type_.shape, EnumRef):
            return
        known = {label for _, label in self.enums[type_.shape.name].labels}
        for label in read.labels:
            if label not in known:
                raise UnsupportedSchemaError(where, f"{read.at}: {label!r} is no label of {type_.shape.name}")
