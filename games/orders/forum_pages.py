"""Parts of a forum's page beside the posts, and the way in which a chat begins a message.

Both are recognised in the languages of the notation and in German.
"""

import re
from typing import NamedTuple

_ABOUT_AUTHOR = re.compile(
    r"(?:(?:posts|messages|mensajes|messaggi|мнения|beiträge|likes|karma)\s*:\s*[\d.,]+"
    r"|(?:joined|join date|registered|registrado(?: el)?|iscritto(?: il)?|registrato(?: il)?"
    r"|регистриран(?:[ао])?(?: на)?|registriert(?: seit)?)\s*:.{1,60}"
    r"|(?:location|ubicación|località|местоположение|wohnort)\s*:[^-–—\d]{1,60})",
    re.IGNORECASE,
)
_BUTTON = re.compile(
    r"(?:back to )?top|quote|reply|like|share|report|permalink|(?:volver )?arriba|subir|citar"
    r"|responder|torna su|cita|rispondi|segnala|нагоре|цитирай|цитат|отговори?|nach oben"
    r"|zitieren|antworten|to me|para mí|a me|до мен|an mich"
    r"|\d{1,2}[:.]\d\d(?:\s?[ap]m)?\s*\([^()]{1,30}\)",
    re.IGNORECASE,
)
_SENT = (
    r"\W?\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\s?(?:г\.)?,?\s+\d{1,2}[:.]\d\d(?:[:.]\d\d)?"
    r"(?:\s?[ap]\.?\s?m\b\.?)?(?:\]|\s[-–])\s*~?\s*"
)
_CHAT = re.compile(rf"{_SENT}(?P<author>[^:\[\]]{{1,40}}):(?P<text>.*)", re.IGNORECASE)
_NOTICE = re.compile(rf"{_SENT}[^:]*", re.IGNORECASE)
_LONGEST = 300
"""Characters of the longest line that may be one of these."""


class ChatHead(NamedTuple):
    """The beginning of a message in a copied chat: its author, and its text on the same line."""

    author: str
    text: str


def is_about_author(line: str) -> bool:
    """Return whether a line stands beside a post and tells of its author.

    >>> is_about_author("Posts: 1204"), is_about_author("Location: Vienna")
    (True, True)
    >>> is_about_author("Location: A Vie - Tri")
    False
    """
    return len(line) <= _LONGEST and _ABOUT_AUTHOR.fullmatch(line.strip()) is not None


def is_button(line: str) -> bool:
    """Return whether a line is a button of a page, such as *Top*, or the time of a mail."""
    return _BUTTON.fullmatch(line.strip()) is not None


def chat_head(line: str) -> ChatHead | None:
    """Return the beginning of a message as WhatsApp copies it; None for another line.

    >>> chat_head("27/11/2026, 10:02 - Emil: A Ber-Kie")
    ChatHead(author='Emil', text=' A Ber-Kie')
    """
    found = _CHAT.fullmatch(line) if len(line) <= _LONGEST else None
    return ChatHead(found["author"].strip(), found["text"]) if found else None


def is_notice(line: str) -> bool:
    """Return whether a line is a notice of the chat itself, which has no author.

    >>> is_notice("27/11/2026, 10:04 - Emil left")
    True
    """
    return len(line) <= _LONGEST and _NOTICE.fullmatch(line) is not None
