"""Cases of the stage ``parse``, written by hand: what many a parser lets pass, or cannot take.

The pointer of text that is no JSON is that of the value in which reading stops,
or of the container between two values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.vectors.made import Proposal
from tests.vectors.schemas import VERSIONS
from tests.vectors.trees import Members, Raw, bytes_of, text_of
from tests.vectors.written import capture, resumption

LEVELS = 198
"""Under /inputs/x, this many containers make 200 from the root."""
DIGITS = 4300


def written_parse() -> Iterator[Proposal]:
    by_kind = {version.kind: version for version in VERSIONS if version.newest}
    rows = [*valid(), *duplicates(), *numbers(), *surrogates(), *encodings(), *syntax(), *nesting()]
    for kind, name, saying, keyword, at, data in rows:
        yield Proposal(
            f"parse.{name}", saying, by_kind[kind], data, origin="written", stage="parse",
            expected=keyword or "valid", pointer=at,
        )  # fmt: skip


Row = tuple[str, str, str, str | None, str | None, bytes]
"""Kind, name, description, keyword that refuses, pointer of the fault, document."""


def with_input(raw: str) -> bytes:
    """A resumption with JSON text at /inputs/x."""
    return bytes_of(resumption(inputs={"x": Raw(raw)}))


def with_unknown(raw: str) -> bytes:
    """A capture with JSON text at /run_log/zz."""
    return bytes_of(capture(log_zz=Raw(raw)))


def valid() -> Iterator[Row]:
    plain = bytes_of(resumption())
    texts: dict[str, tuple[str, bytes]] = {
        "depth-200-arrays": ("200 levels of nesting", with_input("[" * LEVELS + "]" * LEVELS)),
        "depth-200-objects": ("200 levels of objects", with_input('{"a":' * (LEVELS - 1) + "{}" + "}" * (LEVELS - 1))),
        "depth-in-text": ("300 brackets in a text are no nesting", with_input(f'"{"[" * 300}\\"{{"')),
        "digits-4300": ("an integer of 4,300 digits", with_input("7" * DIGITS)),
        "digits-4300-negative": ("a negative integer of 4,300 digits", with_input("-" + "7" * DIGITS)),
        "digits-5000-float": ("a fraction of 5,000 digits", with_input("0." + "3" * 5000)),
        "float-vanishes": ("a literal below the smallest double", with_input("-1e-400")),
        "float-largest": ("a literal that rounds to the largest double", with_input("1.7976931348623158e308")),
        "white-space": ("all white space that JSON has", b" \t\r\n" + plain.replace(b",", b"\r\n\t ,\n ") + b"\r\n"),
        "escaped-name": ("a name of a member with escapes", plain.replace(b'"agent"', b'"\\u0061gent"')),
        "surrogate-pair": ("a pair of surrogates in escapes", with_input(r'"\ud83d\ude00"')),
        "line-separators": ("U+2028, U+2029 and DEL unescaped", with_input('"\u2028\u2029\x7f"')),
        "noncharacters": ("noncharacters of Unicode", with_input('"\uffff\ufffe\U0010ffff"')),
        "escaped-nul": ("an escaped NUL", with_input(r'"a\u0000b"')),
        "bom-inside": ("a byte order mark inside a text", with_input('"\ufeffx"')),
        "surrogate-escape-escaped": ("a backslash before what looks like a surrogate", with_input(r'"\\ud800"')),
    }  # fmt: skip
    for name, (saying, data) in texts.items():
        yield "resumption", f"valid.{name}", saying, None, None, data


def duplicates() -> Iterator[Row]:
    def twice(members: dict[str, Any], name: str, value: Any) -> Members:
        return Members((*members.items(), (name, value)))

    usage = {"inputTokens": 0, "outputTokens": 0}
    rows: dict[str, tuple[str, bytes]] = {
        "root": ("/agent", bytes_of(twice(resumption(), "agent", "b"))),
        "same-value": ("/agent", bytes_of(twice(resumption(), "agent", "a"))),
        "record": ("/usage/inputTokens", bytes_of(resumption(usage=twice(usage, "inputTokens", 1)))),
        "record-of-absent": ("/spend/micros", bytes_of(resumption(spend=twice({"micros": 1}, "micros", 1)))),
        "map": ("/inputs/a", bytes_of(resumption(inputs=twice({"a": 1, "b": 2}, "a", 3)))),
        "map-of-records": ("/outputs/o", bytes_of(resumption(outputs=Members((("o", ARTIFACT), ("o", ARTIFACT)))))),
        "any-json": ("/inputs/x/1/k", with_input('[0,{"k":1,"k":1}]')),
        "escaped": ("/inputs/x/k", with_input(r'{"k":1,"\u006b":2}')),
        "escaped-colon": ("/inputs/x/a:b", with_input(r'{"a:b":1,"a\u003ab":2}')),
        "empty-name": ("/inputs/x/", with_input('{"":1,"":2}')),
        "three-times": ("/inputs/x/k", with_input('{"k":1,"k":2,"k":3}')),
        "unknown-member": ("/zz", bytes_of(twice(resumption(zz=1), "zz", 1))),
        "in-unknown-member": ("/zz/k", bytes_of(resumption(zz=Raw('{"k":1,"k":2}')))),
    }  # fmt: skip
    for name, (at, data) in rows.items():
        yield "resumption", f"duplicate.{name}", f"a doubled name at {at}", "duplicate-member", at, data
    doubled = with_unknown('{"k":null,"k":null}')
    yield (
        "capture",
        "duplicate.capture",
        "a doubled name in an unknown member",
        "duplicate-member",
        "/run_log/zz/k",
        doubled,
    )


ARTIFACT = {"name": "o", "contentType": "t", "value": 1}


def numbers() -> Iterator[Row]:
    for literal in ("NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e999999999", "1.8e308"):
        yield (
            "resumption",
            f"number.{literal}",
            f"{literal} in any JSON",
            "not-finite",
            "/inputs/x",
            with_input(literal),
        )
    for literal in ("NaN", "1e400"):
        data = bytes_of(resumption(steps=Raw(literal)))
        yield (
            "resumption",
            f"number.{literal}-integer",
            f"{literal} in an integer member",
            "not-finite",
            "/steps",
            data,
        )
        unknown = with_unknown(literal)
        yield (
            "capture",
            f"number.{literal}-unknown",
            f"{literal} in an unknown member",
            "not-finite",
            "/run_log/zz",
            unknown,
        )
    for sign, name in (("", "positive"), ("-", "negative")):
        data = with_input(sign + "7" * (DIGITS + 1))
        saying = f"a {name} integer of 4,301 digits"
        yield "resumption", f"digits-4301.{name}", saying, "integer-digits", "/inputs/x", data


def surrogates() -> Iterator[Row]:
    texts = {
        "high": r'"\ud800"', "low": r'"\udc00"', "high-before-text": r'"a\ud83dz"', "high-high": r'"\ud83d\ud83d"',
        "reversed": r'"\ude00\ud83d"', "high-before-escape": r'"\ud83d\n"', "high-in-capitals": r'"\uD83D"',
    }  # fmt: skip
    for name, text in texts.items():
        yield (
            "resumption",
            f"surrogate.{name}",
            f"a lone surrogate: {text}",
            "lone-surrogate",
            "/inputs/x",
            with_input(text),
        )
    in_name = with_input(r'{"a":1,"\ud800":2}')
    yield (
        "resumption",
        "surrogate.in-name",
        "a lone surrogate in a name",
        "lone-surrogate",
        "/inputs/x",
        in_name,
    )


def encodings() -> Iterator[Row]:
    plain = text_of(resumption())
    whole: dict[str, bytes] = {
        "bom": b"\xef\xbb\xbf" + plain.encode(), "utf-16-le": plain.encode("utf-16"),
        "utf-16-be": b"\xfe\xff" + plain.encode("utf-16-be"),
    }  # fmt: skip
    for name, data in whole.items():
        yield "resumption", f"encoding.{name}", f"begins as {name}", "encoding", "", data
    inside: dict[str, bytes] = {
        "latin-1": b"caf\xe9", "overlong": b"\xc0\xaf", "cesu-8": b"\xed\xa0\xbd\xed\xb8\x80", "too-high": b"\xf5\x80\x80\x80",
        "cut": b"\xe2\x82", "continuation": b"\x80", "surrogate": b"\xed\xa0\x80", "ff": b"\xff",
    }  # fmt: skip
    for name, text in inside.items():
        data = with_input('"@"').replace(b"@", text)
        yield "resumption", f"encoding.{name}", f"{text.hex()} inside a text", "encoding", "/inputs/x", data


def syntax() -> Iterator[Row]:
    values = {
        "leading-zero": "01", "plus": "+1", "bare-fraction": ".5", "no-fraction": "1.", "no-exponent": "1e",
        "minus": "-", "hexadecimal": "0x1F", "underscore": "1_000", "python-true": "True", "undefined": "undefined",
        "cut-word": "nul", "single-quotes": "'a'", "bare-word": "word", "raw-tab": '"a\tb"', "raw-line-feed": '"a\nb"',
        "raw-nul": '"a\0b"', "bad-escape": r'"\x41"', "short-escape": r'"\u12"', "escaped-quote-only": r'"\"',
        "array-trailing-comma": "[1,]", "array-no-comma": "[1 2]", "object-trailing-comma": '{"a":1,}',
        "object-no-comma": '{"a":1 "b":2}', "object-no-colon": '{"a" 1}', "object-no-value": '{"a":}',
        "name-no-text": "{1:2}", "name-single-quotes": "{'a':1}", "name-bare": "{a:1}", "only-comma": "[,]",
        "crossed": "[1}", "crossed-object": '{"a":1]', "comment": "1 // one", "block-comment": "/* one */ 1",
        "no-value": "", "double-comma": "[1,,2]", "nan-lower": "nan",
    }  # fmt: skip
    in_value = {"object-no-value": "/a", "only-comma": "/0", "double-comma": "/1"}
    goes_on = {"hexadecimal", "underscore", "comment", "escaped-quote-only"}
    for name, raw in values.items():
        at = "/inputs" if name in goes_on else "/inputs/x" + in_value.get(name, "")
        yield "resumption", f"syntax.{name}", f"{raw!a} where a value is due", "syntax", at, with_input(raw)
    yield from _ends_of_text()


def _ends_of_text() -> Iterator[Row]:
    plain = bytes_of(resumption())
    rows: dict[str, tuple[str, str, bytes]] = {
        "empty": ("no bytes at all", "", b""), "white-space": ("white space alone", "", b" \n\t"),
        "cut-in-name": ("the text ends in a name", "", b'{"ingotSnap'),
        "cut-before-colon": ("the text ends after a name", "", b'{"ingotSnapshot"'),
        "cut-before-value": ("the text ends before a value", "/ingotSnapshot", b'{"ingotSnapshot":'),
        "cut-in-text": ("the text ends in a text", "/ingotSnapshot", b'{"ingotSnapshot":"0.'),
        "cut-after-comma": ("the text ends after a comma", "", b'{"ingotSnapshot":"0.1",'),
        "cut-at-end": ("the last bracket is missing", "", plain[:-1]),
        "two-documents": ("two documents", "", plain + b"\n" + plain), "comma-after": ("a comma at the end", "", plain + b","),
        "bracket-after": ("a bracket too many", "", plain + b"}"), "nul-after": ("a NUL at the end", "", plain + b"\0"),
        "no-break-space": ("a no-break space before", "", "\u00a0".encode() + plain),
        "form-feed": ("a form feed after", "", plain + b"\x0c"), "comment-before": ("a comment before", "", b"# run\n" + plain),
        "word-alone": ("a bare word", "", b"resumption"), "record-separator": ("a record separator before", "", b"\x1e" + plain),
    }  # fmt: skip
    for name, (saying, at, data) in rows.items():
        yield "resumption", f"syntax.{name}", saying, "syntax", at, data


def nesting() -> Iterator[Row]:
    for extra, name in ((1, "201"), (4000, "4200")):
        levels = LEVELS + extra
        at = "/inputs/x" + "/0" * LEVELS
        data = with_input("[" * levels + "]" * levels)
        yield "resumption", f"depth.{name}-arrays", f"{levels + 2} levels of arrays", "depth", at, data
    objects = with_input('{"a":' * LEVELS + "{}" + "}" * LEVELS)
    yield (
        "resumption",
        "depth.201-objects",
        "201 levels of objects",
        "depth",
        "/inputs/x" + "/a" * LEVELS,
        objects,
    )
    unknown = with_unknown("[" * (LEVELS + 1) + "]" * (LEVELS + 1))
    yield (
        "capture",
        "depth.201-unknown",
        "201 levels in an unknown member",
        "depth",
        "/run_log/zz" + "/0" * LEVELS,
        unknown,
    )
