"""Documents that Avro can carry, by hand and by Hypothesis, and low-level pieces of Avro files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import runsnap
from codegen.model import AnyJson, Array, Document, Instant, Integer, Map, RecordRef, Type
from codegen.schemas import read_folder
from runsnap import avro
from runsnap._equality import normalised
from tests.strategies import documents

DATA = Path(__file__).resolve().parent.parent / "data"
MODELS = read_folder(DATA.parent.parent / "schemas").documents
CLASSES = {"capture": runsnap.Capture, "resumption": runsnap.Resumption}
PAIRS = [(kind, model.version) for kind, models in MODELS.items() for model in models]
"""Every kind with every released version."""

LARGEST_LONG = 2**63 - 1
LARGEST_DECIMAL = 10**38 - 1

RUN = "01J9ZK3V7Q8R5T2W4Y6A8C0E1G"
STEP = {
    "idx": 0, "kind": "llm_call", "name": "m", "prompt_tokens": 1, "completion_tokens": 2, "cost_usd": 0.5,
    "input": {"b": [1, 2.0, None]}, "output": "text", "error": None, "latency": 7, "span_id": "s",
}  # fmt: skip
CAPTURE = {
    "run_id": RUN,
    "run_log": {
        "run_id": RUN, "agent": "a", "started_at": "2026-03-02T08:15:00.123456789Z", "finished_at": None,
        "status": "running", "steps": [STEP],
        "tokens": {"prompt_tokens": 1, "completion_tokens": 2, "cache_read_tokens": 3, "cache_creation_tokens": 0},
        "cost_estimate": {"prompt_usd": 0.1, "completion_usd": 0.2, "cache_usd": 0.0, "total_usd": 0.3},
    },
    "llm_io": [
        {
            "prompt": "p", "completion": "c", "model": "m", "provider": None, "prompt_tokens": 1,
            "completion_tokens": 2, "tool_calls": [{"id": "i", "name": "n", "args": {"x": 1}}],
            "finish_reason": "Stop", "fingerprint": None,
        }
    ],
    "model_version": "m", "rng_seed": 2**64 - 1, "memory_ref": None, "captured_at": "2026-03-02T08:16:00Z",
}  # fmt: skip
RESUMPTION = {
    "ingotSnapshot": "0.1", "kind": "resumption", "agent": "a", "artifact": "sha256:" + "0" * 64, "label": "l",
    "stoppedAt": "n1", "resumeAt": "n2", "inputs": {"q": "why"}, "bindings": {"q": "why", "$tmp0": [1, {"x": None}]},
    "state": {"s": 1.5}, "outputs": {"o": {"name": "o", "contentType": "text", "value": None}}, "steps": 3,
    "usage": {"inputTokens": 10, "outputTokens": 20, "cacheReadTokens": 5},
    "spend": {"micros": 10**38 - 1, "currency": "EUR", "unpriced": {"m": "no price"}},
    "modelCalls": 1, "toolCalls": 2, "consultations": 3,
}  # fmt: skip
PLAIN = {"capture": CAPTURE, "resumption": RESUMPTION}


def capture(**members: Any) -> runsnap.Capture:
    """A small capture, some members replaced."""
    return runsnap.Capture.from_dict(CAPTURE | members)


def resumption(**members: Any) -> runsnap.Resumption:
    """A small resumption, some members replaced."""
    return runsnap.Resumption.from_dict(RESUMPTION | members)


def document(kind: str, **members: Any) -> Any:
    """A small document of either kind."""
    return CLASSES[kind].from_dict(PLAIN[kind] | members)


def numbered(count: int) -> list[runsnap.Resumption]:
    """Resumptions that can be told apart: ``steps`` counts from 0."""
    return [resumption(steps=number) for number in range(count)]


def as_written(kind: str, plain: Any) -> Any:
    """What a document comes back as: with the members that it leaves out, in the forms that we write."""
    cls = CLASSES[kind]
    return normalised(plain, cls._binding.record, cls._binding.shapes)


def set_at(plain: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """A copy with one value replaced or added."""
    copy: Any = json.loads(json.dumps(plain))
    *path, last = pointer.split("/")[1:]
    place = copy
    for token in path:
        place = place[int(token)] if isinstance(place, list) else place[token]
    place[last] = value
    return copy


def container(items: Iterable[Any], **options: Any) -> bytes:
    """The bytes of a container file."""
    file = BytesIO()
    avro.dump(items, file, **options)
    return file.getvalue()


def loaded(data: bytes, **options: Any) -> list[Any]:
    """All documents of a container file."""
    return list(avro.load(BytesIO(data), **options))


def uncarried(model: Document, plain: dict[str, Any]) -> Iterator[str]:
    """Pointers of the values of a valid document that Avro cannot carry, by the rules that the design states."""
    for pointer, type_, annotation, value in _leaves(model, model.root.name, plain, ""):
        if isinstance(type_.shape, Instant):
            if not -(2**63) <= _nanoseconds(value) <= LARGEST_LONG:
                yield pointer
        elif isinstance(type_.shape, Integer):
            high = type_.constraints["maximum"]
            most = LARGEST_DECIMAL if annotation == "decimal" or high > 2**64 else LARGEST_LONG
            if value > most:
                yield pointer


def carried_documents(model: Document) -> st.SearchStrategy[dict[str, Any]]:
    """Documents of which Avro can carry every value: others are moved into its ranges."""
    return documents(model).map(lambda plain: _moved(model, plain))


def _moved(model: Document, plain: dict[str, Any]) -> dict[str, Any]:
    for pointer in list(uncarried(model, plain)):
        *path, last = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
        place: Any = plain
        for token in path:
            place = place[int(token)] if isinstance(place, list) else place[token]
        value = place[last]
        if isinstance(value, str):
            year = 1800 + int(value[:4]) % 400
            place[last] = f"{year}{value[4:]}".replace("-02-29", "-02-28")
        else:
            place[last] = int(value) % 10**18
    return plain


def _nanoseconds(text: str) -> int:
    from tests.data.expected import nanoseconds

    return nanoseconds(text)


def _leaves(
    model: Document, record: str, plain: Any, pointer: str
) -> Iterator[tuple[str, Type, str | None, Any]]:
    for field in model.record(record).fields:
        if plain.get(field.wire) is not None:
            yield from _inside(
                model, field.type, field.avro, plain[field.wire], f"{pointer}/{_escaped(field.wire)}"
            )


def _inside(model: Document, type_: Type, annotation: Any, value: Any, pointer: str) -> Iterator[Any]:
    if value is None or isinstance(type_.shape, AnyJson):
        return
    match type_.shape:
        case RecordRef(name):
            yield from _leaves(model, name, value, pointer)
        case Array(items):
            for index, item in enumerate(value):
                yield from _inside(model, items, annotation, item, f"{pointer}/{index}")
        case Map(values):
            for name, item in value.items():
                yield from _inside(model, values, annotation, item, f"{pointer}/{_escaped(name)}")
        case _:
            yield pointer, type_, annotation, value


def _escaped(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


MAGIC = b"Obj\x01"
SYNC = bytes(range(16))


def varint(number: int) -> bytes:
    """A long of Avro."""
    zigzag = (number << 1) ^ (number >> 63)
    data = bytearray()
    while zigzag > 0x7F:
        data.append(zigzag & 0x7F | 0x80)
        zigzag >>= 7
    return bytes([*data, zigzag])


def text(value: str | bytes) -> bytes:
    """A string or bytes of Avro."""
    data = value.encode() if isinstance(value, str) else value
    return varint(len(data)) + data


def header(metadata: dict[str, bytes], *, sync: bytes = SYNC) -> bytes:
    """The header of a container file, as a foreign writer might write it."""
    entries = b"".join(text(name) + text(value) for name, value in metadata.items())
    return MAGIC + varint(len(metadata)) + entries + b"\0" + sync


def header_of(kind: str, codec: str = "null", version: str | None = None) -> bytes:
    """The header of a container file with one of our schemas."""
    schema = json.dumps(avro.schema(kind, version)).encode()
    return header({"avro.schema": schema, "avro.codec": codec.encode()})


def block(data: bytes, count: int, *, sync: bytes = SYNC) -> bytes:
    """A block of a container file."""
    return varint(count) + varint(len(data)) + data + sync


def datum(item: Any, version: str | None = None) -> bytes:
    """The data of one document, without marker and fingerprint."""
    return avro.encode(item, version=version)[10:]


def metadata_of(data: bytes) -> dict[str, bytes]:
    """The metadata of a container file, read by fastavro."""
    from fastavro import reader

    found: Any = reader(BytesIO(data))
    return {
        name: value if isinstance(value, bytes) else value.encode() for name, value in found.metadata.items()
    }
