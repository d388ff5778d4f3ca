"""The text of a mail without what it quotes, and without its signature.

Mail programs announce a quote in the language of their user, not in that of the site.
"""

import re
from collections.abc import Iterable

SIGNATURE = "-- "
_ANNOUNCEMENTS = (
    r"On\b.{6,300}\bwrote",
    r"El\b.{6,300}\bescribi[oó]",
    r"Il\b.{6,300}\bha scritto",
    r"На\b.{6,300}\bнаписа",
    r".{6,300}\b(?:написа|пише)",
    r"Am\b.{6,300}\bschrieb.{0,100}",
    r"Le\b.{6,300}\ba écrit",
    r"Em\b.{6,300}\bescreveu",
)
ANNOUNCEMENT = re.compile(rf"\s*(?:{'|'.join(_ANNOUNCEMENTS)})\s*:\s*", re.IGNORECASE)
MOST_LINES = 3
"""Lines over which programs break an announcement."""
LONGEST_LINE = 1000
"""Characters of the longest line in which a quote may begin; the patterns take long for others."""
ORIGINAL = re.compile(
    r"\s*[-_]{2,}\s*(?:original message|mensaje original|messaggio originale"
    r"|оригинално съобщение|първоначално съобщение|forwarded message|mensaje reenviado"
    r"|messaggio inoltrato|препратено съобщение|ursprüngliche nachricht|message d'origine)"
    r"\s*[-_]*\s*",
    re.IGNORECASE,
)
# The headers that Outlook copies above what it quotes.
COPIED_FROM = re.compile(r"\s*\*?(?:From|De|Da|От|Von)\s*:\*?\s.*", re.IGNORECASE)
COPIED_DATE = re.compile(
    r"\s*\*?(?:Sent|Date|Enviado(?: el)?|Fecha|Inviato|Data|Изпратено|Дата|Gesendet|Envoyé)"
    r"\s*:\*?\s.*",
    re.IGNORECASE,
)
RULE = re.compile(r"\s*_{8,}\s*")
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
        if _ends_here(lines, number):
            break
        size = _announcement(lines, number)
        if size and not _is_quoted(_next_line(lines, number + size)):
            break
        if not size and not _is_quoted(lines[number]):
            kept.append(lines[number])
        number += size or 1
    return "\n".join(_without_advertisement(kept)).strip()


def without_name(text: str, names: Iterable[str]) -> str:
    """Return the text without its last line if that is one of `names`, or the first word of one."""
    lines = text.rstrip().split("\n")
    last = lines[-1].strip(" \t.,–—-").casefold()
    known = {part.casefold() for name in names for part in (name, *name.split()[:1])}
    return "\n".join(lines[:-1]).rstrip() if last and last in known else text


def _is_quoted(line: str) -> bool:
    return line.lstrip().startswith(">")


def _ends_here(lines: list[str], number: int) -> bool:
    """Whether the rest of the mail, from this line on, is a signature or a quote without marks."""
    line = lines[number][:LONGEST_LINE]
    if line == SIGNATURE or ORIGINAL.fullmatch(line):
        return True
    if RULE.fullmatch(line):
        number += 1
    copied = [each[:LONGEST_LINE] for each in lines[number : number + 5] if each.strip()]
    return bool(
        copied
        and COPIED_FROM.fullmatch(copied[0])
        and any(COPIED_DATE.fullmatch(each) for each in copied[1:3])
    )


def _announcement(lines: list[str], number: int) -> int:
    """The number of lines, from this one on, that announce a quote; 0 if they announce none."""
    for size in range(1, MOST_LINES + 1):
        several = lines[number : number + size]
        if not several[-1].strip() or any(map(_is_quoted, several)):
            return 0
        joined = " ".join(several)
        if len(joined) <= LONGEST_LINE and ANNOUNCEMENT.fullmatch(joined):
            return size
    return 0


def _next_line(lines: list[str], number: int) -> str:
    return next((line for line in lines[number:] if line.strip()), "")


def _without_advertisement(lines: list[str]) -> list[str]:
    """The lines without the sentence that mail programs of telephones add at the end."""
    last = max((number for number, line in enumerate(lines) if line.strip()), default=-1)
    if last >= 0 and ADVERTISEMENT.fullmatch(lines[last][:LONGEST_LINE]):
        return lines[:last]
    return lines
