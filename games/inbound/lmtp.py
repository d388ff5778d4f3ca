"""A server for LMTP (RFC 2033), by which a mail server hands over mails on the same machine.

A mail is acknowledged once it is done with. If it could not be handled, the answer is temporary:
the mail server keeps it and delivers it again, and `received` knows what was handled already.
"""

import re
import socket
import socketserver
import sys
import threading
from collections.abc import Callable
from typing import Any, ClassVar

import structlog
from django.db import connections

from ..core import inbound_address
from ..core.errors import describe
from . import receive
from .mail import MOST_RECIPIENTS, RawMail

logger = structlog.get_logger(__name__)

LARGEST_MAIL = 25_000_000
"""Bytes of the largest mail that is taken: larger ones the mail server should refuse itself."""
LONGEST_LINE = 4096  # of a command
CHUNK = 65_536  # bytes of a mail that are read at once
MOST_CONNECTIONS = 8
PATIENCE = 120.0  # seconds for which a silent connection stays open
PATH = re.compile(r"\s*<([^<>\s]*)>.*", re.DOTALL)

CRLF = b"\r\n"


class TooLongError(Exception):
    """A line or a mail is longer than the limit."""


class Server(socketserver.ThreadingTCPServer):
    """Serves each connection in a thread of its own, and at most `MOST_CONNECTIONS` at a time."""

    allow_reuse_address = True
    daemon_threads = True  # a mail that is cut off at the end is delivered again

    def __init__(self, host: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__((host, port), Connection)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.free.acquire()  # further connections wait to be accepted
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log the place of an error and not its text, which may quote a mail."""
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):  # connections break
            logger.error("lmtp_failed", error=describe(error))


class Connection(socketserver.StreamRequestHandler):
    """One connection. Nothing that is said in it is logged: it has keys and orders."""

    timeout = PATIENCE

    def handle(self) -> None:
        self._forget()
        self.greeted = False
        self._say("220 Entente LMTP")
        try:
            while self._answer(self._line(LONGEST_LINE)):
                pass
        except TooLongError:
            self._say("500 5.5.2 Line too long")

    def _forget(self) -> None:
        self.sender: str | None = None
        self.recipients: list[str] = []

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.wfile.write(line.encode("ascii") + CRLF)

    def _line(self, longest: int) -> bytes:
        line = self.rfile.readline(longest + 1)
        if len(line) > longest:
            raise TooLongError
        return line

    def _answer(self, line: bytes) -> bool:
        """Answer a command; return whether the connection goes on."""
        verb, _space, rest = line.decode("utf-8", "replace").strip().partition(" ")
        if not line or verb.upper() == "QUIT":
            if line:
                self._say("221 2.0.0 Bye")
            return False
        command = self.COMMANDS.get(verb.upper())
        if command is None:
            self._say("500 5.5.1 Unknown command")
        else:
            command(self, rest)
        return True

    def _lhlo(self, _rest: str) -> None:
        self._forget()
        self.greeted = True
        self._say(
            *("250-Entente", "250-PIPELINING", "250-8BITMIME", "250-SMTPUTF8"),
            *("250-ENHANCEDSTATUSCODES", f"250 SIZE {LARGEST_MAIL}"),
        )

    def _mail(self, rest: str) -> None:
        keyword, _colon, given = rest.partition(":")
        found = PATH.fullmatch(given)
        if not self.greeted or self.sender is not None:
            self._say("503 5.5.1 Not now")
        elif keyword.strip().upper() != "FROM" or found is None:
            self._say("501 5.5.4 Write MAIL FROM:<address>")
        else:
            self.sender = found[1]
            self._say("250 2.1.0 OK")

    def _rcpt(self, rest: str) -> None:
        keyword, _colon, given = rest.partition(":")
        found = PATH.fullmatch(given)
        if self.sender is None:
            self._say("503 5.5.1 Not now")
        elif keyword.strip().upper() != "TO" or found is None:
            self._say("501 5.5.4 Write RCPT TO:<address>")
        elif not inbound_address.is_ours(found[1]):
            self._say("550 5.1.1 No such address")
        elif len(self.recipients) >= MOST_RECIPIENTS:
            self._say("452 4.5.3 Too many recipients")
        else:
            self.recipients.append(found[1])
            self._say("250 2.1.5 OK")

    def _data(self, _rest: str) -> None:
        if not self.recipients:
            self._say("503 5.5.1 No recipients")
            return
        self._say("354 End with a dot alone on its line")
        try:
            raw = RawMail(self._content(), self.sender)
        except TooLongError:
            self._say(*["552 5.3.4 The mail is too large"] * len(self.recipients))
        else:
            self._say(*[self._hand_over(raw, each) for each in self.recipients])
        self._forget()

    def _content(self) -> bytes:
        """The mail up to the dot; raises `TooLongError` after having read all of it.

        A line begins after CR LF alone: what others take for the end of a mail could hide a second
        mail in the first.
        """
        lines: list[bytes] = []
        size = 0
        before = CRLF  # the last two bytes
        while line := self.rfile.readline(CHUNK):
            begins = before == CRLF
            if begins and line == b"." + CRLF:
                break
            before = (before + line)[-2:]
            size += len(line)
            if size > LARGEST_MAIL:
                lines.clear()
            else:
                lines.append(line[1:] if begins and line.startswith(b"..") else line)
        else:
            raise ConnectionError
        if size > LARGEST_MAIL:
            raise TooLongError
        return b"".join(lines)

    def _hand_over(self, raw: RawMail, recipient: str) -> str:
        """Handle a mail to one recipient; return the answer."""
        try:
            receive.receive(raw, recipient=recipient)
        except Exception as error:
            logger.error("mail_not_received", error=describe(error))
            return "451 4.3.0 Try again later"
        finally:
            connections.close_all()
        return "250 2.0.0 OK"

    def _rset(self, _rest: str) -> None:
        self._forget()
        self._say("250 2.0.0 OK")

    def _noop(self, _rest: str) -> None:
        self._say("250 2.0.0 OK")

    def _vrfy(self, _rest: str) -> None:
        self._say("252 2.5.2 Try it")

    COMMANDS: ClassVar[dict[str, Callable[["Connection", str], None]]] = {
        "LHLO": _lhlo,
        "MAIL": _mail,
        "RCPT": _rcpt,
        "DATA": _data,
        "RSET": _rset,
        "NOOP": _noop,
        "VRFY": _vrfy,
    }
