"""Each check in `promises` is silent where all is well and reports its violation."""

import datetime as dt
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from django.db import transaction

from accounts import clock
from games.adjudication import due_phases, resolution
from games.core import audit
from games.deadlines import control, reminders
from games.game_master import corrections
from games.models import Event, Game, Message, Notification, Order, Pause, Phase, Tenure
from games.orders import submission
from games.orders.submission import Line
from games.press import sending
from tests import factories

from . import promises
from .crowd import Answer, SentMessage, Sheet
from .smtp import Mail

BURGUNDY, PICARDY = ("A PAR - BUR",), ("A PAR - PIC",)


@pytest.fixture
def game(db: None) -> Game:
    """A game in which France ordered and the first phase was resolved."""
    game = factories.begun_game()
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    submission.submit(phase, seat, [Line("1", BURGUNDY[0])], person=factories.holder(seat))
    with transaction.atomic():
        phases = Phase.objects.select_related("game__settings", "settings")
        resolution.resolve([phases.get(pk=phase.pk)])
    return game


def sent(game: Game, texts: tuple[str, ...], answer: Answer = Answer.SAVED) -> Sheet:
    return Sheet(game.slug, "S1901M", "FRANCE", texts, answer)


def violations(game: Game) -> Iterator[str]:
    """Run all checks of the rows, with France's sheet as the one that was sent."""
    yield from promises.every_phase_was_resolved_exactly_once()
    yield from promises.every_game_goes_on()
    yield from promises.every_order_answered_saved_counts([sent(game, BURGUNDY)])
    yield from promises.every_receipt_is_genuine()
    yield from promises.everyone_was_notified_of_results_once()


def resolve_again(game: Game) -> None:
    audit.log(Event.Kind.PHASE_RESOLVED, game=game, phase=game.phases.get(number=1))


def forget_an_outcome(game: Game) -> None:
    Order.objects.filter(phase__game=game, text="A VIE H").update(outcome="")


def skip_a_number(game: Game) -> None:
    game.phases.filter(number=2).update(number=3)


def stop_the_clock(game: Game) -> None:
    game.phases.filter(number=2).update(deadline=None, due_at=None)


def set_aside(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)


def lose_the_order(game: Game) -> None:
    Order.objects.filter(phase__game=game, text=BURGUNDY[0]).delete()


def forget_its_outcome(game: Game) -> None:
    Order.objects.filter(phase__game=game, text=BURGUNDY[0]).update(outcome="")


def save_too_late(game: Game) -> None:
    first = game.phases.get(number=1)
    Phase.objects.filter(pk=first.pk).update(resolved_at=first.opened_at)


def notifications_on_the_site(game: Game) -> Any:
    return Notification.objects.filter(
        game=game, kind=Notification.Kind.RESULTS, channel=Notification.Channel.SITE
    )


def notify_one_less(game: Game) -> None:
    notifications_on_the_site(game).first().delete()


def notify_one_twice(game: Game) -> None:
    notification = notifications_on_the_site(game).first()
    notification.pk, notification.key = None, "again"
    notification.save(force_insert=True)


def test_nothing_is_broken_where_all_went_well(game: Game) -> None:
    assert list(violations(game)) == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (resolve_again, "S1901M: resolved, resolved 2 times"),
        (forget_an_outcome, "has no outcome"),
        (skip_a_number, "its phases are numbered [1, 3]"),
        (stop_the_clock, "F1901M: open, due None: nobody will resolve it"),
        (set_aside, "the game is aside"),
        (lose_the_order, "S1901M FRANCE: () counted, and the last receipt says ('A PAR - BUR',)"),
        (forget_its_outcome, "S1901M FRANCE: () counted"),
        (save_too_late, "after the phase was over"),
        (notify_one_less, "was told 0 times"),
        (notify_one_twice, "was told 2 times"),
    ],
)
def test_what_was_lost_or_done_twice_is_named(
    game: Game, harm: Callable[[Game], None], words: str
) -> None:
    harm(game)
    assert any(words in line for line in violations(game)), list(violations(game))


def test_a_sheet_that_was_answered_and_never_stored_is_named(game: Game) -> None:
    lost = [sent(game, BURGUNDY), sent(game, PICARDY)]
    broken = list(promises.every_order_answered_saved_counts(lost))
    assert any("no receipt for ('A PAR - PIC',), answered “saved”" in line for line in broken)
    assert any("('A PAR - BUR',) stands, and not one of" in line for line in broken)


@pytest.mark.parametrize(
    ("answers", "ends"),
    [
        ("", [None]),
        ("saved", [BURGUNDY]),
        ("refused", [None]),
        ("none", [None, BURGUNDY]),
        ("saved none", [BURGUNDY, PICARDY]),
        ("none saved", [PICARDY]),
        ("saved refused", [BURGUNDY]),
    ],
)
def test_only_a_later_sheet_without_an_answer_may_stand_instead(
    answers: str, ends: list[tuple[str, ...] | None]
) -> None:
    texts = (BURGUNDY, PICARDY)
    attempts = [
        Sheet("g", "S1901M", "FRANCE", text, Answer(word))
        for text, word in zip(texts, answers.split(), strict=False)
    ]
    assert promises.possible_ends(attempts) == ends


def mail(identity: str) -> Mail:
    message = EmailMessage()
    message["Message-ID"] = identity
    return Mail("entente@x.test", ("ada@x.test",), message.as_bytes(), 0.0)


def test_a_mail_that_waits_or_was_given_up_is_named(game: Game) -> None:
    outbox = Notification.objects.filter(channel=Notification.Channel.MAIL, game=game)
    waiting = outbox.filter(kind=Notification.Kind.RESULTS)
    assert len(list(promises.every_mail_arrived([]))) == outbox.count() > 0
    outbox.exclude(pk=waiting[0].pk).update(sent_at=game.created_at, send_at=None)
    came = [mail(f"<{n}@x.test>") for n in range(outbox.count() - 1)]
    waiting.filter(sent_at=None).update(send_at=None)
    [line] = promises.every_mail_arrived(came)
    assert "was not sent in 0 attempts; next at None" in line
    waiting.filter(sent_at=None).update(sent_at=game.created_at)
    [line] = promises.every_mail_arrived(came)
    assert line == f"{len(came) + 1} mails were sent, and {len(came)} different ones arrived"


def test_a_mail_comes_again_once_a_crash_at_most() -> None:
    came = [mail("<1@x.test>"), mail("<2@x.test>"), mail("<1@x.test>")]
    assert list(promises.mails_are_repeated_once_a_crash_at_most(came, crashes=1)) == []
    assert len(list(promises.mails_are_repeated_once_a_crash_at_most(came, crashes=0))) == 1


def written(message: Message, answer: Answer = Answer.SAVED) -> SentMessage:
    circle = tuple(seat.power for seat in message.thread.seats.order_by("place"))
    key = str(message.request_key)
    slug = message.thread.game.slug
    return SentMessage(slug, circle, "FRANCE", message.text, key, answer, times=1)


def write(game: Game, *to: str, text: str = "Hello") -> Message:
    seat = factories.seat(game, "FRANCE")
    circle = list(game.seats.filter(power__in=["FRANCE", *to])) if to else []
    key = uuid.uuid4()
    holder = factories.holder(seat)
    return sending.send(game, circle, sender=seat, person=holder, text=text, request_key=key)


def test_a_message_that_was_lost_or_stands_twice_is_named(game: Game) -> None:
    message = write(game, "GERMANY")
    sent, check = written(message), promises.every_message_answered_sent_stands_once
    assert list(check([sent])) == []
    assert list(check([replace(sent, answer=Answer.NONE)])) == []
    assert "was sent by nobody" in next(check([]))
    assert "stands 1 times" in next(check([replace(sent, answer=Answer.REFUSED)]))
    assert "and was sent to" in next(check([replace(sent, circle=())]))
    write(game, "GERMANY")
    assert "stands 2 times" in next(check([sent]))
    lost = replace(sent, text="Lost")
    assert any("answered “saved”, stands 0 times" in line for line in check([sent, lost]))


@pytest.mark.parametrize(("to", "readers"), [((), 7), (("GERMANY", "ITALY"), 2)])
def test_who_was_not_told_of_a_message_is_named(
    game: Game, to: tuple[str, ...], readers: int
) -> None:
    message = write(game, *to)
    check = promises.every_reader_was_mailed_a_message_once
    assert message.notifications.count() == readers
    assert list(check()) == []
    one = message.notifications.values("pk")[:1].get()
    message.notifications.filter(**one).update(key="again", person=message.person)
    assert len(list(check())) == 2  # one who is no reader was notified, and a reader was not


def remind(game: Game, hours: float) -> None:
    """Send the reminders at the given time before the deadline."""
    with time_machine.travel(factories.deadline(game) - dt.timedelta(hours=hours), tick=False):
        assert reminders.remind() == 1


def reminders_broken(game: Game, hours: float) -> list[str]:
    """Return the violations of the reminders at the given time before the deadline."""
    with time_machine.travel(factories.deadline(game) - dt.timedelta(hours=hours), tick=False):
        return list(promises.everyone_without_orders_was_reminded_once_each_time())


def test_who_was_not_reminded_once_is_named(db: None) -> None:
    game = factories.begun_game(phase_hours=25)
    phase = factories.open_phase(game)
    assert reminders_broken(game, 24.1) == []
    forgotten = [f"{game.slug} {phase} {seat}: reminded 0 times" for seat in game.seats.all()]
    assert set(reminders_broken(game, 24)) == {
        f"{game.slug} {phase}: nobody was reminded",
        *forgotten,
    }
    remind(game, 24)
    assert reminders_broken(game, 24) == []
    remind(game, 3)
    assert reminders_broken(game, 3) == []
    reminded = Notification.objects.filter(kind=Notification.Kind.REMINDER)
    assert reminded.count() == 14
    again = reminded.filter(person=factories.holder(factories.seat(game, "FRANCE"))).first()
    assert again is not None
    again.pk, again.key = None, "again"
    again.save(force_insert=True)
    missing = reminded.filter(person=factories.holder(factories.seat(game, "ITALY")))
    missing.order_by("-pk")[0].delete()
    assert set(reminders_broken(game, 3)) == {
        f"again: {again.person_id} was reminded 1 times, needlessly",
        f"{game.slug} {phase} ITALY: reminded 0 times",
    }


def test_who_was_reminded_though_nobody_waits_for_them_is_named(db: None) -> None:
    game = factories.begun_game(phase_hours=25)
    remind(game, 24)
    with time_machine.travel(factories.deadline(game), tick=False):
        assert due_phases.resolve_due() == 1
    assert game.seats.exclude(disorder_since=None).count() == 7
    remind(game, 24)
    assert reminders_broken(game, 24) == []
    game.seats.filter(power="FRANCE").update(disorder_since=None)
    remind(game, 3)
    code = factories.open_phase(game).code
    assert f"{game.slug} {code} FRANCE: reminded 1 times" in reminders_broken(game, 3)


# Actions of masters and players while a game runs


def pause(game: Game) -> None:
    control.pause(game, until=clock.now() + dt.timedelta(days=3), by=None)


def start_substitute(game: Game) -> None:
    seat = factories.seat(game, "FRANCE")
    factories.lend(seat, factories.person(), number=2, by=game.masterships.get().person)


def run_meanwhile(game: Game) -> None:
    factories.let_be_due(game, clock.now() + dt.timedelta(days=1))


def end_no_pause(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.PLAYING)


def end_the_pause_alone(game: Game) -> None:
    Pause.objects.update(ended_at=clock.now())


def remove_the_substitute(game: Game) -> None:
    Tenure.objects.current().update(stands_in_for=None)


def overdue_substitute(game: Game) -> None:
    game.seats.filter(power="FRANCE").update(lent_until=1)


def test_what_people_may_do_with_a_running_game_breaks_no_promise(game: Game) -> None:
    start_substitute(game)
    pause(game)
    assert list(broken_while_it_runs()) == []
    corrections.roll_back(game, 1, by=None, reason="A slip")
    assert game.phases.superseded().exists()
    assert list(broken_while_it_runs()) == []


def broken_while_it_runs() -> Iterator[str]:
    yield from promises.every_phase_was_resolved_exactly_once()
    yield from promises.every_clock_that_stands_still_was_stopped()
    yield from promises.only_a_seat_with_a_substitute_is_lent()


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (run_meanwhile, "and the game is paused"),
        (end_no_pause, "1 pauses run, and the game is playing"),
        (end_the_pause_alone, "0 pauses run, and the game is paused"),
        (remove_the_substitute, "FRANCE: lent, and nobody stands in"),
        (overdue_substitute, "FRANCE: lent until 1, and it is 2"),
    ],
)
def test_what_was_half_done_with_a_running_game_is_named(
    game: Game, harm: Callable[[Game], None], words: str
) -> None:
    start_substitute(game)
    pause(game)
    harm(game)
    assert any(words in line for line in broken_while_it_runs()), list(broken_while_it_runs())


def test_a_phase_that_was_rolled_back_and_resolved_again_is_named(game: Game) -> None:
    corrections.roll_back(game, 1, by=None, reason="A slip")
    resolve_again(game)
    assert any("superseded, resolved 2 times" in line for line in broken_while_it_runs())
