"""Changes of a tournament after it was opened: title, words, rounds, end of entries."""

import datetime as dt
import secrets

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from ..core.errors import Refused
from ..models import Game
from ..models.tournament import Table, Tournament
from .opening import free_slug
from .organizers import locked, must_administer
from .rounds import title_of

FIELDS = ("title", "about", "rounds_planned", "entries_until")


def change(
    tournament: Tournament,
    *,
    by: User,
    title: str,
    about: str,
    rounds_planned: int,
    entries_until: dt.datetime | None,
) -> None:
    """Store what an organizer or an administrator has changed. The address stays.

    Raises `Refused` if more rounds than `rounds_planned` are drawn.
    """
    with transaction.atomic():
        tournament = locked(tournament)
        must_administer(by, tournament)
        drawn = tournament.rounds.count()
        if rounds_planned < max(drawn, tournament.counting or 0):
            least = max(drawn, tournament.counting or 0)
            raise Refused(
                ngettext(
                    "There must be at least %(number)d round.",
                    "There must be at least %(number)d rounds.",
                    least,
                )
                % {"number": least}
            )
        tournament.title, tournament.about = title, about
        tournament.rounds_planned, tournament.entries_until = rounds_planned, entries_until
        tournament.save(update_fields=FIELDS)


def remove_texts(tournament: Tournament) -> None:
    """Give a tournament and its games neutral titles, and it a neutral address, without words."""
    with transaction.atomic():
        tournament = locked(tournament)
        tournament.title = f"{_('Tournament')} {secrets.token_hex(3)}"
        tournament.slug, tournament.about = free_slug(tournament.title), ""
        tournament.save(update_fields=["title", "slug", "about"])
        for table in Table.objects.filter(round__tournament=tournament).select_related("round"):
            table.round.tournament = tournament
            title = title_of(table.round, table.number)
            Game.objects.filter(pk=table.game_id).update(title=title)
