"""Pages about languages: their code is that of the consumers, their tables are the stored results."""

import pytest

from tests.interop import page
from tests.interop.languages import FOLDER, NAMES, read_language
from tests.interop.snippets import FENCES, problems, sources_of

DOCS = FOLDER.parents[1] / "docs"
CONSUMERS = sorted(path.parent.name for path in FOLDER.glob("*/commands.json"))
FOREIGN = [name for name in CONSUMERS if name != "python"]


@pytest.mark.parametrize("language", FOREIGN)
def test_the_code_on_a_page_is_tested_code(language):
    text = (DOCS / f"{language}.md").read_text(encoding="utf-8")
    assert problems(language, text, sources_of(language, FOLDER / language)) == []


SOURCE = "\tcode()\n\t// docs:begin load\n\tone()\n\t\ttwo()\n\t// docs:end load\n"
SHOWN = "# Go\n\n```go\none()\n\ttwo()\n```\n"


def test_a_piece_is_found_without_its_indentation():
    assert problems("go", SHOWN, ["package a\n", SOURCE]) == []


def test_blocks_of_other_languages_are_nobodys_business():
    assert problems("go", SHOWN + "```sh\ngo build\n```\n", [SOURCE]) == []


@pytest.mark.parametrize(
    ("shown", "source"),
    [
        (SHOWN.replace("one", "other"), SOURCE),
        (SHOWN.replace("\ttwo", "two"), SOURCE),
        (SHOWN + SHOWN.replace("one", "more"), SOURCE),
        (SHOWN, SOURCE.replace("end load", "end save")),
        (SHOWN, SOURCE.replace("// docs:end load\n", "")),
        (SHOWN, SOURCE + SOURCE),
        ("# Go\n", SOURCE),
        ("# Go\n", "package a\n"),
    ],
    ids=["code", "indentation", "surplus", "name", "open", "twice", "missing", "none"],
)
def test_a_page_that_differs_is_found(shown, source):
    assert problems("go", shown, [source])


def test_every_consumer_has_its_files():
    assert set(CONSUMERS) <= NAMES.keys() == FENCES.keys() | {"python"}
    for language in CONSUMERS:
        assert page.stored(language) is not None, f"no results of {language} are stored"
        assert read_language(language).run


def test_the_tables_are_what_the_stored_results_say():
    assert page.main(["--check"]) == 0


def test_a_stale_table_is_found_and_written(tmp_path, monkeypatch):
    right = page.PAGE.read_text(encoding="utf-8")
    monkeypatch.setattr(page, "PAGE", tmp_path / "languages.md")
    page.PAGE.write_text(right.replace("| all ", "| some "), encoding="utf-8")
    assert page.main(["--check"]) == 1
    assert page.main([]) == 0
    assert page.main(["--check"]) == 0
    assert page.PAGE.read_text(encoding="utf-8") == right


def test_every_stored_result_is_a_success():
    for language, summary in page.all_stored().items():
        assert summary["passed"], language
        assert all(
            row["passed"] == row["total"] > 0
            for row in summary["capabilities"].values()
            if row.get("claimed", True)
        ), language


def test_the_tables_tell_failures_and_what_is_not_promised():
    summary = page.stored("python")
    assert summary is not None
    summary["capabilities"]["json"] = {"passed": 3, "total": 1804}
    summary["capabilities"]["check"] = {"passed": 0, "total": 4, "claimed": False}
    summary["capabilities"]["parse"] = {"passed": 1, "total": 4, "claimed": False}
    summary["parsing"]["depth"] = {"refused": 2, "total": 6}
    summary["parsing"]["syntax"] = {"refused": 0, "total": 6}
    texts = {name: str(table) for name, table in page.tables({"go": summary}).items()}
    assert "| JSON written again | **3 of 1,804** |" in texts["languages"]
    assert "| cross-field rules | not promised |" in texts["languages"]
    assert "| strict JSON, with the places of the faults | 1 of 4, not promised |" in texts["languages"]
    assert "| more than 200 levels | 2 of 6 refused |" in texts["parsing"]
    assert "| no JSON | taken |" in texts["parsing"]


def test_every_capability_and_every_fault_has_a_row():
    summary = page.stored("python")
    assert summary is not None
    assert page.CAPABILITIES.keys() == summary["capabilities"].keys()
    assert page.FAULTS.keys() == summary["parsing"].keys()
