"""Texts of each format and texts that are nearly so, for witnesses where formats are asserted."""

from __future__ import annotations

from functools import cache
from typing import Final

import jsonschema_rs

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "format:date-time": ("2000-01-01T00:00:00Z", "1999-12-31T23:59:59.5+01:00"),
    "format:date": ("2000-01-01", "1999-12-31"),
    "format:time": ("00:00:00Z", "23:59:59.5+01:00"),
    "format:duration": ("P1D",),
    "format:email": ("a@b.co", "*@b.co", "{@b.co"),
    "format:idn-email": ("a@b.co", "é@b.co", "*@b.co", "{@b.co"),
    "format:hostname": ("a", "a.b", "1"),
    "format:idn-hostname": ("a", "é"),
    "format:ipv4": ("0.0.0.0", "127.0.0.1"),  # noqa: S104
    "format:ipv6": ("::", "::1"),
    "format:uri": ("a:b", "http://a", "a:("),
    "format:uri-reference": ("", "a", "/a", "a:b"),
    "format:iri": ("a:b", "a:é", "http://é", "a:("),
    "format:iri-reference": ("", "é", "a"),
    "format:uri-template": ("", "a", "{a}"),
    "format:uuid": ("00000000-0000-0000-0000-000000000000",),
    "format:json-pointer": ("", "/a", "/ ", "/(", "/{"),
    "format:relative-json-pointer": ("0", "0/a", "1#", "0/ ", "0/(", "0/{"),
    "format:regex": ("", "a"),
    "contentEncoding:base64": ("", "YQ=="),
    "contentMediaType:application/json": ("0", "{}"),
}

NON_EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "format:regex": ("(", "["),
    "format:uri-template": ("{",),
    "format:uri-reference": ("\\", " ", "%"),
    "format:iri-reference": ("\\", " ", "%"),
    "format:json-pointer": ("a", "~"),
    "contentEncoding:base64": ("a", "*"),
    "contentMediaType:application/json": ("", "{"),
}

# Every text of the one is a text of the others.
ALSO_OF_FORMAT: Final[dict[str, tuple[str, ...]]] = {
    "format:uri": ("format:uri-reference", "format:iri", "format:iri-reference"),
    "format:iri": ("format:iri-reference",),
    "format:uri-reference": ("format:iri-reference",),
    "format:email": ("format:idn-email",),
}


@cache
def is_asserted(name: str, draft: int) -> bool:
    """Whether jsonschema-rs checks a format in a dialect; it lets through what it does not know."""
    make = (
        jsonschema_rs.Draft7Validator if draft == jsonschema_rs.Draft7 else jsonschema_rs.Draft202012Validator
    )
    try:
        make({"format": name}, validate_formats=True, ignore_unknown_formats=False)
    except ValueError:
        return False
    return True


# A pattern that every text of the format matches, so that formats can be held against patterns and lengths.
PATTERN_OF_FORMAT: Final[dict[str, str]] = {
    "format:date": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "format:date-time": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}",
    "format:time": "^[0-9]{2}:[0-9]{2}:[0-9]{2}",
    "format:duration": "^P[0-9YMWDTHS.,]+$",
    "format:uuid": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
    "format:ipv4": "^[0-9]{1,3}(\\.[0-9]{1,3}){3}$",
    "format:ipv6": "^[0-9a-fA-F:.]{2,45}$",
    "format:email": "@",
    "format:idn-email": "@",
    "format:hostname": "^[a-zA-Z0-9]",
    "format:uri": "^[a-zA-Z][a-zA-Z0-9+.-]*:",
    "format:iri": "^[a-zA-Z][a-zA-Z0-9+.-]*:",
    "format:json-pointer": "^(/|$)",
    "format:relative-json-pointer": "^[0-9]",
}
