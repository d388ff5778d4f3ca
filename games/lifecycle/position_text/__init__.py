"""Reads the position of a game that runs elsewhere from a pasted text, and writes one.

`docs/takeover.md` describes the text. Nothing here uses the database.
"""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from adjudicator import Dislodged, Position

from ...core.errors import LineError
from .reading import Pasted, read

__all__ = ["Pasted", "error_text", "read", "write"]


def error_text(error: LineError) -> str:
    """An error of a text as one sentence, with its line."""
    if not error.key:
        return error.message
    words = {"number": error.key, "line": error.line, "message": error.message}
    return _("Line %(number)s, “%(line)s”: %(message)s") % words


def write(position: Position, players: Mapping[str, str] | None = None) -> str:
    """The canonical text of a position: the phase, then units, dislodged units, centers, players.

    Each list is by power, without powers that have nothing in it. The text does not tell a
    position without owners (`Position.centers` is None) from one in which nobody owns a center.
    """
    sections = {
        "": _rows(position.units),
        "Dislodged": {
            power: ", ".join(map(_dislodged, several))
            for power, several in position.dislodged.items()
        },
        "Centers": _rows(position.centers or {}),
        "Players": players or {},
    }
    parts = [str(position.phase)]
    for heading, rows in sections.items():
        lines = [f"{power}: {text}" for power, text in rows.items() if text]
        if lines:
            parts.append("\n".join([heading, *lines] if heading else lines))
    return "\n\n".join(parts) + "\n"


def _rows(lists: Mapping[str, Iterable[object]]) -> dict[str, str]:
    return {power: ", ".join(map(str, several)) for power, several in lists.items()}


def _dislodged(each: Dislodged) -> str:
    """For example “A BUR from RUH (GAS, PAR)”."""
    attacker = f" from {each.attacker}" if each.attacker else ""
    return f"{each.unit}{attacker} ({', '.join(each.retreats)})"
