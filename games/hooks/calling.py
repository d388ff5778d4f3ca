"""One request to a receiver: sent once, to an address that was judged, within a few seconds.

No redirect is followed, no proxy asked, and of the answer nothing is read but its status and
headers. Whatever goes wrong becomes a word: the words of others are kept nowhere.
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

from . import guarding

CONNECT_WITHIN = 3.0  # seconds, for each of a host's addresses
READ_WITHIN = 5.0  # seconds for each step of the receiver
WHOLE_WITHIN = 8.0  # seconds for all of them: a receiver that answers by drops is cut off
MOST_ADDRESSES = 2
LONGEST = MOST_ADDRESSES * CONNECT_WITHIN + WHOLE_WITHIN  # seconds, once the host is found
USER_AGENT = "Entente"
PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True)
class Request:
    """What to post, and where. Its address and headers may hold secrets: no log has them."""

    url: str = field(repr=False)
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Answer:
    """What came of a request: a status of HTTP, or a word of `pages.elsewhere`, and for how many
    seconds the receiver wants to be left alone."""

    status: str
    wait: int = 0

    @property
    def is_good(self) -> bool:
        return self.status.startswith("2") and self.status.isdecimal()


def call(request: Request) -> Answer:
    """Post it once. Raises nothing that a receiver could cause."""
    if urlsplit(request.url).scheme != "https" and not settings.PRIVATE_HOOKS:
        return Answer("not https")  # added while the operator still let it
    try:
        with _answered(request) as answer:
            return Answer(str(answer.status), _wait(answer))
    except guarding.PrivateError:
        return Answer("private")
    except guarding.UnknownHostError:
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
def _answered(request: Request) -> Iterator[HTTPResponse]:
    parts = urlsplit(request.url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    line = _line(host, port)
    with _cut_off(line) as cut:
        line.settimeout(READ_WITHIN)
        connection = HTTPConnection(host, port)
        connection.auto_open = 0
        try:
            # Over a line of our own: by the name, it would look up where to go once more.
            connection.sock = _secured(line, host) if parts.scheme == "https" else line
            connection.request("POST", path, request.body, _headers(request, parts.netloc))
            yield connection.getresponse()
        except (OSError, HTTPException):
            if cut.is_set():
                raise TimeoutError from None
            raise
        finally:
            connection.close()
            line.close()


def _headers(request: Request, host: str) -> dict[str, str]:
    return {"Host": host, "User-Agent": USER_AGENT, "Connection": "close", **request.headers}


def _line(host: str, port: int) -> socket.socket:
    """A connection to one of the host's addresses that may be reached."""
    trouble: OSError = ConnectionRefusedError()
    for address in guarding.addresses(host, port)[:MOST_ADDRESSES]:
        try:
            return socket.create_connection((address, port), timeout=CONNECT_WITHIN)
        except OSError as error:
            trouble = error
    raise trouble


def _secured(line: socket.socket, host: str) -> ssl.SSLSocket:
    """TLS over `line` with whoever can prove to be `host`."""
    return _trust().wrap_socket(line, server_hostname=host)


def _trust() -> ssl.SSLContext:
    """Who is believed: whom this machine believes."""
    return ssl.create_default_context()


@contextmanager
def _cut_off(line: socket.socket) -> Iterator[threading.Event]:
    """End `line`, whoever wraps it by then, when its time is up; the event says that it was."""
    cut = threading.Event()
    handle = line.dup()

    def cut_off() -> None:
        cut.set()
        with suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(WHOLE_WITHIN, cut_off)
    timer.daemon = True
    timer.start()
    try:
        yield cut
    finally:
        timer.cancel()
        handle.close()


def _wait(answer: HTTPResponse) -> int:
    """What `Retry-After` asks for; as a date, which few send, it is left to our own pauses."""
    asked = answer.headers.get("Retry-After", "")
    return int(asked[:6]) if asked.isascii() and asked.isdigit() else 0
