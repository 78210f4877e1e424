"""Verdicts on Avro schemas, and witnesses that a library is asked about apart from the review."""

from __future__ import annotations

import copy
import io
import json
import struct
from typing import Any

import avro.io
import avro.schema
import fastavro
import pytest
from fastavro.utils import generate_many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runsnap.evolution import Budget, Review
from runsnap.evolution.avro import AvroSchemaError, _libraries, compare_avro
from tests.evolution.gate.avro_pairs import (
    INT,
    NULLABLE,
    PAIRS,
    a,
    decimal,
    enum,
    field,
    fixed,
    logical,
    record,
)


def by_fastavro(data: bytes, writer: Any, reader: Any) -> Any:
    parsed = [fastavro.parse_schema(copy.deepcopy(schema)) for schema in (writer, reader)]
    return fastavro.schemaless_reader(io.BytesIO(data), *parsed)


def by_apache(data: bytes, writer: Any, reader: Any) -> Any:
    parsed = [avro.schema.parse(json.dumps(schema)) for schema in (writer, reader)]
    return avro.io.DatumReader(*parsed).read(avro.io.BinaryDecoder(io.BytesIO(data)))


def outcomes(data: bytes, writer: Any, reader: Any) -> list[Any]:
    """What each library reads; the error where it fails."""
    seen = []
    for read in (by_fastavro, by_apache):
        try:
            seen.append(read(data, writer, reader))
        except Exception as error:  # noqa: BLE001 - libraries fail in every way
            seen.append(error)
    return seen


def agrees(written: Any, read: Any) -> bool:
    """Whether everything that was read had been written like that."""
    if isinstance(written, dict) and isinstance(read, dict):
        return all(agrees(written[name], read[name]) for name in written.keys() & read.keys())
    if isinstance(written, list) and isinstance(read, list):
        return len(written) == len(read) and all(map(agrees, written, read))
    if isinstance(written, int | float) and isinstance(read, int | float):
        return written == read
    return type(written) is type(read) and written == read


def check_witnesses(review: Review, old: Any, new: Any) -> None:
    """Each witness is read by its writer, and lost by a reader that the review has not asked."""
    for direction, writer, reader in ((review.backward, old, new), (review.forward, new, old)):
        for finding in direction.findings:
            assert (finding.witness is not None) == (finding.verdict == "broken")
            assert (finding.rule is not None) == (finding.verdict == "safe")
            assert (finding.reason is not None) == (finding.verdict == "unknown")
            if finding.witness is None:
                continue
            data = bytes.fromhex(finding.witness.data or "")
            written = by_fastavro(data, writer, writer)
            lost = [
                isinstance(one, Exception) or not agrees(written, one)
                for one in outcomes(data, writer, reader)
            ]
            if "for the default" in finding.witness.detail:
                continue  # what is filled in had not been written
            assert any(lost) or "keeps it in its own type" in finding.witness.detail
            assert all(lost) or finding.witness.one_validator


@pytest.mark.parametrize("name", PAIRS)
def test_witnesses_hold(name: str) -> None:
    pair = PAIRS[name]
    check_witnesses(compare_avro(pair.writer, pair.reader), pair.writer, pair.reader)
    assert compare_avro(pair.writer, pair.writer) == compare_avro(pair.reader, pair.reader)
    assert compare_avro(pair.writer, pair.writer).backward.findings == ()


CASES: dict[str, tuple[Any, Any, str, str]] = {
    "float to double": (a("float"), a("double"), "safe", "broken"),
    "int to float": (a("int"), a("float"), "broken", "broken"),
    "int to double": (a("int"), a("double"), "safe", "broken"),
    "bytes to string": (a("bytes"), a("string"), "broken", "broken"),
    "a wider union": (a(NULLABLE), a([*NULLABLE, "int"]), "safe", "broken"),
    "another default of an enum": (a(enum("A", default="A")), a(enum("A")), "safe", "safe"),
    "a double with an integer for its default": (
        a("int"), record(INT, field("b", "double", default=0)), "broken", "safe",
    ),
    "bytes with a default": (a("int"), record(INT, field("b", "bytes", default="\u00ff")), "broken", "safe"),
    "a precision that loses digits": (a(decimal(4, 2)), a(decimal(3, 2)), "broken", "unknown"),
    "no logical type any more": (a(logical("long", "timestamp-nanos")), a("long"), "safe", "safe"),
    "nanoseconds for microseconds": (
        a(logical("long", "timestamp-micros")), a(logical("long", "timestamp-nanos")), "broken", "broken",
    ),
    "instants for local times": (
        a(logical("long", "timestamp-micros")), a(logical("long", "local-timestamp-micros")), "safe", "safe",
    ),
    "any text for a uuid": (a("string"), a(logical("string", "uuid")), "broken", "safe"),
    "an unknown logical type": (a("string"), a(logical("string", "colour")), "safe", "safe"),
    "items that one library compares by their type": (
        a({"type": "array", "items": "int"}), a({"type": "array", "items": "long"}), "broken", "broken",
    ),
    "values of a map": (
        a({"type": "map", "values": enum("A", "B")}), a({"type": "map", "values": enum("B", "C", "A")}), "safe", "broken",
    ),
    "a record below a map": (
        a({"type": "map", "values": record(INT, name="N")}),
        a({"type": "map", "values": record(INT, field("b", "int"), name="N")}), "broken", "safe",
    ),
    "nested in itself": (
        record(field("a", "int"), field("next", ["null", "R"])), record(field("a", "long"), field("next", ["null", "R"])),
        "safe", "broken",
    ),
    "fields in another order": (
        record(field("a", "int"), field("b", "string")), record(field("b", "string"), field("a", "int")), "safe", "safe",
    ),
    "a fixed under another namespace": (
        a(fixed(2)), a({**fixed(2), "namespace": "other"}), "broken", "broken",
    ),
    "the same branch elsewhere in the union": (
        a(["int", record(INT, name="N")]), a([record(INT, name="N"), "int"]), "safe", "safe",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_verdicts(name: str) -> None:
    old, new, backward, forward = CASES[name]
    review = compare_avro(old, new)
    assert (review.backward.verdict, review.forward.verdict) == (backward, forward)
    check_witnesses(review, old, new)
    mirrored = compare_avro(new, old)
    assert (mirrored.forward.verdict, mirrored.backward.verdict) == (backward, forward)


def test_the_witness_is_the_whole_datum_and_as_small_as_it_gets() -> None:
    inner = record(field("name", "string"), field("kind", enum("A", "B")), name="N")
    changed = record(field("name", "string"), field("kind", enum("A")), name="N")
    old = record(field("id", "string"), field("items", {"type": "array", "items": inner}))
    new = record(field("id", "string"), field("items", {"type": "array", "items": changed}))
    review = compare_avro(old, new)
    (finding,) = [one for one in review.backward.findings if one.verdict == "broken"]
    assert (
        review.backward.witness == finding.witness.value == {"id": "", "items": [{"name": "", "kind": "B"}]}
    )
    assert bytes.fromhex(finding.witness.data) == bytes([0, 2, 0, 2, 0])
    assert finding.old_pointer == "/fields/1/type/items/fields/1/type"
    assert "B" in finding.sentence


def test_each_break_is_told_by_itself() -> None:
    old = record(field("a", "int"), field("b", "string"), field("c", enum("A", "B")))
    new = record(field("a", "string"), field("b", "string"), field("c", enum("A")), field("d", "int"))
    broken = [one for one in compare_avro(old, new).backward.findings if one.verdict == "broken"]
    assert [(one.keyword, one.new_pointer) for one in broken] == [
        ("type", "/fields/0/type"), ("symbols", "/fields/2/type"), ("default", "/fields/3"),
    ]  # fmt: skip


def test_what_holds_a_break_is_not_called_broken_itself() -> None:
    """The union, the array and the record above a field that breaks resolve by themselves."""
    below = record(field("next", ["null", "R"]), field("l", {"type": "array", "items": ["null", "R"]}), INT)
    above = record(
        field("next", ["null", "R"]),
        field("l", {"type": "array", "items": ["null", "R"]}),
        field("a", "string"),
    )
    broken = [one for one in compare_avro(below, above).backward.findings if one.verdict != "safe"]
    assert [(one.keyword, one.new_pointer) for one in broken] == [("type", "/fields/2/type")]


@pytest.mark.parametrize(
    "old, new, keyword",
    [
        (fixed(2), fixed(3), "size"),
        (fixed(2), {**fixed(2), "name": "G"}, "name"),
        (enum("A"), enum("A", "B"), "symbols"),
        ("int", "string", "type"),
        ({"type": "array", "items": "string"}, {"type": "array", "items": "boolean"}, "items"),
        ({"type": "map", "values": "string"}, {"type": "map", "values": "boolean"}, "values"),
        (["null", "int"], ["null", "string"], "union"),
    ],
)  # fmt: skip
def test_a_break_is_placed_where_it_is(old: Any, new: Any, keyword: str) -> None:
    findings = [
        *compare_avro(a(old), a(new)).backward.findings,
        *compare_avro(a(new), a(old)).backward.findings,
    ]
    broken = [one for one in findings if one.verdict == "broken"]
    assert {one.keyword for one in broken} == {keyword}
    assert all(one.old_pointer.startswith("/fields/0/type") for one in broken)


@pytest.mark.parametrize("kept", [16777217, -(2**31) + 1])
def test_a_float_keeps_24_bits(kept: int) -> None:
    """What the detail of the promotion from int to float says."""
    assert struct.unpack("<f", struct.pack("<f", kept))[0] != kept


def test_what_changes_apart_from_who_reads_whom() -> None:
    old = record(field("a", "int", default=1), field("b", "string"), field("m", enum("X", "Y")))
    new = record(
        field("b", "string"),
        field("a", "int", default=2),
        field("m", enum("X", "Z")),
        field("n", NULLABLE, default=None),
    )
    found = {(one.change, one.keyword, one.sentence) for one in compare_avro(old, new).changes}
    assert found == {
        ("meaning", "default", "the default of R.a was 1, is now 2."),
        ("equivalent", "fields", "the fields of R stand in another order."),
        ("vocabulary", "symbols", "E loses the symbol Y."),
        ("vocabulary", "symbols", "E gains the symbol Z."),
        ("vocabulary", "fields", "R.n becomes declared."),
    }


def test_without_apache_avro_nothing_is_safe_and_breaks_have_one_validator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_libraries.importlib.util, "find_spec", lambda name: None)
    _libraries.libraries.cache_clear()
    try:
        safe = compare_avro(a("int"), a("long"))
        assert safe.backward.verdict == "unknown"
        assert "avro is not installed" in (safe.backward.findings[0].reason or "")
        broken = compare_avro(a("int"), a("string")).backward
        assert broken.verdict == "broken"
        assert broken.findings[0].witness.one_validator
        assert "avro is not installed" in broken.findings[0].witness.detail
        assert compare_avro(a("int"), a("int")).backward.verdict == "safe"
    finally:
        _libraries.libraries.cache_clear()


def test_a_schema_that_a_library_refuses_is_not_called_safe() -> None:
    """Apache's avro wants the default of an enum to be one of its symbols."""
    review = compare_avro(a(enum("A", default="Z")), a(enum("A", "B", default="Z")))
    assert review.backward.verdict == "unknown"
    assert "avro refuses a schema" in (review.backward.findings[0].reason or "")


@pytest.mark.parametrize(
    "schema",
    [
        5, None, {}, {"type": "record", "name": "R"}, ["int", ["int"]], [], "nothing", {"type": "error"},
        enum("A", "B", "A"), record(field("a", "int"), field("b", "int"), field("a", "string")),
    ],
)  # fmt: skip
def test_what_is_no_avro_schema_is_refused(schema: Any) -> None:
    with pytest.raises(AvroSchemaError):
        compare_avro(schema, "int")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "fixed", "name": "F", "size": -1},
        {"type": "fixed", "name": "F", "size": True},
        {"type": "fixed", "name": "F", "size": 2**40},
        {"type": "bytes", "logicalType": "decimal", "precision": 4301},
        {"type": "bytes", "logicalType": "decimal", "precision": 10**12},
    ],
)
def test_what_is_too_large_to_be_tried_is_refused(schema: Any) -> None:
    with pytest.raises(AvroSchemaError):
        compare_avro(schema, "int")


def test_the_largest_that_is_tried() -> None:
    digits = a({"type": "bytes", "logicalType": "decimal", "precision": 4300})
    assert compare_avro(digits, digits | {"doc": "x"}).backward.verdict == "safe"
    assert compare_avro(a(fixed(1 << 20)), a(fixed(1))).backward.verdict == "broken"


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        ("string", logical("long", "timestamp-nanos")),
        (NULLABLE, decimal(20, 2)),
        ("string", decimal(20, 2)),
        (decimal(20, 2), logical("string", "uuid")),
        (logical("bytes", "uuid"), logical("string", "uuid")),
        ("string", logical("string", "date")),
        ("boolean", logical("boolean", "time-millis")),
        ("double", logical("double", "timestamp-micros")),
        ({"type": "fixed", "name": "F", "size": 0}, {"type": "fixed", "name": "F", "size": 0} | decimal(1, 0) | {"type": "fixed"}),
        ({"type": "fixed", "name": "F", "size": 3}, {"type": "fixed", "name": "F", "size": 3, "logicalType": "uuid"}),
    ],
)  # fmt: skip
def test_logical_types_of_types_that_cannot_carry_them_count_as_none(writer: Any, reader: Any) -> None:
    for one, other in ((writer, reader), (reader, writer)):
        review = compare_avro(a(one), a(other))
        assert {review.backward.verdict, review.forward.verdict} <= {"safe", "broken", "unknown"}


def test_text_without_a_time_in_it_is_read_as_it_is_written() -> None:
    review = compare_avro(a("string"), a(logical("string", "date")))
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")


def test_hostile_schemas_end() -> None:
    deep: Any = "int"
    for _ in range(400):
        deep = {"type": "array", "items": deep}
    other: Any = "string"
    for _ in range(400):
        other = {"type": "array", "items": other}
    try:
        assert compare_avro(deep, other).backward.verdict in {"unknown", "broken"}
    except AvroSchemaError as error:
        assert "too deep" in str(error)
    last: Any = record(field("x", "int"), name="N0")
    wide: Any = last
    for level in range(1, 40):
        wide = record(field("l", wide), field("r", f"N{level - 1}"), name=f"N{level}")
    assert compare_avro(wide, record(field("l", "int"), name="N39")).backward.verdict == "unknown"
    endless = record(field("me", "R"))
    assert compare_avro(endless, record(field("me", "R"), field("b", "int"))).backward.verdict == "unknown"


def test_what_takes_too_long_is_unknown_and_says_so() -> None:
    review = compare_avro(a("int"), a("long"), budget=Budget(seconds=0))
    assert (review.backward.verdict, review.forward.verdict) == ("unknown", "unknown")
    assert "time budget" in (review.backward.findings[0].reason or "")


TYPES = st.sampled_from(["null", "boolean", "int", "long", "float", "double", "bytes", "string"])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """Two records that have some fields in common."""
    names = draw(st.lists(st.sampled_from("abc"), min_size=1, unique=True))
    return tuple(
        record(*[field(name, draw(types(f"{name}{depth}"))) for name in names[: draw(st.integers(1, 3))]])
        for depth in range(2)
    )


def types(name: str) -> st.SearchStrategy[Any]:
    symbols = st.lists(st.sampled_from("ABC"), min_size=1, max_size=3, unique=True)
    enums = symbols.map(lambda chosen: enum(*chosen, name=f"E{name[0]}"))
    simple = st.one_of(TYPES, enums)
    unions = st.lists(TYPES, min_size=1, max_size=3, unique=True)
    return st.one_of(
        simple, unions,
        simple.map(lambda kind: {"type": "array", "items": kind}),
        simple.map(lambda kind: {"type": "map", "values": kind}),
        simple.map(lambda kind: record(field("x", kind), name=f"N{name[0]}")),
    )  # fmt: skip


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pairs())
def test_safe_data_is_read_by_both_and_witnesses_hold(pair: tuple[Any, Any]) -> None:
    old, new = pair
    review = compare_avro(old, new)
    check_witnesses(review, old, new)
    if review.backward.verdict != "safe":
        return
    for datum in generate_many(fastavro.parse_schema(copy.deepcopy(old)), 5):
        buffer = io.BytesIO()
        fastavro.schemaless_writer(buffer, fastavro.parse_schema(copy.deepcopy(old)), datum)
        written = by_fastavro(buffer.getvalue(), old, old)
        for read in outcomes(buffer.getvalue(), old, new):
            assert not isinstance(read, Exception)
            assert agrees(written, read)
