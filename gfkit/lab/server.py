"""Server of the laboratory for a browser on the same machine."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Mapping
from functools import lru_cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from socket import socket
from time import monotonic
from typing import Any
from urllib.parse import unquote

from gfkit.core.deferred import regex
from gfkit.core.errors import InputError

DEFAULT_FOLDER = Path(__file__).parent.parent.parent / "build" / "lab"
"""Output of ``make lab`` in the source directory."""
PACKAGE = "gfkit_lab"
"""Package of the built laboratory for installations without the source; ``make dist`` builds it."""
HOST, DEFAULT_PORT = "127.0.0.1", 8421
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none';"
    " base-uri 'none'; form-action 'none'"
)
"""Content security policy, by which the page may not load anything from other hosts."""
_NAMES = (HOST, "localhost")
"""Host names that a browser may use for this machine; requests for other names are rejected."""
_ADDRESS = regex(r"https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/%+-]*)?")
_PATIENCE = 30.0
"""Seconds for the complete head of a request, and for each part of the response."""
_PAGES = ("", "index.html", "index.htm")
"""Files that may be served for a path: the path itself, and the index pages of a directory."""


_PACKED = (".wasm", ".mjs", ".js", ".json", ".css", ".html", ".svg", ".txt")
"""Extensions of files that are sent compressed. Wheels and Python's own files are already compressed."""


@lru_cache(maxsize=100)
def _compressed_bytes(file: Path, _changed: float) -> bytes:
    return gzip.compress(file.read_bytes(), 6)


class _Server(ThreadingHTTPServer):
    """Server that ignores connections that the client closes early."""

    site = ""
    """Public address of the laboratory."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _HeadReader(RawIOBase):
    """Reader of a connection with a deadline, after which reading raises TimeoutError."""

    def __init__(self, connection: socket, seconds: float) -> None:
        self.connection, self.deadline = connection, monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.connection.settimeout(max(0.001, self.deadline - monotonic()))
        return self.connection.recv_into(buffer)


class _Handler(SimpleHTTPRequestHandler):
    """Request handler for the files of one directory. It writes no log, and browsers revalidate each file."""

    timeout = _PATIENCE
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".json": "application/json",
        ".whl": "application/zip",
        ".gz": "application/octet-stream",
        ".svg": "image/svg+xml",
    }

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self.rfile = BufferedReader(_HeadReader(self.connection, self.timeout))

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        self.connection.settimeout(self.timeout)
        host = ",".join(self.headers.get_all("Host", ()))  # a second line makes no known name
        name, _, port = host.partition(":")
        if name.lower() not in _NAMES or port not in ("", str(self.connection.getsockname()[1])):
            self.send_error(421, "unknown host name; use localhost or 127.0.0.1")
            return False
        return True

    def send_head(self) -> Any:
        if "\0" in unquote(self.path):
            self.send_error(404, "no such file")
            return None
        if self.path == "/site.json":
            site = json.dumps({"address": getattr(self.server, "site", "")})
            return self._answer(site.encode(), "application/json", {})
        file = Path(self.translate_path(self.path))
        if not self._is_inside(file):
            self.send_error(404, "no such file")
            return None
        takes_gzip = "gzip" in self.headers.get("Accept-Encoding", "")
        if not takes_gzip or file.suffix not in _PACKED or not file.is_file():
            return super().send_head()
        changed = file.stat().st_mtime
        if self.headers.get("If-Modified-Since") == self.date_time_string(changed):
            self.send_response(304)
            self.end_headers()
            return None
        packed = {"Content-Encoding": "gzip", "Last-Modified": self.date_time_string(changed)}
        return self._answer(_compressed_bytes(file, changed), self.guess_type(str(file)), packed)

    def _is_inside(self, file: Path) -> bool:
        """Return True if no symbolic link leads from the given path, or from its page, out of the
        directory.
        """
        root = Path(self.directory).resolve()
        try:
            return all((file / page).resolve().is_relative_to(root) for page in _PAGES)
        except (OSError, RuntimeError):  # a cycle of symbolic links
            return False

    def _answer(self, content: bytes, kind: str, more: Mapping[str, str]) -> BytesIO:
        """Send content of a type, after its headers."""
        self.send_response(200)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(content)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        return BytesIO(content)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def list_directory(self, path: Any) -> None:  # noqa: ARG002
        self.send_error(404, "no such file")

    def log_message(self, *_: object) -> None:
        """Ignore messages."""


def built_folder() -> Path:
    """Return the laboratory of the source directory, or the installed one, or None."""
    if not (DEFAULT_FOLDER / "bundle.json").is_file():
        spec = find_spec(PACKAGE)
        if spec is not None and spec.origin is not None:
            return Path(spec.origin).parent / "built"
    return DEFAULT_FOLDER


def open_server(port: int | None = None, folder: Path | None = None, site: str = "") -> ThreadingHTTPServer:
    """Open a server of the built laboratory on the loopback interface.

    The default port is 8421, or any free port if 8421 is in use. ``site`` is the public address of the
    laboratory, with which copied links begin. Raise InputError for a directory without a build, a port in
    use, or a ``site`` that is not an address.
    """
    if site and not _ADDRESS.fullmatch(site):
        raise InputError(f"GFKIT_SITE {site!r} is not an address such as https://example.org/gfkit/lab/")
    home = built_folder() if folder is None else folder
    if not (home / "index.html").is_file() or not (home / "bundle.json").is_file():
        raise InputError(
            f"the laboratory is not built: {str(home)!r} has no page; install the wheel gfkit-lab, run"
            " 'make lab' in gfkit's source directory (requires Node.js), or name the directory of a built"
            " laboratory with --folder"
        )

    def handler(*given: Any) -> _Handler:
        return _Handler(*given, directory=str(home))

    if port is None:
        try:
            return _open_server(DEFAULT_PORT, handler, site)
        except OSError:
            port = 0
    try:
        return _open_server(port, handler, site)
    except OSError as error:
        raise InputError(
            f"--port {port} cannot be used: {error.strerror}; name another port, or 0 for any free port"
        ) from None


def _open_server(port: int, handler: Any, site: str) -> _Server:
    server = _Server((HOST, port), handler)
    server.site = site
    return server


def address(server: ThreadingHTTPServer) -> str:
    """Return the address for the browser."""
    return f"http://{HOST}:{server.server_port}/"
