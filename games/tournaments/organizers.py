"""Organizers of a tournament, and its end."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from accounts.models import User

from ..core.errors import Refused
from ..models import Game
from ..models.tournament import Organizer, Table, Tournament

Status = Tournament.Status


def finish(tournament: Tournament, *, by: User) -> None:
    """End a tournament whose games are over: its standings are final."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_organize(by, tournament)
        must_go_on(tournament)
        if tournament.status == Status.OPEN:
            raise Refused(_("No round has been played yet. You can cancel the tournament."))
        if going_on := running_tables(tournament):
            raise Refused(
                ngettext(
                    "One game goes on. End it first.",
                    "%(count)d games go on. End them first.",
                    going_on,
                )
                % {"count": going_on}
            )
        _end(tournament, Status.FINISHED)


def cancel(tournament: Tournament, *, by: User) -> None:
    """Cancel a tournament. Games that have begun go on outside it."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_organize(by, tournament)
        must_go_on(tournament)
        _end(tournament, Status.CANCELLED)


def _end(tournament: Tournament, status: Tournament.Status) -> None:
    tournament.status, tournament.ended_at = status, clock.now()
    tournament.save(update_fields=["status", "ended_at"])


def must_organize(person: User, tournament: Tournament) -> None:
    """Raise `Refused` unless a person is an organizer of a tournament."""
    if not tournament.organizers.filter(person=person, until=None).exists():
        raise Refused(_("You’re not an organizer of this tournament."))


def add_organizer(tournament: Tournament, person: User, *, by: User) -> None:
    """Make a person a further organizer; one who is changes nothing."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_organize(by, tournament)
        Organizer.objects.get_or_create(
            tournament=tournament, person=person, until=None, defaults={"since": clock.now()}
        )


def stop_organizing(tournament: Tournament, person: User) -> None:
    """End a person's time as an organizer, unless they are the last one of a running tournament."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_organize(person, tournament)
        others = tournament.organizers.filter(until=None).exclude(person=person)
        if not tournament.is_over and not others.exists():
            raise Refused(_("Nobody else organizes this tournament. Add another organizer first."))
        tournament.organizers.filter(person=person, until=None).update(until=clock.now())


def locked(tournament: Tournament) -> Tournament:
    """Return a tournament with its pattern, its row locked until the transaction ends."""
    found = Tournament.objects.select_for_update(of=("self",)).select_related("pattern__settings")
    return found.get(pk=tournament.pk)


def must_go_on(tournament: Tournament) -> None:
    """Raise `Refused` if a tournament is over."""
    if tournament.is_over:
        raise Refused(_("This tournament is over."))


def running_tables(tournament: Tournament) -> int:
    """The number of games of a tournament that are not over."""
    over = Game.Status.FINISHED
    return Table.objects.filter(round__tournament=tournament).exclude(game__status=over).count()
