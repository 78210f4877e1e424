"""The documentation in a browser: found, readable and usable by everyone, on a phone and on a desk."""

import re

import pytest

from tests.browser.axe import serious_findings

PHONE, DESK = 390, 1280
LOOKED_AT = ["", "playground/", "reference/capture/1.2.0/"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("path", LOOKED_AT)
def test_a_page_is_accessible(open_page, path, width, scheme):
    page = open_page(path, width, scheme)
    if path == "playground/":
        page.get_by_role("button", name="Example with faults").click()
        assert page.locator(".playground-problems li").count() == 3
    assert serious_findings(page) == []


def test_the_check_of_accessibility_finds_something(open_page):
    page = open_page()
    page.evaluate("() => document.querySelector('article').append(document.createElement('button'))")
    assert [name for name, *_ in serious_findings(page)] == ["button-name"]


@pytest.fixture
def paths(folder):
    """Of every page."""
    pages = [page.parent.relative_to(folder).as_posix() for page in folder.rglob("index.html")]
    return sorted(path.removeprefix(".") for path in pages)


@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), (DESK, "light")])
def test_every_page_fits_is_accessible_and_complains_of_nothing(open_page, paths, width, scheme):
    page = open_page(width=width, scheme=scheme)
    wrong = []
    for path in paths:
        page.goto(f"/{path}")
        if page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth"):
            wrong.append((path, "too wide"))
        wrong += [(path, *finding) for finding in serious_findings(page)]
    assert wrong == []
    assert len(paths) > 30


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_search_finds_a_member_and_leads_to_it(open_page, width):
    page = open_page(width=width)
    if width == PHONE:
        page.locator(".md-header__button[for=__search]").click()
    else:
        page.get_by_role("textbox", name="Search").click()
    page.keyboard.type("rng_seed")
    found = page.locator(".md-search-result__link").first
    found.wait_for()
    found.click()
    page.wait_for_url(re.compile(r"/.+/"))
    assert page.locator("article code", has_text="rng_seed").count() > 0


def test_the_navigation_leads_to_the_playground(open_page):
    page = open_page()
    page.locator(".md-nav--primary").get_by_role("link", name="Playground").click()
    page.wait_for_url("**/playground/")
    assert page.locator("h1").inner_text().startswith("Playground")


def test_the_navigation_of_a_phone_opens_and_leads_on(open_page):
    page = open_page(width=PHONE)
    page.locator(".md-header__button[for=__drawer]").click()
    page.locator(".md-nav--primary").get_by_role("link", name="Playground").click()
    page.wait_for_url("**/playground/")
