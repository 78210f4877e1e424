"""Instants, as documents and people write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runsnap._generated.capture.models import RunLog
from runsnap._values import instant

if TYPE_CHECKING:
    from whenever import Instant

_INSTANT = re.compile(RunLog.__dataclass_fields__["started_at"].metadata["pattern"])
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def instant_of(text: str) -> Instant:
    """The instant of text that the schema accepts; ValueError for any other."""
    if not _INSTANT.fullmatch(text):
        raise ValueError(text)
    return instant(text)


def moment_of(text: str) -> Instant:
    """The same, or the begin of a day in UTC: ``2026-03-02``."""
    return instant_of(f"{text}T00:00:00Z" if _DAY.fullmatch(text) else text)
