"""Django's SMTP, with a limit for each whole answer of the server.

EMAIL_TIMEOUT alone is a limit for each piece of one: a server that says a byte every few seconds
would keep a worker for hours.
"""

import smtplib
import socket
import threading
from contextlib import suppress
from typing import Any

from django.core.mail.backends.smtp import EmailBackend as DjangosBackend


class Plain(smtplib.SMTP):
    """Who is cut off in an answer sees a broken line."""

    def getreply(self) -> tuple[int, bytes]:
        late = threading.Event()
        timer = threading.Timer(self.timeout, _cut, [self.sock, late])
        timer.daemon = True
        timer.start()
        try:
            answer = super().getreply()
        finally:
            timer.cancel()
        if late.is_set():  # half an answer says nothing
            self.close()
            raise smtplib.SMTPServerDisconnected("the answer took too long")
        return answer


class Encrypted(Plain, smtplib.SMTP_SSL):
    pass


def _cut(line: socket.socket, late: threading.Event) -> None:
    late.set()
    with suppress(OSError):  # it is closed already
        socket.socket.shutdown(line, socket.SHUT_RDWR)  # under TLS, too, and without its farewell


class EmailBackend(DjangosBackend):
    @property
    def connection_class(self) -> Any:
        return Encrypted if self.use_ssl else Plain
