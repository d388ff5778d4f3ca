"""A receiver of webhooks and push messages on this machine, with all the faults of real ones."""

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

from games.notifications import http

CERTIFICATE = Path(__file__).with_name("receiver.pem")  # for “receiver.test”, self-signed
NAME = "receiver.test"
# Seconds to read one step and the whole of an answer. A receiver without a fault gets as many as in
# production: on a busy machine it may take more than a second. With a fault most are waited for in
# vain.
PATIENT, IMPATIENT = (http.READ_WITHIN, http.WHOLE_WITHIN), (0.3, 0.6)


@dataclass(frozen=True)
class Taken:
    """A request that arrived complete."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


Fault = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Stores the request, then answers by the receiver's `fault`."""

    server: "Server"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        taken = Taken(self.path, {name.lower(): text for name, text in self.headers.items()}, body)
        self.server.of.seen.append(taken)
        self.server.of.fault(self)

    def log_message(self, *_args: Any) -> None:
        """No log."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    of: "Receiver"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors: the client hangs up on a receiver that talks too long."""


class Receiver:
    """The receiver: `seen` are all requests, `taken` those that were answered with success.

    With a `fault` clients wait only shortly for it; the fixture `_near` undoes that.
    """

    def __init__(self, *, secure: bool = False) -> None:
        self.seen: list[Taken] = []
        self.taken: list[Taken] = []
        self.released = threading.Event()
        self._fault: Fault = good
        self.server: Server | None = None
        self.secure = secure
        self.port = 0
        self.start()

    @property
    def fault(self) -> Fault:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault) -> None:
        self._fault = fault
        http.READ_WITHIN, http.WHOLE_WITHIN = PATIENT if fault is good else IMPATIENT

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
        """Close the port."""
        self.released.set()
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def url(self, path: str = "/webhook?key=of-the-webhook", host: str = "127.0.0.1") -> str:
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}{path}"

    @property
    def texts(self) -> list[str]:
        """Return the texts of the JSON documents that were taken, in their order."""
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
    """Send one byte at a time, so that no single step takes long."""
    for byte in b"HTTP/1.1 200 OK\r\n" + b"X-More: and more\r\n" * 1000:
        if handler.server.of.released.wait(0.05):
            return
        handler.wfile.write(bytes([byte]))


def trickle_headers(handler: Handler) -> None:
    """Answer 200, then send the headers one byte at a time."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for byte in b"X-More: and more\r\n" * 1000:
        if handler.server.of.released.wait(0.05):
            return
        handler.wfile.write(bytes([byte]))


def endless_body(handler: Handler) -> None:
    """Answer 200 with a body that does not end."""
    handler.server.of.taken.append(handler.server.of.seen[-1])
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while not handler.server.of.released.is_set():
        handler.wfile.write(b"and more " * 1000)
