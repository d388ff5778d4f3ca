"""Rules about the terms of a game that is being opened: what fits a set-up, a role and a pace.

The functions take the terms as fields of `Game`, as far as they could be read, and return pairs of
a field and a sentence.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts import clock

from ..models import Game
from ..models.endings import FEWEST_SOLO_CENTERS, LONGEST_PROVISIONAL_DAYS, MOST_STALEMATE_YEARS
from ..models.game import LONGEST_PUBLICATION_HOURS
from ..press import rules as press_rules
from ..state import variants
from . import joining_time

MOST_TURNS = 200
Terms = Mapping[str, Any]
Problems = Iterator[tuple[str, str]]


def problems(terms: Terms) -> Problems:
    """Problems of terms, whoever opens the game."""
    yield from _numbers(terms)
    if "setup" in terms:
        setup = variants.setup_of(Game(setup=terms["setup"]))
        if "press" in terms and terms["press"] not in press_rules.kinds_for(len(setup.players)):
            yield "press", _too_many_readers()
        yield from _solo(terms, len(setup.board.centers))
        yield from _limit(terms, setup.start.year)
    yield from _stalemate(terms)


def with_one_limit(terms: Terms) -> dict[str, Any]:
    """The terms without what belongs to another kind of limit than the chosen one."""
    ends = terms.get("ends")
    return {
        **terms,
        "ends_after": terms.get("ends_after") if _is_counted(ends) else None,
        "ends_on": terms.get("ends_on") if ends == Game.Ends.DATE else None,
    }


def opening_problems(terms: Terms, *, is_live: bool, as_master: bool) -> Problems:
    """Problems of terms in a game with or without a game master, live or not."""
    if is_live:
        yield from _joining_time(terms)
    by_master = terms.get("allotment") == Game.Allotment.MASTER
    if by_master and is_live:
        yield "allotment", joining_time.no_masters_powers()
    if by_master and not as_master:
        yield "allotment", _("Only a game master can assign powers. Choose another option.")
    if terms.get("publish_hours") is not None:
        if is_live:
            yield "publish_hours", _("A live game doesn’t wait. Leave this empty.")
        elif not as_master:
            yield "publish_hours", _("Only a game master can publish results. Leave this empty.")
    if terms.get("orders_by_master"):
        if not as_master:
            message = _(
                "Only a game with a game master can have this. Choose that role, or leave it."
            )
            yield "orders_by_master", message
        elif is_live:
            yield "orders_by_master", _("A live game has no time for this. Leave it.")


def _numbers(terms: Terms) -> Problems:
    hours, days = terms.get("publish_hours"), terms.get("provisional_days")
    if hours is not None and not 1 <= hours <= LONGEST_PUBLICATION_HOURS:
        message = _("Enter a number from 1 to %(most)d.")
        yield "publish_hours", message % {"most": LONGEST_PUBLICATION_HOURS}
    if days is not None and days > LONGEST_PROVISIONAL_DAYS:
        message = _("Enter a number from 0 to %(most)d.")
        yield "provisional_days", message % {"most": LONGEST_PROVISIONAL_DAYS}


def _solo(terms: Terms, most: int) -> Problems:
    """Check the number of centers that win against that of the board, `most`."""
    number = terms.get("solo_centers")
    if number is not None and not FEWEST_SOLO_CENTERS <= number <= most:
        message = _("Enter a number from %(fewest)d to %(most)d: the board has no more.")
        yield "solo_centers", message % {"fewest": FEWEST_SOLO_CENTERS, "most": most}


def _limit(terms: Terms, first_year: int) -> Problems:
    ends, number, date = terms.get("ends"), terms.get("ends_after"), terms.get("ends_on")
    if ends == Game.Ends.DATE and (date is None or date <= clock.now().date()):
        yield "ends_on", _("Choose a date in the future.")
    elif _is_counted(ends) and number is None:
        yield "ends_after", _("Enter a year, or a number of years or turns.")
    elif number is not None and ends == Game.Ends.YEAR:
        if not first_year <= number <= first_year + MOST_TURNS:
            message = _("The game begins in %(year)d. Enter that year or a later one.")
            yield "ends_after", message % {"year": first_year}
    elif number is not None and _is_counted(ends) and not 1 <= number <= MOST_TURNS:
        yield "ends_after", _("Enter a number from 1 to %(most)d.") % {"most": MOST_TURNS}


def _is_counted(ends: str | None) -> bool:
    return ends in (Game.Ends.YEAR, Game.Ends.YEARS, Game.Ends.TURNS)


def _stalemate(terms: Terms) -> Problems:
    years = terms.get("stalemate_years")
    if years is not None and not 1 <= years <= MOST_STALEMATE_YEARS:
        message = _("Enter a number from 1 to %(most)d.")
        yield "stalemate_years", message % {"most": MOST_STALEMATE_YEARS}
    elif years is not None and not terms.get("votes_on_end"):
        message = _("Let players vote on the end too: they must agree to the draw.")
        yield "stalemate_years", message


def _joining_time(terms: Terms) -> Problems:
    moment, now = terms.get("starts_at"), clock.now()
    if moment is None or moment <= now:
        yield "starts_at", _("Choose a time in the future.")
    elif moment > now + joining_time.LONGEST_AHEAD:
        message = _("The joining time can be at most %(days)d days from now.")
        yield "starts_at", message % {"days": joining_time.LONGEST_AHEAD // dt.timedelta(days=1)}


def _too_many_readers() -> str:
    return _(
        "With more than %(most)d people, choose “%(press)s”. Otherwise each public "
        "message would be emailed to every one of them."
    ) % {"most": press_rules.MOST_READERS, "press": Game.Press.NONE.label}
