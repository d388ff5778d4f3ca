"""Adding one more power to a private thread."""

import datetime as dt
from unittest import mock

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import User
from games import access
from games.core.errors import Refused, SaveFailedError
from games.lifecycle import endings
from games.models import Game, MemberProposal, Message, Seat, Thread
from games.press import locations, thread_members
from games.web.pages.press import proposals, threads

from ... import factories
from .message_helpers import agree, hand_over, texts, write

A_SECOND = dt.timedelta(seconds=1)
OUTCOME = MemberProposal.Outcome


def seat(game: Game, power: str) -> Seat:
    return factories.seat(game, power)


def holder(game: Game, power: str) -> User:
    return factories.holder(seat(game, power))


@pytest.fixture
def thread(game: Game) -> Thread:
    """A thread of France, Germany and Russia."""
    return write(game, "FRANCE", "GERMANY", "RUSSIA", text="before", topic="Burgundy").thread


def propose(
    thread: Thread, newcomer: str = "ITALY", *, by: str = "FRANCE", with_past: bool = False
) -> MemberProposal:
    game = thread.game
    return thread_members.propose(
        thread,
        seat(game, newcomer),
        proposer=seat(game, by),
        person=holder(game, by),
        words="welcome",
        with_past=with_past,
    )


def answer(proposal: MemberProposal, power: str, *, agrees: bool = True) -> MemberProposal:
    game = proposal.thread.game
    person = seat(game, power).tenures.latest("pk").person
    return thread_members.answer(proposal, seat(game, power), person=person, agrees=agrees)


def let_in(thread: Thread, newcomer: str = "ITALY", *, with_past: bool = False) -> None:
    proposal = propose(thread, newcomer, with_past=with_past)
    for each in thread_members.unanswered(proposal, list(thread.seats.all())):
        answer(proposal, each.power)
    thread.refresh_from_db()


def members(thread: Thread) -> list[str]:
    return [each.power for each in thread.seats.order_by("place")]


def test_a_power_joins_when_all_others_agree_and_reads_from_then_on(game: Game, thread: Thread):
    proposal = propose(thread)
    answer(proposal, "GERMANY")
    assert members(thread) == ["FRANCE", "GERMANY", "RUSSIA"]
    assert texts(holder(game, "ITALY"), game) == []
    assert answer(proposal, "RUSSIA").outcome == OUTCOME.JOINED
    thread.refresh_from_db()
    assert members(thread) == ["FRANCE", "GERMANY", "ITALY", "RUSSIA"]
    assert thread.circle == locations.circle_name(thread.seats.all())
    write(game, "ITALY", "FRANCE", "GERMANY", "RUSSIA", text="thanks", topic=thread)
    assert texts(holder(game, "ITALY"), game) == ["welcome", "thanks"]
    assert texts(holder(game, "GERMANY"), game) == ["before", "welcome", "thanks"]


def test_with_the_past_the_newcomer_reads_all(game: Game, thread: Thread):
    let_in(thread, with_past=True)
    assert texts(holder(game, "ITALY"), game) == ["before", "welcome"]


def test_what_was_written_in_the_very_instant_of_joining_is_told_apart(game: Game):
    with time_machine.travel(clock.now(), tick=False):
        first = write(game, "FRANCE", "GERMANY", text="before", topic="Burgundy")
        let_in(first.thread)
        assert texts(holder(game, "ITALY"), game) == ["welcome"]


def test_one_refusal_ends_it(game: Game, thread: Thread):
    proposal = propose(thread)
    assert answer(proposal, "GERMANY", agrees=False).outcome == OUTCOME.REFUSED
    with pytest.raises(Refused):
        answer(proposal, "RUSSIA")
    assert members(thread) == ["FRANCE", "GERMANY", "RUSSIA"]
    assert Message.objects.count() == 1
    let_in(thread)  # proposed again
    assert "ITALY" in members(thread)


def test_the_first_answer_of_a_seat_stands_and_its_proposer_gives_none(game: Game, thread: Thread):
    proposal = propose(thread)
    answer(proposal, "GERMANY")
    assert answer(proposal, "GERMANY", agrees=False).outcome == ""
    with pytest.raises(Refused):
        answer(proposal, "FRANCE")
    assert proposal.answers.count() == 1


@pytest.mark.parametrize("power", ["FRANCE", "GERMANY", "RUSSIA", "ITALY"])
def test_a_proposal_lapses_when_a_seat_of_it_changes_hands(game: Game, thread: Thread, power: str):
    proposal = propose(thread)
    answer(proposal, "GERMANY")
    hand_over(game, power, factories.person(), clock.now() + A_SECOND)
    with time_machine.travel(clock.now() + 2 * A_SECOND):
        with pytest.raises(Refused):
            answer(proposal, "RUSSIA")
        assert "ITALY" not in members(thread)
        propose(thread, by="RUSSIA")
    proposal.refresh_from_db()
    assert proposal.outcome == OUTCOME.LAPSED


def test_the_change_of_a_seat_elsewhere_and_the_end_of_the_game_stop_nothing(
    game: Game, thread: Thread
):
    proposal = propose(thread)
    hand_over(game, "TURKEY", factories.person(), clock.now() + A_SECOND)
    endings.finish(game, Game.Ending.DRAW)
    answer(proposal, "GERMANY")
    assert answer(proposal, "RUSSIA").outcome == OUTCOME.JOINED


@pytest.mark.parametrize("press", ["public", "none"])
def test_where_no_power_may_write_none_is_proposed_or_let_in(
    game: Game, thread: Thread, press: str
):
    proposal = propose(thread)
    agree(game, press=press)
    with pytest.raises(Refused):
        answer(proposal, "GERMANY")
    with pytest.raises(Refused):
        propose(thread)


@pytest.mark.parametrize(("newcomer", "by"), [("GERMANY", "FRANCE"), ("ITALY", "TURKEY")])
def test_only_who_sits_there_proposes_one_who_does_not(
    game: Game, thread: Thread, newcomer: str, by: str
):
    with pytest.raises(Refused):
        propose(thread, newcomer, by=by)
    with pytest.raises(Refused):
        answer(propose(thread), "ITALY")


def test_a_thread_without_a_title_and_a_notebook_do_not_grow(game: Game):
    plain = write(game, "FRANCE", "GERMANY").thread
    alone = write(game, "FRANCE", "FRANCE", topic="Notes").thread
    for each in (plain, alone, write(game, "FRANCE", topic="To all").thread):
        with pytest.raises(Refused):
            propose(each)


def test_one_proposal_at_a_time(thread: Thread):
    propose(thread)
    with pytest.raises(Refused, match="There’s already a proposal here"):
        propose(thread, "TURKEY")
    kept = MemberProposal.objects.values("thread_id", "seat_id", "proposer_id", "person_id").get()
    with pytest.raises(IntegrityError), transaction.atomic():
        MemberProposal.objects.create(**kept, words="x", with_past=True, made_at=clock.now())


def test_a_successor_of_the_newcomer_reads_nothing_from_before_it_joined(
    game: Game, thread: Thread
):
    agree(game, successors_read_messages=True)
    let_in(thread)
    heir = factories.person()
    hand_over(game, "ITALY", heir, clock.now() + A_SECOND)
    with time_machine.travel(clock.now() + 2 * A_SECOND):
        assert texts(heir, game) == ["welcome"]


def test_who_sits_there_twice_reads_with_the_older_seat(game: Game, thread: Thread):
    germany = holder(game, "GERMANY")
    seat(game, "ITALY").tenures.update(person=germany)
    let_in(thread)
    assert texts(germany, game) == ["before", "welcome"]


def test_the_newcomer_finds_the_thread_and_nothing_of_before(game: Game, thread: Thread):
    assert thread.key is not None
    write(game, "GERMANY", "FRANCE", "RUSSIA", text="About Italy", topic=thread)
    propose_and_fail = propose(thread, "TURKEY")
    answer(propose_and_fail, "GERMANY", agrees=False)
    let_in(thread)
    part = access.Role(holder(game, "ITALY"), game)
    (line,) = [each for each in threads.thread_lines(part) if each.title]
    assert (line.title, line.unread) == ("Burgundy", 1)
    place = locations.titled_location_or_404(part.viewer, game, thread.key)
    assert [each.text for each in threads.MessagePage(part, place, "").messages] == ["welcome"]
    assert [each.sentence for each in proposals.proposal_lines(part, place)] == [
        "France proposes to add Italy, who could then read only messages sent from then on."
    ]
    founder = access.Role(holder(game, "RUSSIA"), game)
    assert len(proposals.proposal_lines(founder, place)) == 2


def test_a_successor_of_a_founder_reads_of_no_proposal_of_before(game: Game, thread: Thread):
    propose(thread)
    heir = factories.person()
    former = hand_over(game, "GERMANY", heir, clock.now() + A_SECOND)
    with time_machine.travel(clock.now() + 2 * A_SECOND):
        assert not access.proposals(heir, thread).exists()
        assert not access.proposals(former, thread).exists()


def test_what_breaks_says_nothing_of_the_words(thread: Thread):
    with (
        mock.patch.object(MemberProposal.objects, "create", side_effect=ValueError("welcome")),
        pytest.raises(SaveFailedError) as caught,
    ):
        propose(thread)
    assert "welcome" not in str(caught.value)
