"""The XML on the page about Java is that of the ``pom.xml`` that is built."""

import re
import textwrap

from tests.interop.languages import FOLDER

_PIECE = re.compile(r"^ *<!-- docs:begin (\S+) -->\n(.*?)^ *<!-- docs:end \1 -->$", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^```xml\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_page_shows_every_marked_piece_of_the_pom_and_no_other():
    pom = (FOLDER / "java" / "pom.xml").read_text(encoding="utf-8")
    page = (FOLDER.parents[1] / "docs" / "java.md").read_text(encoding="utf-8")
    pieces = {textwrap.dedent(body) for _, body in _PIECE.findall(pom)}
    assert len(pieces) == pom.count("docs:begin") > 1
    assert set(_BLOCK.findall(page)) == pieces
