"""The result of a person in a rated game, as a sentence."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from ..models import Game, RatingChange
from .names import listed


def private_sentence(change: RatingChange) -> str:
    """Result of a person in a game that the reader may not see, without names."""
    if change.place > 1:
        return _("Lost.")
    return _("Shared the best result.") if change.tied else _("Won.")


def sentence(change: RatingChange, standing: Sequence[RatingChange]) -> str:
    """Result of a person in a game, and their opponents."""
    others = [each for each in standing if each.person_id != change.person_id]
    level = [each for each in others if each.place == change.place]
    before = [each for each in others if each.place < change.place]
    rest = [each for each in others if each.place > change.place]
    if change.game.ending == Game.Ending.LIMIT and change.game.ends_with != Game.EndsWith.DRAW:
        return _limit_sentence(change, level, others)
    if change.place > 1:
        if len(before) > 1:
            return _("Lost to a draw of %(people)s.") % {"people": _names(before)}
        return _("Lost to %(people)s.") % {"people": _names(before)}
    if not level:
        return _("Won against %(people)s.") % {"people": _names(rest)}
    words = {"number": len(level) + 1, "sharers": _names(level), "people": _names(rest)}
    if rest:
        return _("Shared a draw of %(number)d with %(sharers)s, against %(people)s.") % words
    return _("Shared a draw of %(number)d with %(sharers)s.") % words


def _limit_sentence(
    change: RatingChange, level: Sequence[RatingChange], others: Sequence[RatingChange]
) -> str:
    words = {
        "place": change.place,
        "number": len(others) + 1,
        "people": _names(each for each in others if each not in level),
        "sharers": _names(level),
    }
    if level and len(level) < len(others):
        return (
            _(
                "Place %(place)d of %(number)d at the limit, together with %(sharers)s, "
                "against %(people)s."
            )
            % words
        )
    if level:
        return _("All %(number)d had the same at the limit: a tie with %(sharers)s.") % words
    return _("Place %(place)d of %(number)d at the limit, against %(people)s.") % words


def _names(several: Iterable[RatingChange]) -> str:
    return listed(str(each.person) for each in several)
