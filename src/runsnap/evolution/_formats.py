"""Texts of each format and texts that are nearly so, for witnesses where formats are asserted."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "format:date-time": ("2000-01-01T00:00:00Z",),
    "format:date": ("2000-01-01",),
    "format:time": ("00:00:00Z",),
    "format:duration": ("P1D",),
    "format:email": ("a@b.co",),
    "format:idn-email": ("a@b.co", "é@b.co"),
    "format:hostname": ("a", "a.b", "1"),
    "format:idn-hostname": ("a", "é"),
    "format:ipv4": ("0.0.0.0", "127.0.0.1"),  # noqa: S104
    "format:ipv6": ("::", "::1"),
    "format:uri": ("a:b", "http://a"),
    "format:uri-reference": ("", "a", "/a", "a:b"),
    "format:iri": ("a:b", "a:é", "http://é"),
    "format:iri-reference": ("", "é", "a"),
    "format:uri-template": ("", "a", "{a}"),
    "format:uuid": ("00000000-0000-0000-0000-000000000000",),
    "format:json-pointer": ("", "/a"),
    "format:relative-json-pointer": ("0", "0/a", "1#"),
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
