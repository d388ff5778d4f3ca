import datetime as dt

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import PageOutdated, Refused, SheetRefused
from games.deadlines import readiness
from games.models import Event, Game, Order, Receipt, Tenure
from games.orders import submission
from games.orders.submission import Line

from ... import factories


def submit(game: Game, power: str, *lines: str, phase=None, person: User | None = None):
    seat = factories.seat(game, power)
    return submission.submit(
        phase or factories.open_phase(game),
        seat,
        [Line(f"line-{n}", text) for n, text in enumerate(lines, 1)],
        person=person or factories.holder(seat),
    )


def stored(game: Game, power: str) -> list[str]:
    return list(game_orders(game).filter(seat__power=power).values_list("text", flat=True))


def game_orders(game: Game):
    return Order.objects.filter(phase__game=game)


def test_a_sheet_replaces_the_one_before(game: Game):
    submit(game, "FRANCE", "A PAR - BUR", "A MAR H", "F BRE - MAO")
    submit(game, "FRANCE", "a par - pic")
    assert stored(game, "FRANCE") == ["A PAR - PIC"]
    assert game_orders(game).get().typed == "a par - pic"


def test_every_sheet_leaves_a_receipt_that_proves_it(game: Game):
    saved = submit(game, "FRANCE", "A PAR - BUR", "A MAR H")
    assert saved.receipt.text == "A PAR - BUR\nA MAR H"
    assert len(saved.receipt.digest) == 64
    again = submit(game, "FRANCE", "A PAR - PIC")
    assert again.receipt.salt != saved.receipt.salt


def test_the_same_sheet_twice_is_stored_once(game: Game):
    first = submit(game, "FRANCE", "A PAR - BUR")
    second = submit(game, "FRANCE", "A PAR - BUR")
    assert first.changed
    assert not second.changed
    assert second.receipt == first.receipt
    assert Receipt.objects.count() == 1


def test_an_empty_sheet_takes_orders_back(game: Game):
    submit(game, "FRANCE", "A PAR - BUR")
    submit(game, "FRANCE")
    assert stored(game, "FRANCE") == []


@pytest.mark.parametrize(
    ("power", "line", "says"),
    [
        ("FRANCE", "A MUN - BUR", "belongs to Germany"),
        ("FRANCE", "A GAS - BUR", "no unit"),
        ("FRANCE", "A PAR - XYZ", "XYZ"),
        ("FRANCE", "A PAR - LON", "A PAR is not next to LON"),
        ("FRANCE", "A PAR B", "“Build A Paris” cannot be ordered in this phase (Spring 1901"),
        ("FRANCE", "A PAR R BUR", "Spring 1901, movement"),
        ("FRANCE", "what ever", "what"),
        ("FRANCE", "A PAR - ENG", "sea"),
        ("RUSSIA", "F STP/SC - MOS", "inland"),
        ("FRANCE", "A PAR S A PAR", "itself"),
    ],
)
def test_a_line_that_cannot_be_taken_is_refused_and_changes_nothing(game: Game, power, line, says):
    submit(game, power)
    with pytest.raises(SheetRefused) as refusal:
        submit(game, power, line)
    assert says in refusal.value.errors[0].message
    assert refusal.value.errors[0].key == "line-1"
    assert stored(game, power) == []
    assert Receipt.objects.filter(phase__game=game).count() == 1


def test_one_bad_line_keeps_the_good_ones_from_being_stored(game: Game):
    with pytest.raises(SheetRefused):
        submit(game, "FRANCE", "A PAR - BUR", "A MAR - LON")
    assert stored(game, "FRANCE") == []


def test_two_orders_for_one_unit_are_refused(game: Game):
    with pytest.raises(SheetRefused) as refusal:
        submit(game, "FRANCE", "A PAR - BUR", "A PAR - PIC")
    assert "two orders for A PAR" in refusal.value.errors[0].message
    assert stored(game, "FRANCE") == []


def test_a_fleet_must_name_the_coast_where_both_are_possible(game: Game):
    factories.set_up_position(game, "S1902M", units={"FRANCE": ["F MAO"], "ITALY": ["F LYO"]})
    with pytest.raises(SheetRefused) as refusal:
        submit(game, "FRANCE", "F MAO - SPA")
    assert "NC, SC" in refusal.value.errors[0].message
    submit(game, "FRANCE", "F MAO - SPA/NC")
    submit(game, "ITALY", "F LYO - SPA")
    assert stored(game, "ITALY") == ["F LYO - SPA/SC"]


def test_a_fleet_cannot_be_convoyed(game: Game):
    factories.set_up_position(game, "S1902M", units={"ENGLAND": ["F LON", "F NTH"]})
    with pytest.raises(SheetRefused):
        submit(game, "ENGLAND", "F NTH C F LON - NWY")
    with pytest.raises(SheetRefused):
        submit(game, "ENGLAND", "F LON - NWY VIA")
    assert stored(game, "ENGLAND") == []


def test_an_order_a_second_late_is_refused(game: Game):
    due_at = factories.deadline(game)
    with time_machine.travel(due_at - dt.timedelta(seconds=1), tick=False):
        submit(game, "FRANCE", "A PAR - BUR")
    with (
        time_machine.travel(due_at, tick=False),
        pytest.raises(Refused, match="deadline"),
    ):
        submit(game, "FRANCE", "A PAR - PIC")
    assert stored(game, "FRANCE") == ["A PAR - BUR"]


def test_a_page_open_since_the_last_phase_cannot_save(game: Game):
    old = factories.open_phase(game)
    with time_machine.travel(old.due_at):
        due_phases.resolve_due()
        with pytest.raises(Refused, match="over"):
            submit(game, "FRANCE", "A PAR - BUR", phase=old)
    assert "A PAR - BUR" not in stored(game, "FRANCE")


def test_who_lost_the_seat_cannot_save(game: Game):
    seat = factories.seat(game, "FRANCE")
    left = factories.holder(seat)
    Tenure.objects.filter(seat=seat).update(until=clock.now(), ending=Tenure.Ending.REPLACED)
    with pytest.raises(Refused, match="no longer"):
        submit(game, "FRANCE", "A PAR - BUR", person=left)
    assert stored(game, "FRANCE") == []


def test_who_knows_of_an_older_sheet_replaces_no_newer_one(game: Game):
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    person = factories.holder(seat)
    digests = [
        "",
        *(submit(game, "FRANCE", f"A PAR - {to}").receipt.digest for to in ("BUR", "PIC")),
    ]
    for seen in digests[:2]:
        with pytest.raises(PageOutdated, match="another window"):
            submission.submit(phase, seat, [Line("1", "A PAR - GAS")], person=person, seen=seen)
        same = submission.submit(phase, seat, [Line("1", "A PAR - PIC")], person=person, seen=seen)
        assert not same.changed
    assert stored(game, "FRANCE") == ["A PAR - PIC"]
    submission.submit(phase, seat, [], person=person, seen=digests[2])
    assert stored(game, "FRANCE") == []


ADJUSTMENTS = {
    "units": {"FRANCE": ["A SPA"], "ITALY": ["A VEN", "A TUS"]},
    "centers": {"FRANCE": ["PAR", "BRE", "MAR", "SPA"], "ITALY": ["ROM"]},
}


def test_builds_are_saved_and_waived(game: Game):
    factories.set_up_position(game, "W1901A", **ADJUSTMENTS)
    submit(game, "FRANCE", "A PAR B", "WAIVE", "WAIVE")
    assert stored(game, "FRANCE") == ["A PAR B", "WAIVE", "WAIVE"]
    submit(game, "ITALY", "A TUS D")
    assert stored(game, "ITALY") == ["A TUS D"]


@pytest.mark.parametrize(
    ("power", "lines"),
    [
        ("FRANCE", ["A PAR B", "F BRE B", "A MAR B", "WAIVE"]),
        ("FRANCE", ["A PAR B", "A PAR B"]),
        ("FRANCE", ["A SPA B"]),
        ("FRANCE", ["A SPA D"]),
        ("ITALY", ["A TUS D", "A VEN D"]),
        ("ITALY", ["A ROM B"]),
    ],
)
def test_adjustments_that_are_not_due_are_refused(game: Game, power, lines):
    factories.set_up_position(game, "W1901A", **ADJUSTMENTS)
    with pytest.raises(SheetRefused):
        submit(game, power, *lines)
    assert stored(game, power) == []


def test_retreats_go_only_where_the_battle_left_a_way(game: Game):
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"])]},
    )
    with pytest.raises(SheetRefused):
        submit(game, "FRANCE", "A BUR R MUN")
    submit(game, "FRANCE", "A BUR R GAS")
    assert stored(game, "FRANCE") == ["A BUR R GAS"]
    assert game_orders(game).get().unit.dislodged


@pytest.fixture
def ordered(game: Game) -> Game:
    """The game with stored orders of each power."""
    for power, order in factories.HOLDS.items():
        submit(game, power, order)
    return game


def test_nobody_is_ready_without_orders(game: Game):
    seat = factories.seat(game, "FRANCE")
    with pytest.raises(Refused, match="Give at least one order before saying you’re ready"):
        readiness.set_ready(
            factories.open_phase(game), [seat], ready=True, person=factories.holder(seat)
        )
    seat.refresh_from_db()
    assert seat.ready_phase is None


def test_all_ready_brings_the_deadline_forward(ordered: Game):
    game = ordered
    phase = factories.open_phase(game)
    for seat in game.seats.all():
        before = factories.open_phase(game).due_at
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    assert before == phase.due_at
    assert factories.deadline(game) <= clock.now()
    assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"


def test_being_ready_can_be_taken_back(ordered: Game):
    game = ordered
    phase = factories.open_phase(game)
    seats = list(game.seats.all())
    for seat in seats[:6]:
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    readiness.set_ready(phase, [seats[0]], ready=False, person=factories.holder(seats[0]))
    readiness.set_ready(phase, [seats[6]], ready=True, person=factories.holder(seats[6]))
    assert factories.open_phase(game).due_at == phase.due_at
    kinds = Event.objects.filter(game=game).values_list("kind", flat=True)
    assert list(kinds).count("ready") == 7
    assert "all_ready" not in kinds


def test_only_powers_with_something_to_order_are_waited_for(game: Game):
    factories.set_up_position(game, "W1901A", **ADJUSTMENTS)
    phase = factories.open_phase(game)
    submit(game, "FRANCE", "WAIVE")
    submit(game, "ITALY", "A TUS D")
    for power in ("FRANCE", "ITALY"):
        seat = factories.seat(game, power)
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    assert factories.deadline(game) <= clock.now()


def test_a_phase_of_few_orders_ends_half_an_hour_after_the_last_came(game: Game):
    phase = factories.set_up_position(game, "W1901A", **ADJUSTMENTS)
    with time_machine.travel(clock.now(), tick=False):
        submit(game, "FRANCE", "WAIVE", "WAIVE", "WAIVE")
        assert factories.deadline(game) == phase.deadline
        submit(game, "ITALY", "A TUS D")
        assert factories.deadline(game) == clock.now() + dt.timedelta(minutes=30)
        submit(game, "ITALY")
        assert factories.deadline(game) == phase.deadline
    assert [event.kind for event in game.events.filter(kind=Event.Kind.ALL_READY)] == ["all_ready"]


def test_orders_that_come_just_before_the_deadline_bring_nothing_forward(game: Game):
    phase = factories.set_up_position(game, "W1901A", **ADJUSTMENTS)
    with time_machine.travel(factories.deadline(game) - dt.timedelta(minutes=20), tick=False):
        submit(game, "FRANCE", "WAIVE", "WAIVE", "WAIVE")
        submit(game, "ITALY", "A TUS D")
        submit(game, "FRANCE", "A PAR B", "WAIVE", "WAIVE")
    assert factories.deadline(game) == phase.deadline
    assert not game.events.filter(kind=Event.Kind.ALL_READY).exists()


def test_readiness_ends_with_its_phase(ordered: Game):
    game = ordered
    phase = factories.open_phase(game)
    seat = factories.seat(game, "FRANCE")
    readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    with time_machine.travel(phase.due_at):
        due_phases.resolve_due()
        seat.refresh_from_db()
        assert seat.ready_phase != factories.open_phase(game)


def test_the_words_of_an_order_are_in_no_text_form_of_its_row(game: Game):
    submit(game, "FRANCE", "A PAR - BUR")
    for row in (*Order.objects.all(), *Receipt.objects.all(), *Event.objects.all()):
        assert "BUR" not in f"{row} {row!r}"


def test_other_seats_are_no_ones_to_order(game: Game):
    stranger = factories.person()
    assert not access.holds(stranger, factories.seat(game, "FRANCE"))
    with pytest.raises(Refused, match="no longer hold"):
        submit(game, "FRANCE", "A PAR - BUR", person=stranger)
