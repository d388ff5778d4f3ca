"""Actions on the clock of a game: extending, pausing, resuming, ending a phase."""

import datetime as dt
from typing import Any

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control
from games.models import Event, Game, Notification, Pause, Phase
from games.seats import tenures, waiting_list
from games.seats.civil_disorder import declare_disorder
from tests import factories

HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)


def test_a_deadline_is_put_off_and_all_are_told(game: Game, master: User, players: list[User]):
    before = factories.deadline(game)
    event = control.extend(game, to=before + DAY, by=master, reason="Holidays.")
    assert factories.deadline(game) == factories.open_phase(game).deadline == before + DAY
    assert (event.due_before, event.due_after) == (before, before + DAY)
    told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    assert set(told.values_list("person", flat=True)) == {each.pk for each in players}


def test_a_deadline_is_never_brought_forward(game: Game, master: User):
    before = factories.deadline(game)
    for to in (before, before - HOUR):
        with pytest.raises(Refused, match="The new deadline must be later than the current one"):
            control.extend(game, to=to, by=master)
    assert factories.deadline(game) == before


def test_a_deadline_is_put_off_to_at_most_sixty_days_from_now(game: Game, master: User):
    with pytest.raises(Refused, match="at most 60 days"):
        control.extend(game, to=clock.now() + 61 * DAY, by=master)
    control.extend(game, to=clock.now() + 59 * DAY, by=master)


def test_an_extension_by_mistake_is_undone_and_all_are_told(
    game: Game, master: User, players: list[User]
):
    before = factories.deadline(game)
    control.extend(game, to=before + 20 * DAY, by=master)
    event = control.shorten(game, to=before, by=master, reason="A typo.")
    assert factories.deadline(game) == factories.open_phase(game).deadline == before
    assert (event.kind, event.due_before, event.due_after) == (
        Event.Kind.SHORTENED, before + 20 * DAY, before,
    )  # fmt: skip
    told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    assert set(told.values_list("person", flat=True)) == {each.pk for each in players}


def test_no_deadline_becomes_earlier_than_it_was_promised(game: Game, master: User):
    before = factories.deadline(game)
    with pytest.raises(Refused, match="hasn’t been extended"):
        control.shorten(game, to=before - HOUR, by=master)
    control.extend(game, to=before + 2 * DAY, by=master)
    control.extend(game, to=before + 9 * DAY, by=master)
    for to in (before, before + 2 * DAY - HOUR, before + 9 * DAY, before + 10 * DAY):
        with pytest.raises(Refused, match="The new deadline must be between"):
            control.shorten(game, to=to, by=master)
    control.shorten(game, to=before + 2 * DAY, by=master)
    control.shorten(game, to=before, by=master)  # the first extension is the last one again
    assert factories.deadline(game) == before


def test_time_that_a_new_player_got_is_not_taken_away(game: Game, master: User):
    newcomer, before = factories.person(), factories.deadline(game)
    waiting_list.enlist(newcomer, "")
    with time_machine.travel(before - HOUR, tick=False):
        tenures.replace(factories.seat(game, "FRANCE"), newcomer, by=master)
        assert factories.deadline(game) > before
        with pytest.raises(Refused, match="hasn’t been extended"):
            control.shorten(game, to=before + HOUR, by=master)


@pytest.mark.parametrize(("later", "notice"), [(HOUR, HOUR), (2 * HOUR, DAY)])
def test_players_are_left_some_time_if_the_old_deadline_is_near(
    game: Game, master: User, later: dt.timedelta, notice: dt.timedelta
):
    before = factories.deadline(game)
    with time_machine.travel(before - HOUR / 2, tick=False) as now:
        control.extend(game, to=before + 20 * DAY, by=master)
        now.shift(later)
        with pytest.raises(Refused, match="The new deadline must be between"):
            control.shorten(game, to=before, by=master)
        control.shorten(game, to=clock.now() + notice - HOUR / 6, by=master)
        assert factories.deadline(game) == clock.now() + notice


@pytest.mark.parametrize("act", ["extend", "end_now", "pause"])
def test_a_page_that_saw_another_deadline_changes_nothing(game: Game, master: User, act: str):
    seen = factories.open_phase(game).deadline
    control.extend(game, to=None, by=master, seen=seen)
    now = factories.deadline(game)
    more: dict[str, Any] = {"extend": {"to": None}, "pause": {"until": clock.now() + DAY}}
    with pytest.raises(Refused, match="The deadline has changed in the meantime"):
        getattr(control, act)(game, by=master, seen=seen, **more.get(act, {}))
    assert factories.deadline(game) == now
    assert game.events.filter(kind=Event.Kind.EXTENDED).count() == 1


@pytest.mark.parametrize("act", ["extend", "end_now", "pause"])
def test_a_deadline_that_has_passed_is_left_alone(game: Game, master: User, act: str):
    due = factories.deadline(game)
    more = {"extend": {"to": due + DAY}, "pause": {"until": due + DAY}}.get(act, {})
    with (
        time_machine.travel(due, tick=False),
        pytest.raises(Refused, match="The deadline has passed"),
    ):
        getattr(control, act)(game, by=master, **more)


def test_processing_now_waits_for_nobody(master: User, players: list[User]):
    game = factories.begun_game(master, players, on_missed="grace", grace_hours=24)
    control.end_now(game, by=master)
    assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"


def test_a_paused_game_is_due_at_no_time_and_starts_again_by_itself(game: Game, master: User):
    left = factories.deadline(game) - clock.now()
    until = clock.now() + 10 * DAY
    control.pause(game, until=until, by=master)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    with time_machine.travel(until - HOUR, tick=False):
        assert (due_phases.resolve_due(), control.resume_due()) == (0, 0)
    with time_machine.travel(until, tick=False):
        assert control.resume_due() == 1
        assert control.resume_due() == 0
        assert abs(factories.deadline(game) - clock.now() - left) < dt.timedelta(minutes=1)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_an_extension_granted_before_a_pause_stays_granted(game: Game, master: User):
    promised = clock.now() + 20 * DAY
    control.extend(game, to=promised, by=master)
    control.pause(game, until=clock.now() + DAY, by=master)
    control.resume(game, by=master)
    assert factories.deadline(game) >= promised


def test_a_pause_lasts_at_most_sixty_days_and_ends_in_the_future(game: Game, master: User):
    for until in (clock.now() - HOUR, clock.now() + 61 * DAY):
        with pytest.raises(
            Refused, match="A pause must end in the future and can last at most 60 days"
        ):
            control.pause(game, until=until, by=master)
    assert not Pause.objects.exists()


def test_what_stands_still_is_neither_put_off_nor_paused_again(game: Game, master: User):
    control.pause(game, until=clock.now() + DAY, by=master)
    for act in (
        lambda: control.extend(game, to=None, by=master),
        lambda: control.end_now(game, by=master),
        lambda: control.pause(game, until=clock.now() + DAY, by=master),
    ):
        with pytest.raises(Refused, match="The clock of this game is stopped"):
            act()


def test_a_game_that_runs_cannot_be_resumed(game: Game, master: User):
    with pytest.raises(Refused, match="This game isn’t paused"):
        control.resume(game, by=master)


def test_one_pause_that_cannot_end_stops_no_other(
    game: Game, master: User, monkeypatch: pytest.MonkeyPatch
):
    other = factories.begun_game(master, title="Another table")
    for each in (game, other):
        control.pause(each, until=clock.now() + DAY, by=master)
    move = control.move_deadline

    def stumble(phase: Phase, to: dt.datetime) -> None:
        if phase.game_id == game.pk:
            raise ValueError
        move(phase, to)

    monkeypatch.setattr(control, "move_deadline", stumble)
    with time_machine.travel(clock.now() + 2 * DAY):
        assert control.resume_due() == 1
    assert Pause.objects.get(ended_at=None).phase.game == game


def test_a_delay_keeps_the_readiness_of_those_who_are_ready(game: Game, master: User):
    ready = factories.seat(game, "FRANCE")
    ready.ready_phase = factories.open_phase(game)
    ready.save(update_fields=["ready_phase"])
    declare_disorder(factories.seat(game, "ITALY"), by=master, reason="Gone.")
    control.extend(game, to=None, by=master)
    ready.refresh_from_db()
    assert ready.ready_phase == factories.open_phase(game)
