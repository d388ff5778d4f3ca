"""Which addresses a letter may link to, and what hides behind one.

A host stands in a link as the network reads it: a letter of another alphabet that looks like a
Latin one, or a character that nobody sees, deceives no reader. What is no plain address of this
kind stays text.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote

LONGEST = 2000
_WEB = re.compile(r"(https?)://([^/?#\\@:\s]+)(:\d{1,5})?([/?#].*)?", re.IGNORECASE | re.DOTALL)
_MAIL = re.compile(r"mailto:([\w.+-]+@[\w.-]+)", re.IGNORECASE | re.ASCII)
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?")
_AS_THEY_ARE = "/?#:@!$&'()*+,;=~%-._"


@dataclass(frozen=True)
class Address:
    """`href` as a link has it, in ASCII; `host` is where it leads: a host, or a mail address."""

    href: str
    host: str

    def is_shown_by(self, text: str) -> bool:
        """Whether a link's `text` says by itself where the link leads."""
        if self.href.startswith("mailto:"):
            return text.lower().removeprefix("mailto:") == self.host.lower()
        start = f"{self.href.partition('://')[0]}://{self.host}"
        return text.lower().startswith(start) and (text[len(start) :] or "/")[0] in "/?#:"


def parse(text: str) -> Address | None:
    """The address that `text` is, or None: http, https and mailto, without a name or password."""
    if len(text) > LONGEST:
        return None
    if mail := _MAIL.fullmatch(text):
        return Address(f"mailto:{mail[1]}", mail[1])
    web = _WEB.fullmatch(text)
    host = _ascii(web[2]) if web else ""
    if web is None or not _HOST.fullmatch(host):
        return None
    scheme, port, rest = web[1].lower(), web[3] or "", quote(web[4] or "", safe=_AS_THEY_ARE)
    return Address(f"{scheme}://{host}{port}{rest}", host)


def _ascii(host: str) -> str:
    """`host` as it is looked up, empty if it cannot be."""
    if host.isascii():
        return host.lower()
    if len(host) > 253:
        return ""
    try:
        return host.encode("idna").decode().lower()
    except UnicodeError:
        return ""


# An address in the middle of a sentence

_START = re.compile(r"""https?://[^\s<>"'\[\]]{1,2000}""", re.IGNORECASE)
_PAIRS = {")": "(", "}": "{"}


def at(text: str, position: int) -> str:
    """The web address that begins at `position`, as a sentence holds it; empty if there is none.

    What closes the sentence, a bracket or an emphasis around the address, is not part of it.
    """
    found = _START.match(text, position)
    if not found:
        return ""
    address, end = found.group(), len(found.group())
    left = {close: address.count(close) - address.count(begin) for close, begin in _PAIRS.items()}
    while (last := address[end - 1]) in ".,:;!?*_~" or left.get(last, 0) > 0:
        left[last] = left.get(last, 0) - 1
        end -= 1
    return address[:end]
