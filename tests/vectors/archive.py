"""The vectors as one archive, the same bytes whenever and wherever it is made.

python -m tests.vectors.archive [FOLDER]
"""

from __future__ import annotations

import gzip
import sys
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import runsnap
from tests.vectors.__main__ import present
from tests.vectors.build import FOLDER
from tests.vectors.schemas import ROOT

BY_HAND = ["README.md", "manifest.schema.json", "results.schema.json", "unfailable.json"]
MOMENT = 315_532_800  # 1980-01-01: the first moment that every archiver takes


def contents() -> dict[str, bytes]:
    """What is in the archive, by path."""
    files = present(FOLDER)
    files |= {name: _text(FOLDER / name) for name in BY_HAND}
    return files | {"LICENSE": _text(ROOT / "LICENSE")}


def _text(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")


def packed(files: dict[str, bytes], top: str) -> bytes:
    """A compressed archive with everything in one folder."""
    tar = BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(files):
            entry = tarfile.TarInfo(f"{top}/{path}")
            entry.size, entry.mtime, entry.mode = len(files[path]), MOMENT, 0o644
            archive.addfile(entry, BytesIO(files[path]))
    result = BytesIO()
    with gzip.GzipFile(filename="", fileobj=result, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(tar.getvalue())
    return result.getvalue()


def main(arguments: Sequence[str]) -> int:
    folder = Path(*arguments) if arguments else ROOT / "dist"
    folder.mkdir(parents=True, exist_ok=True)
    top = f"runsnap-vectors-{runsnap.__version__}"
    target = folder / f"{top}.tar.gz"
    target.write_bytes(packed(contents(), top))
    print(f"{target}: {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
