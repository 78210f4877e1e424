"""Placeholders: the same value always gets the same one, and no value can be told from its own.

``[redacted:email:`` and 40 hexadecimal digits: 32 of the HMAC-SHA-256 of the
value, 8 of a seal, which tells placeholders of the same key from texts that
only look like some.
"""

from __future__ import annotations

import hmac
import re
from collections import Counter

_SHAPE = re.compile(r"\[redacted:([a-z-]+):([0-9a-f]{32})([0-9a-f]{8})\]")
LOOKS_LIKE_ONE = r"\[redacted:[a-z-]+:[0-9a-f]{40}\]"
"""For regular expressions."""

SHORTEST_KEY = 16
"""Bytes below which a key could be guessed."""

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Placeholders:
    """Makes the placeholders of one key. Raises ValueError for a key below 16 bytes."""

    def __init__(self, key: bytes) -> None:
        if len(key) < SHORTEST_KEY:
            raise ValueError(f"a key has {SHORTEST_KEY} bytes at least, this one has {len(key)}")
        self._key = key

    def of(self, label: str, value: str | float) -> str:
        """The placeholder of a value. Values of different types differ, and so do 0.0 and -0.0."""
        tag = self._digest(f"value {type(value).__name__} ", _text(value))[:32]
        return f"[redacted:{label}:{tag}{self._seal(label, tag)}]"

    def is_one(self, text: str) -> bool:
        """Whether a text is a placeholder made with this key."""
        found = _SHAPE.fullmatch(text)
        return found is not None and self._is_sealed(found)

    def labels_in(self, text: str) -> Counter[str]:
        """How many placeholders of this key a text holds, by label."""
        if "[redacted:" not in text:
            return Counter()
        return Counter(found[1] for found in _SHAPE.finditer(text) if self._is_sealed(found))

    def run_id(self, text: str) -> str:
        """A ULID that stands for another one, in whatever case it is written."""
        number = int(self._digest("run id ", text.upper()), 16)
        return str(number % 8) + "".join(
            _CROCKFORD[(number >> shift) % 32] for shift in range(3, 3 + 25 * 5, 5)
        )

    def artifact(self, text: str) -> str:
        """A digest that stands for another one."""
        return f"sha256:{self._digest('artifact ', text)}"

    def _is_sealed(self, found: re.Match[str]) -> bool:
        return hmac.compare_digest(found[3], self._seal(found[1], found[2]))

    def _seal(self, label: str, tag: str) -> str:
        return self._digest("seal ", f"{label} {tag}")[:8]

    def _digest(self, purpose: str, text: str) -> str:
        return hmac.digest(self._key, (purpose + text).encode(), "sha256").hex()


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else repr(value)
