"""The ending of a game in words, and the terms on which it ends."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.dates import local_time_text

from .. import wording
from ..models import Event, Game, Seat
from ..state import positions, variants
from . import settings
from .settings import Fact

ENDED_BY = {
    Game.Ending.DRAW: Event.Kind.GAME_DRAWN,
    Game.Ending.CLOSED: Event.Kind.GAME_CLOSED,
}


def sentence(game: Game) -> str:
    """The winners, or the powers that share the draw, as a sentence; empty before the end."""
    won = _powers(game, Seat.Result.WON)
    if game.ending == Game.Ending.CONCESSION:
        return _("Everyone else has conceded the game to %(powers)s.") % {"powers": winners(game)}
    if len(won) == 1:
        return _("%(winner)s has won the game.") % {"winner": won[0]}
    if won:
        return _("%(side)s have won the game together.") % {"side": winners(game)}
    if game.ending == Game.Ending.LIMIT and game.ends_with == Game.EndsWith.SHARES:
        text = _("The game has ended in a draw, shared by centers: %(powers)s.")
        return text % {"powers": _shares(game)}
    if game.ending in (Game.Ending.DRAW, Game.Ending.LIMIT):
        powers = ", ".join(_powers(game, Seat.Result.DREW))
        return _("The game has ended in a draw among %(powers)s.") % {"powers": powers}
    if game.ending == Game.Ending.CLOSED:
        return _("The game was closed without a result.")
    if game.ending == Game.Ending.ABANDONED:
        return _("The game was closed because all its players had left.")
    return ""


def winners(game: Game) -> str:
    """The powers that have won, such as “Austria and France”; empty without any.

    Prefetch `seats` with a list of games.
    """
    return wording.listed(_powers(game, Seat.Result.WON))


def end_name(end: str) -> str:
    """The kind of end in the statistics of the site, as `GameResult.end` has it."""
    if end in Game.Ending.values:
        return str(Game.Ending(end).label)
    return _("recorded without its end")


def terms(game: Game) -> list[Fact]:
    """The terms on which a game ends, with their names."""
    together, number = variants.counts_together(game), variants.solo_centers(game)
    text = ngettext("%(count)d center of one power", "%(count)d centers of one power", number)
    if together:
        text = _("%(count)d centers in total for all powers of a player")
    after = Game.SoloAfter(game.solo_after).label
    facts = [(_("Win"), f"{text % {'count': number}}; {_lower(after)}")]
    if game.votes_on_end:
        facts.append((_("Votes to end the game"), _votes(game)))
    if game.stalemate_years:
        facts.append((_("Stalemate"), _stalemate(game.stalemate_years)))
    if game.ends != Game.Ends.NEVER:
        result = Game.EndsWith(game.ends_with).label
        facts.append((_("Limit"), f"{_limit(game)}; {_lower(result)}"))
    facts.append((_("Undoing the result"), _undoing(game.provisional_days)))
    return facts


def _undoing(days: int) -> str:
    if not days:
        return _("not possible: the result is final immediately")
    return ngettext(
        "possible for %(count)d day, unless the players of all surviving powers accept the result",
        "possible for %(count)d days, unless the players of all surviving powers accept the result",
        days,
    ) % {"count": days}


def provisional_note(game: Game) -> str:
    """Sentence about the moment at which the result becomes final; empty if it is, or before."""
    if game.final_at is None or game.is_final:
        return ""
    return _("The result becomes final on %(time)s. Until then the end can be undone.") % {
        "time": local_time_text(game.final_at)
    }


def closed_until_final(game: Game) -> str:
    """Sentence about what the end of a game will open; empty if it opens nothing."""
    if game.anonymous and game.messages_open_at_end:
        return _("The players’ names and the private messages stay hidden until then.")
    if game.anonymous:
        return _("The players’ names stay hidden until then.")
    if game.messages_open_at_end:
        return _("The private messages stay hidden until then.")
    return ""


def _lower(label: object) -> str:
    text = str(label)
    return text[:1].lower() + text[1:]


def _votes(game: Game) -> str:
    """The rules of votes on the end, as a list."""
    named = game.draw_shared_by == Game.DrawSharedBy.NAMED
    shared = _("a draw is shared by the powers named in the proposal")
    parts = [shared if named else _("a draw is shared by all surviving powers (DIAS)")]
    parts.append(
        _("secret votes, counted when a phase ends") if game.secret_votes else _("open votes")
    )
    if game.votes_stand:
        parts.append(_("a vote stays open until it is decided or withdrawn"))
    return "; ".join(parts)


def _stalemate(years: int) -> str:
    return ngettext(
        "after %(count)d game year in which no center changes hands, the site proposes a draw",
        "after %(count)d game years in which no center changes hands, the site proposes a draw",
        years,
    ) % {"count": years}


def _limit(game: Game) -> str:
    """The limit of a game in a few words."""
    number = game.ends_after or 0
    if game.ends == Game.Ends.YEAR:
        return _("after %(year)d") % {"year": number}
    if game.ends == Game.Ends.YEARS:
        return ngettext("after %(count)d game year", "after %(count)d game years", number) % {
            "count": number
        }
    if game.ends == Game.Ends.TURNS:
        text = ngettext("after %(count)d movement turn", "after %(count)d movement turns", number)
        return text % {"count": number}
    assert game.ends_on is not None
    return _("with the first fall after %(date)s") % {"date": settings.date(game.ends_on)}


def undoing_note(game: Game) -> str:
    """Sentence about how long the end of a game that is in progress could be undone."""
    days = game.provisional_days
    if not days:
        return _("This can’t be undone.")
    return ngettext(
        "The end can be undone for %(count)d day.",
        "The end can be undone for %(count)d days.",
        days,
    ) % {"count": days}


def ended_by_vote(vote: str) -> str:
    """Sentences about a vote, in words, that ends the game together with a phase."""
    passed = _("A vote has passed and ends the game: %(vote)s") % {"vote": vote}
    return passed + " " + _("The orders of this phase no longer count.")


def ended_by_results(won: Sequence[str], sharing: Sequence[str]) -> str:
    """Sentence about the results of a phase that end the game."""
    powers = wording.powers(won or sharing)
    if won:
        return _("The game ends with these results, won by: %(powers)s.") % {"powers": powers}
    return _("The game ends with these results, as a draw among: %(powers)s.") % {"powers": powers}


def last_turn() -> str:
    """Sentence about a turn after which the game ends at its limit."""
    return _("This is the last turn: the game ends at its limit when it is complete.")


def prospect(game: Game, won: Sequence[str], sharing: Sequence[str]) -> str:
    """Sentence about the result if the game ended at its limit now."""
    named = [wording.power(code) for code in won or sharing]
    text = _("If the game ended now, this would be a draw among: %(powers)s.")
    if len(won) == 1:
        text = _("If the game ended now, this power would win: %(powers)s.")
    elif won:
        text = _("If the game ended now, these powers would win: %(powers)s.")
    limit = _("The game ends %(limit)s.") % {"limit": _limit(game)}
    return f"{limit} {text % {'powers': ', '.join(named)}}"


def in_short(game: Game) -> str:
    """The ending in a few words, for a list of games. Prefetch `seats` with the games."""
    if won := winners(game):
        return _("won by %(winner)s") % {"winner": won}
    return str(game.get_ending_display())


def reason(game: Game) -> str:
    """The reason given by the person who ended the game; empty without one."""
    kind = ENDED_BY.get(Game.Ending(game.ending)) if game.ending else None
    event = game.events.filter(kind=kind).order_by("-pk").first() if kind else None
    return event.text if event else ""


def _powers(game: Game, result: Seat.Result) -> list[str]:
    """The names of the powers with a result, by place."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.place)
    return [wording.power(seat.power) for seat in seats if seat.result == result]


def _shares(game: Game) -> str:
    """The powers that share a draw, with their centers."""
    final = game.phases.not_superseded().latest("number")
    owned = Counter(positions.stored(final).owners.values())
    seats = game.seats.filter(result=Seat.Result.DREW).order_by("place")
    return ", ".join(f"{wording.power(seat.power)} {owned[seat.power]}" for seat in seats)
