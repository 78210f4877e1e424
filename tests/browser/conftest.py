"""A browser that looks at the built documentation and at pages that are one file, and at nothing else."""

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


class Windows:
    """Windows of the browser; what happens in them that should not is noted."""

    def __init__(self, browser):
        self.browser, self.contexts, self.complaints = browser, [], []

    def open(self, address, allowed, width, scheme, **options):
        """A page in a window of its own; it may ask for what begins with ``allowed``."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, **options
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: _note_console(self.complaints, message))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", lambda request: _note_request(self.complaints, request.url, allowed))
        page.on("response", lambda response: _note_response(self.complaints, response))
        page.goto(address)
        page.wait_for_load_state("networkidle")
        return page

    def close(self):
        """Close them all; nothing may have been noted."""
        for context in self.contexts:
            context.close()
        assert self.complaints == []


@pytest.fixture
def windows(browser):
    windows = Windows(browser)
    yield windows
    windows.close()


@pytest.fixture
def open_page(windows, site):
    """Open a page of the site in a window; it must not complain, and ask for nothing elsewhere."""

    def open_page(path="", width=1280, scheme="light"):
        return windows.open(f"/{path}", (site + "/", "data:", "blob:"), width, scheme, base_url=site)

    return open_page


@pytest.fixture
def open_html(windows, tmp_path):
    """Open a page that is one file; it must not complain, and ask for nothing but itself."""

    def open_html(html, width=1280, scheme="light"):
        file = tmp_path / f"page-{len(windows.contexts)}.html"
        file.write_bytes(html.encode())
        return windows.open(file.as_uri(), (file.as_uri(),), width, scheme)

    return open_html


def _note_console(complaints, message):
    if message.type in ("error", "warning"):
        complaints.append(f"console: {message.text}")


def _note_request(complaints, url, allowed):
    if not url.startswith(allowed):
        complaints.append(f"request: {url}")


def _note_response(complaints, response):
    if response.status >= 400:
        complaints.append(f"{response.status}: {response.url}")
