"""The document of our own archives (docs/archive.md)."""

from typing import Any

from .. import document
from ..record import Reading


def read(body: Any) -> Reading | None:
    if not isinstance(body, dict) or "format" not in body:
        return None
    return Reading(document.read(body), "Entente")
