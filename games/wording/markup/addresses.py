"""The addresses to which a message may link.

A link holds its host as it is looked up (IDNA), so that a character of another alphabet that looks
like a Latin one, or an invisible one, deceives no reader. Anything else stays text.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote

LONGEST = 2000
_WEB = re.compile(r"(https?)://([^/?#\\@:\s]+)(:\d{1,5})?([/?#].*)?", re.IGNORECASE | re.DOTALL)
_MAIL = re.compile(r"mailto:([\w.+-]+@[\w.-]+)", re.IGNORECASE | re.ASCII)
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?")
_UNQUOTED = "/?#:@!$&'()*+,;=~%-._"


@dataclass(frozen=True)
class Address:
    """The address of a link: `href` in ASCII, and `host`, the host or mail address it leads to."""

    href: str
    host: str

    def is_shown_by(self, text: str) -> bool:
        """Whether the `text` of a link shows the reader where the link leads."""
        if self.href.startswith("mailto:"):
            return text.lower().removeprefix("mailto:") == self.host.lower()
        start = f"{self.href.partition('://')[0]}://{self.host}"
        return text.lower().startswith(start) and (text[len(start) :] or "/")[0] in "/?#:"


def parse(text: str) -> Address | None:
    """Parse a whole address: http, https or mailto, without user name or password.

    Returns None if `text` is anything else.
    """
    if len(text) > LONGEST:
        return None
    if mail := _MAIL.fullmatch(text):
        return Address(f"mailto:{mail[1]}", mail[1])
    web = _WEB.fullmatch(text)
    host = _ascii(web[2]) if web else ""
    if web is None or not _HOST.fullmatch(host):
        return None
    scheme, port, rest = web[1].lower(), web[3] or "", quote(web[4] or "", safe=_UNQUOTED)
    return Address(f"{scheme}://{host}{port}{rest}", host)


def _ascii(host: str) -> str:
    """The host as it is looked up; empty if it cannot be encoded."""
    if host.isascii():
        return host.lower()
    if len(host) > 253:
        return ""
    try:
        return host.encode("idna").decode().lower()
    except UnicodeError:
        return ""


# An address within a sentence. Why not linkify-it-py: docs/architecture.md, and the tests of hard
# forms.

_START = re.compile(r"""https?://[^\s<>"'\[\]]{1,2000}""", re.IGNORECASE)
_PAIRS = {")": "(", "}": "{"}


def match_at(text: str, position: int) -> str:
    """Return the web address that begins at `position` of a text; empty if there is none.

    Characters that end the sentence, or close brackets or emphasis around the address, are not part
    of it.
    """
    found = _START.match(text, position)
    if not found:
        return ""
    address, end = found.group(), len(found.group())
    unopened = {
        close: address.count(close) - address.count(open_) for close, open_ in _PAIRS.items()
    }
    while (last := address[end - 1]) in ".,:;!?*_~" or unopened.get(last, 0) > 0:
        unopened[last] = unopened.get(last, 0) - 1
        end -= 1
    return address[:end]
