"""The service takes what is valid, says what is wrong with the rest, and loses nothing."""

import asyncio
import json
from pathlib import Path

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

import runsnap
from examples.service.app import LIMITS, TooLargeError, body_of, create_app

RUNS = Path(__file__).parents[2] / "runs"
CAPTURE = (RUNS / "capture.json").read_bytes()
BROKEN = (RUNS.parent / "broken" / "capture.json").read_bytes()
STOPPED = (RUNS / "stopped.json").read_bytes()


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(f"sqlite:///{tmp_path / 'runs.db'}")) as client:
        yield client


def changed(**members):
    return json.dumps(json.loads(CAPTURE) | members)


def test_a_capture_comes_back_to_the_last_digit_nanosecond_and_unknown_member(client):
    answer = client.post("/captures", content=CAPTURE)
    assert answer.status_code == 201
    stored = client.get(answer.headers["location"])
    assert stored.headers["content-type"] == "application/json"
    assert stored.content == runsnap.Capture.loads(CAPTURE).to_bytes()
    assert b"13907115649297310042" in stored.content
    assert b'"cache_tier": "standard"' in stored.content
    assert b"2026-05-28T20:26:40.000000001Z" in stored.content


def test_the_report_of_a_broken_capture_is_the_one_of_validate(client):
    answer = client.post("/captures", content=BROKEN)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    report = answer.json()["report"]
    assert report == runsnap.validate(BROKEN, kind="capture", limits=LIMITS).to_dict()
    assert {problem["pointer"] for problem in report["problems"]} == {
        "/run_log/finished_at", "/run_log/steps/0/latency", "/run_log/tokens/completion_tokens", "/rng_seed",
    }  # fmt: skip
    assert client.get("/captures/01J8ZQ4M6T0V3W5X7Y9ABCDEFG").status_code == 404


@pytest.mark.parametrize(
    "body, error",
    [
        (b"", "MalformedError"),
        (b'{"run_id": ', "MalformedError"),
        (b'{"run_id": 1, "run_id": 1}', "MalformedError"),
        (b"\xff", "MalformedError"),
        (STOPPED, "WrongKindError"),
        (b"[" * 300 + b"]" * 300, "LimitError"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(client, body, error):
    answer = client.post("/captures", content=body)
    assert answer.status_code == 422
    assert answer.json()["error"] == error
    assert answer.json()["detail"]


def test_a_capture_that_breaks_a_cross_field_rule_is_refused_under_strict_only(client):
    body = changed(run_id="01J8ZQ4M6T0V3W5X7Y9ABCDEFG")
    answer = client.post("/captures?strict=true", content=body)
    assert answer.status_code == 422
    assert [failure["keyword"] for failure in answer.json()["report"]["failures"]] == ["run-id-matches"]
    assert client.post("/captures", content=body).status_code == 201


def test_a_body_is_taken_up_to_the_limit_and_no_further(client):
    padding = LIMITS.max_bytes - len(CAPTURE)
    assert client.post("/captures", content=CAPTURE + b" " * padding).status_code == 201
    answer = client.post("/captures", content=CAPTURE + b" " * (padding + 1))
    assert answer.status_code == 413
    assert answer.json()["allowed"] == LIMITS.max_bytes


def test_an_endless_body_is_not_read_to_its_end():
    received = []

    async def receive():
        received.append(2**20)
        return {"type": "http.request", "body": b" " * 2**20, "more_body": True}

    with pytest.raises(TooLargeError):
        asyncio.run(body_of(Request({"type": "http"}, receive)))
    assert sum(received) == LIMITS.max_bytes + 2**20


def test_the_same_capture_again_changes_nothing_and_another_of_the_run_is_refused(client):
    assert client.post("/captures", content=CAPTURE).status_code == 201
    assert client.post("/captures", content=runsnap.Capture.loads(CAPTURE).to_bytes()).status_code == 200
    assert client.post("/captures", content=changed(memory_ref="other")).status_code == 409
    lower = json.loads(CAPTURE)["run_id"].lower()
    assert client.get(f"/captures/{lower}").content == runsnap.Capture.loads(CAPTURE).to_bytes()


def test_captures_are_found_by_every_digit_of_their_seed(client):
    client.post("/captures", content=CAPTURE)
    run_id = json.loads(CAPTURE)["run_id"]
    assert client.get("/captures", params={"rng_seed": "13907115649297310042"}).json() == [run_id]
    assert client.get("/captures", params={"rng_seed": "13907115649297310041"}).json() == []
    assert client.get("/captures", params={"rng_seed": "-1"}).json() == []


def test_resumptions_have_an_endpoint_of_their_own(client):
    assert client.post("/resumptions", content=STOPPED).json() == {"id": 1}
    assert client.post("/resumptions", content=CAPTURE).json()["error"] == "WrongKindError"
    broken = json.dumps(json.loads(STOPPED) | {"steps": -1})
    (fault,) = client.post("/resumptions", content=broken).json()["report"]["problems"]
    assert fault["pointer"] == "/steps"
