"""The benchmarks run, on the documents that they claim, and the page says what they found."""

import re

import msgspec
import pytest

import runsnap
from tests.benchmarks import bench_avro, bench_growth, bench_list, bench_load, bench_startup, guarantees, page
from tests.benchmarks.documents import SHAPES, SIZES, document, documents, small
from tests.benchmarks.growth import YARDSTICK
from tests.benchmarks.tables import Options, Table

KINDS = ("capture", "resumption")


def text(plain):
    return msgspec.json.encode(plain)


@pytest.mark.parametrize("size", SIZES.values())
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_document_has_the_size_asked_for_within_a_tenth(kind, shape, size):
    assert abs(len(text(document(kind, shape, size))) / size - 1) < 0.1


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_document_has_no_problem_and_breaks_no_rule(kind, shape):
    report = runsnap.validate(document(kind, shape, 80_000), kind, strict=True)
    assert (report.problem_count, report.failure_count, report.note_count) == (0, 0, 0)


def test_small_and_typical_documents_break_no_rule():
    for plain in [*small(20), *(plain for shape in SHAPES for plain in documents(shape, 3))]:
        report = runsnap.validate(plain, "capture", strict=True)
        assert (report.problem_count, report.failure_count, report.note_count) == (0, 0, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_document_and_another_another(kind):
    first, again = document(kind, "payload", 5_000), document(kind, "payload", 5_000)
    assert first == again
    assert first != document(kind, "payload", 5_000, seed=1)


@pytest.mark.parametrize("kind", KINDS)
def test_the_shapes_are_what_their_names_say(kind):
    structured, prose, payload = (text(document(kind, shape, 80_000)) for shape in SHAPES)
    assert structured.isascii()
    assert not prose.isascii()
    assert prose.count(b"\\") > len(prose) / 50
    assert structured.count(b'"') > 5 * prose.count(b'"')
    assert payload.count(b"[") + payload.count(b"{") > 1.5 * (structured.count(b"[") + structured.count(b"{"))


@pytest.mark.parametrize(
    "tables, words",
    [
        (bench_load.tables, "load compact structured 80 kB"),
        (bench_load.tables, "verdict resumptions text 5 kB"),
        (bench_load.tables, "write captures payload 5 kB"),
        (bench_avro.tables, "avro structured 5 kB"),
        (bench_growth.tables, "growth depth strict"),
        (bench_startup.tables, "command"),
        (bench_list.tables, "list payload 80 kB"),
        (bench_list.tables, "list small"),
    ],
)
def test_a_benchmark_fills_its_table(tables, words):
    filled = [table for _, table in tables(Options(0.0, frozenset(words.split()))) if table.rows]
    assert filled
    assert all(len(row) == len(table.head) for table in filled for row in table.rows)


LINEAR = [(1e-3, 0), (1e-2, 0), (1e-1, 0)]
SQUARE = [(1e-3, 0), (1e-1, 0), (1e1, 0)]


@pytest.mark.parametrize("found, said", [(LINEAR, "linear or less"), (SQUARE, "**steep**")])
def test_a_quadratic_growth_is_marked(found, said):
    assert bench_growth.cells(found, bench_growth.exponents(LINEAR))[-1] == said


def test_a_quadratic_growth_of_memory_is_marked():
    square = [(seconds, 10**power) for (seconds, _), power in zip(LINEAR, (4, 6, 8), strict=True)]
    assert bench_growth.cells(square, bench_growth.exponents(LINEAR))[-1] == "**steep**"


def test_growth_is_held_against_that_of_a_parser():
    assert bench_growth.cells(SQUARE, bench_growth.exponents(SQUARE))[-1] == "linear or less"
    assert YARDSTICK == next(iter(bench_growth.WORKS))


def page_text():
    return (page.DOCS / "performance.md").read_text(encoding="utf-8")


def test_a_table_takes_its_place_and_nothing_else():
    table = Table(["a"], [["1"]])
    before = "x\n<!-- table: one -->\nold\n<!-- end -->\ny\n<!-- table: two -->\n<!-- end -->\n"
    after = page.filled(before, "one", table)
    assert (
        after
        == "x\n<!-- table: one -->\n\n| a |\n| --: |\n| 1 |\n\n<!-- end -->\ny\n<!-- table: two -->\n<!-- end -->\n"
    )
    assert page.filled(after, "one", table) == after


def test_a_table_without_a_place_is_an_error():
    with pytest.raises(SystemExit):
        page.filled("<!-- table: one -->\n", "one", Table(["a"], []))
    with pytest.raises(SystemExit):
        page.place_of("nothing")


def test_every_place_on_the_page_is_filled():
    places = re.findall(r"<!-- table: (\w+) -->\n(.*?)<!-- end -->\n", page_text(), re.DOTALL)
    assert len(places) == page_text().count("<!-- table:")
    assert [name for name, body in places if not body.strip()] == []


def test_the_page_says_what_other_libraries_do():
    ((name, table),) = guarantees.tables(Options())
    assert page.filled(page_text(), name, table) == page_text()
