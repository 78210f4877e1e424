"""The calls of Confluent's API that are needed, each answer checked before it is believed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

from runsnap._excerpt import excerpt
from runsnap.errors import RegistryError, RunsnapError
from runsnap.registry._http import Answer, Connection

Format: TypeAlias = Literal["json", "avro"]

TYPES: dict[Format, str] = {"json": "JSON", "avro": "AVRO"}
"""What registries call the formats."""
WORDS = {"JSON": "JSON Schema", "AVRO": "Avro schema"}
"""What people call these types."""
_SUBJECT_MISSING, _VERSION_MISSING, _LEVEL_MISSING = 40401, 40402, 40408

_MAX_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a subject: its number there, the schema's id, ``JSON``, ``AVRO`` or another type, and the text."""

    number: int
    id: int
    type: str
    text: str

    @property
    def value(self) -> Any:
        """The schema, parsed strictly; None where the text is no JSON."""
        from runsnap.evolution.gate import parsed

        try:
            return parsed(self.text)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Subject:
    """What a registry holds under a name: every version, and the compatibility level that it asks of the next one.

    ``own_level`` is that of the subject itself, None where that of the whole
    registry counts.
    """

    name: str
    versions: tuple[Version, ...] = ()
    level: str = "NONE"
    own_level: str | None = None


class Registry:
    """A registry of schemas with Confluent's API, at the address where that API begins.

    Credentials are a user with a password, which the address may also hold, or a
    token. ``timeout`` counts the seconds of each request as a whole, ``max_bytes``
    the bytes of each answer. Redirects are not followed.

    ValueError for an address or credentials that cannot be, RunsnapError where
    the library httpx2 is missing. Every method raises RegistryError.
    """

    def __init__(
        self,
        url: str,
        *,
        user: str | None = None,
        password: str | None = None,
        token: str | None = None,
        timeout: float = 30.0,
        max_bytes: int = _MAX_BYTES,
    ) -> None:
        if find_spec("httpx2") is None:
            raise RunsnapError("A registry needs the package httpx2; install runsnap[registry]")
        self._connection = Connection(url, user, password, token, timeout, max_bytes)

    @property
    def url(self) -> str:
        """The address, without credentials."""
        return self._connection.url

    def subject(self, name: str) -> Subject:
        """What is registered under a name; no versions where nothing is."""
        versions = tuple(self.version(name, number) for number in self.numbers(name))
        own = self.level(name)
        return Subject(name, versions, own or self.level() or "NONE", own)

    def numbers(self, subject: str) -> tuple[int, ...]:
        """Numbers of the versions that are not deleted, the oldest first."""
        asked = f"asked for the versions of {subject}"
        answer = self._connection.ask(asked, "GET", f"/subjects/{_quoted(subject)}/versions")
        if answer.status == 404 and answer.code == _SUBJECT_MISSING:
            return ()
        numbers = self._believed(asked, answer)
        if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
            raise self._strange(asked, answer, "a list of numbers")
        return tuple(sorted(numbers))

    def version(self, subject: str, number: int) -> Version:
        """One version of a subject."""
        asked = f"asked for version {number} of {subject}"
        answer = self._connection.ask(asked, "GET", f"/subjects/{_quoted(subject)}/versions/{number}")
        match self._believed(asked, answer):
            case {"id": int(id_), "version": int(version), "schema": str(text), **rest} if version == number:
                type_ = rest.get("schemaType", "AVRO")
                if isinstance(type_, str):
                    return Version(number, id_, type_, text)
        raise self._strange(asked, answer, f"version {number} with its id and schema")

    def level(self, subject: str | None = None) -> str | None:
        """The compatibility level of a subject, or of the whole registry; None where there is none of its own."""
        asked = f"asked for the compatibility level of {subject or 'the registry'}"
        path = "/config" if subject is None else f"/config/{_quoted(subject)}"
        answer = self._connection.ask(asked, "GET", path)
        if answer.status == 404 and answer.code in {_SUBJECT_MISSING, _LEVEL_MISSING}:
            return None
        match self._believed(asked, answer):
            case {"compatibilityLevel": str(level)}:
                return level
        raise self._strange(asked, answer, "a level")

    def register(self, subject: str, format_: Format, text: str, label: str) -> int:
        """Register a schema; its id. ``label`` is what errors call it."""
        asked = f"asked to register {label} under {subject}"
        body = {"schema": text, "schemaType": TYPES[format_]}
        answer = self._connection.ask(asked, "POST", f"/subjects/{_quoted(subject)}/versions", body)
        match self._believed(asked, answer):
            case {"id": int(id_)}:
                return id_
        raise self._strange(asked, answer, "an id")

    def set_level(self, subject: str, level: str | None) -> None:
        """Set the compatibility level of a subject; None takes its own away."""
        asked = f"asked to set the compatibility level of {subject} to {level or 'that of the registry'}"
        path = f"/config/{_quoted(subject)}"
        body = None if level is None else {"compatibility": level}
        answer = self._connection.ask(asked, "DELETE" if level is None else "PUT", path, body)
        if level is None and answer.status == 404 and answer.code in {_SUBJECT_MISSING, _LEVEL_MISSING}:
            return
        self._believed(asked, answer)

    def delete(self, subject: str, number: int) -> None:
        """Delete a version softly: its id keeps its meaning for those who have it. Done, too, where it is gone already."""
        asked = f"asked to delete version {number} of {subject}"
        path = f"/subjects/{_quoted(subject)}/versions/{number}"
        answer = self._connection.ask(asked, "DELETE", path)
        if answer.status == 404 and answer.code in {_SUBJECT_MISSING, _VERSION_MISSING}:
            return
        self._believed(asked, answer)

    def added(self, subject: str, before: Collection[int]) -> Iterator[Version]:
        """Versions beside those that were there before, the newest first."""
        for number in reversed(self.numbers(subject)):
            if number not in before:
                yield self.version(subject, number)

    def _believed(self, asked: str, answer: Answer) -> Any:
        if not 200 <= answer.status < 300:
            raise self._connection.error(asked, answer)
        return answer.value

    def _strange(self, asked: str, answer: Answer, expected: str) -> RegistryError:
        error = RegistryError(asked, f"expected {expected}, found {excerpt(answer.value)}", answer.status)
        error.source = self.url
        return error


def _quoted(subject: str) -> str:
    return quote(subject, safe="")
