"""The text of a mail without what it quotes, and without its signature."""

import re
from collections.abc import Iterable

from ..core.mail_quotes import LONGEST_LINE, announcement, begins_copy, is_quoted, next_line

SIGNATURE = "-- "
ADVERTISEMENT = re.compile(
    r"\s*(?:Sent from (?:my|Mail|Outlook|Yahoo|Proton)|Get Outlook for|Enviado desde (?:mi|Outlook)"
    r"|Obtener Outlook|Inviato da(?:l mio| iPhone| Outlook|lla mia)|Scarica Outlook"
    r"|Изпратено от (?:моя|iPhone|Outlook)|Von meinem|Envoyé de mon)\b.{0,120}",
    re.IGNORECASE,
)


def without_quotes(text: str) -> str:
    """Return what the writer of a mail typed.

    Lines that begin with “>” are left out wherever they are. What follows a quote that marks its
    lines was typed below it and stays; a quote without marks goes on to the end of the mail.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept: list[str] = []
    number = 0
    while number < len(lines):
        if lines[number] == SIGNATURE or begins_copy(lines, number):
            break
        size = announcement(lines, number)
        if size and not is_quoted(next_line(lines, number + size)):
            break
        if not size and not is_quoted(lines[number]):
            kept.append(lines[number])
        number += size or 1
    return "\n".join(_without_advertisement(kept)).strip()


def without_name(text: str, names: Iterable[str]) -> str:
    """Return the text without its last line if that is one of `names`, or the first word of one."""
    lines = text.rstrip().split("\n")
    last = lines[-1].strip(" \t.,–—-").casefold()
    known = {part.casefold() for name in names for part in (name, *name.split()[:1])}
    return "\n".join(lines[:-1]).rstrip() if last and last in known else text


def _without_advertisement(lines: list[str]) -> list[str]:
    """The lines without the sentence that mail programs of telephones add at the end."""
    last = max((number for number, line in enumerate(lines) if line.strip()), default=-1)
    if last >= 0 and ADVERTISEMENT.fullmatch(lines[last][:LONGEST_LINE]):
        return lines[:last]
    return lines
