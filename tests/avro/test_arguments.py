"""Odd arguments are refused as such, and a writer that has been closed takes nothing more."""

from __future__ import annotations

import io
from typing import Any

import pytest

from runsnap import avro
from tests.avro.samples import capture, loaded


def test_a_closed_writer_takes_nothing_more() -> None:
    file = io.BytesIO()
    with avro.AvroWriter(file, "capture") as writer:
        writer.write(capture())
    for work in (lambda: writer.write(capture()), lambda: writer.append_block(1, b"")):
        with pytest.raises(ValueError, match="has been closed"):
            work()
    assert loaded(file.getvalue()) == [capture()]


@pytest.mark.parametrize("thing", [{}, None, 5, "text"])
def test_what_is_no_data_is_a_type_error(thing: Any) -> None:
    with pytest.raises(TypeError, match="expected bytes"):
        avro.decode(thing)


@pytest.mark.parametrize("thing", [{}, None, 5, b"Obj\x01"])
def test_what_is_no_file_is_a_type_error(thing: Any) -> None:
    with pytest.raises(TypeError, match="expected a path or a binary file"):
        avro.load(thing)


@pytest.mark.parametrize("kind_of_bytes", [bytes, bytearray, memoryview])
def test_bytes_of_every_kind_are_decoded(kind_of_bytes: Any) -> None:
    assert avro.decode(kind_of_bytes(avro.encode(capture()))) == capture()
