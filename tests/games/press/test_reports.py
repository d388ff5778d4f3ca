"""The topics of reports: they are there by themselves, and are discussed in one thread each."""

import datetime as dt
import uuid
from collections.abc import Iterable

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts.models import User
from games import access, clock
from games.deadlines import resolving
from games.mastering import repair
from games.models import Game, Letter, Phase, Thread
from games.press import places, reports, threads

from ... import factories
from .post import write

A_SECOND = dt.timedelta(seconds=1)


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def resolve(game: Game, times: int = 1) -> Phase:
    """The last phase that was resolved."""
    for _ in range(times):
        factories.let_be_due(game, clock.now())
        assert resolving.resolve_due() == 1
    phase = reports.of(game)[0]
    phase.game = game
    return phase


def titles(game: Game, power: str, reported: Iterable[Phase] | None = None) -> list[str]:
    lines = threads.lines(access.Part(holder(game, power), game), reported=reported)
    return [line.title for line in lines]


def test_a_resolved_phase_is_a_topic_and_nothing_is_stored_for_it(game: Game):
    assert titles(game, "FRANCE") == [""]
    resolve(game)
    assert titles(game, "FRANCE") == ["", "Spring 1901, movement: report"]
    assert not Thread.objects.exists()


def test_reports_stand_among_the_threads_by_their_time(game: Game):
    write(game, "FRANCE", "GERMANY", topic="Older")
    with time_machine.travel(clock.now() + A_SECOND):
        resolve(game)
    with time_machine.travel(clock.now() + 2 * A_SECOND):
        write(game, "FRANCE", "GERMANY", topic="Newer")
    assert titles(game, "FRANCE") == ["", "Newer", "Spring 1901, movement: report", "Older"]


def test_a_list_has_the_newest_reports_and_another_has_all(game: Game):
    resolve(game, reports.NEWEST + 2)
    assert len(titles(game, "FRANCE")) == 1 + reports.NEWEST
    every = titles(game, "FRANCE", reports.of(game))
    assert len(every) == 1 + reports.of(game).count() > 1 + reports.NEWEST
    assert every[-1] == "Spring 1901, movement: report"


def test_a_report_is_discussed_in_one_thread_whoever_begins(game: Game):
    phase = resolve(game)
    first = write(game, "FRANCE", text="Well played.", topic=phase)
    second = write(game, "ITALY", text="Was it?", topic=phase)
    assert first.thread == second.thread == Thread.objects.get(phase=phase)
    assert first.thread.is_public
    (line,) = [
        line for line in threads.lines(access.Part(holder(game, "TURKEY"), game)) if line.report
    ]
    assert (line.title, line.unread) == ("Spring 1901, movement: report", 2)
    assert line.url == places.url(game, [], first.thread)
    assert line.last is not None
    assert line.last.text == "Was it?"


def test_the_same_form_sent_twice_writes_once_about_a_report(game: Game):
    phase, key = resolve(game), uuid.uuid4()
    assert write(game, "FRANCE", topic=phase, key=key) == write(
        game, "FRANCE", topic=phase, key=key
    )
    assert Letter.objects.count() == 1


def test_a_thread_is_titled_in_the_language_of_its_game(game: Game):
    Game.objects.filter(pk=game.pk).update(language="es")
    game.refresh_from_db()
    phase = resolve(game)
    assert reports.stored_title(phase) != "" != reports.title(phase)
    thread = write(game, "FRANCE", topic=phase).thread
    assert thread.title == reports.stored_title(phase)


def test_a_phase_that_was_rolled_back_has_no_report_but_keeps_what_was_said(
    game: Game, master: User
):
    phase = resolve(game)
    write(game, "FRANCE", text="Well played.", topic=phase)
    repair.roll_back(game, phase.number, by=master, reason="Misread.")
    assert titles(game, "FRANCE") == ["", "Spring 1901, movement: report (rolled back)"]
    again = resolve(game)
    assert again.code == phase.code
    write(game, "FRANCE", text="Once more.", topic=again)
    assert Thread.objects.filter(phase__code=phase.code).count() == 2


def test_where_all_was_hidden_the_next_letter_goes_to_the_same_thread(game: Game):
    phase = resolve(game)
    letter = write(game, "FRANCE", topic=phase)
    Letter.objects.update(hidden_at=clock.now())
    italy = holder(game, "ITALY")
    assert places.about(italy, phase).thread is None
    assert places.about(holder(game, "FRANCE"), phase).thread == letter.thread
    assert write(game, "ITALY", topic=phase).thread == letter.thread
    assert places.about(italy, phase).thread == letter.thread


@pytest.mark.parametrize("wrong", [{"circle": "1.2"}, {"title": "", "key": None}])
def test_no_private_and_no_untitled_thread_is_about_a_report(game: Game, wrong: dict[str, str]):
    phase = resolve(game)
    fields = {"title": "Secret", "key": "0" * 32, **wrong}
    with pytest.raises(IntegrityError), transaction.atomic():
        Thread.objects.create(game=game, phase=phase, opened_at=clock.now(), **fields)
