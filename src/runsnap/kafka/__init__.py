"""Captures and resumptions as messages of Kafka, with their schemas in a registry.

``Serializer`` and ``Deserializer`` fit into confluent-kafka's clients and keep to
the framing of its own serialisers, so that either side may be without this
package. ``consume`` reads a topic; what cannot be read goes to ``DeadLetters``.
Needs ``runsnap[kafka]``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runsnap.kafka._consume import Tally, consume
    from runsnap.kafka._dead_letters import DeadLetters
    from runsnap.kafka._errors import UnknownSchemaError
    from runsnap.kafka._serde import Deserializer, Serializer

__all__ = [
    "DeadLetters",
    "Deserializer",
    "Serializer",
    "Tally",
    "UnknownSchemaError",
    "consume",
]

_HOMES = {
    "DeadLetters": "_dead_letters",
    "Deserializer": "_serde",
    "Serializer": "_serde",
    "Tally": "_consume",
    "UnknownSchemaError": "_errors",
    "consume": "_consume",
}
"""The module of each name; none of them needs more than this package before it is used."""

if not TYPE_CHECKING:  # a type checker would take it to define every name

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'runsnap.kafka' has no attribute {name!r}")
        found = getattr(import_module(f"runsnap.kafka.{_HOMES[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
