"""A browser that looks at the built documentation, and at nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.site import served

ROOT = Path(__file__).resolve().parents[2]
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The documentation, built strict."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, check=False, cwd=ROOT, env=quiet, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="session")
def site(folder):
    """The address of the documentation."""
    with served(folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, site):
    """Open a page of the site in a window; it must not complain, and ask for nothing elsewhere."""
    contexts, complaints = [], []

    def open_page(path="", width=1280, scheme="light"):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, base_url=site
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: _note_console(complaints, message))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", lambda request: _note_request(complaints, request.url, site))
        page.on("response", lambda response: _note_response(complaints, response))
        page.goto(f"/{path}")
        page.wait_for_load_state("networkidle")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _note_console(complaints, message):
    if message.type in ("error", "warning"):
        complaints.append(f"console: {message.text}")


def _note_request(complaints, url, site):
    if not url.startswith((site + "/", "data:", "blob:")):
        complaints.append(f"request: {url}")


def _note_response(complaints, response):
    if response.status >= 400:
        complaints.append(f"{response.status}: {response.url}")
