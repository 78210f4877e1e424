"""Where fuzzing starts: the project's own files, and small pieces of every kind."""

from __future__ import annotations

import contextlib
import gzip
import itertools
import json
import random
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import runsnap
from runsnap import avro
from runsnap._documents import class_of
from runsnap._generated.catalog import CATALOG
from runsnap.errors import UnrepresentableError
from tests.evolution.judges import DIALECTS
from tests.evolution.records import record_pair
from tests.evolution.schemas import pair
from tests.fuzz.avro_target import SCHEMAS
from tests.fuzz.mutate import ODD_TOKENS

DATA = Path(__file__).resolve().parents[1] / "data"
EVOLUTION = DATA.parent / "evolution" / "data"
_LARGEST = 8_000


def json_seeds() -> Iterator[bytes]:
    """Documents, and every odd token alone."""
    for path in sorted(DATA.rglob("*.json")):
        if ".expected." not in path.name and path.stat().st_size < _LARGEST:
            yield path.read_bytes()
    yield from ODD_TOKENS
    yield from (bytes([byte]) for byte in range(256))
    yield from (b"[" * depth + b"]" * depth for depth in (199, 200, 201, 300, 1025))
    for kind in CATALOG.kinds:
        text = json.dumps(_example(kind))
        yield from (text.encode(name) for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"))
        yield gzip.compress(text.encode(), mtime=0)


def avro_seeds() -> Iterator[bytes]:
    """Every kind and version, as one object and in files of every codec."""
    for index, (kind, version) in enumerate(SCHEMAS):
        for document in _documents(kind):
            single = avro.encode(document, version=version)
            yield b"S" + single
            yield b"D" + bytes([index]) + single[10:]
            for codec in range(5):
                yield b"B" + bytes([index, codec, 2]) + single[10:] * 2
    for codec in ("null", "deflate", "bzip2", "xz", "zstandard"):
        file = BytesIO()
        avro.dump([*_documents("resumption")], file, codec=codec)
        yield b"C" + file.getvalue()


def schema_seeds() -> Iterator[bytes]:
    """Pairs of our own schemas, of the review's tests, and random ones."""
    for kind in CATALOG.kinds:
        versions = CATALOG.versions(kind)
        for old, new in itertools.pairwise(versions):
            yield _pair(avro.schema(kind, old), avro.schema(kind, new), avro=True)
    for path in sorted(EVOLUTION.glob("*.json")):
        for case in _cases(json.loads(path.read_text(encoding="utf-8"))):
            yield _pair(case["old"], case["new"])
    for number in range(60):
        dice = random.Random(number)
        dialect = DIALECTS[number % 2]
        drawn = record_pair(dice, dialect) if number % 3 == 0 else pair(dice, dialect, ())
        yield _pair(*drawn, declared=number % 4 == 0, formats=number % 5 == 0)
    yield from _avro_pairs()


def command_seeds() -> Iterator[bytes]:
    """Every command on a good file of every format."""
    good = {"a.json": json.dumps(_example("capture")).encode(), "a.jsonl": _lines(), "a.avro": _container()}
    good["a.json.gz"] = gzip.compress(good["a.json"], mtime=0)
    good["-"] = good["a.jsonl"]
    commands = (
        "validate @", "validate --json @", "validate --strict --notes @", "validate --lines --kind resumption @", "show @",
        "show --full @", "show --index 1 @", "convert @", "convert @ out.avro", "convert @ out.jsonl", "convert @ out.json.gz",
        "convert --to capture@1.0.0 @ out.json", "convert --layout declared @ -", "check @ good.json", "check good.json @",
        "convert --codec xz --fail-fast @ out.avro", "convert --to resumption@0.1.0 @ good.json out.avro",
        "validate --max-depth 3 --max-bytes 500 --max-problems 1 @", "schema list", "schema show capture",
    )  # fmt: skip
    for command in commands:
        for name, content in good.items():
            yield _command(name, command, content)
    schema, avsc = (json.dumps(module.schema("resumption", "0.1.0")).encode() for module in (runsnap, avro))
    for shape in ("text", "json", "markdown", "sarif"):
        yield _command("a.json", f"schema diff --format {shape} @ resumption@0.1.1", b'{"type": "object"}')
        yield _command(
            "a.avsc", f"schema diff --format {shape} @ good.avsc", avsc.replace(b'"long"', b'"string"', 1)
        )
    yield _command(
        "a.json", "schema diff --view strict --fail-on none --seconds 0.5 @ resumption@0.1.1", schema
    )
    accept = b'[{"fingerprint": "0123456789abcdef", "reason": "x", "until": "2030-01-01"}]'
    yield _command("a.json", "schema diff --accept @ resumption@0.1.0 resumption@0.1.1", accept)
    yield _command("a.toml", "schema diff --accept @ resumption@0.1.0 resumption@0.1.1",
                   b'[[accepted]]\nfingerprint = "0123456789abcdef"\nreason = "x"\n')  # fmt: skip
    yield _command("pyproject.toml", "schema review", b'[tool.runsnap.review]\nschemas = "."\n')
    yield _command("a.json", "schema review --schemas .", b"{}")


def _command(name: str, arguments: str, content: bytes) -> bytes:
    return "\n".join([name, *arguments.split()]).encode() + b"\n\n" + content


def _example(kind: str) -> Any:
    return runsnap.schema(kind)["examples"][-1]


def _documents(kind: str) -> Iterator[Any]:
    """Examples that Avro can carry."""
    for example in runsnap.schema(kind)["examples"]:
        document = class_of(kind).from_dict(example)
        with contextlib.suppress(UnrepresentableError):
            avro.encode(document)
            yield document


def _lines() -> bytes:
    return b"".join(json.dumps(_example(kind)).encode() + b"\n" for kind in CATALOG.kinds)


def _container() -> bytes:
    file = BytesIO()
    avro.dump([*_documents("resumption")] * 2, file)
    return file.getvalue()


def _pair(old: Any, new: Any, **options: bool) -> bytes:
    return json.dumps({"old": old, "new": new, **options}).encode()


def _cases(value: Any) -> Iterator[Any]:
    """Every object that holds an old and a new schema, wherever it stands."""
    if isinstance(value, dict):
        if {"old", "new"} <= value.keys():
            yield value
        else:
            for inner in value.values():
                yield from _cases(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _cases(inner)


def _avro_pairs() -> Iterator[bytes]:
    enum = {"type": "enum", "name": "E", "symbols": ["A", "B"], "default": "A"}
    fixed = {"type": "fixed", "name": "F", "size": 4}
    tree = {
        "type": "record",
        "name": "T",
        "fields": [{"name": "next", "type": ["null", "T"], "default": None}],
    }
    types = (
        "int", "long", "float", "double", "string", "bytes", "null", "boolean", ["null", "int"], ["int", "string"], enum,
        fixed, tree, {"type": "array", "items": "int"}, {"type": "map", "values": ["null", "long"]},
        {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 2},
        {"type": "long", "logicalType": "timestamp-nanos"}, {"type": "string", "logicalType": "uuid"},
    )  # fmt: skip
    dice = random.Random(0)
    for type_ in types:
        other = dice.choice(types)
        yield _pair(type_, other, avro=True)
        yield _pair(_record(type_), _record(other), avro=True)


def _record(type_: Any) -> Any:
    fields = [{"name": "a", "type": type_, "aliases": ["b"]}, {"name": "c", "type": "int", "default": 1}]
    return {"type": "record", "name": "R", "namespace": "n", "fields": fields}
