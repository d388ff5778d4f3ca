"""Two seats that answer the same proposal at the same moment."""

import threading

import pytest

from accounts.models import User
from games.core.errors import Refused
from games.models import MemberProposal, Message, Seat, Thread
from games.press import locations, sending, thread_members

from ... import factories
from ...site import until
from ...threads import ON_SQLITE, Act, is_waited_for
from .message_helpers import write

pytestmark = pytest.mark.django_db(transaction=True)
OUTCOME = MemberProposal.Outcome


def at_once(
    monkeypatch: pytest.MonkeyPatch, germany: bool, russia: bool
) -> tuple[MemberProposal, list[Exception | None]]:
    """Let France propose Italy, Germany answer, and Russia answer before Germany's is committed.

    Return the proposal and the two errors, None for success.
    """
    game = factories.begun_game()
    thread = write(game, "FRANCE", "GERMANY", "RUSSIA", topic="Burgundy").thread
    france, italy, first, second = (
        factories.seat(game, power) for power in ("FRANCE", "ITALY", "GERMANY", "RUSSIA")
    )
    proposal = thread_members.propose(
        thread, italy, proposer=france, person=factories.holder(france), words="welcome",
        with_past=False,
    )  # fmt: skip
    settle = thread_members._settle
    begun, overtaken, counted = threading.Event(), threading.Event(), threading.Event()

    def dawdle(found: MemberProposal, thread: Thread, circle: list[Seat]) -> None:
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
        return Act(lambda: thread_members.answer(proposal, seat, person=person, agrees=agrees))

    monkeypatch.setattr(thread_members, "_settle", dawdle)
    people = factories.holder(first), factories.holder(second)
    acts = [answer(first, people[0], germany)]
    assert begun.wait(20)
    acts.append(answer(second, people[1], russia))
    for act in acts:
        act.join(30)
    assert not any(act.is_alive() for act in acts)
    proposal.refresh_from_db()
    return proposal, [act.error for act in acts]


def answers(proposal: MemberProposal) -> dict[str, bool]:
    return dict(proposal.answers.values_list("seat__power", "agrees"))


def members(proposal: MemberProposal) -> list[str]:
    return [seat.power for seat in proposal.thread.seats.order_by("place")]


def test_two_agree_at_once_and_one_of_them_lets_the_newcomer_in(monkeypatch):
    proposal, errors = at_once(monkeypatch, True, True)
    assert errors == [None, None]
    assert answers(proposal) == {"GERMANY": True, "RUSSIA": True}
    assert proposal.outcome == OUTCOME.JOINED
    assert members(proposal) == ["FRANCE", "GERMANY", "ITALY", "RUSSIA"]
    assert proposal.thread.circle == locations.circle_name(proposal.thread.seats.all())
    assert Message.objects.filter(text="welcome").count() == 1


def test_one_agrees_while_another_refuses_and_nobody_is_let_in(monkeypatch):
    proposal, errors = at_once(monkeypatch, True, False)
    assert errors == [None, None]
    assert answers(proposal) == {"GERMANY": True, "RUSSIA": False}
    assert proposal.outcome == OUTCOME.REFUSED
    assert members(proposal) == ["FRANCE", "GERMANY", "RUSSIA"]
    assert not Message.objects.filter(text="welcome").exists()


def test_who_agrees_while_a_refusal_is_counted_is_told_that_it_is_over(monkeypatch):
    proposal, errors = at_once(monkeypatch, False, True)
    assert errors[0] is None
    assert isinstance(errors[1], Refused)
    assert answers(proposal) == {"GERMANY": False}
    assert proposal.outcome == OUTCOME.REFUSED


@ON_SQLITE
def test_without_the_lock_of_the_thread_all_agree_and_nobody_is_let_in(monkeypatch):
    """Negative control of the tests above."""
    monkeypatch.setattr(sending, "locked", lambda thread: Thread.objects.get(pk=thread.pk))
    proposal, errors = at_once(monkeypatch, True, True)
    assert errors == [None, None]
    assert answers(proposal) == {"GERMANY": True, "RUSSIA": True}
    assert proposal.outcome == ""
    assert "ITALY" not in members(proposal)
