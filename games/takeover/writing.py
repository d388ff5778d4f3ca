"""A position as `read` takes it back, in canonical codes."""

from collections.abc import Iterable, Mapping

from adjudicator import Dislodged, Position


def write(position: Position, players: Mapping[str, str] | None = None) -> str:
    """The canonical text: the phase, then for each power its units, dislodged units, centers, and
    who plays it, each under a heading. Powers that have nothing are left out.

    The text has no word for centers that nobody keeps account of (`Position.centers` is none).
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
