"""JSON over HTTP, one request at a time: what comes back is JSON of a bounded size in bounded time, or a RegistryError."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit

from runsnap._excerpt import excerpt
from runsnap._foreign import in_one_line, without_credentials
from runsnap._json import parse
from runsnap._limits import Limits
from runsnap._stack import in_thread
from runsnap.errors import RegistryError, RunsnapError

T = TypeVar("T")

CONTENT_TYPE = "application/vnd.schemaregistry.v1+json"
_LONGEST_REASON = 500
_REFUSALS = {401: "not signed in, or with wrong credentials", 403: "not allowed"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status, the parsed body, and the text where it is no JSON."""

    status: int
    value: Any
    text: str | None = None
    location: str = ""

    @property
    def code(self) -> int | None:
        """Confluent's error code."""
        code = self.value.get("error_code") if isinstance(self.value, dict) else None
        return code if type(code) is int else None


class Connection:
    """The address of a registry, and how to sign in there.

    ValueError for an address that is none, for credentials that contradict each
    other, and for those that no header can carry. ``url`` is shown to people: it
    holds no credentials.
    """

    def __init__(
        self,
        url: str,
        user: str | None,
        password: str | None,
        token: str | None,
        timeout: float,
        max_bytes: int,
    ) -> None:
        parts = _address(url)
        self.url = without_credentials(url).rstrip("/")
        user = user if user is not None else _decoded(parts.username)
        password = password if password is not None else _decoded(parts.password)
        _check_credentials(user, password, token)
        self._basic = (user, password or "") if user is not None else None
        self._token = token
        self._timeout = timeout
        self._limits = Limits(max_bytes=max_bytes)

    def ask(self, asked: str, method: str, path: str, body: Any = None) -> Answer:
        """The answer to a request, whatever its status; RegistryError where there is none that can be read."""
        try:
            return _run(self._exchange(asked, method, path, body))
        except RegistryError as error:
            error.source = self.url
            raise

    def error(self, asked: str, answer: Answer) -> RegistryError:
        """What an answer that does not help means."""
        error = RegistryError(asked, _meaning(answer), answer.status)
        error.source = self.url
        return error

    async def _exchange(self, asked: str, method: str, path: str, body: Any) -> Answer:
        import httpx2

        try:
            async with asyncio.timeout(self._timeout):
                return await self._send(asked, method, path, body)
        except TimeoutError:
            raise RegistryError(asked, f"no whole answer within {self._timeout:g} s") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
            raise RegistryError(
                asked, in_one_line(str(error), _LONGEST_REASON) or type(error).__name__
            ) from None

    async def _send(self, asked: str, method: str, path: str, body: Any) -> Answer:
        import httpx2

        # Bytes as they are: a small answer must not unpack to a huge one.
        headers = {"Accept": f"{CONTENT_TYPE}, application/json", "Accept-Encoding": "identity"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        content = None
        if body is not None:
            headers["Content-Type"] = CONTENT_TYPE
            content = json.dumps(body).encode()
        async with (
            httpx2.AsyncClient(timeout=None, verify=self._trusted) as client,
            client.stream(
                method, self.url + path, headers=headers, content=content, auth=self._basic
            ) as response,
        ):
            if response.headers.get("Content-Encoding", "identity") != "identity":
                raise RegistryError(
                    asked, "the answer is compressed, which was not asked for", response.status_code
                )
            data = bytearray()
            async for chunk in response.aiter_raw():
                data += chunk
                if len(data) > self._limits.max_bytes:
                    reason = f"the answer is larger than {self._limits.max_bytes:,} bytes"
                    raise RegistryError(asked, reason, response.status_code)
            return self._answer(
                asked, response.status_code, bytes(data), response.headers.get("Location", "")
            )

    def _answer(self, asked: str, status: int, data: bytes, location: str) -> Answer:
        try:
            return Answer(status, parse(data, self._limits), location=location)
        except (RunsnapError, RecursionError):
            text = data[:_LONGEST_REASON].decode("utf-8", "replace")
            if 200 <= status < 300:
                raise RegistryError(asked, f"the answer is no JSON: {excerpt(text)}", status) from None
            return Answer(status, None, text, location)

    @cached_property
    def _trusted(self) -> Any:
        """Certificates that the system trusts, read once."""
        import httpx2

        return httpx2.create_ssl_context()


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run it here, so that an interrupt stops it; in a thread where this one has a loop that runs, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    return in_thread(lambda: asyncio.run(work))


def _address(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise ValueError(f"the registry's address cannot be read: {error}") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("the registry's address must be http://HOST… or https://HOST…")
    if parts.query or parts.fragment:
        raise ValueError("the registry's address must end with its path, without ? and #")
    if not url.isprintable() or " " in url:
        raise ValueError("the registry's address has characters that none can have")
    return parts


def _decoded(text: str | None) -> str | None:
    return None if text is None else unquote(text)


def _check_credentials(user: str | None, password: str | None, token: str | None) -> None:
    if token is not None and user is not None:
        raise ValueError("a token or a user, not both")
    if password is not None and user is None:
        raise ValueError("a password needs a user")
    if user is not None and ":" in user:
        raise ValueError("the user's name has a colon, which HTTP cannot carry")
    if token is not None and not (token and token.isascii() and token.isprintable() and " " not in token):
        raise ValueError("the token is empty or has characters that no header can carry")


def _meaning(answer: Answer) -> str:
    if 300 <= answer.status < 400:
        return f"it redirects to {excerpt(answer.location)}; if you trust that address, give it instead"
    said = answer.value.get("message") if isinstance(answer.value, dict) else answer.text
    words = [
        _REFUSALS.get(answer.status, ""),
        in_one_line(said, _LONGEST_REASON) if isinstance(said, str) else "",
    ]
    return ": ".join([f"HTTP {answer.status}", *filter(None, words)])
