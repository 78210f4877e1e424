"""The two libraries that read the witnesses: fastavro, and Apache's avro where it is installed."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import localcontext
from functools import cache
from typing import Any, TypeAlias

Read: TypeAlias = Callable[[bytes], Any]
"""Reads the value out of bytes; raises whatever the library raises."""

_MOST_TEXT = 100


@dataclass(frozen=True, slots=True)
class Library:
    """One implementation of Avro."""

    name: str
    reader: Callable[[Any, Any], Read]
    """Makes a function that reads, from the writer's and the reader's schema."""


@cache
def libraries() -> tuple[Library, ...]:
    """Those that are installed."""
    apache = (Library("avro", _apache),) if importlib.util.find_spec("avro") else ()
    return (Library("fastavro", _fastavro), *apache)


def _fastavro(writer: Any, reader: Any) -> Read:
    from fastavro import parse_schema, schemaless_reader

    written, wanted = parse_schema(_copy(writer)), parse_schema(_copy(reader))
    return lambda data: schemaless_reader(io.BytesIO(data), written, wanted)


def _apache(writer: Any, reader: Any) -> Read:
    import avro.io
    import avro.schema

    with _quiet():
        written, wanted = (avro.schema.parse(json.dumps(schema)) for schema in (writer, reader))

    def read(data: bytes) -> Any:
        with _quiet(), localcontext(prec=100):
            return avro.io.DatumReader(written, wanted).read(avro.io.BinaryDecoder(io.BytesIO(data)))

    return read


@contextmanager
def _quiet() -> Generator[None]:
    """Without warnings on logical types that avro does not know, and on names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _copy(schema: Any) -> Any:
    """A copy of a schema: fastavro writes its notes into what it parses."""
    return json.loads(json.dumps(schema))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of some bytes: a value, or the error's text."""

    value: Any = None
    error: str | None = None


def outcome(read: Callable[[], Any]) -> Outcome:
    """Read, and keep whatever happens: a reader may fail in any way."""
    try:
        return Outcome(read())
    except Exception as error:  # noqa: BLE001 - the failure is the finding
        return Outcome(error=_summary(error))


def _summary(error: Exception) -> str:
    """What an error says in one line, without the schemas it repeats and the addresses of objects."""
    text = re.split(r"\s*Writer's Schema:|: \{|: \[", str(error))[0]
    text = " ".join(re.sub(r" object at 0x[0-9a-fA-F]+", "", text).split())
    text = text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
