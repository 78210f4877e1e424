"""The page on Kafka is true."""

import json
import shutil

from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.json_schema import JSONDeserializer
from confluent_kafka.serialization import MessageField, SerializationContext

import runsnap
from runsnap import kafka
from tests.avro.samples import document
from tests.docs.sessions import differences
from tests.engines.process import ROOT

PAGE = ROOT / "docs" / "guides" / "kafka.md"


def test_every_session_on_the_page_is_true(broker, apicurio, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    for shown, real in [("localhost:9092", broker.servers), ("http://localhost:8081", apicurio.url)]:
        assert shown in text
        text = text.replace(shown, real)
    assert differences(text, tmp_path) == []


def test_where_orjson_is_installed_confluent_kafka_loses_large_integers():
    place = SerializationContext("runs", MessageField.VALUE)
    with SchemaRegistryClient.new_client({"url": "mock://"}) as registry:
        made = document("capture", later=2**64)
        message = kafka.Serializer(registry, "capture", encoding="json", register=True)(made, place)
        schema = json.dumps(runsnap.schema("capture"))
        exact = JSONDeserializer(schema, schema_registry_client=registry, json_decode=json.loads)
        assert exact(message, place)["later"] == 2**64
        by_default = JSONDeserializer(schema, schema_registry_client=registry)
        assert type(by_default(message, place)["later"]) is float
