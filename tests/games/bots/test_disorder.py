"""A bot orders for powers in civil disorder, where a game has agreed to it."""

import datetime as dt
import re
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts import bots, clock
from accounts.models import Bot, User
from games.adjudication import due_phases, preview
from games.bots import disorder, playing, process
from games.core.errors import Refused
from games.deadlines import open_phase
from games.lifecycle import settings as game_settings
from games.models import Event, Game, GameSettings, Order, Phase, Receipt, Seat
from games.orders import bot_sheets, submission
from games.orders.submission import Line
from games.polling.seat_states import seat_states
from games.seats import civil_disorder, tenures
from games.state import missed_turns, phases
from games.state.reliability import played
from games.wording import results
from tests import factories
from tests.games.archive.conftest import imported, small_archive_of
from tests.threads import ON_SQLITE, Act, in_threads, is_waited_for

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)
TO_BURGUNDY = ["A PAR - BUR", "A MAR H", "F BRE H"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "decide", lambda _view, _bot: TO_BURGUNDY)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return begin(master, players)


def begin(master: User, players: list[User], **fields: Any) -> Game:
    """A game in which a bot may play; France is in civil disorder, its deadline is near."""
    game = factories.begun_game(master, players, phase_hours=72, **fields)
    GameSettings.objects.filter(game=game).update(bots_in_disorder=True, on_missed="none")
    game.refresh_from_db()
    civil_disorder.declare_disorder(factories.seat(game, "FRANCE"), by=master, reason="")
    factories.let_be_due(game, clock.now() + HOUR / 2)
    return game


def sheets(game: Game) -> list[str]:
    return list(Receipt.objects.filter(phase__game=game).values_list("text", flat=True))


def of_france(game: Game, phase: Phase) -> list[str]:
    orders = Order.objects.filter(phase=phase, seat__power="FRANCE")
    return sorted(orders.values_list("text", flat=True))


def resolve(game: Game) -> Phase:
    phase = factories.open_phase(game)
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    phase.refresh_from_db()
    assert phase.resolved_at is not None
    return phase


def order(game: Game, *texts: str, person: User | None = None) -> submission.Saved:
    seat = factories.seat(game, "FRANCE")
    lines = [Line(text, text) for text in texts]
    return submission.submit(
        factories.open_phase(game), seat, lines, person=person or factories.holder(seat)
    )


# What counts


@pytest.mark.parametrize("resigned", [False, True], ids=["vanished", "resigned"])
def test_the_orders_of_the_bot_count_at_the_deadline(game: Game, resigned: bool):
    if resigned:
        seat = factories.seat(game, "FRANCE")
        tenures.resign(seat, factories.holder(seat))
    assert disorder.is_due()
    assert disorder.play_due() == 1
    assert disorder.play_due() == 0
    phase = resolve(game)
    assert of_france(game, phase) == sorted(TO_BURGUNDY)
    assert factories.open_phase(game).units.filter(province="BUR", seat__power="FRANCE").exists()


def test_the_program_itself_gives_orders_that_count(game: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    monkeypatch.setattr(playing, "SECONDS", 200)  # it runs when other tests leave it a processor
    assert disorder.play_due() == 1
    phase = resolve(game)
    assert phase.orders.of_bots_for_absent().count() == 3


def test_nothing_is_ordered_unless_the_game_has_agreed_to_it(game: Game):
    GameSettings.objects.filter(game=game).update(bots_in_disorder=False)
    assert not disorder.is_due()
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    assert not bot_sheets.save(phase, seat, TO_BURGUNDY, bot=bots.account_of(Bot.NOVICE))
    assert of_france(game, resolve(game)) == ["A MAR H", "A PAR H", "F BRE H"]


def test_nothing_is_ordered_at_once_after_the_opening(game: Game):
    factories.let_be_due(game, clock.now() + 2 * HOUR)
    assert not disorder.is_due()
    Phase.objects.filter(game=game).update(opened_at=clock.now() - HOUR)
    assert disorder.is_due()


def test_without_the_process_the_units_hold(game: Game):
    assert of_france(game, resolve(game)) == ["A MAR H", "A PAR H", "F BRE H"]


@pytest.mark.parametrize("answer", [None, ["A MUN H"], ["nonsense"]])
def test_a_bot_that_fails_orders_nothing_and_is_not_asked_at_once_again(
    game: Game, monkeypatch: pytest.MonkeyPatch, answer: list[str] | None
):
    monkeypatch.setattr(playing, "decide", lambda _view, _bot: answer)
    assert disorder.play_due() == 0
    assert not disorder.is_due()
    assert sheets(game) == []


def test_a_power_with_nothing_to_order_starts_no_process_again(game: Game):
    factories.set_up_position(game, "S1905M", units={"GERMANY": ["A MUN"]})
    factories.let_be_due(game, clock.now() + HOUR / 2)
    assert disorder.play_due() == 0
    assert not disorder.is_due()


def test_a_worker_starts_the_process(game: Game, monkeypatch: pytest.MonkeyPatch):
    started: list[Any] = []
    monkeypatch.setattr("subprocess.Popen", lambda args, **_kw: started.append(args))
    assert process.start_if_due()
    disorder.play_due()
    assert not process.start_if_due()
    assert len(started) == 1


@pytest.mark.parametrize("answer", [["A PAR B"], []], ids=["builds", "waives"])
def test_the_bot_adjusts_once(game: Game, monkeypatch: pytest.MonkeyPatch, answer: list[str]):
    monkeypatch.setattr(playing, "decide", lambda _view, _bot: answer)
    factories.set_up_position(
        game, "W1901A", units={"FRANCE": ["A MAR"]}, centers={"FRANCE": ["PAR", "MAR"]}
    )
    factories.let_be_due(game, clock.now() + HOUR / 2)
    assert disorder.play_due() == 1
    assert not disorder.is_due()
    assert of_france(game, resolve(game)) == answer
    assert factories.open_phase(game).units.count() == 1 + len(answer)


# People


def test_a_person_who_has_ordered_or_orders_later_is_followed(game: Game):
    order(game, "A PAR - PIC")
    assert not disorder.is_due()
    civil_disorder.declare_disorder(
        factories.seat(game, "FRANCE"), by=game.masterships.get().person, reason=""
    )
    assert not disorder.is_due()
    assert of_france(game, resolve(game)) == ["A MAR H", "A PAR - PIC", "F BRE H"]


def test_the_orders_of_the_bot_are_withdrawn_when_its_person_comes_back(game: Game):
    disorder.play_due()
    seat = factories.seat(game, "FRANCE")
    civil_disorder.end_disorder(seat, factories.holder(seat))
    assert phases.newest_receipt(factories.open_phase(game), seat) is None
    civil_disorder.declare_disorder(
        factories.seat(game, "FRANCE"), by=game.masterships.get().person, reason=""
    )
    assert of_france(game, resolve(game)) == ["A MAR H", "A PAR H", "F BRE H"]


def test_a_person_saves_without_a_question_over_the_orders_of_the_bot(game: Game):
    disorder.play_due()
    seat = factories.seat(game, "FRANCE")
    lines = [Line("", "A PAR - PIC")]
    phase = factories.open_phase(game)
    submission.submit(phase, seat, lines, person=factories.holder(seat), seen="")
    assert of_france(game, resolve(game)) == ["A MAR H", "A PAR - PIC", "F BRE H"]


def test_a_new_player_finds_no_orders(game: Game):
    disorder.play_due()
    tenures.take(factories.seat(game, "FRANCE"), factories.person("Nora"))
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    assert phases.newest_receipt(phase, seat) is None
    assert of_france(game, resolve(game)) == ["A MAR H", "A PAR H", "F BRE H"]


def test_the_bot_ends_no_disorder_and_the_turn_is_missed_all_the_same(game: Game):
    disorder.play_due()
    seat = factories.seat(game, "FRANCE")
    assert (seat.disorder_since is not None, seat.ready_phase) == (True, None)
    phase = resolve(game)
    missed = phase.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED, seat=seat)
    assert missed.exists()
    assert missed_turns.count(game, [seat.hand])[seat.hand] == (1, 1)
    assert not Order.objects.by_people().filter(phase=phase, seat=seat).exists()
    Game.objects.update(anonymous=False)  # names that are hidden have no figures
    turns = played.of_person(factories.holder(seat))
    assert (turns.due, turns.disorders) == (0, 1)
    assert factories.seat(game, "FRANCE").disorder_since is not None


# Secrets


def test_nobody_learns_before_the_deadline_that_the_bot_has_ordered(game: Game, client: Client):
    seat = factories.seat(game, "FRANCE")
    readers = [game.masterships.get().person, factories.holder(seat)]

    def all_that_is_shown() -> list[Any]:
        return [
            seat_states(game),
            game.events.count(),
            phases.newest_receipt(factories.open_phase(game), seat),
            *(page_of(game.get_absolute_url(), reader, client) for reader in readers),
            page_of(reverse("games:master", args=[game.slug]), readers[0], client),
            page_of(
                reverse("games:orders", args=[game.slug, "S1901M", "FRANCE"]), readers[1], client
            ),
        ]

    with time_machine.travel(clock.now(), tick=False):
        before = all_that_is_shown()
        assert disorder.play_due() == 1
        assert all_that_is_shown() == before
    assert not Order.objects.filter(phase__game=game).exists()


def page_of(address: str, reader: User, client: Client) -> str:
    """A page without what is new each time."""
    client.force_login(reader)
    answer = client.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    fresh = r'(name="(csrfmiddlewaretoken|request_key)" value|nonce)="[^"]*"'
    return re.sub(fresh, "", page)


def test_results_say_that_a_bot_gave_the_orders(game: Game, client: Client):
    disorder.play_due()
    phase = resolve(game)
    assert results.powers_of_bots(phase) == [("France", "Novice (bot)")]
    assert "Orders of bots" in [each.heading for each in results.remarks(phase)]
    assert client.get(phase.get_absolute_url()).content.decode().count("Novice (bot)") == 1


def test_an_imported_game_still_says_which_orders_a_bot_gave(game: Game, master: User):
    disorder.play_due()
    resolve(game)
    again = imported(small_archive_of(game), master)
    assert results.powers_of_bots(again.phases.get(code="S1901M")) == [("France", "Novice (bot)")]


def test_the_master_who_publishes_sees_what_will_count(master: User, players: list[User]):
    game = begin(master, players, publish_hours=24)
    disorder.play_due()
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    phase = factories.open_phase(game)
    shown = [each.text for each in preview.preview(phase).orders if each.seat.power == "FRANCE"]
    assert sorted(shown) == sorted(TO_BURGUNDY)
    assert not phase.orders.exists()


# The setting


def test_the_setting_stays_as_it_was_agreed_when_the_game_began(game: Game):
    assert game.settings is not None
    fields = {name: getattr(game.settings, name) for name in game_settings.FIELDS}
    fields |= {"bots_in_disorder": False, "ready_minutes": 7}
    master = game.masterships.get().person
    assert game_settings.change(game, fields, (), by=master)
    game.refresh_from_db()
    assert game.settings.bots_in_disorder


# At once


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["order", "take", "deadline"])
def test_a_bot_and_what_happens_at_once_leave_one_of_both(
    master: User, players: list[User], act: str
):
    game, nora = begin(master, players), factories.person("Nora")
    acts = {
        "order": lambda: order(game, "A PAR - PIC"),
        "take": lambda: tenures.take(factories.seat(game, "FRANCE"), nora),
        "deadline": lambda: resolve(game),
    }
    phase = factories.open_phase(game)
    in_threads(acts[act], disorder.play_due)
    if act != "deadline":
        resolve(game)
    given = of_france(game, phase)
    if act == "deadline":  # all of the bot's orders, or none
        saved = sheets(game) == ["\n".join(TO_BURGUNDY)]
        assert given == (sorted(TO_BURGUNDY) if saved else ["A MAR H", "A PAR H", "F BRE H"])
    else:
        moved = "A PAR - PIC" if act == "order" else "A PAR H"
        assert given == ["A MAR H", moved, "F BRE H"]
        assert not phase.orders.of_bots_for_absent().exists()


@pytest.mark.django_db(transaction=True)
@ON_SQLITE
def test_the_bot_waits_for_the_lock_and_then_looks_again(master: User, players: list[User]):
    game = begin(master, players)
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    bot = bots.account_of(Bot.NOVICE)
    with transaction.atomic():
        open_phase.lock_open(phase)
        saving = Act(lambda: bot_sheets.save(phase, seat, TO_BURGUNDY, bot=bot))
        while not is_waited_for():
            assert saving.is_alive(), saving.error
        Seat.objects.filter(pk=seat.pk).update(disorder_since=None)
    saving.join(30)
    assert saving.result is False
    assert sheets(game) == []


def test_a_bot_that_comes_too_late_is_refused(game: Game):
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    resolve(game)
    with pytest.raises(Refused):
        bot_sheets.save(phase, seat, TO_BURGUNDY, bot=bots.account_of(Bot.NOVICE))
    assert sheets(game) == []
