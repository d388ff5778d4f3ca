"""A mail as it came in: its sender, its time, and the text that its writer typed.

Nothing here believes a mail: its sender is what it claims.
"""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Any, cast

from django.conf import settings

from ..core.links import site_host
from . import html_text, own_words

LARGEST = 1_000_000
"""Bytes of the largest mail whose text is read."""
LARGEST_HEAD = 64_000
"""Bytes of all the headers of a mail that is read."""
MOST_MULTIPARTS = 20
"""Parts of a mail that may have parts themselves: parsing takes this many times as long."""
MOST_PART_LINES = 300
"""Lines that may separate parts: those that begin with two hyphens."""
LONGEST_HEADER = 4_000
LONGEST_ADDRESSES = 1_000  # of a From or To header
MOST_RECIPIENTS = 20
"""Addresses of the site for which one mail is handled."""
AUTOMATIC = {"bulk", "junk", "list", "auto_reply"}  # values of Precedence
MARKS_OF_PROGRAMS = ("List-Id", "X-Autoreply", "X-Autorespond")
MESSAGE_ID = re.compile(r"<[^\s<>]+>")
PART_LINE = re.compile(rb"[\r\n]--")
CHECK = re.compile(r"\b(spf|dkim|dmarc)\s*=\s*([a-z]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Mail:
    """A mail that came in.

    `sender` is the one address in its From header, empty if there are none or several, and `name`
    the name beside it. `text` is without quotes and signature. `checks` is what our own mail server
    noted about the sender.
    """

    sender: str
    message_id: str
    written_at: dt.datetime | None
    text: str
    name: str = ""
    is_automatic: bool = False
    is_too_large: bool = False
    has_too_many_parts: bool = False
    has_attachments: bool = False
    checks: str = ""


@dataclass(frozen=True)
class RawMail:
    """A mail as it was handed over; it is read once, however many recipients it has.

    `envelope_sender` is None if it is unknown.
    """

    content: bytes
    envelope_sender: str | None

    @cached_property
    def mail(self) -> Mail | None:
        """The mail that was read; None if it is unreadable."""
        return read_mail(self.content, envelope_sender=self.envelope_sender)


class _Policy(policy.EmailPolicy):
    """The rules of the parser, which takes seconds for long headers: it reads none of them."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        if len(value) > LONGEST_HEADER:
            raise ValueError
        return super().header_fetch_parse(name, value)


RULES = cast("policy.EmailPolicy[EmailMessage]", _Policy())


def read_mail(content: bytes, *, envelope_sender: str | None) -> Mail | None:
    """Read a mail; None if it is unreadable. `envelope_sender` is None if it is unknown."""
    too_large = len(content) > LARGEST
    too_many_parts = not too_large and _has_too_many_parts(content)
    is_read = not too_large and not too_many_parts
    head = _head(content)
    if len(head) > LARGEST_HEAD:
        return None
    try:
        message = message_from_bytes(content if is_read else head, policy=RULES)
        if _names_too_many(message):
            return None
        parts = list(_parts(message)) if is_read else []
        sender, name = _sender(message)
        return Mail(
            sender=sender,
            name=name,
            message_id=_message_id(message),
            written_at=_written_at(message),
            text=own_words.without_quotes("\n".join(text for text in parts if text is not None)),
            is_automatic=_is_automatic(message, envelope_sender),
            is_too_large=too_large,
            has_too_many_parts=too_many_parts,
            has_attachments=None in parts,
            checks=_checks(message),
        )
    except Exception:
        # The parser of the standard library fails in many ways on what breaks the rules of mail.
        return None


def recipients(content: bytes) -> tuple[list[str], str | None]:
    """Return the addresses that the headers of a mail name, and its envelope sender if known.

    For mails in folders, whose envelope is gone: their headers keep it.
    """
    message = message_from_bytes(_head(content)[:LARGEST_HEAD], policy=policy.compat32)
    names = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
    values = " ".join(str(value) for name in names for value in message.get_all(name, []))
    path = message.get("Return-Path")
    words = re.split(r"[\s<>,;:\"]+", values.lower())
    found = dict.fromkeys(word for word in words if "@" in word[1:-1])
    return list(found), None if path is None else str(path).strip().strip("<>")


def _head(content: bytes) -> bytes:
    """The headers of a mail."""
    end = re.search(rb"\r?\n\r?\n", content)
    return content[: end.end()] if end else content


def _has_too_many_parts(content: bytes) -> bool:
    """Whether a mail may have so many parts that parsing it would take long.

    Each part with parts of its own names a boundary in its header, which stands before each part.
    """
    multiparts = content.lower().count(b"boundary")
    return multiparts > MOST_MULTIPARTS or len(PART_LINE.findall(content)) > MOST_PART_LINES


def _names_too_many(message: EmailMessage) -> bool:
    """Whether a From or To header is longer than those of people."""
    return any(
        name.lower() in ("from", "to") and len(value) > LONGEST_ADDRESSES
        for name, value in message.raw_items()
    )


def _values(message: EmailMessage, name: str) -> list[str]:
    return [str(value).strip() for value in message.get_all(name, [])]


def _sender(message: EmailMessage) -> tuple[str, str]:
    """The address in the From header, and the name beside it."""
    headers = message.get_all("From", [])
    addresses = [each for header in headers for each in header.addresses]
    if len(headers) != 1 or len(addresses) != 1:
        return "", ""
    return addresses[0].addr_spec.lower(), addresses[0].display_name


def _message_id(message: EmailMessage) -> str:
    found = [MESSAGE_ID.search(value) for value in _values(message, "Message-ID")[:1]]
    return found[0][0] if found and found[0] else ""


def _written_at(message: EmailMessage) -> dt.datetime | None:
    """The time that the mail states; a mail without a zone states UTC."""
    try:
        found = parsedate_to_datetime(_values(message, "Date")[0])
        return found.replace(tzinfo=found.tzinfo or dt.UTC).astimezone(dt.UTC)
    except (IndexError, ValueError, OverflowError):
        return None


def _is_automatic(message: EmailMessage, envelope_sender: str | None) -> bool:
    """Whether a program wrote the mail: answering it could begin a loop."""
    submitted = {
        value.partition(";")[0].strip().lower() for value in _values(message, "Auto-Submitted")
    }
    precedence = {value.lower() for value in _values(message, "Precedence")}
    return (
        envelope_sender == ""
        or bool(submitted - {"no"})
        or bool(precedence & AUTOMATIC)
        or any(name in message for name in MARKS_OF_PROGRAMS)
        or message.get_content_type() == "multipart/report"
        or _is_own(_message_id(message))
    )


def _is_own(message_id: str) -> bool:
    """Whether the site itself sent the mail (see `notifications.mail.compose.message_id`)."""
    return bool(re.fullmatch(rf"<[0-9a-f]{{32}}@{re.escape(site_host())}>", message_id))


def _checks(message: EmailMessage) -> str:
    """Results that our own mail server noted about the sender, such as “spf=pass dkim=pass”.

    Anyone can write such a header. Ours are those with our server's name, above what came with the
    mail: not below the second Received header.
    """
    found: dict[str, str] = {}
    hops = 0
    for name, value in message.raw_items() if settings.INBOUND_AUTHSERV else ():
        hops += name.lower() == "received"
        server, _semicolon, results = str(value).partition(";")
        if hops > 1:
            break
        if name.lower() == "authentication-results" and server.split()[:1] == [
            settings.INBOUND_AUTHSERV
        ]:
            for method, result in CHECK.findall(results):
                found.setdefault(method.lower(), result.lower())
    return " ".join(f"{method}={result}" for method, result in found.items())[:80]


def _parts(part: MIMEPart) -> Iterator[str | None]:
    """The texts that a mail shows, in their order; None for each attachment."""
    kind = part.get_content_type()
    if part.get_content_disposition() == "attachment" or part.get_filename():
        yield None
    elif kind == "multipart/alternative":
        yield from _best_alternative(part)
    elif kind == "multipart/related":  # what follows the first part are its pictures
        for first in list(part.iter_parts())[:1]:
            yield from _parts(first)
    elif part.is_multipart() and kind.startswith("multipart/"):
        for each in part.iter_parts():
            yield from _parts(each)
    elif kind == "text/plain":
        yield _text(part)
    elif kind == "text/html":
        yield html_text.plain(_text(part))
    elif not kind.startswith("application/pgp-") and kind != "application/pkcs7-signature":
        yield None


def _best_alternative(part: MIMEPart) -> Iterator[str | None]:
    """The parts of the first alternative with a text: writers put the plain one first."""
    for each in part.iter_parts():
        found = list(_parts(each))
        if any(text and text.strip() for text in found):
            yield from found
            return


def _text(part: MIMEPart) -> str:
    try:
        return str(part.get_content()).replace("\r\n", "\n")
    except LookupError:  # an unknown encoding
        payload = part.get_payload(decode=True)
        return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
