"""The site that is built: its links, its API pages, llms.txt, and how near things are to the start page."""

import inspect
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import runsnap
import runsnap.avro
import runsnap.capture
import runsnap.errors
import runsnap.evolution
import runsnap.kafka
import runsnap.registry
import runsnap.resumption

ROOT = Path(__file__).resolve().parents[2]
HOME = "https://site.invalid/"


class Reader(HTMLParser):
    """What a page links to, inside its article and outside, and the anchors that it has."""

    def __init__(self, html):
        super().__init__()
        self.links, self.content_links, self.anchors = [], [], set()
        self._in_article = False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        self._in_article |= tag == "article"
        self.anchors |= {value for name, value in attrs if name == "id" or (tag == "a" and name == "name")}
        if tag == "a" and names.get("href"):
            self.links.append(names["href"])
            if self._in_article:
                self.content_links.append(names["href"])

    def handle_endtag(self, tag):
        if tag == "article":
            self._in_article = False


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    site = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return config


@pytest.fixture(scope="module")
def site(config):
    """Every page of the site by its address."""
    root = Path(config.site_dir)
    return {
        HOME + path.relative_to(root).as_posix().removesuffix("index.html"): Reader(
            path.read_text(encoding="utf-8")
        )
        for path in root.rglob("*.html")
        if path.name != "404.html"
    }


def exists(config, address):
    path = Path(config.site_dir, unquote(urlsplit(address).path).lstrip("/"))
    return path.is_file() or (path / "index.html").is_file()


def test_every_link_leads_to_a_page_and_an_anchor_of_the_site(config, site):
    broken = []
    for page, reader in site.items():
        for link in reader.links:
            address, anchor = urldefrag(urljoin(page, link))
            if not address.startswith(HOME):
                continue
            if not exists(config, address) or (
                anchor and unquote(anchor) not in {"", "__skip"} | site[address].anchors
            ):
                broken.append((page, link))
    assert broken == []


def test_every_link_to_elsewhere_is_a_whole_address_over_https(site):
    elsewhere = {
        link
        for page, reader in site.items()
        for link in reader.links
        if not urljoin(page, link).startswith(HOME)
    }
    assert elsewhere
    assert [
        link for link in elsewhere if not re.fullmatch(r"https://[a-z0-9.-]+\.[a-z]+(/[^\s<>]*)?", link)
    ] == []


def within_clicks(site, start, clicks):
    """Addresses that so many clicks in the text of pages lead to."""
    reached = {start}
    for _ in range(clicks):
        reached |= {
            urldefrag(urljoin(page, link))[0]
            for page in reached
            if page in site
            for link in site[page].content_links
        }
    return reached


@pytest.mark.parametrize("language", ["rust", "go", "java", "typescript"])
def test_a_developer_finds_page_vectors_and_schemas_in_two_clicks(site, language):
    near = within_clicks(site, HOME, 2)
    assert {HOME + language + "/", HOME + "vectors/"} <= near
    for kind, version in [("capture", "1.2.0"), ("resumption", "0.1.1")]:
        assert {f"{HOME}schemas/{kind}/{version}.json", f"{HOME}schemas/{kind}/{version}.avsc"} <= near


def test_every_page_is_near_the_start(site):
    assert set(site) - within_clicks(site, HOME, 3) == set()


def api(name):
    return HOME + f"api/{name}/"


@pytest.mark.parametrize("name", ["avro", "capture", "evolution", "kafka", "registry", "resumption", "spark"])
def test_every_public_name_of_a_module_has_its_place(site, name):
    module = getattr(runsnap, name)
    document = {name.capitalize()} & set(module.__all__) & set(runsnap.__all__)  # described with the package
    assert {f"runsnap.{name}.{public}" for public in set(module.__all__) - document} <= site[
        api(name)
    ].anchors
    assert {f"runsnap.{public}" for public in document} <= site[api("runsnap")].anchors


def test_every_public_name_of_the_package_has_its_place(site):
    public = {
        name
        for name in runsnap.__all__
        if not name.startswith("_")
        and not inspect.ismodule(getattr(runsnap, name))
        and not name.endswith("Error")
    }
    assert {f"runsnap.{name}" for name in public} <= site[api("runsnap")].anchors
    errors = {name for name in vars(runsnap.errors) if name.endswith("Error")}
    assert {f"runsnap.errors.{name}" for name in errors} <= site[api("errors")].anchors


@pytest.mark.parametrize("method", ["load", "loads", "from_dict", "to_dict", "to_bytes", "dumps", "save"])
def test_what_documents_inherit_is_described(site, method):
    assert {f"runsnap.Capture.{method}", f"runsnap.Resumption.{method}"} <= site[api("runsnap")].anchors


def test_nothing_private_is_described(site):
    described = [
        anchor for page, reader in site.items() if "/api/" in page for anchor in reader.anchors if anchor
    ]
    assert [anchor for anchor in described if anchor.startswith("runsnap.") and "._" in anchor] == []


def listed(config):
    text = Path(config.site_dir, "llms.txt").read_text(encoding="utf-8")
    return text, re.findall(r"^- \[([^\]]+)\]\(([^)]+)\)(?:: (.+))?$", text, re.MULTILINE)


def paths_of(nav):
    for item in nav:
        for below in item.values():
            yield from [below] if isinstance(below, str) else paths_of(below)


def test_llms_txt_lists_every_page_of_the_navigation_in_its_order_with_what_it_is_about(config, site):
    text, entries = listed(config)
    assert text.startswith(f"# {config.site_name}\n\n> {config.site_description}.\n\n## Start\n")
    addresses = [urljoin(HOME, address) for _, address, _ in entries]
    assert len(addresses) == len(set(addresses)) == len(list(paths_of(config.nav)))
    assert set(addresses) == set(site)
    assert addresses == [
        HOME + re.sub(r"(^|/)index/$", r"\1", f"{path.removesuffix('.md')}/") for path in paths_of(config.nav)
    ]
    assert [title for title, _, about in entries if not about] == []


def test_llms_txt_has_a_section_for_each_section_of_the_navigation(config):
    text, _ = listed(config)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [next(iter(item)) for item in config.nav]
