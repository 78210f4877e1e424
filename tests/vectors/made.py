"""Cases that follow from a schema: nothing here knows a member by its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.vectors.schemas import Node, Path_, Place, Version, places, types
from tests.vectors.trees import Raw, bytes_of, put, smallest, without


@dataclass(frozen=True)
class Proposal:
    """A document to be judged, and what its author says of it.

    ``expected`` is the outcome that was written down by hand: ``valid``, or the
    keyword or rule that refuses. Where the schema alone says it, there is none.
    """

    name: str
    description: str
    version: Version
    data: bytes
    origin: str = "generated"
    stage: str | None = None
    rule: str | None = None
    outcome: str | None = None
    expected: str | None = None
    pointer: str | None = None


SAMPLES: dict[str, Any] = {
    "null": None, "boolean": True, "integer": 1, "number": 1.5, "string": "text", "array": [], "object": {},
}  # fmt: skip
UNKNOWN_LABELS = ["a_label_of_tomorrow", ""]


def made(version: Version) -> Iterator[Proposal]:
    """Every case that the schema of a version gives."""
    for place in places(version):
        yield from _at_place(version, place)


def _at_place(version: Version, place: Place) -> Iterator[Proposal]:
    base = smallest(version.schema, place.path)
    at = ".".join(map(str, place.path)) or "root"

    def case(what: str, saying: str, value: Any, **more: Any) -> Proposal:
        data = bytes_of(put(base, place.path, value))
        return Proposal(f"{at}.{what}", f"{at}: {saying}", version, data, **more)

    if place.kind_of_step == "member":
        yield Proposal(f"{at}.absent", f"{at} is absent", version, bytes_of(without(base, place.path)))
    if place.example is not None and place.path:
        yield case("present", "has a value of its type", _at(base, place.path))
    for name, value in SAMPLES.items():
        yield case(f"is-{name}", f"is {_article(name)}", value)
    for what, saying, value in _values(place):
        yield case(what, saying, value)
    for rule, outcome, what, saying, value in _value_rules(place):
        yield case(what, saying, value, stage="value", rule=rule, outcome=outcome)
    if place.shape == "record":
        yield from _unknown_members(version, place, base, at)


def _article(name: str) -> str:
    return name if name == "null" else f"an {name}" if name[0] in "aeio" else f"a {name}"


def _values(place: Place) -> Iterator[tuple[str, str, Any]]:
    node = place.node
    match place.shape:
        case "const":
            yield "is-another-constant", "is another text than the constant", node["const"] + "x"
            yield "is-empty", "is the empty text", ""
            yield "is-in-capitals", "is the constant in capitals", node["const"].upper() + "X"
        case "label":
            for label in node["x-extensible-enum"]:
                yield f"is-label-{label}", f"is the label {label}", label
            yield "is-unknown-label", "is a label that no release knows", UNKNOWN_LABELS[0]
            yield "is-empty-label", "is the empty text, a label like any other", UNKNOWN_LABELS[1]
            yield (
                "is-label-in-other-case",
                "is a known label in another case",
                node["x-extensible-enum"][0].swapcase(),
            )
        case "integer":
            yield from _integers(node)
        case "number":
            yield from _numbers()
        case "instant":
            yield "has-no-offset", "is a time without offset", "2026-03-02T08:15:00"
            yield "is-no-date", "is the 29th of February of a common year", "2023-02-29T08:15:00Z"
            yield "has-line-feed", "ends in a line feed", "2026-03-02T08:15:00Z\n"
            for what, text in INSTANTS_OF_AVRO.items():
                yield what, f"is {text}", text
            yield (
                "has-nanoseconds",
                "has nine digits of a second and an offset",
                "2026-03-02T08:15:00.123456789+05:30",
            )
        case "string":
            yield from _strings(place)
        case "any":
            yield from _free_values()
        case "map":
            yield from _names(place)


INSTANTS_OF_AVRO = {
    "is-first-of-avro": "1677-09-21T00:12:43.145224192Z", "is-before-first-of-avro": "1677-09-21T00:12:43.145224191Z",
    "is-last-of-avro": "2262-04-11T23:47:16.854775807Z", "is-after-last-of-avro": "2262-04-11T23:47:16.854775808Z",
    "is-before-1970": "1969-12-31T23:59:59.999999999Z",
}  # fmt: skip


def _integers(node: Node) -> Iterator[tuple[str, str, Any]]:
    for keyword, past in (("minimum", -1), ("maximum", 1)):
        if keyword in node:
            bound = node[keyword]
            yield f"at-{keyword}", f"is its {keyword}", bound
            yield f"past-{keyword}", f"is one past its {keyword}", bound + past
    edges = {"avro-long": 2**63 - 1, "38-digits": 10**38 - 1}
    for name, edge in edges.items():
        if node.get("maximum", 0) > edge:
            yield f"at-{name}", f"is {edge}", edge
            yield f"past-{name}", f"is {edge + 1}, one more than {edge}", edge + 1
    yield "is-float-literal", "is an integer written with a fraction", Raw("7.0")
    yield "is-exponent-literal", "is an integer written with an exponent", Raw("1e2")
    yield "is-minus-zero", "is zero with a sign", Raw("-0")
    yield "is-minus-zero-float", "is zero with a sign and a fraction", Raw("-0.0")
    yield "is-digits-in-text", "is a text of digits", "7"


def _numbers() -> Iterator[tuple[str, str, Any]]:
    spellings = {
        "zero": "0", "minus-zero": "-0.0", "smallest": "5e-324", "largest": "1.7976931348623157e308",
        "below-zero": "-12.5", "tenth": "0.1", "seventeen-digits": "0.30000000000000004", "in-capitals": "1E+2",
        "halfway-to-even": "9007199254740993.0", "vanishing": "1e-400",
    }  # fmt: skip
    for name, literal in spellings.items():
        yield f"is-{name}", f"is written {literal}", Raw(literal)
    yield "is-digits-in-text", "is a number in a text", "1.5"


def _strings(place: Place) -> Iterator[tuple[str, str, Any]]:
    node = place.node
    if "pattern" not in node:
        yield "is-empty", "is the empty text", ""
        yield (
            "is-hostile",
            "has a line feed, NUL, a quote, a backslash, accents and an emoji",
            'a\n\0"\\é\u2028😀',
        )
    text = place.example if isinstance(place.example, str) else "text"
    if "minLength" in node:
        yield "is-one-shorter", "is one character too short", text[: node["minLength"] - 1]
        yield "is-empty", "is the empty text", ""
    if "maxLength" in node:
        padding = "0" * (node["maxLength"] + 1 - len(text))
        yield "is-one-longer", "is one character too long", text + padding
        yield "has-line-feed", "ends in a line feed", text + "\n"
        yield "counts-characters", "has an emoji, one character that UTF-16 writes as two", text[:-1] + "😀"
    if "pattern" in node:
        yield "is-in-lower-case", "is in lower case", text.lower()
        yield "breaks-the-pattern", "begins with a character that does not fit", "Z" + text[1:]
        yield "has-odd-character", "has a character that does not fit", text[:-1] + "!"
        yield "has-foreign-digit", "has a digit that is not ASCII", text[:-1] + "٣"


HOSTILE = {
    "": 1, "__proto__": {"polluted": True}, "constructor": None, "_unknown": "x", "a/b~c": [], "\n\0": 2,
    "é": "composed", "e\u0301": "decomposed", "\uffff": 3, "😀": 4, "$ref": "#/x", "type": 5,
}  # fmt: skip
"""Names that trip readers; their order by code points is not that of UTF-16."""


def _free_values() -> Iterator[tuple[str, str, Any]]:
    numbers = [
        Raw("0"), Raw("-0"), Raw("-0.0"), Raw("1"), Raw("1.0"), Raw("1e2"), 2**53 + 1, 2**63, -(2**63) - 1, 2**64 - 1,
        2**128, Raw("1e22"), Raw("0.1"), Raw("5e-324"), Raw("1.7976931348623157e308"),
    ]  # fmt: skip
    yield "is-numbers", "is an array of numbers, integers beyond 64 bits among them", numbers
    yield "is-hostile-names", "is an object of names that trip readers", HOSTILE
    yield (
        "is-nested",
        "is nested, with empty containers and nulls",
        {"a": [None, [], {}, [{"b": [[1]]}], False]},
    )
    yield (
        "is-date-like",
        "is a text that looks like an instant, and stays a text",
        "2026-03-02T08:15:00+05:30",
    )
    yield "is-escaped", "is a text with escapes", Raw(r'"\u0000\u001f\/\"\\\b\f\n\r\t\ud83d\ude00\u00e9"')
    yield "is-big-integer", "is an integer of 40 digits", 10**39 + 1


def _names(place: Place) -> Iterator[tuple[str, str, Any]]:
    inner = place.node["additionalProperties"]
    if not types(inner) and "$ref" not in inner:
        yield "has-hostile-names", "has names that trip readers", HOSTILE
    elif types(inner) == ["string"]:
        yield "has-hostile-names", "has names that trip readers", dict.fromkeys(HOSTILE, "x")


def _value_rules(place: Place) -> Iterator[tuple[str, str, str, str, Any]]:
    if place.shape == "integer" and place.node.get("maximum", 0) > 2**60:
        rule = "integer-from-float-literal"
        yield rule, "passes", "is-float-2-53", "is the float literal 2^53", Raw("9007199254740992.0")
        yield rule, "fails", "is-float-above-2-53", "is a float literal above 2^53", Raw("9007199254740994.0")
        yield rule, "fails", "is-exponent-above-2-53", "is 1e16", Raw("1e16")
        yield rule, "passes", "is-integer-above-2-53", "is an integer literal above 2^53", 2**53 + 1
    if place.shape == "number":
        rule = "number-is-a-double"
        yield rule, "passes", "is-integer-2-53", "is the integer literal 2^53", 2**53
        yield rule, "fails", "is-integer-above-2-53", "is the integer literal 2^53 + 1", 2**53 + 1
        yield rule, "fails", "is-integer-below", "is the integer literal -2^53 - 1", -(2**53) - 1
        yield rule, "passes", "is-ten-to-22", "is the integer literal 10^22, which a double holds", 10**22
        yield rule, "fails", "is-ten-to-23", "is the integer literal 10^23, which no double holds", 10**23
        yield rule, "fails", "is-ten-to-309", "is the integer literal 10^309, beyond all doubles", 10**309
    if place.shape == "instant":
        rule = "instant-in-range"
        yield rule, "passes", "is-first", "is the first instant", "0001-01-01T00:00:00Z"
        yield (
            rule,
            "fails",
            "is-before-first",
            "is a minute before the first instant in UTC",
            "0001-01-01T00:00:00+00:01",
        )
        yield rule, "passes", "is-last", "is the last instant", "9999-12-31T23:59:59.999999999Z"
        yield rule, "fails", "is-after-last", "is after the last instant in UTC", "9999-12-31T23:59:59-00:01"
        yield (
            rule,
            "passes",
            "is-last-shifted",
            "is the last day with an offset",
            "9999-12-31T23:59:59.999999999+23:59",
        )


def _unknown_members(version: Version, place: Place, base: Any, at: str) -> Iterator[Proposal]:
    first = next(iter(place.node["properties"]))
    nested = {"b": [Raw("1.0"), 1, None], "a": "x"}
    unknown: dict[str, tuple[str, dict[str, Any]]] = {
        "unknown-members": ("unknown members", {"zz_number": 2**64, "zz_null": None, "zz_nested": nested}),
        "hostile-members": (
            "members whose names trip readers",
            {"__proto__": {"x": 1}, "": 1, "_unknown": {"x": "1"}},
        ),
        "member-in-other-case": (f"the unknown member {first.swapcase()}", {first.swapcase(): 1}),
    }
    for what, (saying, members) in unknown.items():
        tree = base
        for name, value in members.items():
            tree = put(tree, (*place.path, name), value)
        yield Proposal(f"{at}.{what}", f"{at} has {saying}", version, bytes_of(tree))


def _at(tree: Any, path: Path_) -> Any:
    for token in path:
        tree = tree[token]
    return tree
