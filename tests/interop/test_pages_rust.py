"""The dependencies on the page on Rust are those of the consumer."""

import re

from tests.interop.languages import FOLDER

DOCS = FOLDER.parents[1] / "docs"


def test_the_dependencies_on_the_page_are_those_of_the_consumer():
    manifest = (FOLDER / "rust" / "Cargo.toml").read_text(encoding="utf-8")
    [marked] = re.findall(r"# docs:begin dependencies\n(.*?)# docs:end dependencies\n", manifest, re.DOTALL)
    page = (DOCS / "rust.md").read_text(encoding="utf-8")
    assert re.findall(r"```toml\n(.*?)```\n", page, re.DOTALL) == [marked]
