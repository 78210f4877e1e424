"""``runsnap schema register``."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path

import pytest

from runsnap.cli._schema_register import register_schemas
from runsnap.registry import DEFAULT_SUBJECT, released
from runsnap.registry._plan import COMPATIBILITIES
from tests.cli.tools import process, run
from tests.registry.fake import drop, serving, status
from tests.registry.tickets import avro_ticket, ticket, write

SUBJECTS = {"capture-json", "capture-avro", "resumption-json", "resumption-avro"}


def register(fake, *words):
    return run("schema", "register", "--url", fake.url, *words)


def test_everything_is_registered_then_nothing_more(fake):
    first = register(fake)
    assert (first.exit_code, first.stderr) == (0, "")
    assert {name for name in fake.subjects if fake.texts(name)} == SUBJECTS
    assert first.stdout.endswith(f"\nfine  {len(released())} schemas registered, 0 already there\n")
    assert "capture-json     capture@1.1.0     registered as version 2\n" in first.stdout
    assert "capture-json     level             NONE instead of the registry's BACKWARD" in first.stdout
    fake.requests.clear()
    second = register(fake)
    assert second.stdout.endswith(f"\nfine  0 schemas registered, {len(released())} already there\n")
    assert "is there as version 2" in second.stdout
    assert fake.writes == []


def test_a_dry_run_only_looks(fake):
    before = fake.state()
    result = register(fake, "--dry-run")
    assert result.exit_code == 0
    assert fake.requests
    assert fake.writes == []
    assert fake.state() == before
    assert f"{len(released())} schemas would be registered, nothing was sent" in result.stdout
    assert "registered as" not in result.stdout


def test_one_version_under_the_subject_of_a_topic(fake):
    words = ("--kind", "capture", "--version", "1.1.0", "--format", "avro", "--subject", "runs-value")
    assert register(fake, *words).exit_code == 0
    (version,) = fake.live("runs-value")
    assert json.loads(version.text)["name"] == "Capture"
    assert version.type == "AVRO"
    older = register(
        fake, "--kind", "capture", "--version", "1.0.0", "--format", "avro", "--subject", "runs-value"
    )
    assert "left out, since capture@1.1.0 is there" in older.stdout
    assert len(fake.live("runs-value")) == 1


@pytest.fixture
def drafts(folder: Path) -> None:
    """Released tickets, and a draft that breaks them in both formats."""
    write(Path("schemas"), v1_0_0=ticket("1.0.0", 5), a1_0_0=avro_ticket("long"))
    Path("schemas/ticket/1.1.0.json").write_text(ticket("1.1.0", 3))
    Path("schemas/ticket/1.1.0.avsc").write_text(avro_ticket("int"))


DRAFT = ("--schemas", "schemas", "--kind", "ticket", "--version", "1.1.0")


@pytest.mark.parametrize("shape", ["json", "avro"])
def test_a_draft_that_breaks_is_refused_with_its_witness(fake, drafts, shape):
    assert register(fake, "--schemas", "schemas").exit_code == 0
    before = fake.state()
    fake.requests.clear()
    result = register(fake, *DRAFT, "--format", shape)
    assert result.exit_code == 1
    assert f"ticket-{shape} version 1 → ticket@1.1.0" in result.stdout
    assert "witness: " in result.stdout
    assert result.stdout.endswith("nothing was registered\n")
    assert fake.state() == before
    assert fake.writes == []


def test_one_that_breaks_stops_all_others(fake, drafts):
    fake.put("ticket-json", ticket("0.9.0", 9))
    fake.levels["ticket-json"] = "NONE"
    assert register(fake, "--schemas", "schemas").exit_code == 1
    assert fake.writes == []


def test_a_break_that_is_wanted(fake, drafts):
    register(fake, "--schemas", "schemas")
    assert register(fake, *DRAFT, "--compatibility", "forward").exit_code == 0
    assert len(fake.live("ticket-json")) == len(fake.live("ticket-avro")) == 2


def test_a_break_that_is_accepted(fake, drafts):
    register(fake, "--schemas", "schemas", "--format", "json")
    refused = register(fake, *DRAFT, "--format", "json").stdout
    line = next(line for line in refused.splitlines() if '"fingerprint"' in line)
    Path("accepted.json").write_text(json.dumps({"accept": [json.loads(line)]}))
    assert register(fake, *DRAFT, "--format", "json", "--accept", "accepted.json").exit_code == 0


def test_the_strict_view(fake, folder):
    fake.put("ticket-json", ticket("1.0.0"))
    write(Path("schemas"), v1_1_0=ticket("1.1.0", note={"type": "string"}))
    assert register(fake, "--schemas", "schemas", "--view", "strict", "--dry-run").exit_code == 1
    assert register(fake, "--schemas", "schemas", "--dry-run").exit_code == 0


def test_levels_are_kept_on_request(fake, folder):
    write(Path("schemas"), v1_0_0=ticket("1.0.0"), v1_1_0=ticket("1.1.0"))
    result = register(fake, "--schemas", "schemas", "--keep-level")
    assert result.exit_code == 2
    assert (
        "HTTP 500: could not determine version. Nothing of this run is left in the registry\n"
        in result.stderr
    )
    assert fake.state() == ({}, {})


def sent(fake):
    return {headers.get("Authorization") for headers in fake.headers}


def test_credentials_come_from_the_environment(fake, monkeypatch):
    monkeypatch.setenv("THE_SECRET", "sesame")
    register(fake, "--dry-run", "--user", "ada", "--password-env", "THE_SECRET")
    assert sent(fake) == {f"Basic {base64.b64encode(b'ada:sesame').decode()}"}
    fake.headers.clear()
    register(fake, "--dry-run", "--token-env", "THE_SECRET")
    assert sent(fake) == {"Bearer sesame"}


@pytest.mark.parametrize(
    "words, said",
    [
        (("--password-env", "NOT_THERE"), "--password-env: the environment has no NOT_THERE"),
        (("--token-env", "NOT_THERE"), "--token-env: the environment has no NOT_THERE"),
        (("--version", "1.0.0"), "a version needs a kind"),
        (("--kind", "nonsense"), "nonsense"),
        (("--kind", "capture", "--version", "9.9.9"), "9.9.9"),
        (("--subject", "one"), "the subject 'one' would get"),
        (("--avro", "schemas"), "--avro goes with --schemas"),
        (("--schemas", "nowhere"), "nowhere: no such folder"),
        (("--accept", "nowhere.json"), "nowhere.json"),
        (("--timeout", "0"), "--timeout"),
        (("--compatibility", "sideways"), "--compatibility"),
    ],
)
def test_wrong_usage_sends_nothing(fake, folder, monkeypatch, words, said):
    monkeypatch.delenv("NOT_THERE", raising=False)
    result = register(fake, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert fake.writes == []


def test_an_address_that_is_none():
    result = run("schema", "register", "--url", "localhost:8081")
    assert result.exit_code == 2
    assert "error: the registry's address must be http://HOST… or https://HOST…\n" in result.stderr


def test_a_registry_that_fails_is_one_line_without_the_password(fake):
    fake.fault = lambda *_: status(401, {"message": "\x1b]0;owned\x07"})
    url = fake.url.replace("//", "//ada:sesame@")
    result = run("schema", "register", "--url", url)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(
        f"error: {fake.url}: asked for the versions of capture-json: HTTP 401: not signed in"
    )
    assert result.stderr.count("\n") == 1
    assert "sesame" not in result.stderr
    assert "\x1b" not in result.stderr


def test_a_registry_that_goes_away_says_what_is_left(fake):
    fake.fault = lambda _, method, path: drop if len(fake.writes) > 2 else None
    result = register(fake, "--format", "avro")
    assert result.exit_code == 2
    assert (
        "Could not be taken back: capture@1.0.0 under capture-avro; capture@1.1.0 under capture-avro; "
        in result.stderr
    )
    assert "capture@1.2.0 under capture-avro (perhaps)" in result.stderr
    assert result.stderr.count("\n") == 1
    fake.fault = lambda *_: None
    assert register(fake, "--format", "avro").exit_code == 0
    assert fake.texts("capture-avro") == [one.text for one in released("capture", formats=["avro"])]


def test_names_from_a_registry_steer_no_terminal(fake, folder):
    write(Path("schemas"), v1_1_0=ticket("1.1.0", 3))
    fake.put("ticket-json", ticket("1.0.0", 5).replace("priority", "pri\\u001b[2Jority"))
    result = register(fake, "--schemas", "schemas", "--dry-run")
    assert "\x1b" not in result.stdout


def test_a_process_of_its_own():
    with serving() as fake:
        done = process("schema", "register", "--url", fake.url, "--format", "avro", timeout=300)
        assert (done.returncode, done.stderr) == (0, b"")
        assert fake.texts("capture-avro")


def test_a_folder_without_schemas(fake, folder):
    Path("schemas").mkdir()
    result = register(fake, "--schemas", "schemas")
    assert result.exit_code == 2
    assert "schemas: no schema" in result.stderr
    shutil.rmtree("schemas")


def test_the_help_offers_what_the_functions_take() -> None:
    options = {option.name: option for option in register_schemas.params}
    assert options["subject"].default == DEFAULT_SUBJECT
    assert list(options["compatibility"].type.choices) == list(COMPATIBILITIES)
