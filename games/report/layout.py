"""A report in words: what every format writes, in the order in which it is read."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..pages.contents import ResultLine
from .contents import AdjustmentDue, CenterLine, Report

# Characters that turn the direction of what stands after them, on the page of another too.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Line:
    """An order, whether to mark it as failed, and what is said after it."""

    order: str
    failed: bool
    remark: str


@dataclass(frozen=True)
class Group:
    """The orders of a power."""

    power: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Chart:
    """A list with a line for each power; a power may have several."""

    heading: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Sheet:
    """A report in single lines: no text of it has a line break, or turns its direction.

    `legend` is written as failed orders are, and says so; it is empty where none failed.
    """

    language: str
    title: str
    address: str
    picture: str
    notes: tuple[str, ...]
    legend: str
    groups: tuple[Group, ...]
    charts: tuple[Chart, ...]


def lay_out(report: Report) -> Sheet:
    """`report` in the active language, which should be its own."""
    groups = tuple(
        Group(one_line(each.power), tuple(map(_line, each.orders))) for each in report.orders
    )
    failed = any(line.failed for group in groups for line in group.lines)
    return Sheet(
        language=report.language,
        title=one_line(report.title),
        address=report.address,
        picture=report.picture,
        notes=tuple(map(one_line, _notes(report))),
        legend=_("An order that is marked like this line failed.") if failed else "",
        groups=groups,
        charts=tuple(_charts(report)),
    )


def one_line(text: str) -> str:
    """A text as a single line that leaves its surroundings alone."""
    kept = (each for each in text if each not in TURNING)
    spaced = (" " if unicodedata.category(each) == "Cc" else each for each in kept)
    return " ".join("".join(spaced).split())


def _line(given: ResultLine) -> Line:
    """What went as told needs no words."""
    failed = not given.good
    aside = ", ".join(filter(None, ["" if given.given else _("no order"), given.fate]))
    why = (given.reason or given.outcome) if failed or given.fate else ""
    remark = " ".join(filter(None, [aside and f"({aside})", why and f"– {why}"]))
    return Line(order=one_line(given.text), failed=failed, remark=one_line(remark))


def _notes(report: Report) -> Iterator[str]:
    if report.ending:
        yield report.ending
    if report.silent:
        yield _("No orders came from: %(powers)s.") % {"powers": ", ".join(report.silent)}


def _charts(report: Report) -> Iterator[Chart]:
    retreats = [(due.power, f"{due.unit} – {', '.join(due.places)}") for due in report.retreats]
    adjustments = [(due.power, _adjustment(due)) for due in report.adjustments]
    centers = [(line.power, _owned(line)) for line in report.centers]
    for heading, rows in (
        (_("Retreats due, and where they may go"), retreats),
        (_("Builds and removals due"), adjustments),
        (_("Supply centers"), centers),
    ):
        if rows:
            yield Chart(heading, tuple((one_line(power), one_line(text)) for power, text in rows))


def _adjustment(due: AdjustmentDue) -> str:
    if due.number > 0:
        return ngettext("%(number)d build", "%(number)d builds", due.number) % {
            "number": due.number
        }
    return ngettext("%(number)d removal", "%(number)d removals", -due.number) % {
        "number": -due.number
    }


def _owned(line: CenterLine) -> str:
    """For example “5 (+1) – Gre, Ser, Tri; gained: Ser”."""
    grown = len(line.gained) - len(line.lost)
    change = f" ({grown:+d})".replace("-", "−") if grown else ""
    places = f" – {', '.join(line.owned)}" if line.owned else ""
    parts = [f"{len(line.owned)}{change}{places}"]
    if line.gained:
        parts.append(_("gained: %(places)s") % {"places": ", ".join(line.gained)})
    if line.lost:
        parts.append(_("lost: %(places)s") % {"places": ", ".join(line.lost)})
    return "; ".join(parts)
