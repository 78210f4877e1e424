"""Findings that people have accepted, each with a reason and, as a rule, a date at which that ends."""

from __future__ import annotations

import datetime as dt
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

_FINGERPRINT = re.compile(r"[0-9a-f]{12}")
_MEMBERS = {"fingerprint", "reason", "until"}
_USUAL = dt.timedelta(days=90)


class AcceptError(ValueError):
    """The accept file is not as it must be; the message says where."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted finding; ``until`` is the last day on which that holds."""

    fingerprint: str
    reason: str
    until: dt.date | None = None

    def expired(self, today: dt.date) -> bool:
        """Whether its day is over."""
        return self.until is not None and today > self.until


@dataclass(frozen=True, slots=True)
class Accepted:
    """The entries of an accept file, with its name for reports."""

    entries: tuple[Entry, ...] = ()
    toml: bool = False
    file: str = ""

    def entry(self, fingerprint: str, today: dt.date) -> Entry | None:
        """The entry that accepts a finding today."""
        found = next((entry for entry in self.entries if entry.fingerprint == fingerprint), None)
        return None if found is None or found.expired(today) else found

    def expired(self, today: dt.date) -> tuple[Entry, ...]:
        """Entries whose day is over."""
        return tuple(entry for entry in self.entries if entry.expired(today))

    def stale(self, fingerprints: Iterable[str]) -> tuple[Entry, ...]:
        """Entries that no finding has."""
        known = set(fingerprints)
        return tuple(entry for entry in self.entries if entry.fingerprint not in known)

    def line(self, fingerprint: str, sentence: str, today: dt.date) -> str:
        """The line to add to the file, so that a finding is accepted for some time."""
        reason, until = json.dumps(f"TODO: why this is accepted ({sentence})"), today + _USUAL
        if self.toml:
            return f'[[accept]]\nfingerprint = "{fingerprint}"\nreason = {reason}\nuntil = {until}'
        return f'{{"fingerprint": "{fingerprint}", "reason": {reason}, "until": "{until}"}}'


def read_accepted(text: str, *, toml: bool, file: str = "") -> Accepted:
    """The entries of an accept file: ``{"accept": [...]}``, or ``[[accept]]`` tables in TOML."""
    try:
        content = tomllib.loads(text) if toml else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AcceptError(f"not {'TOML' if toml else 'JSON'}: {error}") from None
    listed = content.get("accept") if isinstance(content, dict) else None
    if not isinstance(listed, list) or content.keys() != {"accept"}:
        raise AcceptError("must hold one list, named accept")
    entries = tuple(_entry(item, f"accept[{index}]") for index, item in enumerate(listed))
    fingerprints = [entry.fingerprint for entry in entries]
    doubled = sorted({name for name in fingerprints if fingerprints.count(name) > 1})
    if doubled:
        raise AcceptError(f"accepts {', '.join(doubled)} twice")
    return Accepted(entries, toml, file)


def _entry(item: Any, place: str) -> Entry:
    if not isinstance(item, dict) or not {"fingerprint", "reason"} <= item.keys() <= _MEMBERS:
        raise AcceptError(f"{place} must have fingerprint and reason, may have until, and nothing else")
    fingerprint, reason = item["fingerprint"], item["reason"]
    if not isinstance(fingerprint, str) or not _FINGERPRINT.fullmatch(fingerprint):
        raise AcceptError(f"{place}: the fingerprint has 12 hexadecimal digits")
    if not isinstance(reason, str) or not reason.strip():
        raise AcceptError(f"{place}: the reason is missing")
    return Entry(fingerprint, reason, _date(item.get("until"), place))


def _date(value: Any, place: str) -> dt.date | None:
    if value is None or (isinstance(value, dt.date) and not isinstance(value, dt.datetime)):
        return value
    try:
        return dt.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise AcceptError(f"{place}: until is a date such as 2030-12-31") from None
