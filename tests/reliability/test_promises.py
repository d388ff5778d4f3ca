"""The questions that the fault harness asks: silent where all is well, and not where it is not."""

import datetime as dt
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

import pytest
from django.db import transaction

from games import adjudication, audit, clock, orders, press, reminders
from games.models import Event, Game, Letter, Notice, Order, Phase
from games.orders import Line
from tests import factories

from . import promises
from .crowd import Answer, Sheet, Written
from .smtp import Mail

BURGUNDY, PICARDY = ("A PAR - BUR",), ("A PAR - PIC",)


@pytest.fixture
def game(db: None) -> Game:
    """France ordered, and the first phase was resolved."""
    game = factories.begun_game()
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    orders.submit(phase, seat, [Line("1", BURGUNDY[0])], person=factories.holder(seat))
    with transaction.atomic():
        adjudication.resolve(Phase.objects.select_related("game").get(pk=phase.pk))
    return game


def sent(game: Game, texts: tuple[str, ...], answer: Answer = Answer.SAVED) -> Sheet:
    return Sheet(game.slug, "S1901M", "FRANCE", texts, answer)


def asked(game: Game) -> Iterator[str]:
    """All that is asked of the rows, France's sheet included."""
    yield from promises.every_phase_was_resolved_exactly_once()
    yield from promises.every_game_goes_on()
    yield from promises.every_order_answered_saved_counts([sent(game, BURGUNDY)])
    yield from promises.every_receipt_is_genuine()
    yield from promises.everyone_was_told_the_results_once()


def resolve_again(game: Game) -> None:
    audit.log(Event.Kind.PHASE_RESOLVED, game=game, phase=game.phases.get(number=1))


def forget_an_outcome(game: Game) -> None:
    Order.objects.filter(phase__game=game, text="A VIE H").update(outcome="")


def skip_a_number(game: Game) -> None:
    game.phases.filter(number=2).update(number=3)


def stop_the_clock(game: Game) -> None:
    game.phases.filter(number=2).update(due_at=None)


def set_aside(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)


def lose_the_order(game: Game) -> None:
    Order.objects.filter(phase__game=game, text=BURGUNDY[0]).delete()


def forget_its_outcome(game: Game) -> None:
    Order.objects.filter(phase__game=game, text=BURGUNDY[0]).update(outcome="")


def save_too_late(game: Game) -> None:
    first = game.phases.get(number=1)
    Phase.objects.filter(pk=first.pk).update(resolved_at=first.opened_at)


def told_on_the_site(game: Game) -> Any:
    return Notice.objects.filter(game=game, kind=Notice.Kind.RESULTS, channel=Notice.Channel.SITE)


def tell_one_less(game: Game) -> None:
    told_on_the_site(game).first().delete()


def tell_one_twice(game: Game) -> None:
    notice = told_on_the_site(game).first()
    notice.pk, notice.key = None, "again"
    notice.save(force_insert=True)


def test_nothing_is_broken_where_all_went_well(game: Game) -> None:
    assert list(asked(game)) == []


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
        (tell_one_less, "was told 0 times"),
        (tell_one_twice, "was told 2 times"),
    ],
)
def test_what_was_lost_or_done_twice_is_named(
    game: Game, harm: Callable[[Game], None], words: str
) -> None:
    harm(game)
    assert any(words in line for line in asked(game)), list(asked(game))


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
    return Mail("entente@x.test", ("ada@x.test",), message, 0.0)


def test_a_mail_that_waits_or_was_given_up_is_named(game: Game) -> None:
    outbox = Notice.objects.filter(channel=Notice.Channel.MAIL, game=game)
    waiting = outbox.filter(kind=Notice.Kind.RESULTS)
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


def written(letter: Letter, answer: Answer = Answer.SAVED) -> Written:
    circle = tuple(seat.power for seat in letter.thread.seats.order_by("place"))
    key = str(letter.request_key)
    slug = letter.thread.game.slug
    return Written(slug, circle, "FRANCE", letter.text, key, answer, times=1)


def write(game: Game, *to: str, text: str = "Hello") -> Letter:
    seat = factories.seat(game, "FRANCE")
    circle = list(game.seats.filter(power__in=["FRANCE", *to])) if to else []
    key = uuid.uuid4()
    holder = factories.holder(seat)
    return press.send(game, circle, sender=seat, person=holder, text=text, request_key=key)


def test_a_letter_that_was_lost_or_stands_twice_is_named(game: Game) -> None:
    letter = write(game, "GERMANY")
    sent, asked = written(letter), promises.every_letter_answered_sent_stands_once
    assert list(asked([sent])) == []
    assert list(asked([replace(sent, answer=Answer.NONE)])) == []
    assert "was sent by nobody" in next(asked([]))
    assert "stands 1 times" in next(asked([replace(sent, answer=Answer.REFUSED)]))
    assert "and was sent to" in next(asked([replace(sent, circle=())]))
    write(game, "GERMANY")
    assert "stands 2 times" in next(asked([sent]))
    lost = replace(sent, text="Lost")
    assert any("answered “saved”, stands 0 times" in line for line in asked([sent, lost]))


@pytest.mark.parametrize(("to", "readers"), [((), 7), (("GERMANY", "ITALY"), 2)])
def test_who_was_not_told_of_a_letter_is_named(
    game: Game, to: tuple[str, ...], readers: int
) -> None:
    letter = write(game, *to)
    asked = promises.every_reader_was_told_of_a_letter_once
    assert letter.notices.count() == readers
    assert list(asked()) == []
    one = letter.notices.values("pk")[:1].get()
    letter.notices.filter(**one).update(key="again", person=letter.person)
    assert len(list(asked())) == 2  # one who is no reader was told, and a reader was not


def test_who_was_not_reminded_once_is_named(db: None) -> None:
    game = factories.begun_game(phase_hours=25)
    phase, asked = factories.open_phase(game), promises.everyone_without_orders_was_reminded_once
    soon = clock.now() + dt.timedelta(hours=1)
    Phase.objects.filter(pk=phase.pk).update(due_at=soon)
    assert list(asked()) == [f"{game.slug} {phase}: nobody was reminded"]
    assert reminders.remind() == 1
    assert list(asked()) == []
    reminded = Notice.objects.filter(kind=Notice.Kind.REMINDER)
    assert reminded.count() == 7
    again = reminded.get(person=factories.holder(factories.seat(game, "FRANCE")))
    again.pk, again.key = None, "again"
    again.save(force_insert=True)
    reminded.filter(person=factories.holder(factories.seat(game, "ITALY"))).delete()
    assert set(asked()) == {
        f"{game.slug} {phase} FRANCE: reminded 2 times",
        f"{game.slug} {phase} ITALY: reminded 0 times",
    }
