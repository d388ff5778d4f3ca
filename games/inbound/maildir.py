"""A folder into which a mail server delivers, in the format maildir: mails are read and deleted.

A mail is deleted once it is done with, since it may hold orders. One that cannot be handled stays
and is tried again; `received` knows what was handled before a crash. One that is for none of the
site's addresses is moved to the mails that were seen: somebody may have named the wrong folder.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import structlog

from ..core import inbound_address
from ..core.errors import describe
from . import receive
from .mail import MOST_RECIPIENTS, RawMail, recipients

logger = structlog.get_logger(__name__)

PAUSE = 300.0
"""Seconds after which a mail that could not be handled is tried again."""


class Maildir:
    """The folder; `tried` are the mails that could not be handled, by the time of the attempt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tried: dict[Path, float] = {}

    def receive_new(self) -> int:
        """Handle the mails that wait, the oldest first; return how many are done with."""
        done = 0
        for path in self._waiting():
            if self._receive(path):
                self.tried.pop(path, None)
                done += 1
            else:
                self.tried[path] = time.monotonic()
        return done

    def _waiting(self) -> Iterator[Path]:
        now = time.monotonic()
        for path in sorted((self.folder / "new").iterdir()):
            if now - self.tried.get(path, -PAUSE) >= PAUSE and not path.name.startswith("."):
                yield path

    def _receive(self, path: Path) -> bool:
        """Handle a mail for each of its addresses that is the site's; return whether it is done."""
        try:
            content = path.read_bytes()
            to, envelope_sender = recipients(content)
            ours = list(filter(inbound_address.is_ours, to))
            raw = RawMail(content, envelope_sender)
            for each in ours[:MOST_RECIPIENTS]:
                receive.receive(raw, recipient=each)
            if ours:
                path.unlink()
            else:
                path.rename(self.folder / "cur" / f"{path.name}:2,S")
                logger.warning("mail_for_no_address_of_ours")
        except FileNotFoundError:  # another process was quicker
            return True
        except Exception as error:
            logger.error("mail_not_received", error=describe(error))
            return False
        return True
