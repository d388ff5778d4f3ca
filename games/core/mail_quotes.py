"""Marks with which mail programs begin and mark what they quote.

They announce a quote in the language of their user, not in that of the site.
"""

import re
from collections.abc import Sequence

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
_FORWARDED = re.compile(r"forward|reenv|inoltr|препрат", re.IGNORECASE)


def is_quoted(line: str) -> bool:
    """Return whether a mail program has marked a line as quoted."""
    return line.lstrip().startswith(">")


def marks_reply(line: str) -> bool:
    """Return whether a line is the mark of a mail program above the mail that is replied to."""
    line = line[:LONGEST_LINE]
    return RULE.fullmatch(line) is not None or (
        ORIGINAL.fullmatch(line) is not None and _FORWARDED.search(line) is None
    )


def begins_copy(lines: Sequence[str], number: int) -> bool:
    """Return whether the rest of a mail, from this line on, is a quote without marks."""
    line = lines[number][:LONGEST_LINE]
    if ORIGINAL.fullmatch(line):
        return True
    if RULE.fullmatch(line):
        number += 1
    copied = [each[:LONGEST_LINE] for each in lines[number : number + 5] if each.strip()]
    return bool(
        copied
        and COPIED_FROM.fullmatch(copied[0])
        and any(COPIED_DATE.fullmatch(each) for each in copied[1:3])
    )


def announcement(lines: Sequence[str], number: int) -> int:
    """Return the number of lines, from this one on, that announce a quote; 0 if they do not."""
    for size in range(1, MOST_LINES + 1):
        several = lines[number : number + size]
        if not several[-1].strip() or any(map(is_quoted, several)):
            return 0
        joined = " ".join(several)
        if len(joined) <= LONGEST_LINE and ANNOUNCEMENT.fullmatch(joined):
            return size
    return 0


def next_line(lines: Sequence[str], number: int) -> str:
    """Return the first line from this one on that is not empty; empty if there is none."""
    return next((line for line in lines[number:] if line.strip()), "")
