"""Schemas in a real registry."""

import json
import os
import shutil
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from confluent_kafka.schema_registry import Schema as ForeignSchema
from confluent_kafka.schema_registry import SchemaRegistryClient

import runsnap
from runsnap.errors import RegistryError
from runsnap.registry import Registry, apply, plan, released
from runsnap.registry._same import same_schema
from tests.docs.sessions import differences
from tests.engines.apicurio import NEW, OLD, running_apicurio
from tests.engines.process import ROOT

RELEASES = [OLD, *([NEW] if NEW.runs_here else [])]


@pytest.fixture(scope="session", params=RELEASES, ids=lambda release: f"apicurio-{release.version}")
def url(request, apicurio, tmp_path_factory):
    """The address of a registry, for each release that the machine can run."""
    if request.param is OLD:
        yield apicurio.url
    else:
        with running_apicurio(tmp_path_factory.mktemp("newer"), request.param) as running:
            yield running.url


@pytest.fixture
def subject():
    """Names that no other test uses."""
    return f"{uuid.uuid4().hex}-{{kind}}-{{format}}"


def there(registry, schemas):
    return {name: registry.subject(name) for name in sorted({one.subject for one in schemas})}


def register(url, schemas, **options):
    registry = Registry(url)
    return apply(plan(schemas, there(registry, schemas).values()), registry, **options)


def command(url, *words):
    done = subprocess.run(
        [sys.executable, "-m", "runsnap", "schema", "register", "--url", url, *words],
        check=False, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_all_schemas_arrive_in_both_formats_and_are_read_by_another_client(url, subject):
    schemas = released(subject=subject)
    assert [outcome.action.what for outcome in register(url, schemas)] == ["register"] * len(schemas)
    with SchemaRegistryClient({"url": url}) as client:
        for name, found in there(Registry(url), schemas).items():
            compare(client, name, found, [one for one in schemas if one.subject == name])


def compare(client, name, found, sent):
    """What another client reads under a subject, by version, by id, by its being the latest, and by its text."""
    assert client.get_versions(name) == [version.number for version in found.versions]
    for version, one in zip(found.versions, sent, strict=True):
        read = client.get_version(name, version.number)
        assert read.schema.schema_type == one.format.upper()
        for text in (read.schema.schema_str, client.get_schema(read.schema_id).schema_str):
            assert same_schema(one.format, json.loads(text), one.value)
    last = sent[-1]
    assert same_schema(last.format, json.loads(client.get_latest_version(name).schema.schema_str), last.value)
    looked_up = client.lookup_schema(name, ForeignSchema(last.text, last.format.upper()))
    assert looked_up.version == found.versions[-1].number


def test_the_command_is_idempotent_and_a_dry_run_sends_nothing(url, subject):
    code, said, _ = command(url, "--subject", subject, "--dry-run")
    assert (code, "would be registered" in said) == (0, True)
    registry, schemas = Registry(url), released(subject=subject)
    assert not any(found.versions for found in there(registry, schemas).values())
    assert command(url, "--subject", subject)[0] == 0
    before = there(registry, schemas)
    code, said, _ = command(url, "--subject", subject)
    assert code == 0
    assert f"fine  0 schemas registered, {len(schemas)} already there" in said
    assert there(registry, schemas) == before


@pytest.fixture
def drafts(tmp_path):
    """The released schemas in a folder, and a draft that breaks them in both formats."""
    for kind in ("capture", "resumption"):
        for one in released(kind):
            path = tmp_path / kind / f"{one.version}.{'json' if one.format == 'json' else 'avsc'}"
            path.parent.mkdir(exist_ok=True)
            path.write_text(one.text, encoding="utf-8")
    shutil.copy(ROOT / "schemas" / "released.json", tmp_path)
    schema = runsnap.schema("capture")
    schema["$id"] = "urn:runsnap:schema:capture:9.0.0"
    schema["required"] = [*schema["required"], "reviewer"]
    schema["properties"]["reviewer"] = {"type": "string"}
    (tmp_path / "capture" / "9.0.0.json").write_text(json.dumps(schema), encoding="utf-8")
    avro = next(one for one in reversed(released("capture")) if one.format == "avro").value
    avro["fields"].append({"name": "reviewer", "type": "string"})
    (tmp_path / "capture" / "9.0.0.avsc").write_text(json.dumps(avro), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("shape", ["json", "avro"])
def test_a_draft_that_breaks_is_refused_with_its_witness(url, subject, drafts, shape):
    words = ("--schemas", str(drafts), "--kind", "capture", "--format", shape, "--subject", subject)
    assert command(url, *words)[0] == 0
    registry, schemas = Registry(url), released("capture", formats=[shape], subject=subject)
    before = there(registry, schemas)
    code, said, _ = command(url, *words, "--version", "9.0.0")
    assert code == 1
    assert "witness: " in said
    assert "reviewer" in said
    assert there(registry, schemas) == before


def test_the_check_of_the_registry_is_switched_off_for_json(url, subject):
    """Under a level this registry fails on JSON Schema 2020-12; Avro it judges."""
    schemas = released("capture", formats=["json"], subject=subject)
    registry, name = Registry(url), schemas[0].subject
    register(url, [one for one in schemas if one.version == "1.0.0"])
    registry.set_level(name, "BACKWARD")
    before = registry.subject(name)
    with pytest.raises(RegistryError, match=r"HTTP 500.*Nothing of this run is left"):
        apply(plan(schemas, [before], keep_level=True), registry)
    assert registry.subject(name) == before
    register(url, schemas)
    assert registry.subject(name).own_level == "NONE"
    assert len(registry.numbers(name)) == len(schemas)


def test_an_avro_schema_that_only_the_registry_refuses_leaves_nothing(url, subject):
    first, second, *_ = released("capture", formats=["avro"], subject=subject)
    registry, name = Registry(url), first.subject
    register(url, [second])
    registry.set_level(name, "FULL")
    before = registry.subject(name)
    broken = {**second.value, "name": "Other"}
    other = type(second)(name, "capture", "9.0.0", "avro", json.dumps(broken), "9.0.0.avsc")
    with pytest.raises(RegistryError, match="HTTP 409"):
        apply(plan([other], [before], compatibility="none"), registry)
    assert registry.subject(name) == before


@pytest.mark.parametrize("step", [1, 3, 6])
def test_an_interrupt_leaves_nothing_and_the_next_run_does_it_all(url, subject, step):
    steps = []

    def progress(text):
        steps.append(text)
        if len(steps) == step:
            raise KeyboardInterrupt

    schemas = released(subject=subject)
    with pytest.raises(KeyboardInterrupt):
        register(url, schemas, progress=progress)
    registry = Registry(url)
    assert not any(found.versions for found in there(registry, schemas).values())
    register(url, schemas)
    for name, found in there(registry, schemas).items():
        sent = [one for one in schemas if one.subject == name]
        assert len(found.versions) == len(sent)
        assert all(
            same_schema(one.format, version.value, one.value)
            for one, version in zip(sent, found.versions, strict=True)
        )


def test_a_registry_that_is_killed_half_way_is_told_of(tmp_path):
    with running_apicurio(tmp_path) as mortal:
        steps = []

        def progress(text):
            steps.append(text)
            if len(steps) == 3:
                os.kill(mortal.server.pid, signal.SIGKILL)
                mortal.server.guard.wait(60)

        with pytest.raises(RegistryError) as caught:
            register(mortal.url, released("capture", formats=["avro"]), progress=progress)
    assert caught.value.status is None
    assert caught.value.left == (
        "capture@1.0.0 under capture-avro", "capture@1.1.0 under capture-avro",
        "capture@1.2.0 under capture-avro (perhaps)",
    )  # fmt: skip


def test_every_session_of_the_guide_is_true(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples" / "schemas", tmp_path / "page" / "examples" / "schemas")
    guide = Path(ROOT, "docs", "guides", "registry.md").read_text(encoding="utf-8")
    with running_apicurio(tmp_path) as empty:
        monkeypatch.chdir(tmp_path / "page")
        monkeypatch.setenv("REGISTRY", empty.url)
        assert differences(guide, tmp_path / "page") == []
