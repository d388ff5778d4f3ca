"""Pages of the sandbox: the last position of a line with its orders, and each resolved phase."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .... import wording
from ....board import pictures
from ....orders.choices import choice_in
from ....sandbox import address
from ....sandbox.drawing import board_of, board_with_results, signs_of
from ....sandbox.order_lists import lists_of
from ....sandbox.results import results_of
from ....sandbox.tree import tried_line
from ....state import variants
from ..history import HistorySteps, Step
from ..order_rows import sheet_rows
from .sharing import page_url, sharing_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....orders.feedback import SheetFeedback
    from ....sandbox.address import AddressError
    from ....sandbox.line import Line


@dataclass(frozen=True)
class PowerResults:
    """The results of a power; `code` and `power` are its code and its name."""

    code: str
    power: str


def line_url(line: Line) -> str:
    """The address of the last position of a line."""
    return reverse("games:sandbox_line", args=[address.write(line)])


def results_url(line: Line, number: int) -> str:
    """The address of the results of the phase with this number, from 1."""
    return reverse("games:sandbox_results", args=[address.write(line), number])


def pieces_url(line: Line, tool: str = "", power: str = "") -> str:
    """The address on which its last position is set by hand, with a tool and a power chosen."""
    url = reverse("games:sandbox_pieces", args=[address.write(line.begun_with(line.position))])
    return f"{url}?tool={tool}&power={power}" if tool else url


@dataclass(frozen=True)
class Go:
    """A page to go to: the results of a phase of a line, from 1, or its last position if None.

    The template `games/sandbox/_go.html` makes a link of it, or a button on private pages.
    """

    line: Line
    number: int | None = None

    @cached_property
    def text(self) -> str:
        return address.write(self.line)

    @property
    def url(self) -> str:
        return page_url(self.text, self.number or 0)


@dataclass(frozen=True)
class PowerLists:
    """A power with its order lists as HTML."""

    code: str
    power: str
    html: SafeString


def power_lists(line: Line) -> list[PowerLists]:
    """The lists of all powers for the last position of a line, with its orders chosen."""
    position = line.position
    found = []
    for power, rows in lists_of(line).items():
        auto_id = f"id_{power.lower()}_%s"
        shown = sheet_rows(rows, position.phase.type, auto_id)
        html = [
            each.with_order(row.chosen, partial(choice_in, row.chosen, position, power)).html
            if row.chosen
            else each.html
            for each, row in zip(shown, rows, strict=True)
        ]
        lists = SafeString("".join(html))
        found.append(PowerLists(power, wording.power(power), lists))
    return found


def problem_of(error: AddressError) -> str:
    """The reason why an address is no line, and what to do."""
    if error.cause is not None:
        bare = type(error.cause)(error.cause.code, error.cause.params)
        return wording.refusal(bare, variants.start_position(error.setup).board)
    if error.code == "other_version":
        return _("This address was made by another version of the site, which this one can’t read.")
    if error.code == "too_long":
        return _("This address is too long. Begin a new line with its last position.")
    return _("This address is damaged: a part of it is missing or changed. Copy it again.")


def position_page(line: Line, feedback: SheetFeedback | None) -> dict[str, Any]:
    """Context of the last position of a line, with the orders that are not resolved yet."""
    position = line.position
    return _page(line, len(line.phases)) | {
        "board": board_of(line),
        "feedback": feedback,
        "kind": position.phase.type,
        "power_lists": power_lists(line),
        "choices": {"map_places": pictures.places_of(position.board)},
        "has_room": address.has_room(line),
        "counts": counts_of(line),
        "pieces_url": pieces_url(line),
    }


def saved_page(line: Line, *, is_private: bool) -> dict[str, Any]:
    """Context of the answer to orders that were chosen on the map."""
    signs = signs_of(line)
    where = {"line_text": address.write(line)} if is_private else {"line_url": line_url(line)}
    return {"signs": signs.lines + signs.badges, **where}


def not_saved_page(problems: Sequence[str]) -> dict[str, Any]:
    """Context of the answer to orders that were chosen on the map and refused."""
    return {"problem": " ".join(problems)}


def full_message() -> str:
    """The sentence for a line that has as many phases as it may have."""
    return _("This line ends here: it has as many phases as an address can hold.")


def results_page(line: Line, number: int) -> dict[str, Any]:
    """Context of the results of the phase with this number, from 1; raises `IndexError`."""
    phase = line.phases[number - 1]
    results = results_of(phase)
    cited = (each.rule for lines in results.values() for each in lines)
    return _page(line, number - 1) | {
        "board": board_with_results(phase),
        "results": [
            (PowerResults(power, wording.power(power)), lines) for power, lines in results.items()
        ],
        "rules": wording.rules(cited),
        "change": Go(line.back_to(number - 1)),
        "on": Go(line, None if number == len(line.phases) else number + 1),
        "next_name": wording.phase_name(
            (line.position if number == len(line.phases) else line.phases[number].position).phase
        ),
    }


@dataclass(frozen=True)
class PowerCount:
    """A power with the numbers of its units and of its supply centers."""

    code: str
    power: str
    units: int
    centers: int


def counts_of(line: Line) -> list[PowerCount]:
    """The units and centers of each power in the last position of a line."""
    position = line.position
    centers = position.centers or {}
    return [
        PowerCount(
            power,
            wording.power(power),
            len(position.units.get(power, ())),
            len(centers.get(power, ())),
        )
        for power in sorted(position.powers)
    ]


def _page(line: Line, shown: int) -> dict[str, Any]:
    """Context that all pages of a line share; `shown` is the number of the step shown."""
    text = address.write(line)
    steps = [
        Step(page_url(text, number), wording.phase_name(phase.position.phase))
        for number, phase in enumerate(line.phases, start=1)
    ]
    steps.append(Step(page_url(text, 0), wording.phase_name(line.position.phase)))
    return {
        "heading": steps[shown].name,
        "steps": HistorySteps(steps, shown),
        "line_url": steps[-1].url,
        "sharing": sharing_of(line, 0 if shown == len(line.phases) else shown + 1),
        "edition": line.edition,
        "tried": tried_line(line),
    }
