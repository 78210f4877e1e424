import pytest

from tests.registry.fake import serving


@pytest.fixture
def fake():
    """An empty registry."""
    with serving() as running:
        yield running


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, which commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
