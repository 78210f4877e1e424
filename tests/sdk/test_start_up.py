"""What an import loads, and that names which load late are no different from others.

No time is taken: whatever is not loaded takes none. Each case is a fresh interpreter.
"""

from __future__ import annotations

import importlib
import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

import runsnap
import runsnap._documents
from runsnap import capture, errors
from tests.sdk.samples import full_capture

HEAVY = {
    "ast", "click", "dataclasses", "datetime", "decimal", "email", "fastavro", "inspect", "jiter", "json", "jsonschema",
    "jsonschema_rs", "msgspec", "pathlib", "platform", "referencing", "rich", "socket", "tempfile", "uuid", "whenever",
}  # fmt: skip
NEVER_WITH_CLASSES = {
    "fastavro",
    "jsonschema",
    "jsonschema_rs",
    "click",
    "rich",
    "referencing",
    "pathlib",
    "hashlib",
}


def run(code: str) -> Any:
    """What ``code`` leaves in ``result``; it must not use anything of this process."""
    program = f"import sys\nbefore = set(sys.modules)\n{code}\nimport json\nprint(json.dumps(result))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def loaded(code: str) -> set[str]:
    return set(run(f"{code}\nresult = sorted(set(sys.modules) - before)"))


def test_the_package_alone_loads_no_library_and_nothing_large() -> None:
    modules = loaded("import runsnap")
    assert {name for name in modules if name.startswith("runsnap")} == {"runsnap", "runsnap._stack"}
    assert not modules & HEAVY
    assert {name.partition(".")[0] for name in modules} - sys.stdlib_module_names == {"runsnap"}


@pytest.mark.parametrize("code", ["import runsnap; runsnap.Capture", "from runsnap import Capture"])
def test_a_class_loads_neither_validators_nor_other_kinds(code: str) -> None:
    modules = loaded(code)
    assert "runsnap._generated.capture.codec" in modules
    assert not modules & NEVER_WITH_CLASSES
    assert not modules & {
        "runsnap._generated.resumption",
        "runsnap._inspect",
        "runsnap._rules",
        "runsnap._convert",
    }


def test_errors_load_no_library() -> None:
    modules = loaded("from runsnap import MalformedError")
    assert not modules & HEAVY


def test_help_loads_click_and_no_other_library() -> None:
    modules = loaded(
        "import contextlib, io, runsnap.cli\nsys.argv = ['runsnap', '--help']\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()): runsnap.cli.main()"
    )
    assert {name.partition(".")[0] for name in modules} - sys.stdlib_module_names == {"click", "runsnap"}


def test_validate_of_sound_files_loads_no_slow_validator_and_no_tables_for_people(tmp_path: Any) -> None:
    (tmp_path / "run.json").write_text(json.dumps(full_capture()))
    modules = loaded(
        f"import contextlib, io, runsnap.cli\nsys.argv = ['runsnap', 'validate', {str(tmp_path)!r}]\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()): runsnap.cli.main()"
    )
    assert "jsonschema_rs" in modules
    assert not modules & {"rich", "jsonschema", "referencing", "fastavro", "importlib.resources", "tempfile"}


@pytest.mark.parametrize("name", runsnap.__all__)
def test_every_public_name_is_there_in_a_fresh_interpreter(name: str) -> None:
    assert run(f"import runsnap\nresult = [hasattr(runsnap, {name!r}), {name!r} in dir(runsnap)]") == [
        True,
        True,
    ]


def test_names_are_the_objects_of_the_modules_that_define_them() -> None:
    assert runsnap.Capture is capture.Capture
    assert runsnap.load is runsnap._documents.load
    assert runsnap.capture is capture is sys.modules["runsnap.capture"]
    for name in (name for name in runsnap.__all__ if name.endswith("Error")):
        assert getattr(runsnap, name) is getattr(errors, name)


def test_a_star_import_brings_every_public_name() -> None:
    names = run("from runsnap import *\nresult = sorted(globals())")
    assert set(runsnap.__all__) <= set(names)


def test_dir_lists_every_public_name_before_any_is_used() -> None:
    assert set(runsnap.__all__) <= set(run("import runsnap\nresult = dir(runsnap)"))


def test_a_name_that_is_used_is_kept() -> None:
    assert run("import runsnap\nrunsnap.Limits\nresult = 'Limits' in vars(runsnap)")


@pytest.mark.parametrize("name", ["Nothing", "_documents_", "RunLog"])
def test_other_names_are_no_attributes(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'runsnap' has no attribute '{name}'"):
        getattr(runsnap, name)
    with pytest.raises(ImportError, match=f"cannot import name '{name}'"):
        exec(f"from runsnap import {name}", {})


def test_a_pickle_is_read_where_nothing_was_imported() -> None:
    document = runsnap.Capture.from_dict(full_capture())
    text = pickle.dumps(document).hex()
    again = run(f"import pickle\nresult = pickle.loads(bytes.fromhex('{text}')).to_dict()")
    assert again == document.to_dict()


def test_submodules_are_imported_by_their_names() -> None:
    assert run("import runsnap\nresult = runsnap.resumption.Spend.__name__") == "Spend"
    assert importlib.import_module("runsnap.evolution") is runsnap.evolution


@pytest.mark.parametrize("name", ["Capture", "Resumption", "load", "validate", "LimitError"])
def test_a_name_may_be_used_first_where_the_stack_is_nearly_full(name: str) -> None:
    code = (
        "import runsnap\n"
        "def down(levels): return down(levels - 1) if levels else getattr(runsnap, name)\n"
        f"name = {name!r}\n"
        "result = down(900).__name__"
    )
    assert run(code) == name


def test_the_first_load_may_stand_where_the_stack_is_nearly_full() -> None:
    code = (
        "import runsnap\n"
        f"text = {json.dumps(full_capture())!r}\n"
        "def down(levels): return down(levels - 1) if levels else runsnap.Capture.loads(text)\n"
        "result = down(900).run_id"
    )
    assert run(code) == full_capture()["run_id"]


def test_many_threads_may_use_names_first() -> None:
    code = (
        "import runsnap, threading\n"
        "start, found = threading.Barrier(8), []\n"
        "def use():\n"
        "    start.wait()\n"
        "    found.append([runsnap.validate(b'{}').valid, runsnap.Capture.__name__, runsnap.Resumption.__name__])\n"
        "threads = [threading.Thread(target=use) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "result = found"
    )
    assert run(code) == [[False, "Capture", "Resumption"]] * 8
