"""A report as lines of words, the same for every format."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..wording.results import ResultLine
from .content import AdjustmentDue, CenterLine, Report

# Characters that set the direction of the text after them, even beyond the report itself.
DIRECTION_MARKS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


@dataclass(frozen=True)
class Line:
    """An order, whether it failed, and the remark after it."""

    order: str
    failed: bool
    remark: str


@dataclass(frozen=True)
class PowerGroup:
    """The orders of a power."""

    power: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class PowerTable:
    """Rows of a power and a text about it; a power may have several rows."""

    heading: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Remarks:
    """Lines of words under a heading."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class LaidOutReport:
    """A report in single lines: no text in it has a line break or a `DIRECTION_MARKS` character.

    `comment` is that of the game master, None without one. `legend` explains the mark of failed
    orders, and has that mark itself; empty if none failed.
    """

    language: str
    title: str
    address: str
    picture: str
    notes: tuple[str, ...]
    comment: Remarks | None
    legend: str
    groups: tuple[PowerGroup, ...]
    tables: tuple[PowerTable, ...]


def lay_out(report: Report) -> LaidOutReport:
    """Put a report into words, in the active language, which should be the report's own."""
    groups = tuple(
        PowerGroup(one_line(each.power), tuple(map(_line, each.orders))) for each in report.orders
    )
    failed = any(line.failed for group in groups for line in group.lines)
    return LaidOutReport(
        language=report.language,
        title=one_line(report.title),
        address=report.address,
        picture=report.picture,
        notes=tuple(map(one_line, _notes(report))),
        comment=_comment(report),
        legend=_("Orders marked like this line failed.") if failed else "",
        groups=groups,
        tables=tuple(_tables(report)),
    )


def one_line(text: str) -> str:
    """The text in one line, without control characters and `DIRECTION_MARKS`."""
    kept = (each for each in text if each not in DIRECTION_MARKS)
    spaced = (" " if unicodedata.category(each) == "Cc" else each for each in kept)
    return " ".join("".join(spaced).split())


def _line(given: ResultLine) -> Line:
    """The line of an order; an order that was carried out has no remark."""
    failed = not given.good
    in_brackets = ", ".join(filter(None, ["" if given.given else _("no order"), given.fate]))
    why = (given.reason or given.outcome) if failed or given.fate else ""
    remark = " ".join(filter(None, [in_brackets and f"({in_brackets})", why and f"– {why}"]))
    return Line(order=one_line(given.text), failed=failed, remark=one_line(remark))


def _notes(report: Report) -> Iterator[str]:
    if report.ending:
        yield report.ending
    if report.deadline:
        yield report.deadline
    if report.silent:
        yield _("No orders came from: %(powers)s.") % {"powers": ", ".join(report.silent)}


def _comment(report: Report) -> Remarks | None:
    lines = tuple(filter(None, map(one_line, report.comment)))
    return Remarks(_("Comment of the game master"), lines) if lines else None


def _tables(report: Report) -> Iterator[PowerTable]:
    retreats = [(due.power, f"{due.unit} – {', '.join(due.places)}") for due in report.retreats]
    adjustments = [(due.power, _adjustment(due)) for due in report.adjustments]
    centers = [(line.power, _owned(line)) for line in report.centers]
    remarks = [(each.heading, each.lines) for each in report.remarks]
    for heading, rows in (
        *remarks,
        (_("Retreats due and possible provinces"), retreats),
        (_("Builds and disbands due"), adjustments),
        (_("Units"), report.units),
        (_("Supply centers"), centers),
    ):
        if rows:
            yield PowerTable(
                heading, tuple((one_line(power), one_line(text)) for power, text in rows)
            )


def _adjustment(due: AdjustmentDue) -> str:
    if due.number > 0:
        return ngettext("%(number)d build", "%(number)d builds", due.number) % {
            "number": due.number
        }
    return ngettext("%(number)d disband", "%(number)d disbands", -due.number) % {
        "number": -due.number
    }


def _owned(line: CenterLine) -> str:
    """For example “5 (+1) – Gre, Ser, Tri; gained: Ser”."""
    growth = len(line.gained) - len(line.lost)
    change = f" ({growth:+d})".replace("-", "−") if growth else ""
    places = f" – {', '.join(line.owned)}" if line.owned else ""
    parts = [f"{len(line.owned)}{change}{places}"]
    if line.gained:
        parts.append(_("gained: %(places)s") % {"places": ", ".join(line.gained)})
    if line.lost:
        parts.append(_("lost: %(places)s") % {"places": ", ".join(line.lost)})
    return "; ".join(parts)
