"""Conversation with the mail server of EMAIL_URL, step by step, for the operator.

Mails of the site are sent by `django.core.mail`, which does not say which step failed. Here each
step that fails is an error that names the step, the server's own words, and what to do.
"""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage

from config import site_address

from .smtp import EmailBackend

SENDER_NOTE = (
    "The server must be allowed to send for the address in DEFAULT_FROM_EMAIL (SPF, DKIM)."
)
ENCRYPTION_HINT = "port 587 usually needs smtp+tls://, port 465 smtp+ssl://"


class MailServerError(Exception):
    """A step of the conversation failed. The message is for the operator."""


@dataclass(frozen=True)
class Talk:
    """An open, signed-in connection; `way` describes it for the operator."""

    client: smtplib.SMTP
    way: str

    def send(self, message: EmailMessage) -> str:
        """Send a mail to its first recipient; return the server's last reply."""
        sender, to = (parseaddr(address)[1] for address in (message.from_email, message.to[0]))
        with _described("the connection broke while the mail was sent"):
            self.client.ehlo_or_helo_if_needed()
            _expect(self.client.mail(sender), f"the sender {sender} was refused", SENDER_NOTE)
            _expect(self.client.rcpt(to), f"the recipient {to} was refused")
            content = message.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]  # Django's own
            return _expect(self.client.data(content), "the mail was refused", SENDER_NOTE)


@contextmanager
def connected() -> Iterator[Talk]:
    """Connect to the server and sign in, as the workers do."""
    backend = EmailBackend()
    try:
        with _described(f"no connection to {address()}", "Check host and port in EMAIL_URL."):
            backend.open()
        client = backend.connection
        assert client is not None
        yield Talk(client, f"{address()} {_encryption(client)}")
    finally:
        # Django keeps a connection that failed half-way, and closes it only before the next one.
        backend.connection = backend.connection or getattr(backend, "_partial_connection", None)
        backend.close()


def address() -> str:
    return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def is_used() -> bool:
    """Whether mail goes to a server, rather than to files or the console."""
    return f"{EmailBackend.__module__}.{EmailBackend.__name__}" == settings.EMAIL_BACKEND


def doubts() -> list[str]:
    """Return sentences about settings of mail that are valid, but hardly meant so."""
    found = []
    site = urlsplit(settings.SITE_URL)
    host = (site.hostname or "").lower()
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()
    user = settings.EMAIL_HOST_USER.rpartition("@")[2].lower() if is_used() else ""
    if not site_address.is_public(site):
        found.append(
            f"Links in mails begin with {settings.SITE_URL}, which leads to this machine only:"
            " set SITE_URL to the address that people type."
        )
    if "." not in sender or site_address.is_loopback(sender) or sender.endswith(".invalid"):
        found.append(
            f"Mails come from “@{sender}”, which receives no answers and is refused by many"
            " servers: set DEFAULT_FROM_EMAIL."
        )
    elif not _related(sender, host) and site_address.is_public(site):
        found.append(
            f"Mails come from “@{sender}” and their links lead to “{host}”: filters for spam"
            " prefer one domain for both."
        )
    if "." in user and not _related(user, sender):
        found.append(
            f"The account at the mail server is of “{user}” and mails come from “@{sender}”:"
            " make sure that the server may send for it."
        )
    encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    if is_used() and not encrypted and not site_address.is_loopback(settings.EMAIL_HOST):
        found.append(
            "The connection to the mail server is not encrypted: use smtp+tls:// or smtp+ssl:// in"
            " EMAIL_URL."
        )
    return found


def _related(one: str, other: str) -> bool:
    """Whether two hosts are of the same domain, as far as that can be told from the names."""
    return one.split(".")[-2:] == other.split(".")[-2:]


def _encryption(client: smtplib.SMTP) -> str:
    sock = client.sock
    if isinstance(sock, ssl.SSLSocket):
        return f"over {(sock.version() or 'TLS').replace('TLSv', 'TLS ')}"
    return "without encryption"


def _expect(reply: tuple[int, bytes], failure: str, advice: str = "") -> str:
    """Return the words of a reply of success; raise `MailServerError` for others."""
    words = _words(*reply)
    if 200 <= reply[0] < 300:
        return words
    again = " It may take the mail later." if 400 <= reply[0] < 500 else ""
    raise MailServerError(f"{failure}: “{words}”.{again} {advice}".strip())


def _words(code: int, text: bytes | str) -> str:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{code} {' '.join(said.split())}"


@contextmanager
def _described(failure: str, advice: str = "") -> Iterator[None]:
    """Turn errors of the connection into `MailServerError`."""
    try:
        yield
    except smtplib.SMTPAuthenticationError as error:
        why, advice = _words(error.smtp_code, error.smtp_error), "Check user and password."
        raise MailServerError(f"{address()} refused the sign-in: “{why}”. {advice}") from None
    except smtplib.SMTPNotSupportedError as error:
        raise MailServerError(f"{address()}: {error} ({ENCRYPTION_HINT}).") from None
    except smtplib.SMTPResponseException as error:
        why = _words(error.smtp_code, error.smtp_error)
        raise MailServerError(f"{failure}: “{why}”. {advice}".strip()) from None
    except ssl.SSLCertVerificationError as error:
        why = error.verify_message
        raise MailServerError(f"the certificate of {address()} is not trusted: {why}.") from None
    except ssl.SSLError as error:
        raise MailServerError(
            f"{address()} does not speak TLS as EMAIL_URL says: {error.reason or error}"
            f" ({ENCRYPTION_HINT})."
        ) from None
    except OSError as error:  # smtplib's other errors as well
        why = error.strerror or str(error) or type(error).__name__
        raise MailServerError(f"{failure}: {why}. {advice}".strip()) from None
