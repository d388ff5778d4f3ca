"""The games of a person in words: lines for their profile, and numbers by outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from .. import wording
from ..models import Game
from . import careers
from .careers import Outcome

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping, Sequence

    from .careers import Career, Stint


@dataclass(frozen=True)
class GameLine:
    """A game in a table of a profile; `result` is empty while it goes on."""

    title: str
    slug: str
    url: str
    powers: list[tuple[str, str]]
    since: dt.datetime
    until: dt.datetime | None
    result: str


def past_lines(stints: Sequence[Stint], shown: Mapping[int, Game]) -> Iterator[GameLine]:
    """The lines of past games, by queries whose number does not depend on how many there are."""
    lost = [each.game for each in stints if each.outcome == Outcome.LOST]
    drawn = [each.game for each in stints if each.outcome == Outcome.DREW]
    living = careers.survivors(lost) if lost else set()
    sharers = careers.sharers(drawn) if drawn else {}
    for stint in stints:
        game = shown[stint.game]
        survived = any((stint.game, power) in living for power in stint.powers)
        result = _result(stint, game, survived=survived, players=sharers.get(stint.game, 0))
        yield line(stint, shown, result)


def line(stint: Stint, shown: Mapping[int, Game], result: str = "") -> GameLine:
    """The line of a stint; a running game has no result."""
    game = shown[stint.game]
    powers = [(code, wording.power(code)) for code in stint.powers]
    return GameLine(
        title=game.title,
        slug=game.slug,
        url=game.get_absolute_url(),
        powers=powers,
        since=stint.since,
        until=stint.until,
        result=result,
    )


def _result(stint: Stint, game: Game, *, survived: bool, players: int) -> str:
    """The result of a person in a few words."""
    match stint.outcome:
        case Outcome.WON if game.ending == Game.Ending.SOLO:
            return _("solo")
        case Outcome.WON if game.ending == Game.Ending.CONCESSION:
            return _("won by concession")
        case Outcome.WON:
            return _("won")
        case Outcome.DREW:
            return _("shared a draw of %(count)d") % {"count": players}
        case Outcome.LOST:
            return _("survived") if survived else _("eliminated")
        case Outcome.NO_RESULT:
            return _("no result")
        case Outcome.STOOD_IN:
            return _("substitute")
        case Outcome.REPLACED:
            return _("replaced")
        case Outcome.RESIGNED:
            return _("resigned")
    raise ValueError(stint.outcome)


def numbers(career: Career) -> Iterator[tuple[str, int]]:
    """The numbers of games by their outcome, with names; without those that are zero."""
    outcomes = career.outcomes
    yield _("Games in progress"), len(career.running)
    yield _("Past games"), len(career.past)
    named: Sequence[tuple[str, Outcome]] = (
        (_("Won"), Outcome.WON),
        (_("Shared a draw"), Outcome.DREW),
        (_("Lost"), Outcome.LOST),
        (_("Without a result"), Outcome.NO_RESULT),
        (_("As a substitute"), Outcome.STOOD_IN),
        (_("Replaced"), Outcome.REPLACED),
        (_("Resigned"), Outcome.RESIGNED),
    )
    for name, outcome in named:
        if outcomes[outcome]:
            yield name, outcomes[outcome]
