"""A tournament and a club as large as the site lets them be, of people and games that are there."""

import datetime as dt
import random
import uuid
from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from games.clubs import creation
from games.clubs.membership import MOST_MEMBERS
from games.core import bulk
from games.models import (
    Club,
    ClubMembership,
    Entrant,
    Game,
    Round,
    Table,
    TablePlace,
    Tenure,
    Tournament,
)
from games.models.endings import WITH_RESULT
from games.models.tournament import MOST_ENTRANTS
from games.tournaments import opening
from tests import factories

HANDS = 7
ROUNDS = 5
CLUB_GAMES = 200
DAY = dt.timedelta(days=1)


def tournament(people: Sequence[User], games: Sequence[int], dice: random.Random) -> Tournament:
    """A tournament whose tables are finished games of `games` with all phases, 100 at most."""
    people = people[: min(MOST_ENTRANTS, len(people) // HANDS * HANDS)]
    tables = len(people) // HANDS
    played = Game.objects.filter(pk__in=games, ending__in=WITH_RESULT).order_by("pk")
    keys = list(played.values_list("pk", flat=True))[: ROUNDS * tables]
    made = opening.open_tournament(
        people[0],
        factories.open_game(people[0], title="The cup"),
        request_key=uuid.uuid4(),
        title="The cup",
        rounds_planned=ROUNDS,
        scoring=Tournament.Scoring.TRIBUTE,
    )
    Game.objects.filter(pk__in=keys).update(anonymous=False, allotment=Game.Allotment.DRAW)
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=made, person=person, entered_at=timezone.now()) for person in people
    )
    for number, start in enumerate(range(0, len(keys), tables), start=1):
        drawn = Round.objects.create(tournament=made, number=number, drawn_at=timezone.now())
        _seat(drawn, keys[start : start + tables], dice.sample(entrants, len(entrants)))
    Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.RUNNING)
    return made


def _seat(drawn: Round, games: Sequence[int], entrants: Sequence[Entrant]) -> None:
    """Let the entrants have played the games of a round."""
    tables = Table.objects.bulk_create(
        Table(round=drawn, number=number, game_id=game) for number, game in enumerate(games, 1)
    )
    places = [
        TablePlace(table=table, entrant=entrants[HANDS * number + hand], hand=hand)
        for number, table in enumerate(tables)
        for hand in range(HANDS)
    ]
    TablePlace.objects.bulk_create(places)
    held: dict[tuple[int, int | None], int] = {
        (each.table.game_id, each.hand): each.entrant.person_id for each in places
    }
    tenures = Tenure.objects.filter(seat__game__in=games).order_by("pk")
    rows = tenures.values_list("pk", "seat__game", "seat__hand")
    bulk.update(Tenure, ["person"], [(key, held[game, hand]) for key, game, hand in rows])


def club(people: Sequence[User], games: Sequence[int]) -> Club:
    """A club of as many of `people` as can be, with the first of `games`."""
    made = creation.create(people[0], name="The big club", about="", is_listed=True)
    ClubMembership.objects.bulk_create(
        ClubMembership(club=made, person=person, joined_at=made.created_at)
        for person in people[1:MOST_MEMBERS]
    )
    Game.objects.filter(pk__in=games[:CLUB_GAMES]).update(club=made)
    return made
