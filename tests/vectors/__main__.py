"""Writes the vectors: ``python -m tests.vectors``; ``--check`` tells what is not as it should be."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.vectors.build import FOLDER, MADE_FOLDERS, build


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    files = build()
    if arguments:
        faults = drift(files, FOLDER)
        print("\n".join(faults[:20]) or "the vectors are what the schemas and the code say")
        return 1 if faults else 0
    write(files, FOLDER)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")
    return 0


def drift(files: dict[str, bytes], folder: Path) -> list[str]:
    """What differs between these files and a folder, one line each."""
    there = present(folder)
    lines = [f"{path}: missing" for path in sorted(files.keys() - there.keys())]
    lines += [f"{path}: not made by anything" for path in sorted(there.keys() - files.keys())]
    lines += [
        f"{path}: differs" for path in sorted(files.keys() & there.keys()) if files[path] != there[path]
    ]
    return lines


def present(folder: Path) -> dict[str, bytes]:
    """The files of a folder that are made; line ends of texts as git may have left them are LF again."""
    paths = [path for name in MADE_FOLDERS for path in sorted((folder / name).rglob("*")) if path.is_file()]
    paths += [path for path in [folder / "manifest.json"] if path.exists()]
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    texts = {path for path in found if path.startswith("schemas/") or path == "manifest.json"}
    return {path: data.replace(b"\r\n", b"\n") if path in texts else data for path, data in found.items()}


def write(files: dict[str, bytes], folder: Path) -> None:
    for path in present(folder).keys() - files.keys():
        (folder / path).unlink()
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
