"""Two who answer to the same proposal at the same moment."""

import threading

import pytest

from accounts.models import User
from games.errors import Refused
from games.models import Extension, Letter, Seat, Thread
from games.press import extending, sending

from ... import factories
from ...site import until
from ...threads import ON_SQLITE, Act, is_waited_for
from .post import write

pytestmark = pytest.mark.django_db(transaction=True)
OUTCOME = Extension.Outcome


def at_once(
    monkeypatch: pytest.MonkeyPatch, germany: bool, russia: bool
) -> tuple[Extension, list[Exception | None]]:
    """France proposes Italy. Germany answers, and Russia while that answer is being counted, before
    it is there for others. Returns what became of it, and what each of the two met."""
    game = factories.begun_game()
    thread = write(game, "FRANCE", "GERMANY", "RUSSIA", topic="Burgundy").thread
    france, italy, first, second = (
        factories.seat(game, power) for power in ("FRANCE", "ITALY", "GERMANY", "RUSSIA")
    )
    extension = extending.propose(
        thread, italy, proposer=france, person=factories.holder(france), words="welcome",
        with_past=False,
    )  # fmt: skip
    settle = extending._settle
    begun, overtaken, counted = threading.Event(), threading.Event(), threading.Event()

    def dawdle(found: Extension, thread: Thread, circle: list[Seat]) -> None:
        if begun.is_set():
            overtaken.set()
            settle(found, thread, circle)
            assert counted.wait(20)
        else:
            begun.set()
            until(lambda: overtaken.is_set() or is_waited_for(), seconds=20, what="the other")
            settle(found, thread, circle)
            counted.set()

    def answer(seat: Seat, person: User, agrees: bool) -> Act:
        return Act(lambda: extending.answer(extension, seat, person=person, agrees=agrees))

    monkeypatch.setattr(extending, "_settle", dawdle)
    people = factories.holder(first), factories.holder(second)
    acts = [answer(first, people[0], germany)]
    assert begun.wait(20)
    acts.append(answer(second, people[1], russia))
    for act in acts:
        act.join(30)
    assert not any(act.is_alive() for act in acts)
    extension.refresh_from_db()
    return extension, [act.error for act in acts]


def answers(extension: Extension) -> dict[str, bool]:
    return dict(extension.consents.values_list("seat__power", "agrees"))


def sitting(extension: Extension) -> list[str]:
    return [seat.power for seat in extension.thread.seats.order_by("place")]


def test_two_agree_at_once_and_one_of_them_lets_the_newcomer_in(monkeypatch):
    extension, errors = at_once(monkeypatch, True, True)
    assert errors == [None, None]
    assert answers(extension) == {"GERMANY": True, "RUSSIA": True}
    assert extension.outcome == OUTCOME.JOINED
    assert sitting(extension) == ["FRANCE", "GERMANY", "ITALY", "RUSSIA"]
    assert extension.thread.circle == sending.circle_name(extension.thread.seats.all())
    assert Letter.objects.filter(text="welcome").count() == 1


def test_one_agrees_while_another_refuses_and_nobody_is_let_in(monkeypatch):
    extension, errors = at_once(monkeypatch, True, False)
    assert errors == [None, None]
    assert answers(extension) == {"GERMANY": True, "RUSSIA": False}
    assert extension.outcome == OUTCOME.REFUSED
    assert sitting(extension) == ["FRANCE", "GERMANY", "RUSSIA"]
    assert not Letter.objects.filter(text="welcome").exists()


def test_who_agrees_while_a_refusal_is_counted_is_told_that_it_is_over(monkeypatch):
    extension, errors = at_once(monkeypatch, False, True)
    assert errors[0] is None
    assert isinstance(errors[1], Refused)
    assert answers(extension) == {"GERMANY": False}
    assert extension.outcome == OUTCOME.REFUSED


@ON_SQLITE
def test_without_the_lock_of_the_thread_all_agree_and_nobody_is_let_in(monkeypatch):
    """The negative control of the tests above."""
    monkeypatch.setattr(sending, "locked", lambda thread: Thread.objects.get(pk=thread.pk))
    extension, errors = at_once(monkeypatch, True, True)
    assert errors == [None, None]
    assert answers(extension) == {"GERMANY": True, "RUSSIA": True}
    assert extension.outcome == ""
    assert "ITALY" not in sitting(extension)
