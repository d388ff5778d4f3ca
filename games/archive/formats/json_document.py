"""The JSON value that a file holds, for formats of other programs."""

from typing import Any

from ...core.errors import Refused
from .. import document


def json_in(content: bytes) -> Any:
    """The value; None if the content is no JSON."""
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        return None
    try:
        return document.parse(content)
    except Refused:
        return None
