"""Changes to JSON text that know what JSON is: tokens, members, nesting; and some that do not."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"|-?[0-9][0-9.eE+-]*|[A-Za-z]+|[\[\]{}:,]|[ \t\r\n]+|.', re.DOTALL)

ODD_TOKENS = (
    b"null", b"true", b"false", b"0", b"-0", b"-0.0", b"1", b"-1", b"1.0", b"1e0", b"3.7", b"01", b"1.", b".5", b"+1",
    b"0x1", b"1e400", b"-1e400", b"1e-400", b"5e-324", b"1e16", b"1e+16", b"9007199254740993", b"9007199254740993.0",
    b"9007199254740992.0", b"4294967295", b"4294967296", b"9223372036854775807", b"9223372036854775808",
    b"-9223372036854775809", b"18446744073709551615", b"18446744073709551616", b"340282366920938463463374607431768211455",
    b"340282366920938463463374607431768211456", b"9" * 38, b"9" * 309, b"9" * 4300, b"-" + b"9" * 4300, b"9" * 4301,
    b"1" * 400 + b".5", b"NaN", b"Infinity", b"-Infinity", b"nul", b"True", b'""', b'"\\ud800"', b'"\\udc00"',
    b'"\\ud83d\\ude00"', b'"\\ud83d\\ud83d"', b'"\\u0000"', b'"\\u003a"', b'"\xed\xa0\x80"', b'"\xc3"', b'"\xf0\x9f\x98"',
    b'"\xc0\x80"', b'"\xff"', b'"\\x"', b'"\\u12"', b'"\x00"', b'"\n"', b'"\x7f"', "\u2028".encode().join([b'"', b'"']),
    b"[]", b"{}", b"[[]]", b'{"":{}}', b'{"a":1,"a":2}', b"[1,]", b'{"a":1,}', b"//", b"/**/", b"'a'",
    b'"2024-02-29T23:59:59.999999999Z"', b'"2023-02-29T00:00:00Z"', b'"0001-01-01T00:00:00+23:59"', b'"12\\n"',
    b'"9999-12-31T23:59:59.999999999-23:59"', b'"2024-01-01T00:00:60Z"', b'"01J9ZK3V7Q8R5T2W4Y6A8C0E1G"',
    b'"sha256:' + b"0" * 64 + b'"', b'"0.1"', b'"0.2"', b'"memory"', b'"resumption"',
)  # fmt: skip
ODD_BYTES = (
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\x00",
    b"\xed\xa0\x80",
    b"\xc3",
    b"\xf0\x9f",
    b"\\",
    b'"',
    b",",
    b"\x1f",
)

Words = Sequence[str]
"""Names worth giving to a member."""


class Raw:
    """A token that is written as it stands."""

    def __init__(self, text: str | bytes) -> None:
        self.text = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


class Members(list[list[Any]]):
    """An object whose members may be doubled: pairs of name and value."""


def changed(data: bytes, dice: random.Random, words: Words) -> bytes:
    """The text after one to four changes."""
    for _ in range(dice.choice((1, 1, 2, 2, 3, 4))):
        change = dice.choice(
            (_change_tree, _change_tree, _change_tree, _change_tokens, _change_tokens, _change_bytes)
        )
        data = change(data, dice, words)
    return data


def _change_tree(data: bytes, dice: random.Random, words: Words) -> bytes:
    try:
        tree = json.loads(data, parse_int=Raw, parse_float=Raw, parse_constant=Raw,
                          object_pairs_hook=lambda pairs: Members([*map(list, pairs)]))  # fmt: skip
    except (ValueError, RecursionError):
        return _change_tokens(data, dice, words)
    holder = [tree]
    changed_tree(holder, dice, words)
    try:
        return b"".join(_pieces(holder[0], dice.random() < 0.5))
    except RecursionError:
        return data


def changed_tree(holder: list[Any], dice: random.Random, words: Words) -> None:
    """Change one place of ``holder[0]``."""
    places = list(_places(holder))
    container, at = dice.choice(places)
    change = dice.choice(_CHANGES)
    change(container, at, dice, words, places)


Place = tuple[Any, int]


def _places(holder: list[Any]) -> list[Place]:
    """Every value, as the list that holds it and its index there."""
    found: list[Place] = []
    rest: list[list[Any]] = [holder]
    while rest and len(found) < 4000:
        container = rest.pop()
        if isinstance(container, Members):
            slots = [(pair, 1) for pair in container]
        else:
            slots = [(container, index) for index in range(len(container))]
        found += slots
        rest += [slot[0][slot[1]] for slot in slots if isinstance(slot[0][slot[1]], list)]
    return found


def _replace(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    container[at] = Raw(dice.choice(ODD_TOKENS))


def _say_word(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    container[at] = dice.choice(words)


def _copy(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    """Another value of the document comes here."""
    other, index = dice.choice(places)
    container[at] = _copied(other[index])


def _swap(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    other, index = dice.choice(places)
    container[at], other[index] = _copied(other[index]), _copied(container[at])


def _nest(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    for _ in range(dice.choice((1, 1, 2, 3, 10, 100, 199, 200, 250))):
        container[at] = (
            [container[at]] if dice.random() < 0.7 else Members([[dice.choice(words), container[at]]])
        )


def _unwrap(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    value = container[at]
    if isinstance(value, list) and value:
        inner = dice.choice(value)
        container[at] = inner[1] if isinstance(value, Members) else inner


def _rename(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    pairs = [
        other for other, index in places if index == 1 and not isinstance(other, Members) and len(other) == 2
    ]
    if pairs:
        pair = dice.choice(pairs)
        name = str(pair[0])
        pair[0] = dice.choice(
            (dice.choice(words), name.upper(), name + " ", name[:-1], name.replace("_", ""), "")
        )


def _add_member(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    value = container[at]
    if isinstance(value, Members):
        twin = value and dice.random() < 0.5
        member = list(dice.choice(value)) if twin else [dice.choice(words), Raw(dice.choice(ODD_TOKENS))]
        value.insert(dice.randint(0, len(value)), _copied(member))
    elif isinstance(value, list):
        value.insert(dice.randint(0, len(value)), _copied(dice.choice(value)) if value else Raw(b"0"))
    else:
        container[at] = Members([[dice.choice(words), value]])


def _drop(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    value = container[at]
    if isinstance(value, list) and value:
        del value[dice.randrange(len(value))]
    else:
        container[at] = None


def _repeat(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    value = container[at]
    if isinstance(value, list) and not isinstance(value, Members) and 0 < len(value) < 50:
        value.extend(_copied(value) * dice.choice((1, 2, 10)))
    elif isinstance(value, str):
        container[at] = value * dice.choice((2, 10, 100))


def _spoil_text(container: Any, at: int, dice: random.Random, words: Words, places: list[Place]) -> None:
    value = container[at]
    if isinstance(value, str):
        cut = dice.randint(0, len(value))
        odd = dice.choice(
            ("\ud800", "\0", "\n", "\x1b[31m", "\u202e", "😀", "٣", "é", "\x85", '"', "\\", "a" * 300, ":")
        )
        container[at] = value[:cut] + odd + value[cut + dice.randint(0, 1) :]


_CHANGES: tuple[Callable[[Any, int, random.Random, Words, list[Place]], None], ...] = (
    _replace, _replace, _say_word, _copy, _swap, _nest, _unwrap, _rename, _add_member, _add_member, _drop, _repeat,
    _spoil_text,
)  # fmt: skip


def _copied(value: Any) -> Any:
    if isinstance(value, Members):
        return Members([[name, _copied(item)] for name, item in value])
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _pieces(value: Any, ascii_only: bool) -> list[bytes]:
    if isinstance(value, Raw):
        return [value.text]
    if isinstance(value, Members):
        pairs = [[*_pieces(name, ascii_only), b":", *_pieces(item, ascii_only)] for name, item in value]
        return [b"{", *_joined(pairs), b"}"]
    if isinstance(value, list):
        return [b"[", *_joined([_pieces(item, ascii_only) for item in value]), b"]"]
    return [json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")]


def _joined(parts: list[list[bytes]]) -> list[bytes]:
    return [piece for index, part in enumerate(parts) for piece in ([b",", *part] if index else part)]


def _change_tokens(data: bytes, dice: random.Random, words: Words) -> bytes:
    tokens = _TOKEN.findall(data)
    if not tokens:
        return dice.choice(ODD_TOKENS)
    one, other = dice.randrange(len(tokens)), dice.randrange(len(tokens))
    match dice.randrange(6):
        case 0:
            tokens[one] = dice.choice(ODD_TOKENS)
        case 1:
            tokens[one], tokens[other] = tokens[other], tokens[one]
        case 2:
            del tokens[one]
        case 3:
            tokens.insert(one, tokens[other])
        case 4:
            tokens[one] = json.dumps(dice.choice(words)).encode()
        case _:
            start, end = sorted((one, other))
            tokens[start:end] = tokens[start:end] * dice.choice((0, 2)) if end - start < 200 else []
    return b"".join(tokens)


def _change_bytes(data: bytes, dice: random.Random, words: Words) -> bytes:
    at = dice.randint(0, len(data))
    match dice.randrange(5):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + dice.choice(ODD_BYTES) + data[at:]
        case 2:
            return data[:at] + data[at + dice.randint(1, 4) :]
        case 3:
            return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
        case _:
            return dice.choice(ODD_BYTES) + data
