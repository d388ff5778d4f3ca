"""A receiver on this machine that hooks lead to, and all that can be wrong with one."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CERTIFICATE = Path(__file__).with_name("receiver.pem")  # of “receiver.test”, signed by itself
NAME = "receiver.test"


@dataclass(frozen=True)
class Taken:
    """A request that arrived whole."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


Fault = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Keeps what it takes, then does as the receiver's `fault` says."""

    server: "Server"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        taken = Taken(self.path, {name.lower(): text for name, text in self.headers.items()}, body)
        self.server.of.seen.append(taken)
        self.server.of.fault(self)

    def log_message(self, *_args: Any) -> None:
        """Quiet."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    of: "Receiver"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """We hang up on whoever talks too long: no news."""


class Receiver:
    """`seen` is all that came; `taken` what came while nothing was wrong."""

    def __init__(self, *, secure: bool = False) -> None:
        self.seen: list[Taken] = []
        self.taken: list[Taken] = []
        self.released = threading.Event()
        self.fault: Fault = good
        self.server: Server | None = None
        self.secure = secure
        self.port = 0
        self.start()

    def start(self) -> None:
        self.server = Server(("127.0.0.1", self.port), Handler)
        self.server.of = self
        self.port = self.server.server_port
        if self.secure:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False
            )
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        """From now on the port refuses."""
        self.released.set()
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def url(self, path: str = "/hook?key=of-the-hook", host: str = "127.0.0.1") -> str:
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}{path}"

    @property
    def texts(self) -> list[str]:
        """What was said in the documents that were taken, in their order."""
        return [taken.document["text"] for taken in self.taken]


@contextmanager
def receiving(*, secure: bool = False) -> Iterator[Receiver]:
    receiver = Receiver(secure=secure)
    try:
        yield receiver
    finally:
        receiver.stop()


def good(handler: Handler) -> None:
    handler.server.of.taken.append(handler.server.of.seen[-1])
    handler.send_response(204)
    handler.end_headers()


def answering(status: int, **headers: str) -> Fault:
    def fault(handler: Handler) -> None:
        handler.send_response(status)
        for name, text in headers.items():
            handler.send_header(name.replace("_", "-"), text)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return fault


def hang(handler: Handler) -> None:
    handler.server.of.released.wait(20)


def hang_up(handler: Handler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def stop_in_the_middle(handler: Handler) -> None:
    handler.wfile.write(b"HTTP/1.1 20")
    hang_up(handler)


def talk_rubbish(handler: Handler) -> None:
    handler.wfile.write(b"\x00\xff\xfe no answer at all\r\n" * 100)


def endless_headers(handler: Handler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while not handler.server.of.released.is_set():
        handler.wfile.write(b"X-More: and more\r\n" * 50)


def endless_line(handler: Handler) -> None:
    while not handler.server.of.released.is_set():
        handler.wfile.write(b"HTTP/1.1 200 " * 1000)


def trickle(handler: Handler) -> None:
    """A byte at a time: no single step of it takes long."""
    for byte in b"HTTP/1.1 200 OK\r\n" + b"X-More: and more\r\n" * 1000:
        if handler.server.of.released.wait(0.05):
            return
        handler.wfile.write(bytes([byte]))


def endless_body(handler: Handler) -> None:
    """Well, it has said 200."""
    handler.server.of.taken.append(handler.server.of.seen[-1])
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while not handler.server.of.released.is_set():
        handler.wfile.write(b"and more " * 1000)
