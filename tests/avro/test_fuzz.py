"""Damaged data ends in an error of ours or in a valid document; never in anything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from runsnap import Capture, Resumption, avro
from runsnap.errors import RunsnapError
from tests.avro.samples import MODELS, block, capture, container, datum, document, header_of, loaded, numbered

RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Change = tuple[int, int, bytes]


def changes(size: int) -> st.SearchStrategy[list[Change]]:
    """Places, how many bytes go there, and what comes instead."""
    odd = st.binary(min_size=1, max_size=3) | st.sampled_from(
        [b"\x00", b"\x01", b"\x80", b"\xff", b"\xff" * 9 + b"\x01", b"\x80" * 11]
    )
    return st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, 4), odd), min_size=1, max_size=3)


def damaged(data: bytes, places: list[Change]) -> bytes:
    for at, gone, instead in places:
        data = data[:at] + instead + data[at + gone :]
    return data


def ends_well(read: Callable[[bytes], Any], data: bytes) -> None:
    """Either an error of ours, or documents that can be written and read again."""
    try:
        found = read(data)
    except RunsnapError as error:
        assert str(error)
        return
    for made in found if isinstance(found, list) else [found]:
        assert type(made) in (Capture, Resumption)
        assert type(made).loads(made.dumps()) == made


SINGLES = [
    avro.encode(document(model.kind), version=model.version) for models in MODELS.values() for model in models
]


@given(data=st.data())
@settings(RELAXED, max_examples=600)
def test_single_objects(data: st.DataObject) -> None:
    good = data.draw(st.sampled_from(SINGLES))
    ends_well(avro.decode, damaged(good, data.draw(changes(len(good)))))


PLAIN = header_of("capture") + block(datum(capture()) + datum(capture()), 2)


@given(changes=changes(len(PLAIN) - len(header_of("capture"))))
@settings(RELAXED, max_examples=300)
def test_blocks(changes: list[Change]) -> None:
    start = len(header_of("capture"))
    ends_well(loaded, PLAIN[:start] + damaged(PLAIN[start:], changes))


@given(data=st.data())
@settings(RELAXED, max_examples=150)
@pytest.mark.parametrize("codec", ["null", "deflate", "bzip2", "xz", "zstandard"])
def test_containers(codec: str, data: st.DataObject) -> None:
    good = CONTAINERS[codec]
    ends_well(loaded, damaged(good, data.draw(changes(len(good)))))


CONTAINERS = {
    codec: container(numbered(3), codec=codec) for codec in ("null", "deflate", "bzip2", "xz", "zstandard")
}


def test_every_bit_of_a_single_object() -> None:
    good = avro.encode(document("resumption"))
    for at in range(len(good)):
        for bit in range(8):
            ends_well(avro.decode, good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1 :])


@given(st.binary(max_size=60))
@example(b"")
@settings(RELAXED, max_examples=200)
def test_any_bytes(data: bytes) -> None:
    for start in (b"", b"Obj\x01", SINGLES[0][:10], SINGLES[-1][:10]):
        ends_well(avro.decode, start + data)
        ends_well(loaded, start + data)
    ends_well(loaded, header_of("capture") + data)
    ends_well(loaded, header_of("resumption", "deflate") + data)


SCHEMA = json.dumps(avro.schema("resumption"))


@given(data=st.data())
@settings(RELAXED, max_examples=200)
def test_schemas_in_headers(data: st.DataObject) -> None:
    from tests.avro.samples import header

    text = damaged(SCHEMA.encode(), data.draw(changes(len(SCHEMA))))
    ends_well(loaded, header({"avro.schema": text}) + block(datum(document("resumption")), 1))


@given(st.recursive(
    st.none() | st.integers() | st.sampled_from(["long", "record", "array", "map", "null", "x", "", "decimal"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["type", "items", "values", "fields", "name", "namespace", "logicalType", "symbols", "size", "default"]),
        inner, max_size=4),
    max_leaves=12,
))  # fmt: skip
@settings(RELAXED, max_examples=300)
def test_odd_schemas_in_headers(schema: Any) -> None:
    from tests.avro.samples import header

    with pytest.raises(RunsnapError):
        loaded(header({"avro.schema": json.dumps(schema).encode()}))
