"""The master's desk in words: a line for each power, with its player, and how they take part."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock

from ... import access
from ...game_master import desk
from ...models import Absence, DeclaredPlayer, Game, Phase, Seat, SeatInvitation
from ...seats import declared_players
from ...wording import settings
from ...wording.missed_turns import notice_to_master
from . import seat_lines


@dataclass(frozen=True)
class DeskLine:
    """A power on the master's desk: its line as in everybody's table, and facts about its player.

    `missed_turn` is a notice if they missed the last turn and keep the seat. `nudged` is the day of
    a reminder that is not a day old. `account_url` is the link by which a player without an account
    takes the seat with one, if there is one. The rest is as in `desk.SeatFacts`.
    """

    line: seat_lines.SeatLine
    facts: desk.SeatFacts
    last_seen: str
    missed_turn: str
    absence: str
    nudged: str
    account_url: str

    @property
    def seat(self) -> Seat:
        return self.facts.seat

    @property
    def declared(self) -> DeclaredPlayer | None:
        return self.facts.declared

    @property
    def invited(self) -> SeatInvitation | None:
        return self.facts.invited


def desk_lines(
    viewer: access.Viewer, game: Game, phase: Phase, due: Mapping[str, int]
) -> list[DeskLine]:
    """The lines of a game in `phase`; `due` maps each power that has to order to a number."""
    facts = desk.seat_facts(viewer, game, phase, due)
    lines = seat_lines.seat_lines(access.Role(viewer, game), phase, due)
    return [
        DeskLine(
            line=line,
            facts=each,
            last_seen=_last_seen(each.last_seen) if each.is_played else "",
            missed_turn=notice_to_master(each.kept) if each.kept else "",
            absence=_absence(each.absence) if each.absence else "",
            nudged=_day(timezone.localdate(each.nudged_at)) if each.nudged_at else "",
            account_url=declared_players.account_url(each.declared) if each.declared else "",
        )
        for line, each in zip(lines, facts, strict=True)
    ]


def _absence(absence: Absence) -> str:
    first, last = settings.date(absence.first), settings.date(absence.last)
    return _("%(first)s to %(last)s") % {"first": first, "last": last}


def _last_seen(day: dt.date | None) -> str:
    return _("never") if day is None else _day(day)


def _day(day: dt.date) -> str:
    """A day as its distance from today, in the reader's time zone."""
    days = (timezone.localdate(clock.now()) - day).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    return ngettext("%(count)d day ago", "%(count)d days ago", days) % {"count": days}
