"""The README and the documentation show what really happens, and name all that there is."""

import ast
import inspect
import json
import re
import shutil
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

import dev
import runsnap
from runsnap import errors
from runsnap._values import VALUE_RULES
from tests.docs.sessions import RUN, SHOWN_ONLY, blocks, differences

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]
RUN_ELSEWHERE = {
    "docs/guides/registry.md": "tests/engines/test_registry.py",
    "docs/guides/kafka.md": "tests/engines/test_kafka_guide.py",
    "docs/guides/service.md": "examples/service/tests/test_guide.py",
    "docs/guides/spark.md": "tests/spark/test_guide.py",
}
"""Pages whose blocks need what only a session of nox installs, with the test that runs them there."""


IN_A_CLONE = {"docs/guides/new-version.md", "docs/guides/own-schemas.md"}
"""Pages whose lines are for the folder of a clone."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the examples, and nothing else."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def clone_into(folder):
    """What the generator reads and writes, with schemas as they were when version 1.2.0 was the newest one."""
    for name in ["codegen", "docs/reference", "docs/schemas", "schemas", "src/runsnap/_generated"]:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    released = json.loads((folder / "schemas/released.json").read_text(encoding="utf-8"))
    for path in (folder / "schemas/capture").iterdir():
        if path.stem not in {"1.0.0", "1.1.0", "1.2.0"}:
            path.unlink()
            released["capture"].pop(path.stem, None)
    (folder / "schemas/released.json").write_text(json.dumps(released), encoding="utf-8")


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in PAGES if name not in RUN_ELSEWHERE])
def test_every_session_on_a_page_is_true(name, folder):
    if name in IN_A_CLONE:
        clone_into(folder)
    assert differences(page(name), folder) == []


NOT_RUN = {
    ("README.md", "`.ci/run` runs both"): 1,
    ("docs/guides/quick-start.md", "`.ci/run` runs the first line"): 1,
    ("docs/guides/own-schemas.md", "needs the network; `nox -s generate` installs the same group"): 1,
    ("README.md", "needs the network; `nox -s build` installs wheel and sdist"): 1,
    ("docs/go.md", "needs the network; `nox -s interop-go` builds with the same versions"): 1,
    ("docs/go.md", "needs the network; the tests of `nox -s interop-go` run the tool"): 1,
    ("docs/go.md", "needs the network; the page says what is wrong with the outcome"): 1,
    ("docs/guides/kafka.md", "needs the network; `nox -s kafka` installs the same extra"): 1,
    ("docs/guides/service.md", "needs the network; `nox -s service` installs the same group"): 1,
    ("docs/guides/service.md", "an excerpt of examples/service/app.py"): 4,
    ("docs/guides/service.md", "an excerpt of examples/service/storage.py"): 2,
    ("docs/guides/spark.md", "needs the network; `nox -s spark` installs the same"): 1,
    ("docs/java.md", "copies from a path of the reader's; `nox -s interop-java` builds the same files"): 1,
    ("docs/java.md", "`.ci/run` runs this session"): 1,
    ("docs/languages.md", "`.ci/run` runs these sessions"): 1,
    (
        "docs/languages.md",
        "rewrites files of the repository, after a session with the tools of the language",
    ): 1,
    ("docs/performance.md", "takes an hour"): 1,
    ("docs/rust.md", "needs the network; `nox -s interop-rust` compares the outcome"): 1,
    ("docs/typescript.md", "needs the network; `nox -s interop-typescript` installs the same versions"): 1,
    ("docs/vectors.md", "needs the output of a consumer; tests/vectors/test_runner.py runs it"): 1,
}
"""How many blocks of a page are left out, for which reason."""


def test_pages_that_are_run_elsewhere_are_run_there():
    for name, test in RUN_ELSEWHERE.items():
        assert Path(name).name in page(test)
    assert 'session.run("pytest", "examples/service"' in page("noxfile.py")
    assert '"tests/engines/test_registry.py"])' in page("noxfile.py")
    assert " service " in page(".ci/run")
    assert '"test_kafka_guide.py")' in page("noxfile.py")
    assert '["tests/spark"]' in page("noxfile.py")
    assert " -s spark registry kafka\n" in page(".ci/run")


def test_excerpts_stand_in_the_file_that_they_name():
    excerpts = [
        (block, re.fullmatch(r"an excerpt of (\S+)", block.reason or ""))
        for name in PAGES
        for block in blocks(page(name))
    ]
    found = [(block.body, match[1]) for block, match in excerpts if match]
    assert found
    assert [body for body, source in found if body not in page(source)] == []


def test_no_block_is_left_out_but_these():
    left_out = Counter(
        (name, block.reason) for name in PAGES for block in blocks(page(name)) if block.reason is not None
    )
    assert left_out == NOT_RUN


@pytest.mark.parametrize("name", PAGES)
def test_every_block_is_run_or_of_another_language(name):
    assert [block for block in blocks(page(name)) if block.language not in RUN | SHOWN_ONLY] == []
    assert len(blocks(page(name))) == len(re.findall(r"^[ \t>]*(?:```|~~~)", page(name), re.MULTILINE)) / 2


def test_the_readme_has_a_python_and_a_shell_session():
    assert {"pycon", "console", "sh"} <= {block.language for block in blocks(page("README.md"))}


@pytest.mark.parametrize(
    "session",
    [
        "```pycon\n>>> 1 + 1\n3\n\n```\n",
        "```pycon\n>>> nothing\n\n```\n",
        "```console\n$ runsnap --help\nnothing\n```\n",
        "```console\n$ runsnap nonsense\n$ echo $?\n0\n```\n",
        "```console\n$ echo 1 | cat\n2\n```\n",
        "```sh\nfalse\ntrue\n```\n",
        "~~~ sh\nfalse\n~~~\n",
        "- item\n\n    ```console\n    $ echo 1\n    2\n    ```\n",
        "```\n$ echo 1\n```\n",
        "```bash\ntrue\n```\n",
        '```pycon title="a"\n>>> 1\n2\n\n```\n',
    ],
)
def test_a_page_that_lies_is_found(session, folder):
    assert differences(session, folder)


def test_a_python_block_that_fails_is_found(folder):
    with pytest.raises(ZeroDivisionError):
        differences("```python\n1 / 0\n```\n", folder)


def test_a_block_with_a_reason_is_not_run(folder):
    assert differences("<!-- not run: it fails -->\n```sh\nfalse\n```\n", folder) == []
    assert differences("<!-- it fails -->\n```sh\nfalse\n```\n", folder)
    assert differences("<!-- not run: it fails -->\n\nText.\n\n```sh\nfalse\n```\n", folder)


def test_the_blocks_of_a_page_are_one_session(folder):
    assert differences("```pycon\n>>> x = 1\n\n```\n\n```pycon\n>>> x\n1\n\n```\n", folder) == []


def test_every_command_of_the_readme_and_of_contributing_exists():
    for name in ["README.md", "CONTRIBUTING.md"]:
        lines = [
            line for block in blocks(page(name)) if block.language == "sh" for line in block.body.splitlines()
        ]
        called = [line.split()[2] for line in lines if line.startswith("python3 dev.py")]
        assert called
        assert set(called) <= dev.COMMANDS.keys()


def table(name, heading):
    """First cells of the table rows below a heading."""
    section = re.split(r"^#+ ", page(name).split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    return {cells[0]: cells for cells in map(cells_of, re.findall(r"^\| `.*$", section, re.MULTILINE))}


def cells_of(row):
    return [cell.strip().strip("`") for cell in row.strip("|").split(" | ")]


def test_every_error_is_documented_with_what_it_carries():
    documented = table("docs/python.md", "Errors")
    classes = {
        name: class_
        for name, class_ in inspect.getmembers(errors, inspect.isclass)
        if issubclass(class_, runsnap.RunsnapError) and class_ is not runsnap.RunsnapError
    }
    assert documented.keys() == classes.keys()
    for name, class_ in classes.items():
        carried = set(re.findall(r"\w+", documented[name][2]))
        assert carried == set(inspect.signature(class_).parameters)


def test_every_limit_is_documented_with_its_default():
    documented = {
        name: int(re.match(r"\d+", cells[1])[0]) for name, cells in table("docs/python.md", "Limits").items()
    }
    assert documented == {field.name: field.default for field in fields(runsnap.Limits)}


def test_every_value_rule_is_documented():
    assert table("docs/rules.md", "Value rules").keys() == VALUE_RULES.keys()


def newest_checks():
    return [check for kind in ["capture", "resumption"] for check in runsnap.schema(kind)["x-checks"]]


def test_every_cross_field_rule_is_documented_with_its_kind():
    documented = table("docs/rules.md", "Cross-field rules")
    assert documented.keys() == {check["id"] for check in newest_checks()}
    assert all(documented[check["id"]][1] in check for check in newest_checks())


def test_every_kind_of_cross_field_rule_is_documented_with_its_members():
    annotations = json.loads(page("schemas/annotations.json"))
    kinds = {
        kind["required"][0]: kind["properties"].keys() - {"id", "description"}
        for kind in annotations["$defs"]["check"]["oneOf"]
    }
    documented = table("docs/rules.md", "The kinds")
    assert documented.keys() == kinds.keys()
    for name, members in kinds.items():
        named = set(re.findall(r"`(\w+)`?", f"`{documented[name][1]}`"))
        assert named - {"at", "in"} == members - {"at", "in"}


def test_the_list_of_public_names_is_what_the_package_offers():
    promised = page("docs/public-api.md").partition("`__all__` of ")[2].partition(";")[0]
    named = {getattr(runsnap, name) for name in runsnap.__all__ if inspect.ismodule(getattr(runsnap, name))}
    for module in [runsnap, *named]:
        assert f"`{module.__name__}`" in promised
        assert all(hasattr(module, name) for name in module.__all__)


def test_every_session_has_a_word_for_contributors():
    functions = [node for node in ast.parse(page("noxfile.py")).body if isinstance(node, ast.FunctionDef)]
    sessions = {
        function.name.replace("_", "-")
        for function in functions
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
    }
    told = page("CONTRIBUTING.md")
    assert {"tests", "kafka", "interop-go"} <= sessions
    assert [name for name in sessions if not re.search(rf"`{name}`|nox -s {name}\b", told)] == []


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", "schemas/README.md"]
)
def test_links_between_files_lead_somewhere(name):
    links = [link for link in re.findall(r"\]\(([^)]+)\)", page(name)) if not link.startswith("https://")]
    assert [
        link for link in links if not (ROOT / name).parent.joinpath(link.partition("#")[0]).exists()
    ] == []
