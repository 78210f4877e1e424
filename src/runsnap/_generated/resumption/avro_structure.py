"""Written by codegen; not public API."""

from collections.abc import Callable

from runsnap.avro._structure import refuse, skip_long, skip_map, skip_text


def _skip_0_1_0_resumption(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, _skip_0_1_0_artifact) if data[at] else at + 1
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = _skip_0_1_0_usage(data, at)
    at = _skip_0_1_0_spend(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_0_1_0_spend(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at currency does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_0_1_0_usage(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_0_1_0_artifact(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_0_1_1_resumption(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, _skip_0_1_1_artifact) if data[at] else at + 1
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = _skip_0_1_1_usage(data, at)
    at = _skip_0_1_1_spend(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_0_1_1_spend(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at currency does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_0_1_1_usage(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_0_1_1_artifact(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


SKIP: dict[str, Callable[[bytes, int], int]] = {
    "0.1.0": _skip_0_1_0_resumption,
    "0.1.1": _skip_0_1_1_resumption,
}
