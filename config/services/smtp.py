"""Django's SMTP backend with a time limit for each whole reply of the server.

EMAIL_TIMEOUT alone limits each read from the socket: a server that sends one byte every few seconds
could keep a worker busy for hours.
"""

import smtplib
import socket
import threading
from contextlib import suppress
from typing import Any

from django.core.mail.backends.smtp import EmailBackend as DjangoEmailBackend


class ReplyLimitedSMTP(smtplib.SMTP):
    """SMTP client that raises SMTPServerDisconnected if a whole reply takes too long.

    The limit is the client's timeout.
    """

    def getreply(self) -> tuple[int, bytes]:
        late = threading.Event()
        timer = threading.Timer(self.timeout, _disconnect, [self.sock, late])
        timer.daemon = True
        timer.start()
        try:
            reply = super().getreply()
        finally:
            timer.cancel()
        if late.is_set():  # the reply may be cut short
            self.close()
            raise smtplib.SMTPServerDisconnected("the answer took too long")
        return reply


class ReplyLimitedSMTPOverTLS(ReplyLimitedSMTP, smtplib.SMTP_SSL):
    pass


def _disconnect(connection: socket.socket, late: threading.Event) -> None:
    late.set()
    with suppress(OSError):  # it is closed already
        # The method of the plain socket: under TLS it skips the closing handshake.
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class EmailBackend(DjangoEmailBackend):
    @property
    def connection_class(self) -> Any:
        return ReplyLimitedSMTPOverTLS if self.use_ssl else ReplyLimitedSMTP
