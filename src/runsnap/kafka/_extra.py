"""confluent-kafka, where it is installed."""

from __future__ import annotations

from typing import Any

from runsnap._extras import optional


def confluent(module: str = "") -> Any:
    """The package, or a module of it; RunsnapError where it, or what it needs, is not installed."""
    return optional(f"confluent_kafka{module}", "Kafka needs the package confluent-kafka", "kafka")
