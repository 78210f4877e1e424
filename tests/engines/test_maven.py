"""What is fetched from Maven is there whole, once."""

import os
import subprocess
import sys

import pytest

from tests.engines import maven
from tests.engines.process import ROOT, EngineError


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(maven, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


def test_libraries_come_with_all_that_they_need_and_only_once(cache, monkeypatch):
    folder = maven.libraries("logging", "org.slf4j:slf4j-simple:2.0.17")
    assert {file.name for file in folder.iterdir()} == {"slf4j-simple-2.0.17.jar", "slf4j-api-2.0.17.jar"}
    monkeypatch.setattr(maven, "_maven", None)
    assert maven.libraries("logging", "org.slf4j:slf4j-simple:2.0.17") == folder


def test_a_jar_comes_alone_and_only_once(cache, monkeypatch):
    file = maven.jar("org.slf4j:slf4j-simple:2.0.17")
    assert [each.name for each in file.parent.iterdir()] == ["slf4j-simple-2.0.17.jar"]
    monkeypatch.setattr(maven, "_maven", None)
    assert maven.jar("org.slf4j:slf4j-simple:2.0.17") == file


def test_what_is_not_to_be_had_is_an_error_and_leaves_nothing(cache):
    with pytest.raises(EngineError, match="no-such-thing"):
        maven.libraries("nothing", "org.example.invalid:no-such-thing:1.0")
    assert list(cache.iterdir()) == []


def test_missing_tools_are_named_by_an_exit_code_of_their_own(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.engines"],
        cwd=ROOT, env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 77
    assert "mvn is missing" in done.stdout
    assert "java is missing" in done.stdout
