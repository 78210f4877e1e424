"""The bytes in front of a message, as the documentation of Confluent's serialisers has them."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runsnap import MalformedError
from runsnap.kafka._framing import joined, split


def test_a_message_begins_with_zero_and_a_big_endian_id():
    assert joined(0x01020304, b"data") == b"\x00\x01\x02\x03\x04data"
    assert split(b"\x00\x00\x00\x00\x2adata", None, "value") == (42, b"data")


@given(st.integers(0, 2**32 - 1), st.binary(max_size=20))
def test_whatever_is_joined_is_split_again(schema_id, payload):
    assert split(joined(schema_id, payload), [], "value") == (schema_id, payload)


@pytest.mark.parametrize(
    "value", [b"", b"\x00", b"\x00\x00\x00\x01", b"\x01\x00\x00\x00\x01x", b"{}xxxx", b"\xff" * 9]
)
def test_anything_else_is_no_message(value):
    with pytest.raises(MalformedError) as caught:
        split(value, None, "value")
    assert caught.value.format == "a message with the id of a schema"


GUID = uuid.UUID(int=7)


@pytest.mark.parametrize("headers", [
    [("other", None), ("__value_schema_id", b"\x01" + GUID.bytes)], {"__value_schema_id": b"\x01" + GUID.bytes},
])  # fmt: skip
def test_a_header_may_name_the_schema_instead(headers):
    assert split(b"data", headers, "value") == (str(GUID), b"data")
    with pytest.raises(MalformedError):
        split(b"data", headers, "key")  # the header is that of values


@pytest.mark.parametrize(
    "named", [b"", b"\x01", b"\x02" + GUID.bytes, b"\x01" + GUID.bytes + b"x", "text", 5]
)
def test_a_broken_header_is_refused(named):
    with pytest.raises(MalformedError, match="header"):
        split(b"\x00\x00\x00\x00\x2adata", [("__value_schema_id", named)], "value")
