"""Practice games: bots order as soon as a phase opens, and the person ends it."""

import re
import subprocess
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as site_settings

from accounts.models import Bot, User
from games import access
from games.adjudication import due_phases
from games.bots import playing, process, seats
from games.core.errors import Refused
from games.deadlines import readiness
from games.lifecycle import endings, practice
from games.models import Game, Notification, Order, Phase, Receipt, Seat
from games.models.results import countable_games
from games.orders import submission
from games.orders.submission import Line
from games.seats import civil_disorder, tenures
from games.state import phases
from games.state.reliability import played
from tests import factories

pytestmark = pytest.mark.django_db
Decide = Callable[..., list[str] | None]


@pytest.fixture
def person() -> User:
    return factories.person("Ada")


def begin(person: User, **fields: Any) -> Game:
    terms: dict[str, Any] = {
        "setup": "standard",
        "power": "FRANCE",
        "bot": Bot.NOVICE,
        "edition": "2000",
        "request_key": uuid.uuid4(),
    }
    return practice.begin(person, **(terms | fields))


def hold(view: Any, _bot: str) -> list[str]:
    """Hold with all units, or order nothing: a bot that needs no process."""
    return [f"{unit} H" for unit in view.units[view.power]] if view.phase.endswith("M") else []


def play(game: Game, person: User) -> Phase:
    """Let the bots and the person order in the open phase, and resolve it; return that phase."""
    phase = factories.open_phase(game)
    playing.play_due()
    for seat in Seat.objects.held_by(person).filter(game=game):
        if seat.power in phases.orders_due(phase):
            lines = [Line(text, text) for text in hold(seats.view_of(phase, seat.power), "")]
            submission.submit(phase, seat, lines, person=person)
            readiness.set_ready(phase, [seat], ready=True, person=person)
    due_phases.resolve_due()
    return Phase.objects.get(pk=phase.pk)


def test_a_year_is_played_as_fast_as_the_person_is_ready(person: User):
    game = begin(person)
    codes = [play(game, person).code for _phase in range(2)]
    assert codes == ["S1901M", "F1901M"]
    moves = game.phases.get(code="S1901M")
    assert Order.objects.filter(phase=moves).count() == 22
    assert not moves.events.filter(kind="no_moves_received").exists()
    assert game.phases.resolved().count() == 2


def test_bots_wait_for_nobody_and_the_phase_waits_for_the_person(
    person: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(playing, "decide", hold)
    game = begin(person)
    assert playing.play_due() == 6
    assert playing.play_due() == 0
    phase = factories.open_phase(game)
    assert due_phases.resolve_due() == 0
    own = Seat.objects.get(game=game, power="FRANCE")
    assert not Receipt.objects.filter(phase=phase, seat=own).exists()
    assert Seat.objects.filter(game=game, ready_phase=phase).count() == 6


@pytest.mark.parametrize(
    "answer",
    [None, ["A PAR H"], ["nonsense"], ["A VIE - GAL", "A VIE - TYR"]],
    ids=["fails", "another's unit", "no order", "one unit twice"],
)
def test_a_bot_that_fails_or_says_nonsense_holds(
    person: User, monkeypatch: pytest.MonkeyPatch, answer: list[str] | None
):
    monkeypatch.setattr(playing, "decide", lambda _view, _bot: answer)
    game = begin(person, power="TURKEY")
    assert playing.play_due() == 6
    austria = Order.objects.filter(phase__game=game, seat__power="AUSTRIA")
    assert {order.text for order in austria} == {"A VIE H", "A BUD H", "F TRI H"}


@pytest.mark.parametrize(
    "program", ["import sys; sys.exit(1)", "print('A PAR H')", "print('[1]')", "print('[]')"]
)
def test_what_a_broken_program_prints_is_in_no_log(
    person: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    program: str,
):
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda args, **kw: run([args[0], "-c", program], **kw))
    view = seats.view_of(factories.open_phase(begin(person)), "ENGLAND")
    assert playing.decide(view, Bot.NOVICE) is None
    assert "bot_failed" in caplog.text
    assert "A PAR H" not in caplog.text


def test_a_program_that_takes_too_long_is_ended(person: User, monkeypatch: pytest.MonkeyPatch):
    run = subprocess.run
    endless = "import time; time.sleep(600)"
    monkeypatch.setattr(subprocess, "run", lambda args, **kw: run([args[0], "-c", endless], **kw))
    monkeypatch.setattr(playing, "SECONDS", 0.2)
    view = seats.view_of(factories.open_phase(begin(person)), "ENGLAND")
    assert playing.decide(view, Bot.CONSUL) is None


def test_a_program_is_told_what_its_seat_may_see_and_no_settings(
    person: User, monkeypatch: pytest.MonkeyPatch
):
    asked: list[Any] = []

    def run(*_args: Any, **options: Any) -> Any:
        asked.append(options)
        raise subprocess.SubprocessError

    monkeypatch.setattr(subprocess, "run", run)
    game = begin(person)
    own = Seat.objects.get(game=game, power="FRANCE")
    phase = factories.open_phase(game)
    submission.submit(phase, own, [Line("", "A PAR - GAS")], person=person)
    playing.decide(seats.view_of(phase, "ENGLAND"), Bot.NOVICE)
    assert "GAS" not in asked[0]["input"]
    assert site_settings.SECRET_KEY not in str(asked[0])
    assert asked[0]["env"] == {"PYTHONHASHSEED": "0"}


def test_nobody_plays_on_for_a_person_who_has_nothing_left(
    person: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(playing, "decide", hold)
    game = begin(person)
    factories.set_up_position(
        game, "S1905M", units={"GERMANY": ["A MUN"]}, centers={"GERMANY": ["MUN"]}
    )
    playing.play_due()
    game.refresh_from_db()
    assert (game.status, game.ending) == (Game.Status.FINISHED, Game.Ending.CLOSED)


def test_bots_rest_when_the_person_has_vanished(person: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(playing, "decide", hold)
    game = begin(person)
    Seat.objects.held_by(person).update(disorder_since=game.started_at)
    assert playing.play_due() == 0


def test_the_same_form_begins_one_game_and_too_many_are_refused(person: User):
    key = uuid.uuid4()
    games = [begin(person, request_key=key), begin(person, request_key=key), begin(person)]
    assert len({game.pk for game in games}) == 2
    begin(person)
    with pytest.raises(Refused, match="3 practice games at once"):
        begin(person)
    practice.end(games[0], person)
    begin(person)


@pytest.mark.parametrize("setup", ["standard", "two", "three", "chaos"])
def test_the_person_has_one_hand_and_bots_have_the_others(person: User, setup: str):
    game = begin(person, setup=setup, power=None, bot=Bot.CONSUL)
    mine = set(Seat.objects.held_by(person).filter(game=game).values_list("hand", flat=True))
    assert len(mine) == 1
    assert not game.seats.playable().exclude(pk__in=game.seats.held()).exists()


def test_a_power_that_nobody_plays_is_refused(person: User):
    with pytest.raises(Refused, match="isn’t played in this set-up"):
        begin(person, setup="standard", power="SPAIN")


def test_a_practice_game_counts_nowhere_and_notifies_nobody(
    person: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(playing, "decide", hold)
    game = begin(person)
    play(game, person)
    play(game, person)
    assert played.of_person(person).due == 0
    assert played.most_at_once(person) == 0
    assert not access.disclosed_games(person).filter(pk=game.pk).exists()
    endings.draw(game, among=["FRANCE", "ENGLAND"], by=None)
    assert not countable_games().filter(pk=game.pk).exists()
    assert not Notification.objects.filter(game=game).exists()


def test_nobody_finds_or_signs_in_as_a_bot(person: User):
    begin(person)
    bot = User.objects.get(bot=Bot.NOVICE)
    assert (str(bot), bot.is_active, bot.has_usable_password()) == ("Novice (bot)", False, False)
    assert bot not in User.objects.confirmed()
    assert bot not in User.objects.taking_part()


def test_the_process_starts_only_while_a_bot_is_due(person: User, monkeypatch: pytest.MonkeyPatch):
    started: list[list[str]] = []

    class Running:
        def __init__(self, args: list[str], **_options: Any) -> None:
            started.append(args)
            self.ended: int | None = None

        def poll(self) -> int | None:
            return self.ended

    monkeypatch.setattr(subprocess, "Popen", Running)
    monkeypatch.setattr(process, "_running", None)
    assert not process.start_if_due()
    begin(person)
    assert [process.start_if_due(), process.start_if_due()] == [True, False]
    monkeypatch.setattr(process._running, "ended", 0)
    assert process.start_if_due()
    assert started[0][-1] == "play_bots"


def test_the_key_of_another_game_begins_a_game_of_ones_own(person: User):
    lobby = factories.open_game(factories.person("Berta"))
    game = begin(person, request_key=lobby.request_key)
    lobby.refresh_from_db()
    assert (lobby.status, game.practice, game.pk == lobby.pk) == (Game.Status.LOBBY, True, False)
    other = begin(factories.person("Carl"), request_key=game.request_key)
    assert other.pk != game.pk


def test_an_error_in_one_game_stops_no_other(person: User, monkeypatch: pytest.MonkeyPatch):
    broken, other = begin(person), begin(person)

    def view_of(phase: Phase, power: str) -> Any:
        if phase.game_id == broken.pk:
            raise OSError("no more processes")
        return view(phase, power)

    view = seats.view_of
    monkeypatch.setattr(seats, "view_of", view_of)
    monkeypatch.setattr(playing, "decide", hold)
    assert playing.play_due() == 6
    assert Receipt.objects.filter(phase__game=other).count() == 6
    assert not playing.is_due()  # what failed is left alone for a while


def test_each_game_gets_a_seat_in_turn(person: User, monkeypatch: pytest.MonkeyPatch):
    first, second = begin(person), begin(person)
    played_in: list[int] = []
    play_one = playing._play_one

    def watched(due: seats.Due) -> bool:
        played_in.append(due.phase.game_id)
        return play_one(due)

    monkeypatch.setattr(playing, "_play_one", watched)
    monkeypatch.setattr(playing, "decide", hold)
    playing.play_due()
    assert played_in[:4] == [first.pk, second.pk, first.pk, second.pk]


def test_bots_come_back_with_their_person(person: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(playing, "decide", hold)
    game = begin(person)
    Seat.objects.filter(game=game).update(disorder_since=game.started_at)
    assert not playing.is_due()
    civil_disorder.end_disorder(Seat.objects.held_by(person).get(game=game), person)
    assert playing.play_due() == 6


def test_a_practice_game_is_ended_instead_of_resigned(person: User):
    game = begin(person)
    with pytest.raises(Refused, match="End it instead"):
        tenures.resign(Seat.objects.held_by(person).get(game=game), person)
    practice.end_all(person)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


def test_nobody_can_have_the_address_of_a_bot(person: User):
    begin(person)
    assert re.fullmatch(r"novice-[0-9a-f]{16}@bots.invalid", User.objects.get(bot="novice").email)


def test_a_winter_waits_until_the_person_is_ready(person: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(playing, "decide", lambda view, _bot: ["F LON B"])
    game = begin(person)
    factories.set_up_position(
        game,
        "W1901A",
        units={"FRANCE": ["A BUR"], "ENGLAND": ["F NTH"]},
        centers={"FRANCE": ["PAR", "BRE"], "ENGLAND": ["LON", "EDI"]},
    )
    playing.play_due()
    phase = factories.open_phase(game)
    own = Seat.objects.get(game=game, power="FRANCE")
    submission.submit(phase, own, [Line("", "A PAR B")], person=person)
    phase.refresh_from_db()
    assert phase.due_at == phase.deadline
    readiness.set_ready(phase, [own], ready=True, person=person)
    assert due_phases.resolve_due() == 1
