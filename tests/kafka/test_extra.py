"""The package alone is enough to import runsnap.kafka; to use it takes what the extra installs."""

import json
import subprocess
import sys

import pytest

import runsnap
from runsnap import kafka


@pytest.fixture
def nothing_installed(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "confluent_kafka"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "confluent_kafka", None)


@pytest.mark.parametrize(
    "use",
    [
        lambda: kafka.Serializer(None, "capture"),
        lambda: kafka.Deserializer(None),
        lambda: kafka.DeadLetters({}, "dead"),
        lambda: kafka.consume({}, ["runs"], print, deserializer=None, dead_letters=None),
    ],
)
def test_without_the_extra_every_use_says_what_to_install(nothing_installed, use):
    with pytest.raises(
        runsnap.RunsnapError, match=r"needs the package confluent-kafka; install runsnap\[kafka\]"
    ):
        use()


def test_the_import_loads_no_library():
    code = (
        "import sys, json, runsnap.kafka\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(json.loads(done.stdout)) & {"confluent_kafka", "fastavro", "msgspec", "jsonschema_rs"}


def test_names_are_listed_before_they_are_used_and_others_are_none():
    assert set(kafka.__all__) <= set(dir(kafka))
    assert runsnap.kafka is kafka
    with pytest.raises(AttributeError, match=r"module 'runsnap.kafka' has no attribute 'Nothing'"):
        _ = kafka.Nothing
