"""Mail without a mail server: each message a file in a folder."""

import re
from collections.abc import Sequence
from email.utils import parseaddr
from pathlib import Path

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django.utils.text import slugify

log = structlog.get_logger(__name__)


class FolderBackend(BaseEmailBackend):
    """Writes every message to `EMAIL_FILE_PATH` under a name that says what it is."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            _write(folder, message)
            # Not its name, which says to whom and what about: logs go further than this folder.
            log.info("mail_written", folder=str(folder))
        return len(email_messages)


def folder_in_use() -> Path | None:
    """Where mail lies if it goes to files, else None."""
    to_files = f"{__name__}.{FolderBackend.__name__}" == settings.EMAIL_BACKEND
    return _folder() if to_files else None


def _folder() -> Path:
    return Path(str(settings.EMAIL_FILE_PATH))  # type: ignore[misc]  # set with this backend only


def _write(folder: Path, message: EmailMessage) -> None:
    """Store the message in a file of its own; only its owner may read it: it may hold a sign-in."""
    stem = _stem(message)
    for number in range(1, 1000):
        path = folder / (f"{stem}.txt" if number == 1 else f"{stem}_{number}.txt")
        try:
            path.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            continue
        # Readable as it is, links unbroken: headers, a blank line, the text in UTF-8.
        path.write_text(_readable(message), encoding="utf-8")
        return
    raise OSError(f"no free name for {stem} in {folder}")


def _stem(message: EmailMessage) -> str:
    """“2026-11-22T19-00-05_anna@example.org_confirm-your-e-mail-address”."""
    address = parseaddr(message.to[0])[1] if message.to else ""
    to = _shortened(re.sub(r"[^\w@.+-]", "_", address), 80)
    about = _shortened(slugify(str(message.subject), allow_unicode=True), 120)
    return f"{timezone.now():%Y-%m-%dT%H-%M-%S}_{to}_{about}"


def _shortened(text: str, size: int) -> str:
    """A name has 255 bytes at most, and some letters take four."""
    return text.encode()[:size].decode(errors="ignore")


def _readable(message: EmailMessage) -> str:
    parsed = message.message()
    wanted = ("From", "To", "Cc", "Subject", "Date")
    given = {"Subject": message.subject, "To": ", ".join(message.to)}
    headers = [f"{name}: {given.get(name, parsed[name])}" for name in wanted if parsed[name]]
    return "\n".join([*headers, "", str(message.body), ""])
