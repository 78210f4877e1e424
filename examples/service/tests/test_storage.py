"""The columns are exact and in order, in SQLite; PostgreSQL gets types that hold the same."""

import os

import pytest
from sqlalchemy import create_engine, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import Session
from sqlalchemy.schema import CreateTable
from whenever import Instant

import runsnap
from examples.service.storage import StoredCapture, StoredResumption, Table
from examples.service.tests.test_app import CAPTURE, STOPPED

URL = os.environ.get("RUNSNAP_DATABASE", "sqlite://")
"""Another database to try it on: its tables are dropped."""


@pytest.fixture
def session():
    engine = create_engine(URL)
    Table.metadata.drop_all(engine)
    Table.metadata.create_all(engine)
    with Session(engine) as session:
        yield session
    engine.dispose()


def capture(run_id="01J8ZQ4M6T0V3W5X7Y9ABCDEFG", **log):
    made = runsnap.Capture.loads(CAPTURE)
    made.run_id = made.run_log.run_id = run_id
    made.rng_seed = log.pop("rng_seed", None)
    for name, value in log.items():
        setattr(made.run_log, name, value)
    return made


def stopped(micros=0, input_tokens=0):
    made = runsnap.Resumption.loads(STOPPED)
    made.spend.micros, made.usage.input_tokens = micros, input_tokens
    return made


@pytest.mark.parametrize("seed", [None, 0, 9, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_seeds_of_64_bits_are_exact(session, seed):
    session.add(StoredCapture.of(capture(rng_seed=seed)))
    session.commit()
    session.expire_all()
    assert session.scalars(select(StoredCapture.rng_seed)).one() == seed


@pytest.mark.parametrize("micros", [0, 2**53 + 1, 2**64, 10**38, 2**128 - 1])
def test_amounts_of_128_bits_are_exact(session, micros):
    session.add(StoredResumption.of(stopped(micros, input_tokens=2**64 - 1)))
    session.commit()
    session.expire_all()
    found = session.scalars(select(StoredResumption)).one()
    assert (found.micros, found.input_tokens) == (micros, 2**64 - 1)
    assert runsnap.Resumption.loads(found.document).spend.micros == micros


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01T00:00:00Z",
        "2026-05-28T20:26:40.000000001Z",
        "2026-05-28T20:26:40.999999999Z",
        "9999-12-31T23:59:59.999999999Z",
    ],
)
def test_instants_are_exact_to_the_nanosecond(session, text):
    session.add(StoredCapture.of(capture(started_at=Instant(text))))
    session.commit()
    session.expire_all()
    assert session.scalars(select(StoredCapture.started_at)).one() == Instant(text)
    assert session.scalars(
        select(StoredCapture.run_id).where(StoredCapture.started_at == Instant(text))
    ).all()


def test_numbers_and_instants_are_ordered_and_compared_as_such(session):
    amounts = [2**128 - 1, 9, 10, 2**64, 0]
    session.add_all(StoredResumption.of(stopped(amount)) for amount in amounts)
    session.commit()
    by_amount = select(StoredResumption.micros).order_by(StoredResumption.micros)
    assert list(session.scalars(by_amount)) == sorted(amounts)
    assert list(session.scalars(by_amount.where(StoredResumption.micros > 10))) == [2**64, 2**128 - 1]

    starts = [Instant("2026-05-28T20:26:40Z").add(nanoseconds=extra) for extra in (0, 999_999_999, 1)]
    runs = [f"01J8ZQ4M6T0V3W5X7Y9ABCDEF{number}" for number in range(3)]
    session.add_all(
        StoredCapture.of(capture(run, started_at=start)) for run, start in zip(runs, starts, strict=True)
    )
    session.commit()
    by_start = select(StoredCapture.started_at).order_by(StoredCapture.started_at)
    assert list(session.scalars(by_start)) == sorted(starts)
    assert list(session.scalars(by_start.where(StoredCapture.started_at > starts[0]))) == sorted(starts)[1:]


def test_a_document_comes_back_whole_whatever_its_texts_hold(session):
    made = capture(agent="a\0b", status="paused\0")
    made.additional_properties["odd"] = {"zero": -0.0, "wide": 10**300, "text": "\0\u2028😀"}
    session.add(StoredCapture.of(made))
    session.commit()
    session.expire_all()
    found = session.scalars(select(StoredCapture)).one()
    assert found.document == made.dumps()
    assert found.agent == "a\N{REPLACEMENT CHARACTER}b"


def test_postgresql_gets_types_that_hold_every_value():
    tables = {
        table.name: str(CreateTable(table).compile(dialect=postgresql.dialect()))
        for table in Table.metadata.sorted_tables
    }
    assert "rng_seed NUMERIC(20, 0)" in tables["captures"]
    assert 'started_at VARCHAR(30) COLLATE "C" NOT NULL' in tables["captures"]
    assert "input_tokens NUMERIC(20, 0) NOT NULL" in tables["resumptions"]
    assert "micros NUMERIC(39, 0) NOT NULL" in tables["resumptions"]
    assert len(str(2**64 - 1)) == 20
    assert len(str(2**128 - 1)) == 39
