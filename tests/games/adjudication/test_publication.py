"""Results that a game master checks and publishes after the deadline."""

import datetime as dt

import pytest
import time_machine

from accounts import clock, suspension
from accounts.models import User
from games.adjudication import due_phases
from games.adjudication.preview import preview
from games.core.errors import Refused
from games.deadlines import control, outages, publication
from games.game_master import corrections, masters, nudges
from games.lifecycle import endings
from games.models import Event, Game, Notification, Order, Outage, Phase, ReadingCorrection, Vote
from games.orders import order_sheets, reading_corrections, submission
from games.seats import declared_players, tenures
from games.state import phases, positions
from games.votes import voting
from tests import factories

from ..orders.test_submission import submit

HOURS = 12
DOUBTFUL = "A Par - Bur, Pic"


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, publish_hours=HOURS)


def let_close(game: Game) -> Phase:
    """Let the deadline of the open phase pass; return that phase."""
    phase = factories.open_phase(game)
    assert phase.due_at is not None
    with time_machine.travel(phase.due_at, tick=False):
        due_phases.resolve_due()
    phase.refresh_from_db()
    return phase


def after_deadline(phase: Phase, minutes: int = 5) -> time_machine.travel:
    assert phase.deadline is not None
    return time_machine.travel(phase.deadline + dt.timedelta(minutes=minutes), tick=False)


def test_the_deadline_closes_the_phase_and_resolves_nothing(game: Game) -> None:
    submit(game, "FRANCE", "A PAR - BUR")
    phase = let_close(game)
    assert phase.is_closed
    assert (phase.status, phase.resolved_at) == (Phase.Status.OPEN, None)
    assert phase.closed_at is not None
    assert phase.closed_at == phase.deadline
    assert phase.due_at == phase.closed_at + dt.timedelta(hours=HOURS)
    assert Order.objects.exclude(outcome="").count() == 0
    event = game.events.get(kind=Event.Kind.ORDERS_CLOSED)
    told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    assert [each.person for each in told] == [game.masterships.get().person]


def test_a_closed_phase_takes_no_orders_no_votes_and_no_new_people(game: Game) -> None:
    submit(game, "FRANCE", "A PAR - BUR")
    phase = let_close(game)
    france = factories.seat(game, "FRANCE")
    with after_deadline(phase):
        with pytest.raises(Refused, match="The deadline of Spring 1901"):
            submit(game, "FRANCE", "A PAR - PIC", phase=phase)
        with pytest.raises(Refused, match="has passed"):
            voting.propose(phase, france, Vote.Kind.DRAW, person=factories.holder(france))
        with pytest.raises(Refused, match="about to publish"):
            control.extend(game, to=None, by=None)
        tenures.resign(france, factories.holder(france))
        with pytest.raises(Refused, match="about to publish"):
            tenures.take(france, factories.person("Newcomer"))
    assert [order.text for order in phase.orders.all()] == ["A PAR - BUR"]


def test_publishing_resolves_the_phase_once_and_opens_the_next(game: Game, master: User) -> None:
    submit(game, "FRANCE", "A PAR - BUR")
    phase = let_close(game)
    with after_deadline(phase):
        assert due_phases.resolve_due() == 0
        publication.publish(game, by=master)
        with pytest.raises(Refused, match="right now"):
            publication.publish(game, by=master)
        assert due_phases.resolve_due() == 1
        assert due_phases.resolve_due() == 0
        following = factories.open_phase(game)
        assert (following.code, following.closed_at) == ("F1901M", None)
        assert following.deadline == clock.now() + dt.timedelta(hours=24)
    phase.refresh_from_db()
    assert phase.status == Phase.Status.RESOLVED
    assert game.events.filter(kind=Event.Kind.PUBLISHED).count() == 1


def test_the_results_come_out_by_themselves_after_the_agreed_hours(game: Game) -> None:
    phase = let_close(game)
    assert phase.due_at is not None
    with time_machine.travel(phase.due_at - dt.timedelta(seconds=1), tick=False):
        assert due_phases.resolve_due() == 0
    with time_machine.travel(phase.due_at, tick=False):
        assert due_phases.resolve_due() == 1
    phase.refresh_from_db()
    assert phase.status == Phase.Status.RESOLVED


def test_nothing_waits_for_a_master_who_cannot_act(game: Game, master: User) -> None:
    suspension.suspend(master, by=factories.person("Olga", is_staff=True), reason="Insults.")
    assert let_close(game).status == Phase.Status.RESOLVED


def test_grace_comes_before_the_results_are_checked(master: User, players: list[User]) -> None:
    game = factories.begun_game(
        master, players, publish_hours=HOURS, on_missed="grace", grace_hours=6
    )
    phase = let_close(game)
    assert (phase.closed_at, phase.excused_at is None) == (None, False)
    assert let_close(game).is_closed


def test_the_preview_is_what_is_published_and_stores_nothing(game: Game, master: User) -> None:
    submit(game, "FRANCE", "A PAR - BUR", "F BRE H")
    submit(game, "GERMANY", "A MUN - BUR")
    phase = let_close(game)
    shown = preview(phase)
    assert Order.objects.exclude(outcome="").count() == 0
    with after_deadline(phase):
        publication.publish(game, by=master)
        due_phases.resolve_due()
    fields = ("seat_id", "text", "outcome", "fate", "reason_code")
    assert sorted(phase.orders.values_list(*fields)) == sorted(
        tuple(getattr(order, name) for name in fields) for order in shown.orders
    )
    assert {order.text: order.outcome for order in shown.orders}["A PAR - BUR"] == "fails"


def test_the_first_look_is_logged_once(game: Game, master: User) -> None:
    phase = let_close(game)
    with after_deadline(phase):
        publication.mark_previewed(game, by=master)
        publication.mark_previewed(game, by=master)
    assert game.events.filter(kind=Event.Kind.PREVIEWED).count() == 1


def test_an_outage_moves_no_closed_phase(game: Game) -> None:
    phase = let_close(game)
    assert phase.due_at is not None
    assert phase.pk not in outages_concern(phase)


def outages_concern(phase: Phase) -> list[int]:
    """The primary keys of the phases that an outage around the end of `phase` would move."""
    assert phase.deadline is not None
    outage = Outage(
        began_at=phase.deadline,
        ended_at=phase.deadline + dt.timedelta(hours=2),
        made_up_until=phase.deadline + dt.timedelta(hours=4),
    )
    return list(outages._concerned(outage))


# Corrected readings


def store_doubtful(game: Game) -> Order:
    """Let France answer the question about a doubtful line, and the phase close; the order."""
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    sheet = order_sheets.read_text(phase, seat, DOUBTFUL, "en", {"PAR": "A PAR - BUR"})
    submission.submit_text(phase, seat, sheet, person=factories.holder(seat))
    let_close(game)
    return Order.objects.get(phase=phase, seat=seat)


def test_only_another_reading_of_the_text_can_be_chosen(game: Game, master: User) -> None:
    order = store_doubtful(game)
    with after_deadline(order.phase):
        for text in ("A PAR H", "A PAR - GAS", "A PAR - BUR", "F BRE H"):
            with pytest.raises(Refused, match="can’t be read like that"):
                reading_corrections.correct_reading(
                    game, order.pk, text, reason="A typo.", by=master
                )
        with pytest.raises(Refused, match="Give a reason"):
            reading_corrections.correct_reading(
                game, order.pk, "A PAR - PIC", reason=" ", by=master
            )
    order.refresh_from_db()
    assert order.text == "A PAR - BUR"
    assert not ReadingCorrection.objects.exists()


def test_a_corrected_reading_counts_and_tells_its_player(game: Game, master: User) -> None:
    order = store_doubtful(game)
    with after_deadline(order.phase):
        reading_corrections.correct_reading(
            game, order.pk, "A PAR - PIC", reason="Picardy was meant.", by=master
        )
        publication.publish(game, by=master)
        due_phases.resolve_due()
    order.refresh_from_db()
    assert (order.text, order.typed, order.outcome) == ("A PAR - PIC", "A Par - Bur", "succeeds")
    row = ReadingCorrection.objects.get()
    assert (row.typed, row.before, row.after) == (DOUBTFUL, "A PAR - BUR", "A PAR - PIC")
    event = game.events.get(kind=Event.Kind.READING_CORRECTED)
    assert event.text == ""  # the reason may tell what was ordered
    told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    assert [each.person for each in told] == [factories.holder(factories.seat(game, "FRANCE"))]


def test_a_rolled_back_phase_offers_the_order_as_it_was_corrected(game: Game, master: User) -> None:
    order = store_doubtful(game)
    with after_deadline(order.phase):
        reading_corrections.correct_reading(
            game, order.pk, "A PAR - PIC", reason="Picardy was meant.", by=master
        )
        publication.publish(game, by=master)
        due_phases.resolve_due()
        again = corrections.roll_back(game, order.phase.number, by=master, reason="Once more.")
        assert phases.undone_text(again, factories.seat(game, "FRANCE")) == "A PAR - PIC"
        assert phases.undone_text(again, factories.seat(game, "ENGLAND")) == ""


def test_no_reading_is_corrected_before_the_deadline_or_in_other_games(
    game: Game, master: User
) -> None:
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    sheet = order_sheets.read_text(phase, seat, DOUBTFUL, "en", {"PAR": "A PAR - BUR"})
    submission.submit_text(phase, seat, sheet, person=factories.holder(seat))
    order = Order.objects.get(phase=phase)
    with pytest.raises(Refused, match="No results wait"):
        reading_corrections.correct_reading(game, order.pk, "A PAR - PIC", reason="x", by=master)


def test_an_order_chosen_from_a_list_has_one_reading(game: Game) -> None:
    submit(game, "FRANCE", "A PAR - BUR")
    assert reading_corrections.doubtful_orders(let_close(game)) == []


# Closed phases, and what else may happen to their games


def test_a_substitute_who_resigns_reopens_no_closed_phase(game: Game, master: User) -> None:
    france, helper = factories.seat(game, "FRANCE"), factories.person("Helper")
    factories.lend(france, helper, number=3, by=master)
    submit(game, "FRANCE", "A PAR - BUR")
    phase = let_close(game)
    with after_deadline(phase):
        publication.mark_previewed(game, by=master)
        tenures.resign(france, helper)
    phase.refresh_from_db()
    assert phase.is_closed
    assert phase.previewed_at is not None
    assert [order.text for order in phase.orders.all()] == ["A PAR - BUR"]


def test_a_phase_whose_results_were_seen_is_not_played_again_unseen(
    game: Game, master: User
) -> None:
    phase = let_close(game)
    with after_deadline(phase):
        publication.mark_previewed(game, by=master)
        with pytest.raises(Refused, match="Publish them first"):
            corrections.correct(game, positions.load(phase), by=master, reason="No reason.")
        with pytest.raises(Refused, match="Publish them first"):
            endings.close(game, by=master, reason="No reason.")
    assert factories.open_phase(game) == phase


def test_the_results_come_out_at_once_when_the_last_master_leaves(game: Game, master: User) -> None:
    phase = let_close(game)
    with after_deadline(phase):
        masters.leave(game, master)
        assert due_phases.resolve_due() == 1
    phase.refresh_from_db()
    assert phase.status == Phase.Status.RESOLVED


def test_nobody_is_reminded_of_a_closed_phase(game: Game, master: User) -> None:
    phase = let_close(game)
    with after_deadline(phase), pytest.raises(Refused, match="about to publish"):
        nudges.nudge(factories.seat(game, "FRANCE"), by=master)


def test_late_orders_replace_none_that_the_player_saved(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, publish_hours=HOURS, orders_by_master=True)
    france = factories.seat(game, "FRANCE")
    declared_players.let_master_order(france, factories.holder(france), allowed=True)
    submit(game, "FRANCE", "A PAR - BUR")
    phase = let_close(game)
    with after_deadline(phase), pytest.raises(Refused, match="has passed"):
        submit(game, "FRANCE", "A PAR - PIC", phase=phase, person=master)
