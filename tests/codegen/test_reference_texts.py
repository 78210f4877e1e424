"""Texts of a schema stand in the reference as texts, whatever they hold."""

from __future__ import annotations

import json
import re

import pytest

from codegen.emit.markup import text
from codegen.emit.reference import emit
from codegen.model import Document
from codegen.reader import DIALECT, read_document
from tests.codegen.rendered import DEFS, PART, Element, facts, page, parsed, places, shape

HOSTILE = [
    "Map<String, |x|> <script>alert(1)</script>",
    "{{ config }} {% raw %} {: #taken .marked } { #taken }",
    "`code` ``more`` ~~~ ```",
    "**bold** _slanted_ __strong__ ~~gone~~ ==marked== ^^up^^",
    "[a](javascript:alert) ![b](x.png) ]( [c][d] <https://e.example> https://e.example",
    "&lt;b&gt; &amp; &#60;i&#62; &copy; &nosuch;",
    "</p></dd></dl></details></table><img src=x onerror=alert(1)>",
    "<!-- hidden --> <![CDATA[x]]> <?php x ?> <!DOCTYPE y>",
    "\" onclick=\"x\" ' \\* \\` \\\\",
    "a | b |\n|---|---|\n| c | d |",
    "one\n\n# two\n\n- three\n\n    four\n\n---\n\n[e]: https://e.example\n\n*[two]: f",
    "x\n```pycon\n>>> 1\n2\n```\ny\n~~~\nz\n~~~\n",
    '!!! note\n    --8<-- "mkdocs.yml"\n<div markdown>\n\n*in*\n\n</div>',
    ":smile: $x^2$ [TOC] [^1] ++ctrl++ {--gone--}",
    "wzxhzdk:0 klzzwxh:0000",
]  # fmt: skip
INVISIBLE = {
    "\x02klzzwxh:0000\x03": "\\u0002klzzwxh:0000\\u0003",
    "\u202ea\tb\r\x00": "\\u202ea\\u0009b\\u000d\\u0000",
}
LONG = " and so on" * 9
"""So that what folds long texts folds each."""


def everywhere(words: str) -> Document:
    """A schema with that text wherever a schema can have one."""
    labels = {"type": "string", "title": "Tone", "description": words, "x-extensible-enum": [words]}
    made = {
        "title": "Sample", "description": words,
        "type": "object", "required": ["fixed", "tone", "part", "code"],
        "properties": {
            f"x{words}": {"description": words, "type": "string", "default": words},
            "fixed": {"description": words, "const": words},
            "tone": {"$ref": "#/$defs/Tone", "description": words},
            "count": {"description": words, "type": ["integer", "null"], "default": None, "x-unit": words},
            "part": {"$ref": "#/$defs/Part", "description": words},
            "code": {"$ref": "#/$defs/Code", "description": words},
            "pattern": {"description": words, "type": ["string", "null"], "pattern": re.escape(words)},
        },
        "$defs": {
            "Tone": labels,
            "Part": {**PART, "description": words, "properties": {"free": {"description": words}}},
            "Code": {**DEFS["Code"], "description": words},
        },
        "x-checks": [
            {"id": "told", "description": words, "pattern": re.escape(words), "at": "/code"},
            {"id": "same", "description": words, "equal": ["/tone", "/code"]},
            {"id": "there", "description": words, "present": "/count", "when": {"at": "/code", "in": [words]}},
        ],
        "examples": [{"tone": words, "part": {"free": {words: [words, "a long text " * 9]}}}],
    }  # fmt: skip
    return read_document("sample", "1.0.0", {"$schema": DIALECT, **made})


@pytest.mark.parametrize("words", [*HOSTILE, *INVISIBLE])
def test_texts_of_a_schema_show_as_they_read_and_mark_nothing_up(words: str) -> None:
    made = everywhere(words + LONG)
    shown, reads = page(made), INVISIBLE.get(words, words) + LONG
    assert shape(shown) == shape(page(everywhere(f"harmless{LONG}")))
    assert shown.all("p")[0].text == reads
    described = [found.elements[0].text for found in shown.all("dd")]
    assert described == [reads] * len(places(shown))
    assert shown.all("dt")[0].text == f"x{reads}"
    assert [row.elements[0].text for table in shown.all("tbody") for row in table.elements] == [reads]
    for name in ["Part", "Tone", "Code", "told"]:
        assert following(shown, name).text == reads
    counted = facts(shown, "Sample.count")
    assert counted["Unit"].text == reads
    assert json.loads(facts(shown, "Sample.fixed")["Type"].text.removeprefix("always ")) == words + LONG
    assert json.loads(facts(shown, "Sample.tone")["Example"].all("pre")[0].text) == words + LONG
    blocks = [json.loads(found.text) for found in shown.all("pre")]
    assert blocks[-4:] == [*made.checks, *made.schema["examples"]]


@pytest.mark.parametrize("words", ["harmless", *HOSTILE])
def test_no_html_goes_across_an_empty_line(words: str) -> None:
    """There it would end for other processors of Markdown, and its texts would be Markdown from then on."""
    made = emit({"sample": (everywhere(words),)}, {})["sample/1.0.0.md"]
    blocks = [block for block in made.split("\n\n") if block.startswith("<")]
    assert len(blocks) > 9
    assert all(parsed(block).elements for block in blocks)


def following(page: Element, identifier: str) -> Element:
    """What stands below a heading."""
    return page.elements[page.elements.index(page.at(identifier)) + 1]


def test_nothing_is_left_that_a_processor_of_templates_or_markdown_looks_for() -> None:
    """The texts stand in HTML; another site's processor may look there."""
    assert not set("`{}[]|*~\\<>\n") & set(text("".join(HOSTILE)).replace("<br>", ""))
