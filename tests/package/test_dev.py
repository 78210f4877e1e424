"""The commands for a fresh clone; that they install what they need is seen by running them."""

import subprocess
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Calls of pip, in a virtual environment that is only pretended."""
    calls = []
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(dev, "works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda *arguments: calls.append(arguments))
    return calls


@pytest.mark.parametrize("arguments", [[], ["deploy"], ["demo", "now"]])
def test_wrong_usage_is_exit_code_2_with_a_word_of_help(arguments, capsys, installed):
    assert dev.main(arguments) == 2
    assert capsys.readouterr().err
    assert installed == []


def test_the_exit_code_of_pytest_comes_through(installed, monkeypatch):
    ran = []
    monkeypatch.setattr(dev, "run", lambda module, arguments: ran.append((module, arguments)) or 5)
    assert dev.main(["test", "-k", "nothing"]) == 5
    assert ran == [("pytest", ["-k", "nothing"])]


def test_without_arguments_the_tests_use_all_processors(installed, monkeypatch):
    ran = []
    monkeypatch.setattr(dev, "run", lambda module, arguments: ran.append((module, arguments)) or 0)
    assert dev.main(["test"]) == 0
    assert ran == [("pytest", ["--numprocesses", "auto"])]


def test_the_demo_stops_at_the_first_failure(installed, monkeypatch):
    codes = iter([0, 1])
    monkeypatch.setattr(dev, "run", lambda *_: next(codes))
    assert dev.main(["demo"]) == 1


def test_a_second_run_installs_nothing(installed, monkeypatch):
    monkeypatch.setattr(dev, "run", lambda *_: 0)
    assert dev.main(["test"]) == 0
    assert len(installed) == 1
    assert dev.main(["test"]) == 0
    assert len(installed) == 1


def test_a_failed_installation_is_its_exit_code_and_is_tried_again(installed, monkeypatch, capsys):
    def fail(*arguments):
        raise subprocess.CalledProcessError(3, ["pip", *arguments])

    monkeypatch.setattr(dev, "run", lambda *_: 0)
    with monkeypatch.context() as patch:
        patch.setattr(dev, "pip", fail)
        assert dev.main(["test"]) == 3
    assert "pip install" in capsys.readouterr().err
    assert dev.main(["test"]) == 0
    assert len(installed) == 1


def test_a_broken_virtual_environment_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(dev, "PYTHON", tmp_path / "gone" / "python")
    assert not dev.works()


def test_the_demo_names_files_that_are_here():
    named = [word for words in dev.DEMO for word in words[1:]]
    assert all((ROOT / name).exists() for name in named)
