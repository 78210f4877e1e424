"""The driver finds out whether a consumer can be built, works, and found what is stored."""

import json
import sys

import pytest

from tests.interop import __main__ as driver
from tests.interop.__main__ import FAILED, PASSED, TOOL_MISSING
from tests.interop.languages import read_language
from tests.interop.results import differences
from tests.vectors.runner import Report, Tally

WRITES = """
import json, pathlib, sys
vectors, out = map(pathlib.Path, sys.argv[1:])
assert pathlib.Path("commands.json").is_file() and not list(out.iterdir())
cases = json.loads((vectors / "manifest.json").read_bytes())["cases"]
results = {
    "consumer": {"language": "Go 1", "libraries": {"z": "2", "runsnap": "9", "a": "1"}},
    "implements": [],
    "cases": {case["id"]: {"refused": None} for case in cases} | {"three": {"refused": {"stage": "parse", "failures": []}}},
    "containers": {},
}
(out / "results.json").write_text(json.dumps(results))
"""


REFUSED = {
    "stage": "parse",
    "loads": False,
    "valid": False,
    "failures": [{"pointer": "", "keyword": "syntax"}],
}
CASES = [
    {"id": "one", "stage": "parse", "loads": True, "valid": True, "values": None},
    {"id": "two", **REFUSED},
    {"id": "three", **REFUSED},
    {
        "id": "four",
        "stage": "schema",
        "loads": False,
        "valid": False,
        "failures": [{"pointer": "", "keyword": "type"}],
    },
]


def main(arguments, folder, judge=None):
    """The driver, with a few cases."""
    vectors = folder / "vectors"
    vectors.mkdir(exist_ok=True)
    (vectors / "manifest.json").write_text(json.dumps({"cases": CASES, "schemas": [], "containers": []}))
    return driver.main([*arguments, "--vectors", str(vectors)], folder, judge)


@pytest.fixture
def consumer(tmp_path):
    """Writes the commands of a consumer in Go, which is none."""
    folder = tmp_path / "go"
    folder.mkdir()
    (folder / "consumer.py").write_text(WRITES)

    def write(**commands):
        usual = {"needs": {}, "build": [], "test": [], "run": [sys.executable, "consumer.py"]}
        (folder / "commands.json").write_text(json.dumps(usual | commands))
        return tmp_path

    return write


CONSUMER = {"language": "Go 1", "libraries": {"z": "2", "runsnap": "9", "a": "1"}}


def content(out):
    assert (out / "results.json").is_file()
    return Report(dict(CONSUMER), {"schema": Tally(claimed=True, total=2)}, [])


def discontent(out):
    return Report(
        dict(CONSUMER), {"schema": Tally(claimed=True, total=2, problems=["case: schema: accepted"])}, []
    )


def test_a_consumer_that_passes(consumer, capsys):
    assert main(["go"], consumer(), content) == PASSED
    assert capsys.readouterr().out.endswith("passed\n")


def test_a_consumer_with_a_problem_fails_and_the_problem_is_told(consumer, capsys):
    assert main(["go"], consumer(), discontent) == FAILED
    assert "case: schema: accepted" in capsys.readouterr().out


def test_what_a_consumer_writes_is_judged(consumer, capsys):
    """Without a judge of the test's own: who implements nothing is refused."""
    assert main(["go"], consumer()) == FAILED
    assert "the capability schema is missing" in capsys.readouterr().out


FAILS = [sys.executable, "-c", "raise SystemExit(3)"]


@pytest.mark.parametrize("commands", [{"build": [FAILS]}, {"test": [FAILS]}, {"run": FAILS}])
def test_a_command_that_fails_ends_the_run(consumer, commands, capsys):
    assert main(["go"], consumer(**commands), content) == FAILED
    assert "FAILED: " in capsys.readouterr().out


def test_build_and_tests_come_before_the_run(consumer, tmp_path):
    def line(word):
        return [sys.executable, "-c", f"open('said', 'a').write('{word} ')"]

    assert main(["go"], consumer(build=[line("one"), line("two")], test=[line("three")]), content) == PASSED
    assert (tmp_path / "go" / "said").read_text() == "one two three "


@pytest.mark.parametrize("arguments", [["go"], ["go", "--tools"]])
def test_a_missing_tool_is_named_with_what_to_install(consumer, arguments, capsys):
    folder = consumer(needs={"no-such-tool": "Install Nothing 1.0", "python": "Python"})
    assert main(arguments, folder, content) == TOOL_MISSING
    assert capsys.readouterr().out == "no-such-tool is missing: Install Nothing 1.0\n"


def test_tools_that_are_there_need_no_words(consumer, capsys):
    assert main(["go", "--tools"], consumer(build=[FAILS])) == PASSED
    assert capsys.readouterr().out == ""


def test_a_program_of_the_folder_is_called_from_there(consumer, tmp_path):
    folder = consumer(run=["made/consumer"])
    (tmp_path / "go" / "made").mkdir()
    program = tmp_path / "go" / "made" / "consumer"
    program.write_text(f"#!{sys.executable}\n{WRITES}")
    program.chmod(0o755)
    assert main(["go"], folder, content) == PASSED


@pytest.fixture
def summary(consumer, tmp_path):
    """A summary that is stored."""
    path = tmp_path / "results" / "go.json"
    path.parent.mkdir()
    assert main(["go", "--stored", "--summary", str(path)], consumer(), content) == PASSED
    return path


def test_the_summary_has_counts_libraries_and_what_the_parser_takes(summary):
    found = json.loads(summary.read_bytes())
    assert found["capabilities"] == {"schema": {"passed": 2, "total": 2}}
    assert found["consumer"] == {"language": "Go 1", "libraries": {"a": "1", "z": "2"}}
    assert list(found["consumer"]["libraries"]) == ["a", "z"]
    assert found["parsing"] == {"none": {"refused": 0, "total": 1}, "syntax": {"refused": 1, "total": 2}}


def test_a_stored_summary_that_is_still_right(summary, consumer):
    assert main(["go", "--stored"], consumer(), content) == PASSED


def test_a_stored_summary_that_is_stale_fails_and_tells_how_to_write_it(summary, consumer, capsys):
    summary.write_text(summary.read_text().replace('"a": "1"', '"a": "0"'))
    assert main(["go", "--stored"], consumer(), content) == FAILED
    said = capsys.readouterr().out
    assert "/consumer/libraries/a: stored 0, found 1" in said
    assert "python -m tests.interop go --summary tests/interop/results/go.json" in said


def test_nothing_stored_fails(consumer):
    assert main(["go", "--stored"], consumer(), content) == FAILED


def test_another_patch_of_the_language_is_no_difference():
    one, two = ({"consumer": {"language": text}, "passed": True} for text in ["Go 1.1", "Go 1.2"])
    assert differences(one, two) == []
    assert differences(one, two | {"passed": False}) == ["/passed: stored False, found True"]
    assert differences(one, two | {"more": 1}) == ["/more: stored 1, found None"]


def test_a_folder_that_is_not_there_is_no_missing_tool(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_language("go", tmp_path)
