"""What a registry can do wrong, each one sentence that names the address without its password, and what was asked."""

import asyncio
import base64
import contextlib
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import runsnap
from runsnap.errors import RegistryError, RunsnapError
from runsnap.registry import Registry
from tests.registry.fake import Fake, serving, status, text

CERTIFICATE = Path(__file__).with_name("nobody-trusts-it.pem")


def refusal(fake, send, **options):
    fake.fault = lambda *_: send
    with pytest.raises(RegistryError) as caught:
        Registry(fake.url, **options).numbers("a/b c")
    message = str(caught.value)
    assert message.startswith(f"{fake.url}: asked for the versions of a/b c: ")
    assert "\n" not in message
    assert len(message) < 1000
    assert caught.value.source == fake.url
    return caught.value


@pytest.mark.parametrize(
    "send, code, words",
    [
        (status(401, {"error_code": 40101, "message": "who?"}), 401, "not signed in, or with wrong credentials: who?"),
        (text(401, ""), 401, "HTTP 401: not signed in"),
        (status(403, {"message": "no"}), 403, "HTTP 403: not allowed: no"),
        (status(404, {"error_code": 404, "message": "HTTP 404 Not Found"}), 404, "HTTP 404"),
        (text(404, "<html>no such page</html>"), 404, "no such page"),
        (status(409, {"error_code": 409, "message": "not\ncompatible"}), 409, "HTTP 409: not compatible"),
        (status(422, {"error_code": 42201, "message": "invalid"}), 422, "HTTP 422: invalid"),
        (status(429, {}), 429, "HTTP 429"),
        (status(500, {"error_code": 500, "message": ["odd"]}), 500, "HTTP 500"),
        (text(503, "x" * 5000), 503, "HTTP 503: xxx"),
        (text(500, "\x1b[2Jcleared"), 500, "HTTP 500: \N{REPLACEMENT CHARACTER}[2Jcleared"),
        (text(200, "<html>Sign in</html>"), 200, 'the answer is no JSON: "<html>Sign in</html>"'),
        (text(200, ""), 200, "no JSON"),
        (text(200, "[1, 1e999]"), 200, "no JSON"),
        (text(200, "[" * 5000 + "]" * 5000), 200, "no JSON"),
        (status(200, {"versions": []}), 200, "expected a list of numbers, found"),
        (status(200, [1, True]), 200, "expected a list of numbers"),
        (status(200, [1.5]), 200, "expected a list of numbers"),
        (text(302, "", Location="http://elsewhere.invalid/x"), 302, 'redirects to "http://elsewhere.invalid/x"'),
        (text(200, "[1]", Content_Encoding="gzip"), 200, "compressed"),
        (text(200, "[" + "1," * 600_000 + "1]"), 200, "larger than 1,000,000 bytes"),
    ],
)  # fmt: skip
def test_answers_that_do_not_help(fake, send, code, words):
    error = refusal(fake, send, max_bytes=1_000_000)
    assert words in str(error)
    assert error.status == code


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"id": 1, "version": 2, "schema": "{}"},
        {"id": "1", "version": 1, "schema": "{}"},
        {"id": 1, "version": 1, "schema": {}},
        {"id": 1, "version": 1, "schema": "{}", "schemaType": 7},
        [],
    ],
)
def test_a_version_that_is_none(fake, value):
    fake.fault = lambda *_: status(200, value)
    with pytest.raises(
        RegistryError, match="asked for version 1 of s: expected version 1 with its id and schema"
    ):
        Registry(fake.url).version("s", 1)


def test_levels_and_ids_that_are_none(fake):
    fake.fault = lambda *_: status(200, {"compatibilityLevel": None, "id": None})
    registry = Registry(fake.url)
    with pytest.raises(RegistryError, match="the compatibility level of the registry: expected a level"):
        registry.level()
    with pytest.raises(RegistryError, match="asked to register s@1 under s: expected an id"):
        registry.register("s", "json", "{}", "s@1")


def test_nobody_there():
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        with pytest.raises(RegistryError, match="asked for the versions of s: ") as caught:
            Registry(url).numbers("s")
    assert caught.value.status is None


def test_no_such_host():
    with pytest.raises(RegistryError, match=r"http://registry\.invalid: asked"):
        Registry("http://registry.invalid").numbers("s")


@contextlib.contextmanager
def talking(talk):
    """A server that talks to each of its callers, whatever they say, until it is told to stop."""
    over = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))
    threads = []

    def one(connection):
        with connection, contextlib.suppress(OSError):
            connection.recv(65536)
            talk(connection, over)

    def accept():
        with contextlib.suppress(OSError):
            while not over.is_set():
                connection, _ = listener.accept()
                threads.append(threading.Thread(target=one, args=[connection]))
                threads[-1].start()

    threads.append(threading.Thread(target=accept))
    threads[0].start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        over.set()
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        for thread in threads:
            thread.join()


def drips(first):
    """One byte after the other, each well within any time that a read may take."""

    def talk(connection, over):
        connection.sendall(first)
        while not over.wait(0.01):
            connection.sendall(b"x")

    return talk


@pytest.mark.parametrize(
    "first",
    [b"HTTP/1.1 200 OK\r\nX-Header: ", b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n["],
    ids=["headers", "body"],
)
def test_a_registry_that_drips(first):
    with talking(drips(first)) as url, pytest.raises(RegistryError, match=r"no whole answer within 0\.3 s"):
        Registry(url, timeout=0.3).numbers("s")


def test_a_registry_that_says_nothing():
    with (
        talking(lambda _, over: over.wait()) as url,
        pytest.raises(RegistryError, match=r"no whole answer within 0\.2 s"),
    ):
        Registry(url, timeout=0.2).numbers("s")


def floods(connection, over):
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while not over.is_set():
        connection.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")


def test_a_registry_that_never_ends():
    with talking(floods) as url, pytest.raises(RegistryError, match="larger than 1,000,000 bytes"):
        Registry(url, max_bytes=1_000_000).numbers("s")


@pytest.mark.parametrize(
    "said", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"]
)
def test_what_is_no_http(said):
    with (
        talking(lambda connection, _: connection.sendall(said)) as url,
        pytest.raises(RegistryError, match="asked"),
    ):
        Registry(url).numbers("s")


def test_http_where_tls_is_expected(fake):
    with pytest.raises(RegistryError, match="SSL"):
        Registry(fake.url.replace("http:", "https:")).numbers("s")


def test_a_certificate_that_nobody_trusts():
    with serving(certificate=CERTIFICATE) as fake:
        with pytest.raises(RegistryError, match=r"CERTIFICATE_VERIFY_FAILED|certificate"):
            Registry(fake.url).numbers("s")
        assert fake.requests == []


def test_a_certificate_that_the_environment_names(monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with serving(certificate=CERTIFICATE) as fake:
        assert Registry(fake.url, token="t").numbers("s") == ()


def authorization(fake):
    return [headers.get("Authorization") for headers in fake.headers]


def basic(text):
    return f"Basic {base64.b64encode(text.encode()).decode()}"


def test_credentials_are_sent(fake):
    Registry(fake.url, user="ada", password="päss:word").numbers("s")
    Registry(fake.url, token="abc.def").numbers("s")
    Registry(fake.url.replace("//", "//ada:p%40ss@")).numbers("s")
    Registry(fake.url).numbers("s")
    assert authorization(fake) == [basic("ada:päss:word"), "Bearer abc.def", basic("ada:p@ss"), None]


def test_no_file_is_asked_for_credentials(fake, tmp_path, monkeypatch):
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login ada password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    monkeypatch.setenv("HOME", str(tmp_path))
    Registry(fake.url).numbers("s")
    Registry(fake.url, token="t").numbers("s")
    assert authorization(fake) == [None, "Bearer t"]


def test_credentials_are_in_no_message(fake):
    fake.fault = lambda *_: status(401, {})
    registry = Registry(fake.url.replace("//", "//ada:sesame@"))
    with pytest.raises(RegistryError) as caught:
        registry.numbers("s")
    assert registry.url == fake.url
    assert "sesame" not in f"{caught.value} {caught.value!r} {vars(caught.value)}"


def test_a_redirect_takes_credentials_nowhere(fake):
    with serving(Fake()) as elsewhere:
        fake.fault = lambda *_: text(307, "", Location=f"{elsewhere.url}/subjects/s/versions")
        with pytest.raises(RegistryError, match="redirects"):
            Registry(fake.url, token="abc").numbers("s")
        assert elsewhere.requests == []


@pytest.mark.parametrize(
    "url",
    ["", "localhost:8081", "ftp://host/", "http://", "http://host:port", "http://host:99999", "http://host/?a=b",
     "http://host/#a", "http://ho st/", "http://host/\x1b[2J", "http://[::1"],
)  # fmt: skip
def test_addresses_that_are_none(url):
    with pytest.raises(ValueError, match="address"):
        Registry(url)


@pytest.mark.parametrize(
    "options",
    [
        {"user": "a", "token": "b"},
        {"password": "b"},
        {"user": "a:b", "password": "c"},
        {"token": ""},
        {"token": "a\r\nX-Evil: 1"},
        {"token": "é"},
    ],
)
def test_credentials_that_cannot_be(options):
    with pytest.raises(ValueError, match=r"token|password|user"):
        Registry("http://host", **options)


def test_it_works_where_a_loop_runs(fake):
    """As in notebooks."""

    async def cell():
        return Registry(fake.url).numbers("s")

    assert asyncio.run(cell()) == ()


def test_names_of_subjects_are_quoted(fake):
    Registry(fake.url).numbers("../config?x=/#é")
    assert fake.requests == [("GET", "/api/subjects/..%2Fconfig%3Fx%3D%2F%23%C3%A9/versions")]


def test_without_its_library_there_is_a_message(monkeypatch):
    monkeypatch.setattr("runsnap.registry._api.find_spec", lambda _: None)
    with pytest.raises(RunsnapError, match=r"runsnap\[registry\]"):
        Registry("http://host")


def test_only_a_request_loads_the_library_that_sends_it():
    program = "import sys, runsnap\nrunsnap.registry.released()\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert "runsnap.registry" in done.stdout.split()
    assert "httpx2" not in done.stdout.split()


def test_it_is_public():
    assert runsnap.registry.Registry is Registry
    assert runsnap.RegistryError is RegistryError
