"""The document of our own archives (docs/archive.md)."""

from .. import document
from ..record import FORMAT, Reading


def read(content: bytes) -> Reading | None:
    if FORMAT.encode() not in content:
        return None
    return Reading(document.read(content), "Entente")
