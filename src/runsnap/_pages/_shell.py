"""The document around a page: one file with its styles, scripts and data, under a strict policy.

The policy allows the page's own styles and scripts, by their digests, and
nothing else: no request to anywhere, no handler in an attribute, no script that
makes HTML of text.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runsnap._compact import compact
from runsnap._pages._text import Html, element, without_hidden

_BASE_STYLE = "base.css"
_INERT = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}
_LONGEST_TITLE = 200
_NOTHING = "'none'"


def page(
    title: str, body: Iterable[Html], *,
    styles: Sequence[str] = (), scripts: Sequence[str] = (), data: Mapping[str, Any] | None = None,
) -> str:  # fmt: skip
    """A whole document in HTML; equal arguments give equal text.

    ``styles`` and ``scripts`` name files beside this module; ``base.css`` always
    comes first, and all scripts are one. ``data`` is JSON by the id under which
    a script finds it (``JSON.parse(document.getElementById(id).textContent)``).
    """
    style = packaged(_BASE_STYLE, *styles)
    script = packaged(*scripts)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", without_hidden(title[:_LONGEST_TITLE])),
        element("style", Html(style)),
    )
    rest = [*body, *(_data(id_, value) for id_, value in (data or {}).items())]
    if script:
        rest.append(element("script", Html(script)))
    return f"<!DOCTYPE html>\n{element('html', head, element('body', *rest), lang='en')}\n"


def packaged(*names: str) -> str:
    """The text of files beside this module, one after the other; also from within a zip."""
    from importlib.resources import files

    folder = files(__package__ or "runsnap._pages")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def _policy(style: str, script: str) -> str:
    """What the page may do. Data blocks are no scripts: nothing has to allow them."""
    rules = [
        f"default-src {_NOTHING}",
        f"style-src {_digest(style)}",
        f"script-src {_digest(script) if script else _NOTHING}",
        f"base-uri {_NOTHING}",
        f"form-action {_NOTHING}",
        "require-trusted-types-for 'script'",
        f"trusted-types {_NOTHING}",
    ]
    return "; ".join(rules)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _data(id_: str, value: Any) -> Html:
    """JSON in which no character means anything to a parser of HTML."""
    text = compact(value).decode()
    for char, escape in _INERT.items():
        text = text.replace(char, escape)
    return element("script", Html(text), type="application/json", id=id_)
