"""Five thousand people with ten thousand games, of which a share has its whole history.

The recorded games of tests/data are played by the site's own code, and copied. Of other games only
the final position is there, as for readers of lists and profiles. Some people play far more than
others. A tournament and a
club are as large as they can be. Chance is seeded.
"""

import datetime as dt
import gzip
import itertools
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Profile, User
from adjudicator import legal_orders, load_setup, opening
from games.adjudication import resolution
from games.core import bulk
from games.lifecycle import endings
from games.models import Game, GameResult, LobbyEntry, Notification, Phase, PowerResult, Tenure
from games.models.results import countable_games
from games.orders import submission
from games.state import phase_clock, variants
from games.statistics import results
from tests import factories

from . import copies, gatherings, tables

DAY = dt.timedelta(days=1)
SKEW = 1.6
"""With it the busiest of 5,000 people plays some three hundred of 10,000 games."""
RUNNING_SHARE, LOBBIES = 20, 40
RANDOM_OPENINGS = 200


def fill(*, people: int, games: int, histories: int) -> None:
    """Write `games` games, one in twenty of them running; `histories` have all their phases."""
    dice = random.Random(1901)
    profiles(tables.people(people))
    running = games // RUNNING_SHARE
    tables.fill(running, due_in=30 * DAY)
    played = play(histories)
    ended = _ended(games - running - histories)
    _vary()
    _seat(dice)
    _lobbies(dice)
    gatherings.tournament(tables.people(), played, dice)
    gatherings.club(tables.people(), [*played, *ended])
    _results(dice, [*played[: len(_recorded())], *ended])
    tables.settle()


def profiles(people: Sequence[User]) -> None:
    """A third of the profiles is public, a tenth private; one in ten lists no games."""
    shown = Profile.Visibility
    Profile.objects.bulk_create(
        Profile(
            person=person,
            visibility=shown.NOBODY
            if number % 10 == 9
            else shown.EVERYONE
            if number % 3 == 0
            else shown.SIGNED_IN,
            lists_games=number % 10 != 5,
            about="I play in the evening, and I answer every message.",
        )
        for number, person in enumerate(people)
    )


def play(number: int) -> list[int]:
    """Play the recorded games to their ends, and copy them; return the keys of all `number`."""
    whole = [_play(rows) for rows in _recorded()]
    return [*whole, *copies.copy(whole, number // len(whole) - 1)]


def _recorded() -> list[list[dict[str, Any]]]:
    """The phases of each recorded game."""
    with gzip.open(tables.RECORD, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [list(phases) for _name, phases in itertools.groupby(rows, lambda row: row["game"])]


def _play(rows: Sequence[dict[str, Any]]) -> int:
    """Play a recorded game to its end, which is a draw unless it is a solo; return its key."""
    key = _begin(rows[0], number=1)
    for row, following in pairwise(rows):
        with transaction.atomic():
            phase = Phase.objects.select_related("game__settings", "settings").get(
                game=key, status=Phase.Status.OPEN
            )
            assert phase.code == row["phase"], (phase.code, row["phase"])
            _order(phase, row)
            phase_clock.set_deadline(phase, timezone.now(), now=timezone.now())
            phase.save(update_fields=phase_clock.DEADLINE_FIELDS)
            resolution.resolve([phase])
        last = following
    game = Game.objects.get(pk=key)
    if game.status != Game.Status.FINISHED:
        endings.draw(game, among=_powers(last), by=None)
    Notification.objects.exclude(channel=Notification.Channel.SITE).delete()
    return key


def _begin(row: dict[str, Any], *, number: int) -> int:
    seated: Iterator[User] = itertools.cycle(tables.people())
    key = tables.write_game(row, timezone.now() + DAY, seated, number=number)
    Game.objects.filter(pk=key).update(provisional_days=0)
    return key


def _order(phase: Phase, row: dict[str, Any]) -> None:
    """Submit the recorded orders; those of the first phase are stored already."""
    if phase.number == 1:
        return
    tenures = Tenure.objects.current().filter(seat__game=phase.game_id)
    for each in tenures.select_related("seat", "person"):
        if texts := row["orders"].get(each.seat.power):
            lines = [submission.Line(f"line-{n}", text) for n, text in enumerate(texts, 1)]
            submission.submit(phase, each.seat, lines, person=each.person)


def _powers(row: dict[str, Any]) -> list[str]:
    """The powers with units or centers."""
    return sorted(
        {power for kind in ("units", "centers") for power, own in row[kind].items() if own}
    )


def _ended(number: int) -> list[int]:
    """Write `number` games that ended in different ways, with their final positions alone.

    Returns the keys of those that were copied. In one of four, three people play all powers.
    """
    made = []
    for place, rows in enumerate(_recorded() * 4):
        last = {**rows[-1], "orders": {}}
        if last["phase"].endswith("R"):
            continue
        key = _begin(last, number=len(rows))
        game = Game.objects.get(pk=key)
        leader = max(_powers(last), key=lambda power: len(last["centers"].get(power, ())))
        match place // 10:
            case 0:
                endings.draw(game, among=_powers(last), by=None)
            case 1:
                endings.concede(game, to=game.seats.get(power=leader))
            case 2:
                endings.close(game, by=None, reason="")
            case 3:
                for seat in game.seats.all():
                    game.seats.filter(pk=seat.pk).update(hand=seat.place % 3)
                endings.concede(game, to=game.seats.get(power=leader))
        made.append(key)
    Notification.objects.exclude(channel=Notification.Channel.SITE).delete()
    copies.copy(made, round(number / len(made)) - 1)
    return made


def _vary() -> None:
    """Let games differ in their press and names, and end one after another, a minute apart."""
    games = list(Game.objects.order_by("pk").values_list("pk", "ended_at"))
    Game.objects.filter(pk__in=[key for key, _at in games[::3]]).update(press=Game.Press.NONE)
    Game.objects.filter(pk__in=[key for key, _at in games[::5]]).update(anonymous=True)
    minute = dt.timedelta(minutes=1)
    rows = [(key, at - n * minute) for n, (key, at) in enumerate(games) if at is not None]
    bulk.update(Game, ["ended_at"], rows)


def _seat(dice: random.Random) -> None:
    """Give each hand of each finished game to another person; some have many games."""
    people = [person.pk for person in tables.people()]
    hands: dict[int, dict[int | None, list[int]]] = defaultdict(lambda: defaultdict(list))
    over = Tenure.objects.filter(seat__game__status=Game.Status.FINISHED).order_by("pk")
    for key, game, hand in over.values_list("pk", "seat__game", "seat__hand"):
        hands[game][hand].append(key)
    rows = []
    for several in hands.values():
        chosen: set[int] = set()
        for tenures in several.values():
            while (person := people[int(len(people) * dice.random() ** SKEW)]) in chosen:
                pass
            chosen.add(person)
            rows += [(tenure, person) for tenure in tenures]
    bulk.update(Tenure, ["person"], rows)


def _lobbies(dice: random.Random) -> None:
    """Open lobbies in which some people wait."""
    people = tables.people()
    for number in range(LOBBIES):
        game = factories.open_game(people[number], title=f"Who joins? {number}")
        LobbyEntry.objects.bulk_create(
            LobbyEntry(game=game, person=person, joined_at=timezone.now())
            for person in dice.sample(people[:500], 5)
        )


def _results(dice: random.Random, originals: Sequence[int]) -> None:
    """Store the results of all games that count, with openings of recorded games or random ones.

    The site computes those of the original games; others take them over, as it chances.
    """
    known = countable_games().filter(pk__in=originals).select_related("settings").order_by("pk")
    patterns = [list(results.record(game).powers.all()) for game in known]
    openings = _openings(dice, patterns)
    missing = countable_games().filter(final_result=None).order_by("pk")
    made = GameResult.objects.bulk_create(
        (_result(game, dice) for game in missing), batch_size=1000
    )
    rows = []
    for result in made:
        for each in dice.choice(patterns):
            spring, fall = openings[each.power][int(RANDOM_OPENINGS * dice.random() ** 2)]
            rows.append((result.pk, each.power, each.result, each.centers, spring, fall))
    names = ["of", "power", "result", "centers", "spring", "fall"]
    bulk.insert(PowerResult, names, rows)


def _result(game: Game, dice: random.Random) -> GameResult:
    years = dice.randint(5, 18)
    return GameResult(
        game=game,
        setup=game.setup,
        edition=game.rules,
        press=game.press,
        pace=GameResult.Pace.DAY,
        first_year=1901,
        last_year=1900 + years,
        years=years,
        end=game.ending,
        ended_at=game.ended_at,
    )


def _openings(
    dice: random.Random, patterns: Sequence[Sequence[PowerResult]]
) -> dict[str, list[tuple[str, str]]]:
    """Pairs of sets of orders for each power: those of recorded games first, then random ones."""
    start, found = opening(load_setup("standard")), {}
    recorded: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for each in itertools.chain(*patterns):
        if each.spring and (each.spring, each.fall) not in recorded[each.power]:
            recorded[each.power].append((each.spring, each.fall))
    for power in variants.played_powers("standard"):
        choices = [[str(order) for order in legal_orders(start, u)] for u in start.units[power]]
        many = [
            results.opening_text(dice.choice(texts) for texts in choices)
            for _ in range(RANDOM_OPENINGS)
        ]
        falls = [fall for _spring, fall in recorded[power]]
        found[power] = [*recorded[power], *((spring, dice.choice(falls)) for spring in many)]
    return found
