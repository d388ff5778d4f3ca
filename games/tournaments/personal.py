"""The tournaments of a person: in their own data, and when they close their account."""

from collections.abc import Callable, Iterator

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import account_closing, clock
from accounts.models import User
from accounts.own_data import data_archive
from accounts.own_data.data_archive import Section

from ..models import Entrant, Organizer, Tournament
from . import entrants


def register() -> None:
    """Let own data have tournaments, and take people out of them who close their account."""
    data_archive.sources.append(tournament_section)
    account_closing.lockers.append(lock_all)
    account_closing.on_close.append(leave_all)


def tournament_section(person: User) -> Iterator[Section]:
    """The section of own data with the tournaments that a person entered or organizes."""
    entered = person.tournament_entries.select_related("tournament", "team")
    organized = person.tournaments_organized.select_related("tournament")
    yield Section(
        "tournaments",
        _("Tournaments"),
        {
            "entered": [
                {
                    "tournament": row.tournament.title,
                    "team": row.team.name if row.team else "",
                    "entered_at": row.entered_at,
                    "left_at": row.left_at,
                    "removed_at": row.removed_at,
                }
                for row in entered
            ],
            "organized": [
                {"tournament": row.tournament.title, "since": row.since, "until": row.until}
                for row in organized
            ],
        },
        "games/own_data/tournaments.html",
    )


def _present(person: User) -> QuerySet[Entrant]:
    going_on = [Tournament.Status.OPEN, Tournament.Status.RUNNING]
    return Entrant.objects.filter(person=person, left_at=None, tournament__status__in=going_on)


def lock_all(person: User) -> Callable[[], bool]:
    """Lock the tournaments that a person enters or organizes.

    See `accounts.account_closing.lockers`.
    """
    keys = _tournaments(person)
    list(Tournament.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    return lambda: _tournaments(person) <= keys


def _tournaments(person: User) -> set[int]:
    organized = Organizer.objects.filter(person=person, until=None)
    rows = (_present(person), organized)
    return {key for each in rows for key in each.values_list("tournament", flat=True)}


def leave_all(person: User) -> None:
    """Take a person who closes their account out of all tournaments that go on.

    Their last organizer may leave, too: an administrator then organizes them.
    """
    for entrant in _present(person).select_related("tournament"):
        entrants.take_out(entrant)
    Organizer.objects.filter(person=person, until=None).update(until=clock.now())
