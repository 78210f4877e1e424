"""Tokens and cost of a whole run in words, for terminal and page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runsnap._units import dollars

if TYPE_CHECKING:
    from runsnap import resumption
    from runsnap.capture import Cost, Usage


def tokens_text(usage: Usage) -> str:
    """``412 prompt + 96 completion = 508``, and what came from a cache."""
    total = usage.prompt_tokens + usage.completion_tokens
    text = f"{usage.prompt_tokens:,} prompt + {usage.completion_tokens:,} completion = {total:,}"
    if usage.cache_read_tokens or usage.cache_creation_tokens:
        text += f" (cache: {usage.cache_read_tokens:,} read, {usage.cache_creation_tokens:,} written)"
    return text


def tokens_so_far(usage: resumption.Usage) -> str:
    """``412 in + 96 out = 508``, and what came from a cache."""
    text = f"{usage.input_tokens:,} in + {usage.output_tokens:,} out = {usage.input_tokens + usage.output_tokens:,}"
    return f"{text} ({usage.cache_read_tokens:,} read from a cache)" if usage.cache_read_tokens else text


def cost_text(cost: Cost) -> str:
    """``$0.0021 (prompt $0.0012, completion $0.0009)``."""
    cache = f", cache {dollars(cost.cache_usd)}" if cost.cache_usd else ""
    parts = f"prompt {dollars(cost.prompt_usd)}, completion {dollars(cost.completion_usd)}{cache}"
    return f"{dollars(cost.total_usd)} ({parts})"
