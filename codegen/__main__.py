"""``python -m codegen [--check] [--release KIND@VERSION]``."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from codegen.emit import downloads, generate, playground, reference
from codegen.schemas import SchemaFolder, SchemaFolderError, read_folder, release

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "schemas"
GENERATED = ROOT / "src" / "runsnap" / "_generated"
DOCS = ROOT / "docs"


def main(arguments: list[str] | None = None) -> int:
    """Generate, check or release; 1 on drift or a faulty schema folder."""
    parser = argparse.ArgumentParser(
        prog="python -m codegen", description="Write everything that follows from schemas/."
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--check", action="store_true", help="write nothing; print a diff and exit 1 on any drift"
    )
    mode.add_argument("--release", metavar="KIND@VERSION", help="first list this draft in released.json")
    options = parser.parse_args(arguments)
    if options.release is not None and options.release.count("@") != 1:
        parser.error("--release takes a kind and a version, as in capture@1.3.0")
    try:
        if options.release is not None:
            kind, _, version = options.release.partition("@")
            release(SCHEMAS, kind, version)
        outputs = everything(read_folder(SCHEMAS))
    except SchemaFolderError as error:
        print(error, file=sys.stderr)
        return 1
    act = check if options.check else write
    return max([act(target, files) for target, files in outputs.items()])


def everything(folder: SchemaFolder) -> dict[Path, dict[str, str]]:
    """Every folder that holds generated files alone, with its files."""
    package = generate(folder.documents, folder.lock)
    return {
        GENERATED: package,
        DOCS / "reference": reference.emit(folder.documents, folder.lock),
        DOCS / "schemas": downloads.emit(package),
        DOCS / "assets" / "playground" / "generated": playground.emit(folder.documents),
    }


def write(target: Path, files: dict[str, str]) -> int:
    """Make ``target`` hold exactly ``files``."""
    for path, text in files.items():
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    for path in _present(target) - set(files):
        (target / path).unlink()
    return 0


def check(target: Path, files: dict[str, str]) -> int:
    """Print how ``target`` differs from ``files``; 1 if it does."""
    present = _present(target)
    drift = False
    for path in sorted(present | set(files)):
        found = (target / path).read_text(encoding="utf-8", errors="replace") if path in present else ""
        wanted = files.get(path, "")
        if found != wanted or (path in present) != (path in files):
            drift = True
            sys.stdout.writelines(_diff(path, found, wanted))
    return int(drift)


def _present(target: Path) -> set[str]:
    return {
        path.relative_to(target).as_posix()
        for path in target.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def _diff(path: str, found: str, wanted: str) -> list[str]:
    lines = difflib.unified_diff(
        found.splitlines(), wanted.splitlines(), f"found/{path}", f"generated/{path}", lineterm=""
    )
    return [f"{line}\n" for line in lines] or [f"{path}: empty file missing or not generated\n"]


if __name__ == "__main__":
    raise SystemExit(main())
