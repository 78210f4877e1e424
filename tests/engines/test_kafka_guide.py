"""The page on Kafka is true."""

import json
import shutil

import orjson
from confluent_kafka.schema_registry import json_schema

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


def test_confluent_kafka_takes_orjson_where_it_is_installed():
    number = 2**64
    assert json_schema._json_loads(json.dumps(number)) == orjson.loads(str(number)) == float(number)
