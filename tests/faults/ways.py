"""Every way in which a file is written, and what it writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import runsnap
from runsnap import avro
from tests.cli.tools import run
from tests.sdk.samples import changed, full_capture, full_resumption

OLD = b"the old content"


def _json(path: Path) -> None:
    runsnap.Capture.from_dict(full_capture()).save(path)


def _avro(path: Path) -> None:
    document = runsnap.Resumption.from_dict(changed(full_resumption(), "/spend/micros", 1))
    avro.dump([document] * 3, path)


def _converted(path: Path) -> None:
    """By the command line, which says what goes wrong, and ends with 2."""
    source = path.parent.parent / "sources" / "run.json"
    _run("convert", str(source), str(path))


def _converted_stream(path: Path) -> None:
    source = path.parent.parent / "sources" / "runs.jsonl"
    _run("convert", str(source), str(path))


def _quarantined(path: Path) -> None:
    source = path.parent.parent / "sources" / "mixed.jsonl"
    _run("convert", "--quarantine", str(path), str(source), str(path.parent.parent / "good.jsonl"), code=1)


def _redacted(path: Path) -> None:
    """Nothing is replaced, so that the new content is the known one."""
    source = path.parent.parent / "sources" / "run.json"
    _run("redact", str(source), "-o", str(path), "--text", "none", "--detect", "none")


def _run(*arguments: str, code: int = 0) -> None:
    result = run(*arguments)
    if result.exit_code != code:
        raise OSError(result.stderr)


@dataclass(frozen=True)
class Way:
    """A way to write ``name``; ``write`` raises OSError, whatever goes wrong."""

    name: str
    write: Callable[[Path], None]


WAYS = {
    "json": Way("run.json", _json),
    "avro": Way("runs.avro", _avro),
    "convert": Way("run.json.gz", _converted),
    "convert to avro": Way("runs.avro", _converted_stream),
    "convert to lines": Way("runs.jsonl", _converted_stream),
    "redact": Way("run.json", _redacted),
    "quarantine": Way("bad.jsonl", _quarantined),
}


def prepared(folder: Path, way: Way) -> Path:
    """The file to write, with its old content, alone in its folder; what commands read lies elsewhere."""
    sources = folder / "sources"
    sources.mkdir(exist_ok=True)
    (sources / "run.json").write_text(json.dumps(full_capture()))
    lines = [json.dumps(changed(full_capture(), "/run_log/agent", str(turn))) for turn in range(3)]
    (sources / "runs.jsonl").write_text("\n".join(lines))
    (sources / "mixed.jsonl").write_text("\n".join([*lines, "{}"]))
    target = folder / "targets" / way.name
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(OLD)
    return target


def is_new(path: Path) -> bool:
    """Whether the file holds the new content, all of it."""
    if path.suffix == ".avro":
        return path.read_bytes().startswith(b"Obj\x01") and len(list(avro.load(path))) == 3
    if path.suffix == ".jsonl":
        *lines, last = path.read_bytes().split(b"\n")
        return last == b"" and [type(json.loads(line)) for line in lines] in ([dict] * 3, [dict])
    return runsnap.load(path) == runsnap.Capture.from_dict(full_capture())
