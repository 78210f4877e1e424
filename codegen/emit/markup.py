"""HTML from texts.

Whatever a text holds, it shows as it reads: neither a browser nor a processor of
Markdown or of templates acts on it. Only this module makes :data:`Html` of a
text, so a checker of types finds a text that was not escaped.
"""

from __future__ import annotations

import json
from typing import Any, NewType

from codegen.emit.visible import visible

Html = NewType("Html", str)

_ESCAPES = str.maketrans({
    **{char: f"&#{ord(char)};" for char in "`{}[]|*~\\"},
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>",
})  # fmt: skip
_PREFORMATTED = {**_ESCAPES, ord("\n"): "\n"}


def text(plain: str) -> Html:
    """The text; a line feed breaks the line."""
    return Html(visible(plain).translate(_ESCAPES))


def element(tag: str, *children: Html, **attributes: str) -> Html:
    """An element on one line."""
    return Html(f"{_start(tag, attributes)}{''.join(children)}</{tag}>")


def block(tag: str, *children: Html, **attributes: str) -> Html:
    """An element with a line for each child.

    No line is empty: to Markdown, an empty line may end the HTML.
    """
    return Html("\n".join([_start(tag, attributes), *filter(None, children), f"</{tag}>"]))


def _start(tag: str, attributes: dict[str, str]) -> str:
    given = "".join(f' {name}="{_quoted(value)}"' for name, value in attributes.items())
    return f"<{tag}{given}>"


def _quoted(value: str) -> str:
    return text(value).replace('"', "&quot;")


def join(*parts: Html, separator: str = "") -> Html:
    """The parts, one after the other."""
    return Html(text(separator).join(parts))


def code(plain: str) -> Html:
    """A piece of code within a line."""
    return element("code", text(plain))


def link(label: Html, anchor: str) -> Html:
    """A link to a place on the same page."""
    return element("a", label, href=f"#{anchor}")


def folded(summary: Html, *children: Html, unfolded: bool = False) -> Html:
    """Something that opens on demand; ``unfolded`` is open at first."""
    state = {"open": ""} if unfolded else {}
    return block("details", element("summary", summary), *children, **state)


def json_line(value: Any) -> str:
    """JSON on one line."""
    return visible(json.dumps(value, ensure_ascii=False))


def json_lines(value: Any) -> str:
    """JSON laid out for reading; no line is empty."""
    return visible(json.dumps(value, ensure_ascii=False, indent=2))


def json_block(value: Any) -> Html:
    """JSON as a block."""
    return Html(f"<pre><code>{json_lines(value).translate(_PREFORMATTED)}</code></pre>")
