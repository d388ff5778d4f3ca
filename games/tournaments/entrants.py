"""People and teams of a tournament: entering, leaving, coming back."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core.errors import NeedsConfirmation, Refused
from ..lifecycle import reliable_players
from ..models.tournament import MOST_ENTRANTS, Entrant, Team, Tournament
from .organizers import locked, must_go_on, must_organize, must_take_part


def entries_closed(tournament: Tournament) -> bool:
    """Whether nobody can enter any more, though the tournament goes on."""
    until = tournament.entries_until
    return until is not None and until <= clock.now()


def may_enter(tournament: Tournament, entry: Entrant | None) -> bool:
    """Whether a person with this entry, or None, is asked to enter a tournament."""
    entered = entry is not None and entry.left_at is None
    return not (entered or tournament.is_over or entries_closed(tournament))


def enter(tournament: Tournament, person: User, *, house_rules_accepted: bool) -> Entrant:
    """Enter a person, who accepts to be seated at the tables of the rounds to come.

    A person who has left may come back, but not one whom an organizer has removed. Raises
    `NeedsConfirmation` if there are house rules that the person has not accepted.
    """
    with transaction.atomic():
        tournament = locked(tournament)
        must_take_part(person)
        must_go_on(tournament)
        if tournament.entrants.filter(person=person, removed_at__isnull=False).exists():
            raise Refused(_("An organizer has removed you from this tournament."))
        if tournament.pattern.house_rules and not house_rules_accepted:
            raise NeedsConfirmation(_("Read and accept the house rules to enter this tournament."))
        reliable_players.must_be_reliable(tournament.pattern, person)
        if entries_closed(tournament):
            raise Refused(_("Entries are closed. Ask an organizer to open them again."))
        present = tournament.entrants.filter(left_at=None)
        if present.filter(person=person).exists():
            raise Refused(_("You’ve already entered this tournament."))
        if present.count() >= MOST_ENTRANTS:
            raise Refused(_("This tournament is full."))
        entrant, _made = Entrant.objects.update_or_create(
            tournament=tournament,
            person=person,
            defaults={"left_at": None},
            create_defaults={"entered_at": clock.now()},
        )
    return entrant


def leave(tournament: Tournament, person: User) -> None:
    """Take a person out of the rounds to come. Their games go on, with them."""
    with transaction.atomic():
        tournament = locked(tournament)
        must_go_on(tournament)
        entrant = tournament.entrants.filter(person=person, left_at=None).first()
        if entrant is None:
            raise Refused(_("You aren’t in this tournament."))
        take_out(entrant)


def consequences_of_leaving() -> str:
    """Sentence about leaving a tournament, for the question before it."""
    return _("You play in no further round. Games that have begun go on, with you.")


def remove(entrant: Entrant, *, by: User) -> None:
    """Take a person out of the rounds to come for good, as an organizer."""
    with transaction.atomic():
        tournament = locked(entrant.tournament)
        must_organize(by, tournament)
        row = tournament.entrants.get(pk=entrant.pk)
        now = clock.now()
        row.left_at, row.removed_at = row.left_at or now, row.removed_at or now
        row.save(update_fields=["left_at", "removed_at"])


def readmit(entrant: Entrant, *, by: User) -> None:
    """Let a removed person enter again, as an organizer. They are not in until they do."""
    with transaction.atomic():
        tournament = locked(entrant.tournament)
        must_organize(by, tournament)
        must_go_on(tournament)
        tournament.entrants.filter(pk=entrant.pk).update(removed_at=None)


def take_out(entrant: Entrant) -> None:
    """Delete an entrant before the first round; later store when they left.

    Later nobody is deleted: in games that hide their players it would tell who sits at no table.
    """
    if entrant.tournament.status == Tournament.Status.OPEN:
        tournament = entrant.tournament
        entrant.delete()
        tournament.teams.filter(entrants=None).delete()
    else:
        entrant.left_at = clock.now()
        entrant.save(update_fields=["left_at"])


def join_team(tournament: Tournament, person: User, name: str) -> None:
    """Put an entrant into the team with this name, which is made if there is none.

    An empty name takes them out of theirs. A team without people is deleted.
    """
    name = " ".join(name.split())
    with transaction.atomic():
        tournament = locked(tournament)
        if not tournament.has_teams:
            raise Refused(_("This tournament has no teams."))
        if tournament.status != Tournament.Status.OPEN:
            raise Refused(_("Teams can’t change after the first round is drawn."))
        entrant = tournament.entrants.filter(person=person, left_at=None).first()
        if entrant is None:
            raise Refused(_("Enter the tournament first."))
        team = None
        if name:
            team, _made = Team.objects.get_or_create(tournament=tournament, name=name)
        entrant.team = team
        entrant.save(update_fields=["team"])
        tournament.teams.filter(entrants=None).delete()
