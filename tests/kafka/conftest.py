import sys
from types import SimpleNamespace

import pytest

from tests.kafka import standins


@pytest.fixture
def broker(monkeypatch):
    """A broker in memory; confluent-kafka is what stands in for it, whether or not it is installed."""
    broker = standins.Broker()
    modules = {
        "confluent_kafka": broker.module(),
        "confluent_kafka.serialization": SimpleNamespace(SerializationContext=standins.SerializationContext),
        "confluent_kafka.schema_registry": SimpleNamespace(
            Schema=standins.Schema,
            SchemaRegistryError=standins.SchemaRegistryError,
            topic_subject_name_strategy=lambda ctx, name: f"{ctx.topic}-{ctx.field}",
        ),
    }
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    return broker


@pytest.fixture
def registry(broker):
    return standins.Registry()
