"""Mail backend for sites without a mail server: each message becomes a file in a folder."""

import re
from collections.abc import Sequence
from email.utils import parseaddr
from pathlib import Path

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.text import slugify

from accounts import clock

log = structlog.get_logger(__name__)


class FolderBackend(BaseEmailBackend):
    """Writes each message to `EMAIL_FILE_PATH`, into a file named by time, recipient, subject."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            _write(folder, message)
            # Not the file's name: it holds recipient and subject, and more people read the log.
            log.info("mail_written", folder=str(folder))
        return len(email_messages)


def folder_in_use() -> Path | None:
    """Return the folder of the mail files, or None if mail goes elsewhere."""
    to_files = f"{__name__}.{FolderBackend.__name__}" == settings.EMAIL_BACKEND
    return _folder() if to_files else None


def _folder() -> Path:
    return Path(str(settings.EMAIL_FILE_PATH))  # type: ignore[misc]  # set with this backend only


def _write(folder: Path, message: EmailMessage) -> None:
    """Store the message in a new file that only its owner can read: it may hold a sign-in link.

    It is listed under its name once it is whole: programs watch such folders.
    """
    stem = _file_stem(message)
    for number in range(1, 1000):
        path = folder / (f"{stem}.txt" if number == 1 else f"{stem}_{number}.txt")
        unfinished = path.with_suffix(".unfinished")
        try:
            unfinished.touch(mode=0o600, exist_ok=False)  # it also reserves the name
        except FileExistsError:
            continue
        if path.exists():
            unfinished.unlink()
            continue
        try:
            unfinished.write_text(_as_text(message), encoding="utf-8")
            unfinished.rename(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        return
    raise OSError(f"no free name for {stem} in {folder}")


def _file_stem(message: EmailMessage) -> str:
    """Return a name like “2026-11-22T19-00-05_anna@example.org_confirm-your-e-mail-address”."""
    address = parseaddr(message.to[0])[1] if message.to else ""
    to = _cut_to_bytes(re.sub(r"[^\w@.+-]", "_", address), 80)
    about = _cut_to_bytes(slugify(str(message.subject), allow_unicode=True), 120)
    return f"{clock.now():%Y-%m-%dT%H-%M-%S}_{to}_{about}"


def _cut_to_bytes(text: str, size: int) -> str:
    """Cut to `size` bytes of UTF-8: a file name has 255 bytes at most."""
    return text.encode()[:size].decode(errors="ignore")


def _as_text(message: EmailMessage) -> str:
    """Return headers, a blank line and the body, not encoded: people open links from it."""
    parsed = message.message()
    shown = ("From", "To", "Cc", "Subject", "Date")
    unencoded = {"Subject": message.subject, "To": ", ".join(message.to)}
    headers = [f"{name}: {unencoded.get(name, parsed[name])}" for name in shown if parsed[name]]
    return "\n".join([*headers, "", str(message.body), ""])
