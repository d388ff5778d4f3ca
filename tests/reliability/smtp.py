"""A mail server on the loopback address that keeps the mails it accepts and fails on request.

For example:

    with Sink() as sink:
        site = Site(folder, EMAIL_URL=sink.url)
        sink.fault = Fault.STALL
        ...
        sink.fault = Fault.NONE
        sink.mails
"""

import contextlib
import enum
import socket
import socketserver
import threading
import time
from collections import Counter
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cached_property
from typing import Any

GREETING = b"220 sink.test ESMTP"
STALLED = 60.0  # seconds until a connection that nobody gave up is closed
LETTER = 0.3  # seconds between two characters of a greeting that trickles


class Fault(enum.StrEnum):
    NONE = "none"
    REFUSE = "refuse"  # nobody listens on the port
    TURN_AWAY = "turn away"  # clients are greeted with "554, not here"
    BABBLE = "babble"  # clients are greeted with something that is not SMTP
    TRICKLE = "trickle"  # the greeting comes character by character and never ends
    BUSY = "busy"  # every recipient is answered "451, come back later"
    REJECT = "reject"  # every recipient is answered "550, never"
    STALL = "stall"  # the connection is accepted, and then nothing is sent
    DROP_BEFORE = "drop before"  # the mail is read and dropped, and the connection closed
    DROP_AFTER = "drop after"  # the mail is kept, and the connection closed before the last 250
    HOLD_AFTER = "hold after"  # the mail is kept, and the last 250 is not sent


@dataclass(frozen=True)
class Mail:
    """A mail as it was received; `arrived` is in seconds of `time.monotonic()`.

    It is parsed only on access, so that parsing does not slow down a sender that is timed.
    """

    sender: str
    recipients: tuple[str, ...]
    content: bytes
    arrived: float

    @cached_property
    def message(self) -> EmailMessage:
        return message_from_bytes(self.content, policy=default)

    @property
    def message_id(self) -> str:
        return str(self.message["Message-ID"])


class Sink:
    """The server. Set `fault` at any moment; use it as a context manager, or `close` it."""

    def __init__(self) -> None:
        self.mails: list[Mail] = []
        self.connections = 0  # accepted connections, however they ended
        self.answers_lost = 0  # mails that were kept without telling their senders
        self.stalled = threading.Event()  # set: stalled connections are let go
        self._server: _Server | None = None
        self._fault = Fault.NONE
        self._port = 0
        self._listen()

    @property
    def url(self) -> str:
        """EMAIL_URL of a site that sends its mail here."""
        return f"smtp://127.0.0.1:{self._port}"

    @property
    def fault(self) -> Fault:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault) -> None:
        self._fault = fault
        if fault in (Fault.STALL, Fault.TRICKLE, Fault.HOLD_AFTER):
            self.stalled.clear()
        else:
            self.stalled.set()
        if fault == Fault.REFUSE:
            self.close()
        elif self._server is None:
            self._listen()

    def message_ids(self) -> Counter[str]:
        """Count how often each mail arrived."""
        return Counter(mail.message_id for mail in list(self.mails))

    def close(self) -> None:
        self.stalled.set()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> "Sink":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _listen(self) -> None:
        self._server = _Server(("127.0.0.1", self._port), _Conversation)
        self._server.sink = self
        self._port = self._server.server_address[1]
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    sink: Sink

    def handle_error(self, *_request: Any) -> None:
        """Ignore errors: clients are killed in the middle of a connection on purpose."""


class _Conversation(socketserver.StreamRequestHandler):
    server: _Server
    timeout = STALLED

    def handle(self) -> None:
        sink = self.server.sink
        sink.connections += 1
        if sink.fault == Fault.STALL:
            sink.stalled.wait(STALLED)
            return
        if sink.fault == Fault.TURN_AWAY:
            self._say(b"554 not here")
            return
        if sink.fault == Fault.BABBLE:
            self._say(b"HTTP/1.1 400 Bad Request")
            return
        if sink.fault == Fault.TRICKLE:
            self._trickle()
            return
        self._say(GREETING)
        self._sender = ""
        self._recipients: list[str] = []
        with contextlib.suppress(OSError):
            while line := self.rfile.readline(2000):
                verb, _, rest = line.decode("ascii", "replace").strip().partition(" ")
                if not self._answer(verb.upper(), rest):
                    return

    def _answer(self, verb: str, rest: str) -> bool:
        """Answer one command; False ends the connection."""
        sink = self.server.sink
        if verb == "DATA":
            return self._take()
        if verb == "QUIT":
            self._say(b"221 bye")
            return False
        if verb in ("MAIL", "RSET"):
            self._sender, self._recipients = _address(rest), []
        if verb == "RCPT":
            if sink.fault in (Fault.BUSY, Fault.REJECT):
                self._say(b"451 later" if sink.fault == Fault.BUSY else b"550 nobody of that name")
                return True
            self._recipients.append(_address(rest))
        self._say(b"250 sink.test" if verb in SPOKEN else b"502 not spoken here")
        return True

    def _take(self) -> bool:
        """Read a mail and keep it, unless the current fault says otherwise."""
        sink = self.server.sink
        self._say(b"354 go on")
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                return False  # the client is gone
            lines.append(line.removeprefix(b"."))
        if sink.fault == Fault.STALL:
            sink.stalled.wait(STALLED)
            return False
        if sink.fault == Fault.DROP_BEFORE:
            return False
        content = b"".join(lines)
        sink.mails.append(Mail(self._sender, tuple(self._recipients), content, time.monotonic()))
        if sink.fault == Fault.DROP_AFTER:
            sink.answers_lost += 1
            self.connection.shutdown(socket.SHUT_RDWR)
            return False
        if sink.fault == Fault.HOLD_AFTER:
            sink.answers_lost += 1
            sink.stalled.wait(STALLED)
            return False
        self._say(b"250 taken")
        return True

    def _trickle(self) -> None:
        with contextlib.suppress(OSError):  # the client has given up
            while not self.server.sink.stalled.wait(LETTER):
                self.wfile.write(b"2")

    def _say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")


SPOKEN = ("EHLO", "HELO", "MAIL", "RCPT", "RSET", "NOOP")


def _address(rest: str) -> str:
    """Return the address in `FROM:<a@b> SIZE=9`."""
    return rest.partition("<")[2].partition(">")[0]
