"""Engines that all tests of a session share, and their logs in what a failure shows."""

import pytest

from tests.engines.apicurio import running_apicurio
from tests.engines.process import RUNNING


@pytest.fixture(scope="session")
def apicurio(tmp_path_factory):
    """A running registry; tests take subjects of their own."""
    with running_apicurio(tmp_path_factory.mktemp("apicurio")) as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        report.sections += [(f"log of {server.name}", server.log_end()) for server in RUNNING]
    return report
