"""Written by codegen; not public API."""

from collections.abc import Callable

from runsnap.avro._structure import refuse, skip_array, skip_long, skip_map, skip_text


def _skip_1_0_0_capture(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = _skip_1_0_0_run_log(data, at)
    at = skip_array(data, at, _skip_1_0_0_llm_io) if data[at] else at + 1
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at model_version does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at rng_seed does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at memory_ref does not have")
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_0_0_llm_io(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at model does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at provider does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at prompt_tokens does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at completion_tokens does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_0_0_run_log(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at finished_at does not have")
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_array(data, at, _skip_1_0_0_step) if data[at] else at + 1
    at = _skip_1_0_0_usage(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        at = _skip_1_0_0_cost(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at cost_estimate does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_0_0_cost(data: bytes, at: int) -> int:
    at += 8
    at += 8
    at += 8
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_0_0_usage(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_0_0_step(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at name does not have")
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at error does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at latency does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at span_id does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_1_0_capture(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = _skip_1_1_0_run_log(data, at)
    at = skip_array(data, at, _skip_1_1_0_llm_io) if data[at] else at + 1
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at model_version does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at rng_seed does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at memory_ref does not have")
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_1_0_llm_io(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at model does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at provider does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at prompt_tokens does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at completion_tokens does not have")
    at = skip_array(data, at, _skip_1_1_0_tool_call) if data[at] else at + 1
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at finish_reason does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at fingerprint does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_1_0_tool_call(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_1_0_run_log(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at finished_at does not have")
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_array(data, at, _skip_1_1_0_step) if data[at] else at + 1
    at = _skip_1_1_0_usage(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        at = _skip_1_1_0_cost(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at cost_estimate does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_1_0_cost(data: bytes, at: int) -> int:
    at += 8
    at += 8
    at += 8
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_1_0_usage(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_1_0_step(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at name does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at prompt_tokens does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at completion_tokens does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at += 8
    elif branch:
        refuse(at - 1, "a branch that the union at cost_usd does not have")
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at error does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at latency does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at span_id does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_2_0_capture(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = _skip_1_2_0_run_log(data, at)
    at = skip_array(data, at, _skip_1_2_0_llm_io) if data[at] else at + 1
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at model_version does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at rng_seed does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at memory_ref does not have")
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_2_0_llm_io(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at model does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at provider does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at prompt_tokens does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at completion_tokens does not have")
    at = skip_array(data, at, _skip_1_2_0_tool_call) if data[at] else at + 1
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at finish_reason does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at fingerprint does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_2_0_tool_call(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_2_0_run_log(data: bytes, at: int) -> int:
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at finished_at does not have")
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    at = skip_array(data, at, _skip_1_2_0_step) if data[at] else at + 1
    at = _skip_1_2_0_usage(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        at = _skip_1_2_0_cost(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at cost_estimate does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_2_0_cost(data: bytes, at: int) -> int:
    at += 8
    at += 8
    at += 8
    at += 8
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_2_0_usage(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


def _skip_1_2_0_step(data: bytes, at: int) -> int:
    at = at + 1 if data[at] < 128 else skip_long(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at name does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at prompt_tokens does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at completion_tokens does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at += 8
    elif branch:
        refuse(at - 1, "a branch that the union at cost_usd does not have")
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    size = data[at]
    at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at error does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        at = at + 1 if data[at] < 128 else skip_long(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at latency does not have")
    branch = data[at]
    at += 1
    if branch == 2:
        size = data[at]
        at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)
    elif branch:
        refuse(at - 1, "a branch that the union at span_id does not have")
    at = skip_map(data, at, skip_text) if data[at] else at + 1
    return at


SKIP: dict[str, Callable[[bytes, int], int]] = {
    "1.0.0": _skip_1_0_0_capture,
    "1.1.0": _skip_1_1_0_capture,
    "1.2.0": _skip_1_2_0_capture,
}
