"""The list of games: filters and orders in its address, and what strangers learn from them."""

import datetime as dt
import re
import uuid
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.lifecycle import endings, lobby
from games.models import Game, GameSettings, Seat
from tests import factories

from .conftest import Answer, signed_in, words

URL = reverse("games:index")


def ask(client: Client, **question: Any) -> Answer:
    return client.get(f"{URL}?{urlencode(question)}")


def titles(answer: Answer) -> list[str]:
    return re.findall(r"<bdi>(.*?)</bdi>", answer.content.decode())


def found(client: Client, **question: Any) -> set[str]:
    return set(titles(ask(client, **question)))


def opened(title: str, **fields: Any) -> Game:
    return factories.open_game(factories.person(), title=title, **fields)


def begun(title: str, **fields: Any) -> Game:
    return factories.begun_game(title=title, **fields)


def fill(game: Game, number: int) -> None:
    for _ in range(number):
        lobby.join(game, factories.person(), house_rules_accepted=True)


def leave_open(game: Game, power: str = "FRANCE") -> None:
    """Let a power be in civil disorder, so that anyone may take its seat."""
    Seat.objects.filter(game=game, power=power).update(disorder_since=clock.now())


def hide(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)


@pytest.mark.usefixtures("db")
def test_games_are_filtered_by_pace(client: Client):
    weekly = {"weekdays": 0b1000000, "at": dt.time(20), "zone": "Europe/Madrid"}
    paces = {
        "live": [opened("Live", live_minutes=5, starts_at=clock.now() + dt.timedelta(hours=1))],
        "day": [opened("12 hours", phase_hours=12), opened("24 hours", phase_hours=24)],
        "days": [opened("36 hours", phase_hours=36), opened("72 hours", phase_hours=72)],
        "week": [opened("96 hours", phase_hours=96), opened("Sundays", **weekly)],
    }
    workdays = {**weekly, "weekdays": 0b0011111}
    paces["day"].append(opened("Workdays", **workdays))
    paces["days"] += [
        opened("Twice a week", **{**weekly, "weekdays": 0b1001000}),
        opened("Workdays, two days to negotiate", **workdays, least_hours=48),
    ]
    for pace, games in paces.items():
        assert found(client, pace=pace) == {game.title for game in games}, pace


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ({"language": "es"}, {"language": "es"}),
        ({"setup": "five"}, {"setup": "five"}),
        ({"press": "none"}, {"press": "none"}),
        ({"names": "hidden"}, {"anonymous": True}),
        ({"master": "no"}, {"as_master": False}),
    ],
)
def test_games_are_filtered_by_a_setting(
    client: Client, question: dict[str, str], fields: dict[str, Any]
):
    opened("Wanted", **fields)
    opened("Other")
    assert found(client, **question) == {"Wanted"}


@pytest.mark.usefixtures("db")
def test_the_opposite_of_a_setting_can_be_asked_for(client: Client):
    opened("Hidden, without a master", anonymous=True, as_master=False)
    opened("Shown, with a master")
    assert found(client, names="shown") == {"Shown, with a master"}
    assert found(client, master="yes") == {"Shown, with a master"}


def test_games_are_filtered_by_status(client: Client, game: Game):
    opened("Come in")
    gone = opened("Too late")
    Game.objects.filter(pk=gone.pk).update(status=Game.Status.EXPIRED)
    paused = begun("On holiday")
    Game.objects.filter(pk=paused.pk).update(status=Game.Status.PAUSED)
    over = begun("Over")
    Game.objects.filter(pk=over.pk).update(status=Game.Status.FINISHED, ending="draw")
    running = {"The Balkan table", "On holiday"}
    assert found(client) == {"Come in", "Over", *running}
    assert found(client, status="lobby") == {"Come in"}
    assert found(client, status="running") == running
    assert found(client, status="finished") == {"Over"}
    assert found(client, status="expired") == {"Too late"}


def test_free_seats_are_those_that_a_reader_can_take(client: Client, game: Game):
    fill(opened("Six of seven"), 6)
    opened("Empty")
    full = opened("Full", as_master=True, allotment="master")
    fill(full, 7)
    vacant = begun("A power has no player")
    leave_open(vacant)
    assert found(client, seats="free") == {"Six of seven", "Empty", "A power has no player"}
    assert "1 seat free" in words(ask(client, status="running", seats="free"))
    holder = factories.holder(factories.seat(vacant, "ITALY"))
    assert "A power has no player" not in found(signed_in(holder), seats="free")
    GameSettings.objects.filter(game=vacant).update(seats_open_to="chosen")
    assert found(client, status="running", seats="free") == set()


def test_an_eliminated_power_is_no_free_seat(client: Client, game: Game):
    leave_open(game)
    assert found(client, seats="free") == {game.title}
    phase = factories.open_phase(game)
    phase.units.filter(seat__power="FRANCE").delete()
    phase.centers.filter(seat__power="FRANCE").delete()
    assert found(client, seats="free") == set()


def test_games_are_filtered_by_the_centers_of_their_largest_power(client: Client, game: Game):
    begun("At the start")
    units = {"FRANCE": ["A PAR"]}
    centers = {"FRANCE": ["PAR", "BRE", "MAR", "SPA", "POR"], "RUSSIA": ["MOS", "WAR"]}
    factories.set_up_position(game, "S1903M", units=units, centers=centers)
    assert found(client, centers=4) == {game.title}
    assert found(client, centers=5) == set()
    assert "A power with more than 4 centers" in words(ask(client, centers=4))
    endings.close(game, by=None, reason="")
    assert found(client, centers=0) == {"At the start"}, "finished games are not asked for"


@pytest.mark.usefixtures("db")
def test_filters_narrow_together_and_a_chip_removes_one(client: Client):
    opened("Wanted", language="it", anonymous=True)
    opened("Shown", language="it")
    answer = ask(client, language="it", names="hidden", sort="seats")
    assert titles(answer) == ["Wanted"]
    assert "1 game" in words(answer)
    chips = re.findall(r'class="chip" href="\?([^"]*)"', answer.content.decode())
    assert chips == ["sort=seats&amp;names=hidden", "language=it&amp;sort=seats"]
    assert found(client, language="it", sort="seats") == {"Wanted", "Shown"}


@pytest.mark.usefixtures("db")
def test_an_empty_result_says_how_to_widen_it(client: Client):
    opened("Only one")
    page = words(ask(client, language="bg"))
    assert "No games match these filters Remove a filter above, or show all games." in page
    assert "Only one" not in page


@pytest.mark.usefixtures("db")
def test_games_are_sorted(client: Client):
    now = clock.now()
    first, second, third = begun("First"), begun("Second"), begun("Third")
    for days, game in enumerate((third, first, second), start=1):
        factories.let_be_due(game, now + dt.timedelta(days=days))
    waiting = opened("Lobby", lobby_days=2)
    Game.objects.filter(pk=waiting.pk).update(lobby_closes_at=now + dt.timedelta(hours=60))
    assert titles(ask(client)) == ["Lobby", "Third", "Second", "First"]
    assert titles(ask(client, sort="deadline")) == ["Third", "First", "Lobby", "Second"]
    factories.set_up_position(first, "F1903M", units={"FRANCE": ["A PAR"]})
    factories.set_up_position(third, "S1907M", units={"FRANCE": ["A PAR"]})
    assert titles(ask(client, sort="year")) == ["Third", "First", "Second", "Lobby"]
    fill(opened("Nearly full"), 5)
    assert titles(ask(client, sort="seats"))[:2] == ["Nearly full", "Lobby"]


@pytest.mark.usefixtures("db")
def test_a_game_without_a_deadline_comes_last_by_deadline(client: Client):
    stopped, running = begun("Stopped"), begun("Running")
    factories.let_be_due(stopped, None)
    assert titles(ask(client, sort="deadline")) == [running.title, stopped.title]


QUESTIONS: list[dict[str, Any]] = [
    {},
    {"status": "running"},
    {"seats": "free"},
    {"pace": "day"},
    {"language": "en"},
    {"setup": "standard"},
    {"press": "full"},
    {"names": "shown"},
    {"master": "yes"},
    {"centers": 2},
    *({"sort": order} for order in ("newest", "deadline", "year", "seats")),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_no_filter_lists_or_counts_a_private_game_for_strangers(
    game: Game, players: list[User], question: dict[str, Any]
):
    hide(game)
    leave_open(game, "TURKEY")
    for stranger in (Client(), signed_in(factories.person())):
        page = ask(stranger, **question)
        assert game.title not in page.content.decode()
        assert '<span role="status">No games</span>' in page.content.decode()
    seen = game.title in ask(signed_in(players[0]), **question).content.decode()
    assert seen is ("seats" not in question)


@pytest.mark.parametrize(
    "question",
    [
        *("status=nonsense", "pace=%00", "language=xx", "setup=../standard", "press=loud"),
        *("names=maybe", "master=2", "sort=-pk", "page=99", "page=x", "page=-1", "q=%00"),
        *("status=lobby&status=", "centers=", "seats=yes"),
    ],
)
def test_values_that_mean_nothing_are_ignored(client: Client, game: Game, question: str):
    assert game.title in words(client.get(f"{URL}?{question}"))


@pytest.mark.parametrize("centers", ["many", "-1", "34", "1e9", "٣٫٥", "9" * 400])
def test_a_wrong_number_of_centers_is_refused_politely(client: Client, game: Game, centers: str):
    page = words(ask(client, centers=centers))
    assert "Enter a number from 0 to 33." in page
    assert game.title in page


@pytest.fixture
def many(db: None) -> None:
    master = factories.person()
    for number in range(27):
        factories.open_game(master, title=f"Table {number}", language="it")


@pytest.mark.usefixtures("many")
def test_pages_keep_the_filters(client: Client):
    answer = ask(client, language="it", sort="deadline")
    assert "27 games" in words(answer)
    assert "Page 1 of 2" in words(answer)
    assert len(titles(answer)) == 25
    assert 'href="?language=it&amp;sort=deadline&amp;page=2"' in answer.content.decode()
    last = ask(client, language="it", sort="deadline", page=2)
    assert len(titles(last)) == 2
    assert not set(titles(last)) & set(titles(answer))


def test_a_page_of_25_games_takes_as_many_queries_as_one_of_3(client: Client, players: list[User]):
    def queries(reader: Client, question: dict[str, Any]) -> int:
        ask(reader, **question)
        with CaptureQueriesContext(connection) as caught:
            ask(reader, **question)
        return len(caught)

    def add(number: int) -> None:
        for each in range(number):
            opened(f"Lobby {each} {uuid.uuid4()}")
            leave_open(begun(f"Game {each}", players=players))
        over = begun("Over", players=players)
        Game.objects.filter(pk=over.pk).update(status=Game.Status.FINISHED, ending="draw")

    readers = [client, signed_in(players[0]), signed_in(factories.person())]
    add(1)
    before = [[queries(reader, question) for question in QUESTIONS] for reader in readers]
    add(11)
    assert len(titles(ask(client))) == 25
    assert [[queries(each, question) for question in QUESTIONS] for each in readers] == before
    assert max(map(max, before)) <= 8


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("title", ["W" * 80, "مباراة الدبلوماسية", "🏰🦅 Wien", "<b>x</b> & co"])
def test_any_title_stands_apart_from_its_line(client: Client, title: str):
    opened(title)
    page = ask(client).content.decode()
    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"<bdi>{escaped}</bdi>" in page
