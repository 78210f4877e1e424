"""confluent-kafka, where it is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def confluent(module: str = "") -> Any:
    """The package, or a module of it; ImportError that says what to install."""
    try:
        return import_module(f"confluent_kafka{module}")
    except ImportError as error:
        raise ImportError(
            f"{error}: runsnap.kafka needs more packages: pip install 'runsnap[kafka]'"
        ) from None
