"""Plans are carried out whole, or taken back; what could not be taken back is said, and the next run goes on from it."""

import json
import signal
import subprocess
import sys
import threading
from functools import cache

import pytest

from runsnap.errors import RegistryError
from runsnap.registry import Registry, apply, plan, released, schemas_in
from tests.registry.fake import drop, drop_after, serving, status, text
from tests.registry.tickets import avro_ticket, ticket, write


@pytest.fixture
def wanted(tmp_path):
    """Two versions in both formats."""
    return schemas_in(write(
        tmp_path, v1_0_0=ticket("1.0.0"), v1_1_0=ticket("1.1.0", note={"type": "string"}),
        a1_0_0=avro_ticket(), a1_1_0=avro_ticket("long", {"name": "note", "type": "string", "default": ""}),
    ))  # fmt: skip


def planned(registry, schemas, compatibility="none"):
    """Without a review: what it says is tested without a registry."""
    subjects = [registry.subject(name) for name in {one.subject: None for one in schemas}]
    return plan(schemas, subjects, compatibility=compatibility)


def run(fake, schemas, progress=lambda _: None):
    registry = registry_at(fake.url)
    return apply(planned(registry, schemas), registry, progress=progress)


@cache
def registry_at(url):
    """One for all runs of a test: it reads the certificates of the system once."""
    return Registry(url, timeout=60)


def test_released_schemas_arrive_byte_for_byte_in_their_order(fake):
    schemas = released()
    outcomes = run(fake, schemas)
    for subject in {one.subject for one in schemas}:
        assert fake.texts(subject) == [one.text for one in schemas if one.subject == subject]
    assert fake.levels == {"capture-json": "NONE", "resumption-json": "NONE"}
    numbers = [one.number for one in outcomes if one.action.schema]
    assert len(numbers) == len(schemas)
    assert numbers[:3] == [1, 2, 3]


def test_a_second_run_sends_nothing(fake, wanted):
    run(fake, wanted)
    before = fake.state()
    fake.requests.clear()
    assert [one.number for one in run(fake, wanted)] == [1, 2, 1, 2]
    assert fake.writes == []
    assert fake.state() == before


def test_a_third_version_goes_behind_what_is_there(fake, wanted):
    run(fake, [one for one in wanted if one.version == "1.0.0"])
    run(fake, wanted)
    assert fake.texts("ticket-json") == [one.text for one in wanted if one.format == "json"]


def test_numbers_are_those_of_the_registry_also_behind_deleted_versions(fake, wanted):
    fake.put("ticket-json", '{"title": "gone"}')
    fake.subjects["ticket-json"][0].deleted = True
    assert [one.number for one in run(fake, wanted) if one.action.schema] == [2, 3, 1, 2]


def test_a_refused_plan_is_not_carried_out(fake, tmp_path):
    fake.put("ticket-json", ticket("1.0.0", 9))
    registry = Registry(fake.url)
    made = planned(registry, schemas_in(write(tmp_path, v1_1_0=ticket("1.1.0", 3))), "backward")
    with pytest.raises(ValueError, match="refused"):
        apply(made, registry)
    assert fake.writes == []


def test_a_registry_that_changed_since_the_plan_was_made(fake, wanted):
    registry = Registry(fake.url)
    made = planned(registry, wanted)
    fake.put("ticket-avro", avro_ticket("string"), type_="AVRO")
    with pytest.raises(RegistryError, match=r"ticket-avro.*changed"):
        apply(made, registry)
    assert fake.writes == []


@pytest.fixture
def there(fake):
    """Something of others, with a level of its own."""
    fake.put("ticket-json", ticket("0.9.0"))
    fake.levels["ticket-json"] = "FULL_TRANSITIVE"
    return fake.state()


def requests_of_a_run(schemas):
    """How many requests a whole run makes."""
    with serving() as counted:
        counted.put("ticket-json", ticket("0.9.0"))
        counted.levels["ticket-json"] = "FULL_TRANSITIVE"
        run(counted, schemas)
        return len(counted.requests)


WAYS = {
    "failed": status(500, {"error_code": 50001, "message": "Error in the backend data store"}),
    "cut": drop,
    "done, but cut": drop_after,
    "a page as if all were well": text(200, "<html>Sign in</html>"),
    "nonsense": status(200, {"nonsense": True}),
}


@pytest.mark.parametrize("way", WAYS)
def test_whichever_request_fails_nothing_is_left(fake, wanted, there, way):
    count = requests_of_a_run(wanted)
    assert count > 15
    for number in range(1, count + 1):
        fake.requests.clear()
        fake.fault = lambda n, *_, number=number: WAYS[way] if n == number else None
        with pytest.raises(RegistryError) as caught:
            run(fake, wanted)
        assert fake.state() == there, number
        assert caught.value.left == ()
        assert str(caught.value).startswith(f"{fake.url}: ")


@pytest.mark.parametrize("way", [drop, drop_after])
def test_a_registry_that_goes_away_is_told_of_and_the_next_run_ends_it(fake, wanted, there, way):
    count = requests_of_a_run(wanted)
    for number in range(1, count + 1):
        fake.requests.clear()
        fake.fault = lambda n, *_, number=number: (way if n == number else drop) if n >= number else None
        with pytest.raises(RegistryError) as caught:
            run(fake, wanted)
        sent = [request for request in fake.requests[: number - 1] if request[0] in {"POST", "PUT"}]
        assert len(caught.value.left) >= len(sent), number
        assert len(fake.requests) <= number + 1, "one that does not answer is not asked again and again"
        for left in caught.value.left:
            assert left in str(caught.value)
        fake.fault = lambda *_: None
        run(fake, wanted)
        assert fake.texts("ticket-json") == [
            ticket("0.9.0"),
            *(one.text for one in wanted if one.format == "json"),
        ]
        assert fake.texts("ticket-avro") == [one.text for one in wanted if one.format == "avro"]
        forget(fake)


def forget(fake):
    """Everything but what was there before."""
    fake.subjects["ticket-json"][1:] = []
    fake.subjects.pop("ticket-avro")
    fake.levels["ticket-json"] = "FULL_TRANSITIVE"


def test_what_cannot_be_taken_back_is_named(fake, wanted, there):
    posts = []

    def fault(_, method, path):
        posts.extend([path] if method == "POST" else [])
        if method == "DELETE":
            return status(403, {"error_code": 40301, "message": "deletion is not allowed"})
        return (
            status(409, {"error_code": 409, "message": "incompatible"})
            if len(posts) == 3 and method == "POST"
            else None
        )

    fake.fault = fault
    with pytest.raises(RegistryError) as caught:
        run(fake, wanted)
    assert caught.value.left == ("ticket@1.0.0 under ticket-json", "ticket@1.1.0 under ticket-json")
    assert caught.value.status == 409
    assert fake.levels["ticket-json"] == "FULL_TRANSITIVE"
    assert "Run it again" in str(caught.value)


def test_a_subject_without_a_level_of_its_own_has_none_afterwards(fake, wanted):
    fake.fault = lambda _, method, path: drop if "ticket-avro" in path and method == "POST" else None
    with pytest.raises(RegistryError, match="Nothing of this run is left"):
        run(fake, wanted)
    assert fake.state() == ({}, {})


@pytest.mark.parametrize("step", range(5))
def test_an_interrupt_takes_back_what_was_done(fake, wanted, step):
    steps = []

    def progress(text):
        steps.append(text)
        if len(steps) == step + 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(fake, wanted, progress)
    assert fake.state() == ({}, {})


def test_an_interrupt_that_leaves_something_is_told_of(fake, wanted):
    def progress(text):
        if text == "ticket-avro: ticket@1.0.0":
            fake.fault = lambda *_: drop
            raise KeyboardInterrupt

    with pytest.raises(RegistryError, match="stopped by KeyboardInterrupt") as caught:
        run(fake, wanted, progress)
    assert caught.value.left[0] == "ticket@1.0.0 under ticket-json"
    assert isinstance(caught.value.__cause__, KeyboardInterrupt)


def test_a_schema_that_comes_back_changed_is_taken_back(fake, tmp_path):
    """As from a registry whose numbers are doubles."""
    whole = schemas_in(write(tmp_path, v1_0_0=ticket("1.0.0", 2**128 - 1)), formats=["json"])

    def fault(_, method, path):
        for version in fake.subjects["ticket-json"]:
            version.text = json.dumps(json.loads(version.text, parse_int=float))

    fake.fault = fault
    with pytest.raises(
        RegistryError, match=r"no equal schema comes back\. Nothing of this run is left in the registry$"
    ):
        run(fake, whole)
    assert fake.state() == ({}, {})


def test_a_request_that_may_be_carried_out_later_is_told_of(fake, wanted):
    later = threading.Event()

    def carry_out_later(handler):
        later.wait(60)
        with fake.lock:
            handler.right_answer()

    fake.fault = lambda _, method, path: carry_out_later if method == "POST" and "avro" in path else None
    registry = Registry(fake.url, timeout=1)
    with pytest.raises(RegistryError, match="unless it carries out the last request after all"):
        apply(planned(registry, wanted), registry)
    assert fake.state() == ({}, {})
    later.set()


LISTENING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from runsnap.cli import main
main()
"""
"""In the background of a shell interrupts are ignored, and that is inherited."""


def test_an_interrupt_from_the_keyboard_takes_everything_back(fake):
    asked, over = threading.Event(), threading.Event()

    def hang(_):
        asked.set()
        over.wait(120)

    fake.fault = lambda _, method, path: hang if method == "POST" and len(fake.writes) == 3 else None
    command = [sys.executable, "-c", LISTENING, "schema", "register", "--url", fake.url]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert asked.wait(120)
    started.send_signal(signal.SIGINT)
    said = started.communicate(timeout=120)
    over.set()
    assert (started.returncode, said) == (130, (b"", b""))
    assert fake.state() == ({}, {})
