"""The built documentation, served on loopback as a careful host would: with a content security policy."""

import base64
import contextlib
import hashlib
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
_REST = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of the folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def policy(html: str) -> str:
    """No scripts but files of the site and the theme's own inline ones, by their digests; no eval, no handlers."""
    digests = (hashlib.sha256(script.encode()).digest() for script in _INLINE_SCRIPT.findall(html))
    allowed = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return f"{_REST}; script-src 'self' {allowed}"


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        file = Path(self.translate_path(self.path))
        page = file / "index.html" if file.is_dir() else file
        if page.suffix == ".html" and page.is_file():
            self.send_header("Content-Security-Policy", policy(page.read_bytes().decode()))
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass
