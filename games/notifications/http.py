"""One POST request to a webhook or push service, to an address that `ssrf_guard` allows.

It takes a few seconds at most. No redirect is followed and no proxy used, and of the response only
the status and the headers are read. An error becomes a word of ours: no text from the receiver is
stored.
"""

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlsplit

from django.conf import settings

from . import ssrf_guard

CONNECT_WITHIN = 3.0  # seconds, for each of a host's addresses
READ_WITHIN = 5.0  # seconds for each step of the receiver
WHOLE_WITHIN = 8.0  # seconds for all steps: a receiver that answers byte by byte is cut off
MOST_ADDRESSES = 2
LONGEST = MOST_ADDRESSES * CONNECT_WITHIN + WHOLE_WITHIN  # seconds, once the name is resolved
USER_AGENT = "Entente"
PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True)
class Request:
    """A request to send. URL and headers may hold secrets, so no log shows them."""

    url: str = field(repr=False)
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Answer:
    """The result of a request: an HTTP status, or a word for an error.

    `webhooks.overview` has a sentence for each word. `wait` is the number of seconds for which the
    receiver asks us to send nothing.
    """

    status: str
    wait: int = 0

    @property
    def is_good(self) -> bool:
        return self.status.startswith("2") and self.status.isdecimal()


def call(request: Request) -> Answer:
    """Send a request once. No behaviour of the receiver raises an exception."""
    if urlsplit(request.url).scheme != "https" and not settings.PRIVATE_WEBHOOKS:
        return Answer("not https")  # added while the operator allowed private webhooks
    try:
        with _response(request) as response:
            return Answer(str(response.status), _retry_after(response))
    except ssrf_guard.PrivateError:
        return Answer("private")
    except ssrf_guard.UnlistedHostError:
        return Answer("not listed")
    except ssrf_guard.UnknownHostError:
        return Answer("no host")
    except ssl.SSLCertVerificationError:
        return Answer("certificate")
    except ssl.SSLError:
        return Answer("tls")
    except TimeoutError:
        return Answer("too slow")
    except ConnectionRefusedError:
        return Answer("refused")
    except (OSError, HTTPException):
        return Answer("broken off")


@contextmanager
def _response(request: Request) -> Iterator[HTTPResponse]:
    parts = urlsplit(request.url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    sock = _connect(host, port)
    with _time_limit(sock) as timed_out:
        sock.settimeout(READ_WITHIN)
        connection = HTTPConnection(host, port)
        connection.auto_open = 0
        try:
            # HTTPConnection would resolve the name once more, past the guard.
            connection.sock = _tls(sock, host) if parts.scheme == "https" else sock
            connection.request("POST", path, request.body, _headers(request, parts.netloc))
            response = connection.getresponse()
            if timed_out.is_set():  # the headers were cut off, which HTTPResponse does not notice
                raise TimeoutError
            yield response
        except (OSError, HTTPException):
            if timed_out.is_set():
                raise TimeoutError from None
            raise
        finally:
            connection.close()
            sock.close()


def _headers(request: Request, host: str) -> dict[str, str]:
    return {"Host": host, "User-Agent": USER_AGENT, "Connection": "close", **request.headers}


def _connect(host: str, port: int) -> socket.socket:
    """A connection to one of the host's allowed addresses."""
    trouble: OSError = ConnectionRefusedError()
    for address in ssrf_guard.addresses(host, port)[:MOST_ADDRESSES]:
        try:
            return socket.create_connection((address, port), timeout=CONNECT_WITHIN)
        except OSError as error:
            trouble = error
    raise trouble


def _tls(sock: socket.socket, host: str) -> ssl.SSLSocket:
    """TLS over `sock`, with a certificate for `host`."""
    return _tls_context().wrap_socket(sock, server_hostname=host)


def _tls_context() -> ssl.SSLContext:
    """TLS context that trusts the system's CAs."""
    return ssl.create_default_context()


@contextmanager
def _time_limit(sock: socket.socket) -> Iterator[threading.Event]:
    """Shut the connection down after `WHOLE_WITHIN`, even if it has been wrapped in TLS meanwhile.

    Yields an event that is set when this has happened.
    """
    timed_out = threading.Event()
    handle = sock.dup()

    def cut_off() -> None:
        timed_out.set()
        with suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(WHOLE_WITHIN, cut_off)
    timer.daemon = True
    timer.start()
    try:
        yield timed_out
    finally:
        timer.cancel()
        handle.close()


def _retry_after(response: HTTPResponse) -> int:
    """The seconds of `Retry-After`. Dates, which are rare, are ignored: our pauses apply then."""
    asked = response.headers.get("Retry-After", "")
    return int(asked[:6]) if asked.isascii() and asked.isdigit() else 0
