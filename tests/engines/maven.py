"""Programs and libraries from Maven, fetched once into ``build/engines``."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.engines.process import ROOT, EngineError

CACHE = ROOT / "build" / "engines"
PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
LONGEST = 1200
"""Seconds after which a download hangs, rather than works."""
TOOLS = {"mvn": "install Maven (Debian: maven)", "java": "install a JDK of version 17 or newer"}


def missing() -> list[str]:
    """What has to be installed first."""
    return [f"{tool} is missing: {how}" for tool, how in TOOLS.items() if shutil.which(tool) is None]


def archive(artifact: str) -> Path:
    """The folder of an unpacked archive, such as ``group:name:version:tar.gz:classifier``."""

    def make(folder: Path) -> None:
        _copy(artifact, folder)
        for file in folder.iterdir():
            with tarfile.open(file) as content:
                content.extractall(folder, filter="data")
            file.unlink()

    return _cached(artifact, make)


def jar(artifact: str) -> Path:
    """The jar of one library, ``group:name:version``, without what it needs."""
    [file] = _cached(artifact, lambda folder: _copy(artifact, folder)).iterdir()
    return file


def libraries(name: str, *artifacts: str) -> Path:
    """The folder of some libraries, each ``group:name:version``, and of all that they need at run time."""

    def make(folder: Path) -> None:
        pom = folder / "pom.xml"
        pom.write_text(_pom(artifacts), encoding="utf-8")
        _maven(
            f"{PLUGIN}:copy-dependencies",
            "-f",
            str(pom),
            f"-DoutputDirectory={folder}",
            "-DincludeScope=runtime",
        )
        pom.unlink()

    return _cached("-".join([name, *(artifact.rpartition(":")[2] for artifact in artifacts)]), make)


def _cached(name: str, make: Callable[[Path], None]) -> Path:
    """The folder of a name; it is there whole, or not at all."""
    wanted = CACHE / name.replace(":", "_")
    if not wanted.is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
            folder = Path(temporary) / "content"
            folder.mkdir()
            make(folder)
            try:
                folder.rename(wanted)
            except OSError:  # somebody else was faster
                if not wanted.is_dir():
                    raise
    return wanted


def _copy(artifact: str, folder: Path) -> None:
    _maven(f"{PLUGIN}:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}")


def _maven(*arguments: str) -> None:
    command = [shutil.which("mvn") or "mvn", "-B", "-ntp", "-q", *arguments]
    done = subprocess.run(
        command, check=False, timeout=LONGEST, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, cwd=CACHE, env={**os.environ, "MAVEN_OPTS": "-Xmx256m"},
    )  # fmt: skip
    if done.returncode:
        raise EngineError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-4000:]}")


def _pom(artifacts: Sequence[str]) -> str:
    dependencies = "".join(
        f"<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>"
        for group, name, version in (artifact.split(":") for artifact in artifacts)
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>engines</groupId><artifactId>engines</artifactId><version>1</version>"
        f"<dependencies>{dependencies}</dependencies></project>"
    )
