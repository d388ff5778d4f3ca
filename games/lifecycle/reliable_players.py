"""Reliability that a game asks for, and a warning of more games than a person keeps up with."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from ..core.errors import Refused
from ..models import Game, Tenure
from ..state import reliability


def must_be_reliable(game: Game, person: User) -> None:
    """Raise `Refused` if a person is not as reliable as a game asks for, with what would help."""
    if game.least_reliability is None:
        return
    percent = reliability.of_person(person).percent
    if percent is None and game.refuses_new_players:
        raise Refused(
            _(
                "This game asks for a reliability of %(least)d%%, and you don’t have a number yet. "
                "You get one after ten deadlines. Join another game first."
            )
            % {"least": game.least_reliability}
        )
    if percent is not None and percent < game.least_reliability:
        raise Refused(
            _(
                "This game asks for a reliability of %(least)d%%, and yours is %(percent)d%%. "
                "It rises with each deadline you meet, and when you take over an open seat."
            )
            % {"least": game.least_reliability, "percent": percent}
        )


def load_warning(person: User) -> str:
    """Warn a person for whom one more game would be more than they have ever kept up with.

    Empty for everyone else; a first game is never too many, and practice games wait for nobody.
    """
    mine = Tenure.objects.current().filter(person=person, seat__game__practice=False)
    held = mine.values("seat__game").distinct()
    waiting = person.entries.filter(game__in=Game.objects.in_lobby())
    games = held.order_by().count() + waiting.count()
    if not games:
        return ""
    most = reliability.most_at_once(person)
    if games + 1 <= most:
        return ""
    playing = ngettext(
        "You already play in one game.", "You already play in %(games)s games.", games
    ) % {"games": games}
    if not most:
        advice = _("Join another one only if you have time for both.")
        return f"{playing} {advice}"
    kept = ngettext(
        "So far you’ve kept up with one game at once for a month.",
        "So far you’ve kept up with %(most)s games at once for a month.",
        most,
    ) % {"most": most}
    return f"{playing} {kept}"
