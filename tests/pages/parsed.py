"""A page, taken apart by the parser of the standard library."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

_VOID = {"br", "hr", "input", "link", "meta"}


class Parsed(HTMLParser):
    """Elements with their attributes and all text below them, in the order in which they begin."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.elements, self._open = [], []
        self.feed(html)
        self.close()
        assert self._open == [], f"not closed: {[name for name, _, _ in self._open]}"

    def handle_starttag(self, tag, attrs):
        entry = (tag, dict(attrs), [])
        self.elements.append(entry)
        if tag not in _VOID:
            self._open.append(entry)

    def handle_endtag(self, tag):
        name, _, _ = self._open.pop()
        assert name == tag

    def handle_data(self, data):
        for _, _, texts in self._open:
            texts.append(data)

    def all(self, name, **wanted):
        """Attributes and text of each element of this name with these attributes."""
        return [
            (attributes, "".join(texts))
            for tag, attributes, texts in self.elements
            if tag == name and all(attributes.get(key.rstrip("_")) == value for key, value in wanted.items())
        ]

    def text(self, name, **wanted):
        """The text of the only such element."""
        ((_, text),) = self.all(name, **wanted)
        return text

    def data(self, id_):
        """The JSON under an id."""
        return json.loads(self.text("script", id=id_, type="application/json"))

    def policy(self):
        """The rules of the policy, by name."""
        ((attributes, _),) = [
            found for found in self.all("meta") if found[0].get("http-equiv") == "Content-Security-Policy"
        ]
        return {name: rest.split() for name, *rest in (rule.split(None, 1) for rule in attributes["content"].split("; "))
                for rest in [rest[0] if rest else ""]}  # fmt: skip


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def assert_closed(html):
    """Nothing in the page can ask for anything, and only its own script runs."""
    page = Parsed(html)
    assert page.policy()["default-src"] == ["'none'"]
    assert page.policy()["style-src"] == [digest(page.text("style"))]
    scripts = [
        text for attributes, text in page.all("script") if attributes.get("type") != "application/json"
    ]
    assert page.policy()["script-src"] == ([digest(script) for script in scripts] or ["'none'"])
    assert not re.search(r"url\(|@import", page.text("style"))
    for tag, attributes, _ in page.elements:
        assert tag not in {
            "link",
            "img",
            "iframe",
            "object",
            "embed",
            "base",
            "form",
            "audio",
            "video",
            "source",
        }
        assert not any(name.startswith("on") or name in {"style", "src", "srcset"} for name in attributes)
        assert attributes.get("href", "#").startswith("#")
