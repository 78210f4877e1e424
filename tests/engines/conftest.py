"""Engines that all tests of a session share, and their logs in what a failure shows."""

import pytest

from tests.engines.apicurio import running_apicurio
from tests.engines.kafka import running_kafka
from tests.engines.process import RUNNING


@pytest.fixture(scope="session")
def apicurio(tmp_path_factory):
    """A running registry; tests take subjects of their own."""
    with running_apicurio(tmp_path_factory.mktemp("apicurio")) as running:
        yield running


@pytest.fixture(scope="session")
def broker(tmp_path_factory):
    """A running Kafka; tests take topics of their own."""
    with running_kafka(tmp_path_factory.mktemp("kafka")) as running:
        yield running


@pytest.fixture(scope="session")
def servers(broker):
    """What clients call ``bootstrap.servers``."""
    return broker.servers


@pytest.fixture(scope="session")
def registry(apicurio):
    """A client of the registry."""
    from confluent_kafka.schema_registry import SchemaRegistryClient

    with SchemaRegistryClient({"url": apicurio.url}) as client:
        yield client


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        report.sections += [(f"log of {server.name}", server.log_end()) for server in RUNNING]
    return report
