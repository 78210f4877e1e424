"""A registry in this process that does what Confluent's does, for the calls that are used, and fails on request."""

from __future__ import annotations

import contextlib
import json
import re
import ssl
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

Send = Callable[["Handler"], None]
"""What is answered instead of the right thing."""


@dataclass
class Version:
    number: int
    id: int
    type: str
    text: str
    deleted: bool = False


@dataclass
class Fake:
    """State and log of a registry. ``fault`` gets the number of a request, from 1, with its method and path."""

    url: str = ""
    subjects: dict[str, list[Version]] = field(default_factory=lambda: defaultdict(list))
    levels: dict[str, str] = field(default_factory=dict)
    level: str = "BACKWARD"
    requests: list[tuple[str, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    fault: Callable[[int, str, str], Send | None] = lambda *_: None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, subject: str, *texts: str, type_: str = "JSON") -> None:
        """Register behind everybody's back."""
        for text in texts:
            self.subjects[subject].append(
                Version(len(self.subjects[subject]) + 1, self.id_of(type_, text), type_, text)
            )

    def texts(self, subject: str) -> list[str]:
        return [version.text for version in self.live(subject)]

    def live(self, subject: str) -> list[Version]:
        return [version for version in self.subjects.get(subject, []) if not version.deleted]

    def state(self) -> Any:
        """What clients see."""
        seen = {name: self.texts(name) for name in self.subjects if self.live(name)}
        return seen, dict(self.levels)

    @property
    def writes(self) -> list[tuple[str, str]]:
        return [request for request in self.requests if request[0] != "GET"]

    def id_of(self, type_: str, text: str) -> int:
        known = [one for versions in self.subjects.values() for one in versions]
        same = [one.id for one in known if (one.type, one.text) == (type_, text)]
        return same[0] if same else len({one.id for one in known}) + 1

    def answer(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """Status and value of the right answer."""
        match [unquote(part) for part in path.strip("/").split("/")]:
            case ["subjects", subject, "versions"]:
                return self._versions(subject) if method == "GET" else self._register(subject, body)
            case ["subjects", subject, "versions", number]:
                return self._version(method, subject, int(number))
            case ["config"]:
                return 200, {"compatibilityLevel": self.level}
            case ["config", subject]:
                return self._config(method, subject, body)
        return 404, {"error_code": 404, "message": "HTTP 404 Not Found"}

    def _versions(self, subject: str) -> tuple[int, Any]:
        numbers = [version.number for version in self.live(subject)]
        return (200, numbers) if numbers else missing(40401, f"Subject '{subject}' not found.")

    def _version(self, method: str, subject: str, number: int) -> tuple[int, Any]:
        found = [version for version in self.live(subject) if version.number == number]
        if not found:
            return missing(40402, f"Version {number} not found.")
        (version,) = found
        if method == "DELETE":
            version.deleted = True
            return 200, number
        type_ = {} if version.type == "AVRO" else {"schemaType": version.type}
        return 200, {"subject": subject, "version": number, "id": version.id, "schema": version.text, **type_}

    def _register(self, subject: str, body: Any) -> tuple[int, Any]:
        type_, text = body.get("schemaType", "AVRO"), body["schema"]
        same = [one for one in self.live(subject) if (one.type, one.text) == (type_, text)]
        if same:
            return 200, {"id": same[0].id}
        if type_ == "JSON" and self.live(subject) and self.levels.get(subject, self.level) != "NONE":
            return 500, {"error_code": 500, "message": "could not determine version"}
        self.put(subject, text, type_=type_)
        return 200, {"id": self.subjects[subject][-1].id}

    def _config(self, method: str, subject: str, body: Any) -> tuple[int, Any]:
        if method == "PUT":
            self.levels[subject] = body["compatibility"]
            return 200, body
        if subject not in self.levels:
            return missing(40408, f"Subject '{subject}' does not have subject-level compatibility configured")
        level = self.levels.pop(subject) if method == "DELETE" else self.levels[subject]
        return 200, {"compatibilityLevel": level}


def missing(code: int, message: str) -> tuple[int, Any]:
    return 404, {"error_code": code, "message": message}


class Handler(BaseHTTPRequestHandler):
    fake: Fake

    def do_GET(self) -> None:
        self._handle()

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - what the base class calls

    def _handle(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.body = json.loads(self.rfile.read(length)) if length else None
        with self.fake.lock:
            self.fake.requests.append((self.command, self.path))
            self.fake.headers.append(dict(self.headers))
            send = self.fake.fault(len(self.fake.requests), self.command, self.path)
            status, value = (0, None) if send else self.right_answer()
        if send:
            send(self)
        else:
            self.send_json(status, value)

    def right_answer(self) -> tuple[int, Any]:
        path = re.sub("^/api(?=/)", "", self.path)
        return self.fake.answer(self.command, path, self.body)

    def send_json(self, status: int, value: Any) -> None:
        self.send_text(status, json.dumps(value), "application/vnd.schemaregistry.v1+json")

    def send_text(self, status: int, text: str, type_: str, **headers: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", type_)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def drop(handler: Handler) -> None:
    """The connection is cut; nothing was done."""
    handler.close_connection = True


def drop_after(handler: Handler) -> None:
    """What was asked for is done, but the answer is lost."""
    with handler.fake.lock:
        handler.right_answer()
    handler.close_connection = True


def status(code: int, value: Any) -> Send:
    return lambda handler: handler.send_json(code, value)


def text(code: int, body: str, type_: str = "text/html", **headers: str) -> Send:
    return lambda handler: handler.send_text(code, body, type_, **headers)


@contextlib.contextmanager
def serving(fake: Fake | None = None, certificate: Path | None = None) -> Iterator[Fake]:
    """A registry that runs on loopback, its API below /api; with a certificate it speaks TLS."""
    fake = fake or Fake()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"fake": fake}))
    server.daemon_threads = False
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    fake.url = f"http{'s' if certificate else ''}://127.0.0.1:{server.server_port}/api"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
