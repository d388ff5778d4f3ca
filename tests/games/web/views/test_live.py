"""Live games on their pages: the forms, the lobby, and what an open page asks for."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core import audit
from games.deadlines import control
from games.lifecycle import joining_time, lobby
from games.lifecycle import settings as game_settings
from games.models import Event, Game, GameSettings, Seat
from games.votes import voting
from tests import factories

from ...orders.test_submission import submit
from .conftest import signed_in
from .test_lobby import form

MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)
NOW = dt.datetime(2026, 11, 22, 19, tzinfo=dt.UTC)
LIVE = {
    "rhythm": "live",
    "live_minutes": "3",
    "live_window_minutes": "1",
    "live_ready_minutes": "0",
    "starts_at": "2026-11-22T21:00",
}


@pytest.fixture
def at_seven(db: None) -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def live(at_seven: object, players: list[User]) -> Game:
    return factories.live_game(players)


@pytest.fixture
def waiting(at_seven: object, players: list[User]) -> Game:
    return factories.open_live_game(players[:6])


@pytest.fixture
def maker(at_seven: object) -> Client:
    return signed_in(factories.person("Ada", time_zone="Europe/Madrid"))


def make(client: Client, **changed: str) -> Any:
    return client.post(reverse("games:new"), form(**{**LIVE, **changed}))


def test_a_live_game_is_opened_with_its_joining_time_in_the_readers_zone(maker: Client) -> None:
    assert make(maker).status_code == 302
    game = Game.objects.get()
    assert game.starts_at == NOW + HOUR
    assert game.lobby_closes_at == NOW + HOUR + 15 * MINUTE
    assert game.settings is not None
    assert (game.settings.live_minutes, game.settings.live_window_minutes) == (3, 1)
    assert (game.settings.ready_minutes, game.settings.on_missed) == (0, "none")
    assert game.entries.get().here_at == NOW


def test_the_form_names_the_zone_of_the_joining_time(maker: Client) -> None:
    page = maker.get(reverse("games:new")).content.decode()
    assert "In your time zone, Madrid. The game begins then." in page


def test_other_games_ignore_the_joining_time(maker: Client) -> None:
    assert make(maker, rhythm="timetable", starts_at="no time").status_code == 302
    assert Game.objects.get().starts_at is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"starts_at": ""}, "Choose a time in the future."),
        ({"starts_at": "2026-11-22T20:00"}, "Choose a time in the future."),
        ({"starts_at": "2027-03-22T21:00"}, "at most 90 days from now"),
        ({"starts_at": "tonight"}, "Enter a valid date/time."),
        ({"live_minutes": "2"}, "greater than or equal to 3"),
        ({"live_minutes": "60"}, "less than or equal to 59"),
        ({"live_minutes": ""}, "This field is required."),
        ({"live_window_minutes": "0"}, "greater than or equal to 1"),
        ({"live_window_minutes": "4"}, "This can’t be longer than a movement phase: 3 minutes."),
        ({"live_ready_minutes": "3"}, "less than 3 minutes."),
        (
            {"role": "master", "allotment": "master"},
            "A live game begins on its own, so nobody can assign its powers.",
        ),
    ],
)
def test_the_form_says_what_a_live_game_needs(
    maker: Client, changed: dict[str, str], words: str
) -> None:
    answer = make(maker, **changed)
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not Game.objects.exists()


def test_the_fields_of_other_games_do_not_count_for_a_live_one(maker: Client) -> None:
    wrong = {"lobby_days": "x", "ready_minutes": "", "on_missed": "", "grace_hours": "-1"}
    assert make(maker, **wrong, length="0", window_hours="0").status_code == 302
    assert GameSettings.objects.get().on_missed == "none"


def settings_page(game: Game) -> tuple[Client, str]:
    client = signed_in(game.masterships.get().person)
    return client, client.get(reverse("games:settings", args=[game.slug])).content.decode()


def test_a_lobby_stays_live_and_a_game_that_has_begun_can_go_on_by_days(
    waiting: Game, live: Game
) -> None:
    _client, page = settings_page(waiting)
    assert 'value="live"' in page
    assert 'value="lengths"' not in page
    client, page = settings_page(live)
    assert 'value="live"' in page
    assert 'value="lengths"' in page
    values = {name: value for name, value in form().items() if name not in ("title", "role")}
    client.post(reverse("games:settings", args=[live.slug]), {**values, "rhythm": "timetable"})
    live.refresh_from_db()
    assert live.settings is not None
    assert not live.settings.is_live


def test_no_other_game_becomes_live(at_seven: object) -> None:
    game = factories.begun_game()
    client, page = settings_page(game)
    assert 'value="live"' not in page
    answer = client.post(reverse("games:settings", args=[game.slug]), {**form(), **LIVE})
    assert "live is not one of the available choices" in answer.content.decode()


def test_the_settings_show_minutes(live: Game, client: Client) -> None:
    page = client.get(live.get_absolute_url()).content.decode()
    assert "<dd>live, 3 minutes a phase</dd>" in page
    assert "<dt>Retreats and builds</dt><dd>1 minute</dd>" in page
    listed = client.get(reverse("games:index")).content.decode()
    assert "live, 3 minutes a phase" in listed


# The lobby


def test_the_lobby_says_when_it_begins_and_who_is_there(waiting: Game, at_seven: Any) -> None:
    at_seven.shift(10 * MINUTE)
    reader = waiting.entries.first().person  # type: ignore[union-attr]
    client = signed_in(reader)
    page = Client().get(waiting.get_absolute_url()).content.decode()
    assert "Joining time:" in page
    assert "Time until it begins" in page
    assert page.count(">not here</span>") == 6
    answer = client.post(reverse("games:say_here", args=[waiting.slug]), follow=True)
    page = answer.content.decode()
    assert "You’re marked as present." in page
    assert page.count(">here</span>") == 1


def test_to_load_the_page_is_to_be_there(waiting: Game, at_seven: Any) -> None:
    at_seven.shift(10 * MINUTE)
    reader = waiting.entries.first().person  # type: ignore[union-attr]
    page = signed_in(reader).get(waiting.get_absolute_url()).content.decode()
    assert page.count(">here</span>") == 1


def test_a_live_game_is_not_stopped_for_days_by_a_vote(players: list[User]) -> None:
    game = factories.live_game(players)
    game.masterships.all().delete()
    phase = factories.open_phase(game)
    offered = {kind.name for kind in voting.offered_kinds(phase)}
    assert offered == {"draw", "concede"}


def test_the_page_notes_its_reader_as_there_by_polling(waiting: Game, at_seven: Any) -> None:
    at_seven.shift(10 * MINUTE)
    entry = waiting.entries.first()
    assert entry is not None
    polled(signed_in(entry.person), waiting)
    assert waiting.entries.get(pk=entry.pk).here_at == NOW + 10 * MINUTE
    assert waiting.entries.filter(here_at=NOW).count() == 5


def test_only_who_waits_can_be_there(waiting: Game) -> None:
    stranger = signed_in(factories.person("Nora"))
    answer = stranger.post(reverse("games:say_here", args=[waiting.slug]), follow=True)
    assert "Join it first." in answer.content.decode()
    assert waiting.entries.count() == 6


def test_whoever_lost_the_place_reads_why_and_can_join_again(waiting: Game, at_seven: Any) -> None:
    at_seven.move_to(NOW + HOUR)
    assert joining_time.begin_due() == 0
    assert not waiting.entries.exists()
    event = waiting.events.filter(kind=Event.Kind.PLACE_FREED).first()
    assert event is not None
    assert event.subject is not None
    client = signed_in(event.subject)
    page = client.get(waiting.get_absolute_url()).content.decode()
    assert "You were away for two minutes and lost your place." in page
    assert "Join this game" in page
    assert (
        "You were away for two minutes and lost your place in"
        in client.get(reverse("games:mine")).content.decode()
    )


def test_joining_before_the_time_begins_nothing(waiting: Game) -> None:
    client = signed_in(factories.person("Nora"))
    answer = client.post(reverse("games:join", args=[waiting.slug]), {"join": ""}, follow=True)
    assert "You’re in." in answer.content.decode()
    waiting.refresh_from_db()
    assert waiting.in_lobby


# Polling


def polled(client: Client, game: Game) -> dict[str, Any]:
    url = reverse("games:state", args=[game.slug])
    found: dict[str, Any] = client.get(url, {"here": ""}).json()
    return found


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def shown(client: Client, address: str) -> str:
    """The state with which a page was sent."""
    page = client.get(address).content.decode()
    return page.partition('data-state="')[2].partition('"')[0]


def test_a_page_is_current_until_the_phase_changes(live: Game, at_seven: Any) -> None:
    client = signed_in(holder(live, "FRANCE"))
    state = shown(client, live.get_absolute_url())
    answer = polled(client, live)
    assert answer == {"state": state, "stage": "playing-1", "left": 180.0}
    at_seven.shift(MINUTE)
    assert polled(client, live) == {**answer, "left": 120.0}
    at_seven.shift(2 * MINUTE)
    due_phases.resolve_due()
    answer = polled(client, live)
    assert answer["state"] != state
    assert (answer["stage"], answer["left"]) == ("playing-2", 180.0)
    assert shown(client, live.get_absolute_url()) == answer["state"]


@pytest.mark.parametrize("kind", [Event.Kind.ANNOUNCED, Event.Kind.VOTE_MADE])
def test_it_is_not_current_after_news_and_votes(live: Game, kind: Event.Kind) -> None:
    client = signed_in(holder(live, "FRANCE"))
    state = shown(client, live.get_absolute_url())
    audit.log(kind, game=live, phase=factories.open_phase(live), text="Hear!")
    assert polled(client, live)["state"] != state


def test_nor_when_the_deadline_moves(live: Game) -> None:
    client = signed_in(holder(live, "FRANCE"))
    state = shown(client, live.get_absolute_url())
    control.pause(live, until=NOW + HOUR, by=live.masterships.get().person)
    answer = polled(client, live)
    assert answer["state"] != state
    assert answer["left"] is None


def save_orders(game: Game, seat: Seat) -> None:
    submit(game, seat.power, factories.HOLDS[seat.power])


def be_ready(game: Game, seat: Seat) -> None:
    save_orders(game, seat)
    audit.log(Event.Kind.READY, game=game, phase=factories.open_phase(game), seat=seat)
    Seat.objects.filter(pk=seat.pk).update(ready_phase=factories.open_phase(game))


@pytest.mark.parametrize("deed", [save_orders, be_ready])
def test_it_stays_current_after_what_others_do_in_secret(live: Game, deed: Any) -> None:
    client = signed_in(holder(live, "FRANCE"))
    before = polled(client, live)
    deed(live, factories.seat(live, "TURKEY"))
    assert polled(client, live) == before


def test_the_lobby_is_not_current_when_somebody_comes_or_goes(waiting: Game, at_seven: Any) -> None:
    entry = waiting.entries.first()
    assert entry is not None
    client = signed_in(entry.person)
    states = [shown(client, waiting.get_absolute_url())]
    assert polled(client, waiting)["state"] == states[0]
    lobby.join(waiting, factories.person("Nora"), house_rules_accepted=True)
    states.append(polled(client, waiting)["state"])
    at_seven.shift(3 * MINUTE)
    states.append(polled(client, waiting)["state"])  # only this reader is still there
    at_seven.move_to(NOW + HOUR)
    states.append(polled(client, waiting)["state"])
    assert len(set(states)) == 4


def test_a_game_that_has_begun_is_followed_from_its_lobby(live: Game, players: list[User]) -> None:
    game = factories.open_live_game(players, title="Next")
    client = signed_in(players[0])
    before = polled(client, game)
    Game.objects.filter(pk=game.pk).update(starts_at=clock.now())
    joining_time.begin_due()
    after = polled(client, game)
    assert before["state"] != after["state"]
    assert after["stage"] == "playing-1"


def test_a_weekly_game_has_no_countdown(at_seven: object) -> None:
    game = factories.begun_game()
    page = signed_in(holder(game, "FRANCE")).get(game.get_absolute_url()).content.decode()
    assert "data-state" in page
    assert "data-left" not in page
    assert "data-live" not in page


def test_a_live_game_that_goes_on_by_days_has_no_countdown(live: Game, at_seven: Any) -> None:
    client = signed_in(holder(live, "FRANCE"))
    game_settings.change(live, factories.settings(), [], by=live.masterships.get().person)
    at_seven.shift(3 * MINUTE)
    due_phases.resolve_due()
    assert polled(client, live)["left"] is None
    page = client.get(live.get_absolute_url()).content.decode()
    assert "data-left" not in page
    assert "data-live" not in page
