"""Access to tournaments: who organizes them, and the names at the tables of a round."""

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.models import User, active_now

from ..models import Entrant, Game, Organizer, Round, Table, TablePlace, Tournament
from ..models.game_queries import is_final
from .administration import runs_site
from .roles import Viewer


def current_organizers(tournament: Tournament) -> QuerySet[Organizer]:
    """The organizers of a tournament who can act, with their people."""
    rows = tournament.organizers.filter(active_now("person__"), until=None)
    return rows.filter(person__closed_at=None).select_related("person")


def organizes(viewer: Viewer, tournament: Tournament) -> bool:
    """Whether `viewer` organizes a tournament; an administrator does where nobody else can."""
    if not isinstance(viewer, User):
        return False
    organizers = {row.person_id for row in current_organizers(tournament)}
    return viewer.pk in organizers or (not organizers and runs_site(viewer))


def administers_tournament(viewer: Viewer, tournament: Tournament) -> bool:
    """Whether `viewer` may change the words of a tournament and end it.

    Its organizers may, and administrators of the site, whoever organizes it.
    """
    return organizes(viewer, tournament) or runs_site(viewer)


def tournament_or_404(slug: str) -> Tournament:
    """Return a tournament; everyone may see each of them."""
    return get_object_or_404(Tournament.objects.select_related("pattern__settings"), slug=slug)


def organized_tournament_or_404(viewer: Viewer, slug: str) -> Tournament:
    """Return a tournament that `viewer` organizes."""
    found = tournament_or_404(slug)
    if not organizes(viewer, found):
        raise Http404
    return found


def administered_tournament_or_404(viewer: Viewer, slug: str) -> Tournament:
    """Return a tournament whose words `viewer` may change."""
    found = tournament_or_404(slug)
    if not administers_tournament(viewer, found):
        raise Http404
    return found


def named_entrants(tournament: Tournament) -> QuerySet[Entrant]:
    """The people of a tournament. All have agreed that everyone sees that they are in it."""
    return tournament.entrants.select_related("person__profile", "team")


def entry_of(viewer: Viewer, tournament: Tournament) -> Entrant | None:
    """The entry of `viewer` in a tournament, with its team, also after leaving it."""
    return tournament.entrants.filter(person=viewer.pk).select_related("team").first()


def tells_of_leaving(tournament: Tournament) -> bool:
    """Whether everyone may know who has left a tournament.

    Not while players are hidden: at that moment everyone can see which power has lost its player.
    """
    opened = rounds_with_open_names(tournament)
    return not tournament.rounds.exclude(pk__in=opened.values("pk")).exists()


def rounds_with_open_names(tournament: Tournament) -> QuerySet[Round]:
    """The rounds of a tournament in whose games everyone may see who plays.

    Where games hide their players, they are the rounds whose games are all over for good: people
    who are not at the open tables of a round could only be at the other ones.
    """
    # `GameQuerySet.with_open_names` of each game would look through all games of the site.
    at_tables = Table.objects.filter(round=OuterRef("pk"), game__anonymous=True).order_by()
    going_on = Table.objects.filter(round=OuterRef("pk")).exclude(is_final("game__")).order_by()
    drawn = at_tables.filter(game__allotment=Game.Allotment.DRAW)
    hidden = Exists(at_tables.exclude(is_final("game__"))) | (Exists(drawn) & Exists(going_on))
    return tournament.rounds.filter(~hidden)


def tables(row: Round) -> list[tuple[Table, list[TablePlace]]]:
    """The tables of a round with their games, and with their people only if names are open."""
    is_open = rounds_with_open_names(row.tournament).filter(pk=row.pk).exists()
    found = row.tables.select_related("game").prefetch_related("places__entrant__person")
    return [(table, list(table.places.all()) if is_open else []) for table in found]
