"""The list of the games that a person masters, and actions on several of them."""

import datetime as dt
import re
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control
from games.game_master import masters, nudges
from games.models import Event, Game, Notification, Vote
from games.seats import civil_disorder, declared_players
from tests import factories

from ...orders.test_submission import submit
from ...press.message_helpers import write
from .conftest import Answer, nothing_changes, signed_in, words

URL = reverse("games:mastered")
EXTEND, ANNOUNCE = reverse("games:extend_several"), reverse("games:announce_to_several")
REMIND = reverse("games:remind_several")


@pytest.fixture
def client(master: User) -> Client:
    return signed_in(master)


@pytest.fixture
def second(master: User, game: Game) -> Game:
    """A second game of `master`, whose deadline is later."""
    found = factories.begun_game(master, title="The Atlantic table")
    control.extend(found, to=factories.deadline(game) + dt.timedelta(days=2), by=master)
    return found


def rows(answer: Answer) -> dict[str, str]:
    """The words of each row, by the title of its game, in the order of the list."""
    found = {}
    for row in re.findall(r"<tr>(.*?)</tr>", answer.content.decode(), re.S)[1:]:
        title = re.findall(r"<bdi>(.*?)</bdi>", row)[0]
        found[title] = " ".join(re.sub(r"<[^>]+>", " ", row).split())
    return found


def at(url: str, *games: Game) -> str:
    """The address of an action on `games`."""
    return f"{url}?{urlencode({'game': [game.slug for game in games]}, doseq=True)}"


def send(client: Client, url: str, *games: Game, **fields: str) -> Answer:
    """Choose games in the list, fill in the form that follows, and send it."""
    form = client.get(at(url, *games)).context["form"]
    shown = {field.html_name: field.value() or "" for field in form}
    return client.post(at(url, *games), {**shown, **fields})


def test_it_says_what_is_missing_where(client: Client, game: Game, second: Game, master: User):
    submit(game, "FRANCE", "A PAR H")
    civil_disorder.declare_disorder(factories.seat(second, "ITALY"), by=master, reason="Gone.")
    write(second, "FRANCE")
    found = rows(client.get(URL))
    assert list(found) == ["The Balkan table", "The Atlantic table"]
    assert "6 of 7" in found["The Balkan table"]
    assert "France" not in found["The Balkan table"]
    assert "Russia" in found["The Balkan table"]
    assert "6 of 6" in found["The Atlantic table"]
    assert " Italy " in found["The Atlantic table"]
    assert "1 new message" in found["The Atlantic table"]
    assert "new message" not in found["The Balkan table"]


def test_votes_of_earlier_phases_wait_for_nobody(client: Client, game: Game):
    phase = factories.open_phase(game)
    Vote.objects.create(phase=phase, kind=Vote.Kind.EXTEND, days=2, made_at=clock.now())
    assert "1 open vote" in rows(client.get(URL))[game.title]
    control.end_now(game, by=game.masterships.get().person)
    due_phases.resolve_due()
    assert factories.open_phase(game) != phase
    assert "open vote" not in rows(client.get(URL))[game.title]


def test_stopped_games_come_first_and_lobbies_last(
    client: Client, game: Game, second: Game, master: User
):
    factories.open_game(master, title="The lobby")
    Game.objects.filter(pk=second.pk).update(status=Game.Status.ASIDE)
    factories.let_be_due(second, None)
    found = rows(client.get(URL))
    assert list(found) == ["The Atlantic table", "The Balkan table", "The lobby"]
    assert "The game is stopped. Start it again." in found["The Atlantic table"]
    assert "0 of 7 players" in found["The lobby"]


def test_others_games_are_not_in_it(game: Game, players: list[User], master: User):
    factories.begun_game(title="Elsewhere")
    for person in (players[0], factories.person()):
        assert "You aren’t the game master of any game" in words(signed_in(person).get(URL))
    assert "Elsewhere" not in words(signed_in(master).get(URL))


def test_my_games_lead_to_it_for_masters_alone(client: Client, game: Game, players: list[User]):
    link, mine = f'href="{URL}"', reverse("games:mine")
    assert link in client.get(mine).content.decode()
    assert link not in signed_in(players[0]).get(mine).content.decode()


def test_it_takes_as_many_queries_for_many_games_as_for_one(client: Client, master: User):
    def taken() -> int:
        client.get(URL)
        with CaptureQueriesContext(connection) as caught:
            client.get(URL)
        return len(caught)

    factories.begun_game(master)
    before = taken()
    for _number in range(4):
        factories.begun_game(master)
    factories.open_game(master)
    assert taken() == before
    assert before <= 20


def test_all_chosen_games_are_extended_and_each_says_how_it_went(
    client: Client, game: Game, second: Game, master: User
):
    stopped = factories.begun_game(master, title="The paused table")
    control.pause(stopped, until=clock.now() + dt.timedelta(days=3), by=master)
    before = [factories.deadline(each) for each in (game, second)]
    asked = client.get(EXTEND, {"game": [game.slug, second.slug, stopped.slug]})
    for each in (game, second, stopped):
        assert each.title in words(asked)
    answer = send(
        client, EXTEND, game, second, stopped, how="by", number="2", unit="days", reason="Fair."
    )
    after = [factories.deadline(each) for each in (game, second)]
    assert [end - begin for begin, end in zip(before, after, strict=True)] == [
        dt.timedelta(days=2)
    ] * 2
    said = words(answer)
    assert said.count(" done ") - said.count("not done") == 2
    assert "The paused table not done The clock of this game is stopped." in said
    assert Event.objects.filter(kind=Event.Kind.EXTENDED, text="Fair.").count() == 2


def test_each_game_can_be_extended_to_its_own_next_date(client: Client, game: Game, second: Game):
    before = factories.deadline(game)
    send(client, EXTEND, game, second, how="next")
    assert factories.deadline(game) == before + dt.timedelta(days=1)


def test_a_form_that_is_sent_twice_extends_once(client: Client, game: Game):
    url = at(EXTEND, game)
    sent = {each.html_name: each.value() or "" for each in client.get(url).context["form"]}
    client.post(url, sent)
    with nothing_changes():
        again = client.post(url, sent)
    assert "The deadline has changed in the meantime." in words(again)


def test_an_announcement_goes_to_all_chosen_games(client: Client, game: Game, second: Game):
    send(client, ANNOUNCE, game, second, words="Happy new year.")
    for each in (game, second):
        assert each.events.get(kind=Event.Kind.ANNOUNCED).text == "Happy new year."
    again = send(client, ANNOUNCE, game, second, words="Happy new year.")
    assert words(again).count("You’ve just announced this.") == 2


def test_a_refusal_in_one_game_stops_no_other(
    client: Client, game: Game, second: Game, master: User
):
    masters.announce(second, "Dinner.", by=master)
    answer = send(client, ANNOUNCE, game, second, words="Dinner.")
    assert "not done You’ve just announced this." in words(answer)
    assert game.events.filter(kind=Event.Kind.ANNOUNCED).count() == 1
    assert Notification.objects.filter(game=game, kind=Notification.Kind.ANNOUNCEMENT).exists()


def test_an_error_in_one_game_stops_no_other(
    client: Client, game: Game, second: Game, monkeypatch: pytest.MonkeyPatch
):
    announce = masters.announce

    def fail_in_second(where: Game, text: str, *, by: User) -> Event:
        if where == second:
            raise RuntimeError(text)
        return announce(where, text, by=by)

    monkeypatch.setattr(masters, "announce", fail_in_second)
    answer = send(client, ANNOUNCE, game, second, words="Dinner.")
    assert "An error occurred, and nothing has changed in this game." in words(answer)
    assert game.events.filter(kind=Event.Kind.ANNOUNCED).exists()


def test_all_whose_orders_are_missing_are_reminded_once(
    client: Client, game: Game, second: Game, master: User
):
    submit(game, "FRANCE", "A PAR H")
    nudges.nudge(factories.seat(game, "ITALY"), by=master)
    assert f"{REMIND}?game={game.slug}" in client.get(URL).content.decode()
    said = words(send(client, REMIND, game, second))
    assert "The Balkan table done Reminded: Austria, England, Germany, Russia and Turkey." in said
    reminded = Notification.objects.filter(game=game, kind=Notification.Kind.REMINDER)
    assert reminded.values("person").distinct().count() == 6
    with nothing_changes():
        again = words(send(client, REMIND, game, second))
    assert again.count("not done A reminder was sent") == 2


def test_nobody_is_reminded_in_a_game_whose_orders_are_in(client: Client, game: Game):
    for power, order in factories.HOLDS.items():
        submit(game, power, order)
    assert REMIND not in rows(client.get(URL))[game.title]
    with nothing_changes():
        assert "not done No orders are missing." in words(send(client, REMIND, game))


def test_players_of_a_lobby_are_counted_beside_the_open_seats(client: Client, master: User):
    factories.open_game(master, title="The lobby")
    page = client.get(URL).content.decode()
    cell = re.search(r"<td[^>]*>(?:(?!</td>).)*0 of 7 players", page, re.S)
    assert cell
    assert 'data-label="Open seats"' in cell[0]


def test_orders_to_enter_wait_for_the_master(client: Client, game: Game, master: User):
    Game.objects.filter(pk=game.pk).update(orders_by_master=True)
    france = factories.seat(game, "FRANCE")
    declared_players.let_master_order(france, factories.holder(france), allowed=True)
    assert "Enter orders" in rows(client.get(URL))[game.title]
    submit(game, "FRANCE", "A PAR H")
    assert "Enter orders" not in rows(client.get(URL))[game.title]


def test_the_front_page_of_a_master_says_what_is_missing_where(
    client: Client, game: Game, second: Game, players: list[User]
):
    front = reverse("games:front")
    submit(game, "FRANCE", "A PAR H")
    found = rows(client.get(front))
    assert list(found) == ["The Balkan table", "The Atlantic table"]
    assert "6 of 7" in found["The Balkan table"]
    assert "Games I master" not in words(signed_in(players[0]).get(front))


@pytest.mark.parametrize("url", [EXTEND, ANNOUNCE, REMIND])
def test_games_of_others_cannot_be_chosen(url: str, game: Game, players: list[User]):
    for person in (players[0], factories.person()):
        client = signed_in(person)
        with nothing_changes():
            sent = client.post(at(url, game), {"words": "Ha.", "how": "next"}, follow=True)
        assert "Choose at least one game that has begun." in words(sent)


def test_a_mistake_in_the_form_keeps_the_chosen_games(client: Client, game: Game, second: Game):
    with nothing_changes():
        answer = send(client, EXTEND, game, second, how="by", number="")
    assert "Fill this in for the choice above." in words(answer)
    assert all(each.title in words(answer) for each in (game, second))
