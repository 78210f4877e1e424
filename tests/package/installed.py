"""Run by the Python of a fresh virtual environment, far from the checkout.

    python -I installed.py EXAMPLES RELEASED

tries the installed package on the folder of examples, against the list of
released schemas.
"""

import hashlib
import importlib.util
import json
import socket
import subprocess
import sys
import sysconfig
from importlib.metadata import requires
from importlib.resources import files
from pathlib import Path

import runsnap


def main(examples: Path, released: Path) -> None:
    is_installed()
    has_the_released_schemas(json.loads(released.read_text(encoding="utf-8")))
    answers_as_module_and_as_command(examples)
    loads_without_a_network(examples)
    makes_pages(examples)


def is_installed() -> None:
    package = Path(runsnap.__file__).resolve().parent
    assert package.is_relative_to(Path(sys.prefix).resolve()), package
    assert (package / "py.typed").is_file()
    assert importlib.util.find_spec("codegen") is None
    assert not any("datamodel-code-generator" in requirement for requirement in requires("runsnap") or [])


def has_the_released_schemas(released: dict[str, dict[str, str]]) -> None:
    folder = files("runsnap") / "_generated" / "schemas"
    found = {
        kind.name: {
            file.name.removesuffix(".json"): "sha256:" + hashlib.sha256(file.read_bytes()).hexdigest()
            for file in kind.iterdir()
            if file.name.endswith(".json")
        }
        for kind in folder.iterdir()
        if kind.is_dir()
    }
    assert found == released, found
    for kind, versions in released.items():
        for version in versions:
            assert runsnap.schema(kind, version)["$id"] == f"urn:runsnap:schema:{kind}:{version}"


def answers_as_module_and_as_command(examples: Path) -> None:
    command = str(Path(sysconfig.get_path("scripts")) / "runsnap")
    for start in [sys.executable, "-I", "-m", "runsnap"], [command]:
        assert subprocess.run([*start, "validate", examples / "runs"], check=False).returncode == 0
        assert subprocess.run([*start, "validate", released_list()], check=False).returncode == 1


def released_list() -> Path:
    """JSON, but no document of ours."""
    return Path(sys.argv[2])


def loads_without_a_network(examples: Path) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    for name in "socket", "create_connection", "getaddrinfo":
        setattr(socket, name, refuse)
    for path in sorted((examples / "runs").glob("*.json")):
        document = runsnap.load(path, strict=True)
        assert runsnap.validate(document, strict=True).valid
        kind = type(document).__name__.lower()
        runsnap.validator(kind).validate(json.loads(path.read_text(encoding="utf-8")))
        document.save(Path.cwd() / "again.json")
        assert runsnap.load(Path.cwd() / "again.json") == document


def makes_pages(examples: Path) -> None:
    """The styles and scripts of pages are in the package."""
    for path in sorted((examples / "runs").glob("*.json")):
        page = runsnap.report_html(runsnap.load(path))
        assert page.startswith("<!DOCTYPE html>")
        assert page.rstrip().endswith("</html>")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
    print("the installed package works")
