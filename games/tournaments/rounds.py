"""Rounds of a tournament: their tables are drawn, and the games begin at once."""

import secrets
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.forms import model_to_dict
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from accounts.models import User

from .. import access
from ..core.errors import NeedsConfirmation, Refused
from ..lifecycle import beginning, creation
from ..lifecycle import settings as game_settings
from ..models import Game, LobbyEntry
from ..models.tournament import Entrant, Round, Table, TablePlace, Tournament
from ..state import editions, variants
from . import seeding
from .opening import TERMS, skipped_dates
from .organizers import locked, must_go_on, must_organize, running_tables

logger = structlog.get_logger(__name__)
_chance = secrets.SystemRandom()


def draw_round(
    tournament: Tournament, *, by: User, anyway: bool = False, expected: int | None = None
) -> Round:
    """Draw the tables of the next round, and begin their games.

    While games of earlier rounds go on, only if `anyway`: raises `NeedsConfirmation`. Raises
    `Refused` if there are too few people, if all rounds are drawn, or if the next round is not the
    one with the number `expected`, because the form was sent twice.
    """
    number = _number(tournament, by=by, anyway=anyway, expected=expected)
    seated = _seated(tournament)
    drawn = _seed(tournament)  # before the lock: with many people it takes a while
    with transaction.atomic():
        tournament = locked(tournament)
        number = _number(tournament, by=by, anyway=anyway, expected=number)
        if _seated(tournament) != seated:
            raise Refused(_("Somebody has entered or left just now. Draw the round again."))
        masters = _masters(tournament, drawn, by)
        row = Round.objects.create(tournament=tournament, number=number, drawn_at=clock.now())
        for place, entrants in enumerate(drawn, start=1):
            _begin_table(row, place, entrants, masters)
        if tournament.status == Tournament.Status.OPEN:
            tournament.status = Tournament.Status.RUNNING
            tournament.save(update_fields=["status"])
    logger.info("round_drawn", tournament=tournament.slug, round=number, tables=len(drawn))
    return row


def _number(tournament: Tournament, *, by: User, anyway: bool, expected: int | None = None) -> int:
    """The number of the next round. Raises `Refused` or `NeedsConfirmation`, as `draw_round`."""
    must_organize(by, tournament)
    must_go_on(tournament)
    number = tournament.rounds.count() + 1
    if number > tournament.rounds_planned:
        raise Refused(_("All rounds are drawn."))
    if expected is not None and expected != number:
        raise Refused(_("This round is already drawn."))
    going_on = running_tables(tournament)
    if going_on and not anyway:
        raise NeedsConfirmation(
            ngettext(
                "One game of an earlier round goes on.",
                "%(count)d games of earlier rounds go on.",
                going_on,
            )
            % {"count": going_on}
        )
    return number


def _seated(tournament: Tournament) -> set[tuple[int, int | None]]:
    """The people whom the next round seats, each with their team."""
    return set(seatable(tournament).values_list("pk", "team"))


def _seed(tournament: Tournament) -> list[list[Entrant]]:
    """The entrants at each table of the next round, in the order of their hands."""
    entrants = {
        each.pk: each for each in seatable(tournament).select_related("person").order_by("pk")
    }
    hands = len(variants.setup_of(tournament.pattern).players)
    past = history(tournament)
    if tournament.pattern.anonymous:
        past.played.clear()  # everyone knows these powers: the next ones must not follow from them
    try:
        drawn = seeding.draw(list(entrants), past, hands, _chance.randrange, teams=_teams(entrants))
    except seeding.TooFewPeopleError:
        raise Refused(
            _("A round needs at least %(least)d people. There are %(number)d. Invite more people.")
            % {"least": hands, "number": len(entrants)}
        ) from None
    return [[entrants[key] for key in table] for table in drawn.tables]


def seatable(tournament: Tournament) -> QuerySet[Entrant]:
    """The people whom the next round seats: they have not left, and can act."""
    return tournament.entrants.filter(left_at=None, person__in=User.objects.taking_part())


def _teams(entrants: Mapping[int, Entrant]) -> list[list[int]]:
    """The people of each team among these entrants."""
    teams: dict[int, list[int]] = defaultdict(list)
    for key, entrant in entrants.items():
        if entrant.team_id is not None:
            teams[entrant.team_id].append(key)
    return list(teams.values())


def history(tournament: Tournament) -> seeding.History:
    """The earlier rounds of a tournament as seeding reads them."""
    rounds: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    places = TablePlace.objects.filter(table__round__tournament=tournament)
    columns = ("table__round__number", "table", "entrant")
    for number, table, entrant in places.order_by(*columns[:2], "hand").values_list(*columns):
        rounds[number][table].append(entrant)
    return seeding.History(
        [
            [seeding.PastTable(people) for people in tables.values()]
            for _number, tables in sorted(rounds.items())
        ]
    )


def _masters(
    tournament: Tournament, drawn: Sequence[Sequence[Entrant]], by: User
) -> Sequence[User]:
    """The organizers who may master games of a round, `by` before the others.

    Where games hide their players, one who plays in the round masters none of them: everyone would
    see at which table they play, and they would see who plays at the others.
    """
    organizers = [by, *(row.person for row in access.current_organizers(tournament))]
    if not tournament.pattern.anonymous:
        return organizers
    playing = {entrant.person for table in drawn for entrant in table}
    return [each for each in organizers if each not in playing]


def _begin_table(
    row: Round, number: int, entrants: Sequence[Entrant], masters: Sequence[User]
) -> None:
    """Create the game of a table, seat its people, and begin it.

    The first of the `masters` who does not play at the table masters it.
    """
    tournament = row.tournament
    people = [entrant.person for entrant in entrants]
    free = [each for each in masters if each not in people]
    game = _create(tournament, title_of(row, number), free[0] if free else people[0], bool(free))
    game.entries.all().delete()
    LobbyEntry.objects.bulk_create(
        LobbyEntry(game=game, person=person, joined_at=clock.now(), hand=hand)
        for hand, person in enumerate(people)
    )
    table = Table.objects.create(round=row, number=number, game=game)
    TablePlace.objects.bulk_create(
        TablePlace(table=table, entrant=entrant, hand=hand) for hand, entrant in enumerate(entrants)
    )
    beginning.begin(game)


def _create(tournament: Tournament, title: str, person: User, as_master: bool) -> Game:
    """Create a game with the settings of the pattern, which `person` masters or waits in."""
    pattern = tournament.pattern
    assert pattern.settings is not None
    return creation.create(
        person,
        as_master=as_master,
        lobby_days=1,
        request_key=uuid.uuid4(),
        game_settings=model_to_dict(pattern.settings, fields=game_settings.FIELDS),
        skipped=skipped_dates(pattern),
        changes=editions.stored_changes(pattern),
        title=title,
        allotment=Game.Allotment.DRAW,
        **model_to_dict(pattern, fields=TERMS),
    )


def title_of(row: Round, number: int) -> str:
    """“Winter League, round 2, table 3” in the language of the games, within a title’s length."""
    with translation.override(row.tournament.pattern.language):
        end = _(", round %(round)d, table %(table)d") % {"round": row.number, "table": number}
    longest = Game._meta.get_field("title").max_length or 0
    return row.tournament.title[: longest - len(end)].rstrip() + end
