"""Numbers that are told by how much they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from runsnap._diff._records import AmountChange
from runsnap._equality import same_json


def amount_changes(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, units: Mapping[str, str]
) -> Iterator[AmountChange]:
    """Those of the named members that differ; None for a record that is not there."""
    for name, unit in units.items():
        one, other = (None if record is None else record.get(name) for record in (before, after))
        if not same_json(one, other):
            yield AmountChange(name, unit, one, other)
