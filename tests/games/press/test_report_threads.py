"""Threads about reports: listed without being stored, and one thread for each report."""

import datetime as dt
import uuid
from collections.abc import Iterable

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.game_master import corrections
from games.models import Game, Message, Phase, Thread
from games.press import locations, report_threads
from games.web.pages.press import threads

from ... import factories
from .message_helpers import write

A_SECOND = dt.timedelta(seconds=1)


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def resolve(game: Game, times: int = 1) -> Phase:
    """The phase that was resolved last."""
    for _ in range(times):
        factories.let_be_due(game, clock.now())
        assert due_phases.resolve_due() == 1
    phase = report_threads.reported_phases(game)[0]
    phase.game = game
    return phase


def titles(game: Game, power: str, reported: Iterable[Phase] | None = None) -> list[str]:
    lines = threads.thread_lines(access.Role(holder(game, power), game), reported=reported)
    return [line.title for line in lines]


def test_a_resolved_phase_is_a_topic_and_nothing_is_stored_for_it(game: Game):
    assert titles(game, "FRANCE") == [""]
    resolve(game)
    assert titles(game, "FRANCE") == ["", "Spring 1901, movement: report"]
    assert not Thread.objects.exists()


def test_a_report_stands_behind_the_threads_until_somebody_writes_about_it(game: Game):
    write(game, "FRANCE", "GERMANY", topic="Older")
    with time_machine.travel(clock.now() + A_SECOND):
        phase = resolve(game)
    assert titles(game, "FRANCE") == ["", "Older", "Spring 1901, movement: report"]
    with time_machine.travel(clock.now() + 2 * A_SECOND):
        write(game, "ITALY", topic=phase)
    with time_machine.travel(clock.now() + 3 * A_SECOND):
        write(game, "FRANCE", "GERMANY", topic="Newer")
    assert titles(game, "FRANCE") == ["", "Newer", "Spring 1901, movement: report", "Older"]


def test_a_list_has_the_newest_reports_and_another_has_all(game: Game):
    resolve(game, report_threads.NEWEST + 2)
    assert len(titles(game, "FRANCE")) == 1 + report_threads.NEWEST
    every = titles(game, "FRANCE", report_threads.reported_phases(game))
    assert (
        len(every) == 1 + report_threads.reported_phases(game).count() > 1 + report_threads.NEWEST
    )
    assert every[-1] == "Spring 1901, movement: report"


def test_a_report_is_discussed_in_one_thread_whoever_begins(game: Game):
    phase = resolve(game)
    first = write(game, "FRANCE", text="Well played.", topic=phase)
    second = write(game, "ITALY", text="Was it?", topic=phase)
    assert first.thread == second.thread == Thread.objects.get(phase=phase)
    assert first.thread.is_public
    (line,) = [
        line
        for line in threads.thread_lines(access.Role(holder(game, "TURKEY"), game))
        if line.report
    ]
    assert (line.title, line.unread) == ("Spring 1901, movement: report", 2)
    assert line.url == locations.thread_url(game, [], first.thread)
    assert line.last is not None
    assert line.last.text == "Was it?"


def test_the_same_form_sent_twice_writes_once_about_a_report(game: Game):
    phase, key = resolve(game), uuid.uuid4()
    assert write(game, "FRANCE", topic=phase, key=key) == write(
        game, "FRANCE", topic=phase, key=key
    )
    assert Message.objects.count() == 1


def test_a_thread_is_titled_in_the_language_of_its_game(game: Game):
    Game.objects.filter(pk=game.pk).update(language="es")
    game.refresh_from_db()
    phase = resolve(game)
    assert report_threads.stored_title(phase) != "" != report_threads.report_title(phase)
    thread = write(game, "FRANCE", topic=phase).thread
    assert thread.title == report_threads.stored_title(phase)


def test_a_phase_that_was_rolled_back_has_no_report_but_keeps_what_was_said(
    game: Game, master: User
):
    phase = resolve(game)
    write(game, "FRANCE", text="Well played.", topic=phase)
    corrections.roll_back(game, phase.number, by=master, reason="Misread.")
    assert titles(game, "FRANCE") == ["", "Spring 1901, movement: report (rolled back)"]
    again = resolve(game)
    assert again.code == phase.code
    write(game, "FRANCE", text="Once more.", topic=again)
    assert Thread.objects.filter(phase__code=phase.code).count() == 2


def test_where_all_was_hidden_the_next_message_goes_to_the_same_thread(game: Game):
    phase = resolve(game)
    message = write(game, "FRANCE", topic=phase)
    Message.objects.update(hidden_at=clock.now())
    italy = holder(game, "ITALY")
    assert locations.report_location(italy, phase).thread is None
    assert locations.report_location(holder(game, "FRANCE"), phase).thread == message.thread
    assert write(game, "ITALY", topic=phase).thread == message.thread
    assert locations.report_location(italy, phase).thread == message.thread


@pytest.mark.parametrize("wrong", [{"circle": "1.2"}, {"title": "", "key": None}])
def test_no_private_and_no_untitled_thread_is_about_a_report(game: Game, wrong: dict[str, str]):
    phase = resolve(game)
    fields = {"title": "Secret", "key": "0" * 32, **wrong}
    with pytest.raises(IntegrityError), transaction.atomic():
        Thread.objects.create(game=game, phase=phase, opened_at=clock.now(), **fields)
