"""Files that pages are made of, and the picture of one."""

import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import runsnap

ROOT = Path(__file__).resolve().parents[2]


def test_pages_are_made_from_within_a_zip(tmp_path):
    package = ROOT / "src" / "runsnap"
    archive = tmp_path / "runsnap.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in package.rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                packed.write(path, path.relative_to(package.parent))
    example = ROOT / "examples" / "runs" / "capture.json"
    program = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "import runsnap\n"
        f"assert runsnap.__file__.startswith({str(archive)!r})\n"
        f"sys.stdout.buffer.write(runsnap.report_html(runsnap.load({str(example)!r})).encode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, timeout=120, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode() == runsnap.report_html(runsnap.load(example))


def test_scripts_and_styles_hold_nothing_that_ends_them_or_leads_elsewhere():
    files = [path for path in (ROOT / "src/runsnap/_pages").iterdir() if path.suffix in {".js", ".css"}]
    assert len(files) >= 4
    for path in files:
        text = path.read_text(encoding="utf-8")
        found = [
            word for word in ("</", "<!--", "://", "innerHTML", "eval(", "url(", "@import") if word in text
        ]
        assert (path.name, found) == (path.name, [])


def test_the_picture_is_small():
    picture = (ROOT / "docs" / "assets" / "report.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (1240, 1010)
    assert len(picture) < 150_000
