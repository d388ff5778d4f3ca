"""Organizers of a tournament, and its end."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import clock
from accounts.mails import account_mails
from accounts.models import User

from .. import access
from ..core.errors import NeedsConfirmation, Refused
from ..models import Game
from ..models.tournament import Organizer, Table, Tournament

Status = Tournament.Status


def finish(tournament: Tournament, *, by: User, anyway: bool = False) -> None:
    """End a tournament: nobody enters it any more, and no round is drawn.

    While games go on, only if `anyway`: raises `NeedsConfirmation`. They count when they end.
    """
    with transaction.atomic():
        tournament = locked(tournament)
        must_administer(by, tournament)
        must_go_on(tournament)
        if tournament.status == Status.OPEN:
            raise Refused(_("No round has been played yet. You can cancel the tournament."))
        going_on = running_tables(tournament)
        if going_on and not anyway:
            raise NeedsConfirmation(
                ngettext(
                    "One game goes on. It counts when it ends.",
                    "%(count)d games go on. They count when they end.",
                    going_on,
                )
                % {"count": going_on}
            )
        _end(tournament, Status.FINISHED)


def cancel(tournament: Tournament, *, by: User) -> None:
    """Cancel a tournament of which no round has been drawn."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_administer(by, tournament)
        must_go_on(tournament)
        if tournament.status != Status.OPEN:
            raise Refused(_("A round has been drawn meanwhile. You can finish the tournament."))
        _end(tournament, Status.CANCELLED)


def _end(tournament: Tournament, status: Tournament.Status) -> None:
    tournament.status, tournament.ended_at = status, clock.now()
    tournament.save(update_fields=["status", "ended_at"])


def must_organize(person: User, tournament: Tournament) -> None:
    """Raise `Refused` unless a person organizes a tournament."""
    if not access.organizes(person, tournament):
        raise Refused(_("You’re not an organizer of this tournament."))


def must_administer(person: User, tournament: Tournament) -> None:
    """Raise `Refused` unless a person organizes a tournament or runs the site."""
    if not access.administers_tournament(person, tournament):
        raise Refused(_("You’re not an organizer of this tournament."))


def add_organizer(tournament: Tournament, person: User, *, by: User) -> None:
    """Make a person a further organizer; one who is changes nothing."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_organize(by, tournament)
        must_take_part(person)
        _row, made = Organizer.objects.get_or_create(
            tournament=tournament, person=person, until=None, defaults={"since": clock.now()}
        )
        if made and person != by:
            account_mails.queue_template(
                person,
                "games/tournaments/mail/organizer_added.txt",
                gettext_lazy("You organize a tournament"),
                by=by,
                title=tournament.title,
                path=tournament.get_absolute_url(),
            )


def stop_organizing(tournament: Tournament, person: User) -> None:
    """End a person's time as an organizer, unless they are the last one of a running tournament."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_organize(person, tournament)
        others = access.current_organizers(tournament).exclude(person=person)
        if not tournament.is_over and not others.exists():
            raise Refused(_("Nobody else organizes this tournament. Add another organizer first."))
        tournament.organizers.filter(person=person, until=None).update(until=clock.now())


def locked(tournament: Tournament) -> Tournament:
    """Return a tournament, its row locked until the transaction ends.

    Its pattern is read later, by a query of its own: the locking one would join it as it was before
    the lock was there.
    """
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def must_take_part(person: User) -> None:
    """Lock an account, so that it is not closed meanwhile. Raises `Refused` if it is closed."""
    if not User.objects.lock_taking_part(person.pk):
        raise Refused(_("This account is closed."))


def must_go_on(tournament: Tournament) -> None:
    """Raise `Refused` if a tournament is over."""
    if tournament.is_over:
        raise Refused(_("This tournament is over."))


def running_tables(tournament: Tournament) -> int:
    """The number of games of a tournament that are not over."""
    over = Game.Status.FINISHED
    return Table.objects.filter(round__tournament=tournament).exclude(game__status=over).count()
