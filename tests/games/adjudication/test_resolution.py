from collections import Counter
from typing import Any

import pytest
import time_machine

from games.adjudication import due_phases
from games.deadlines import outages
from games.models import Event, Game, MailChoice, Notification, Order, Phase, Tenure

from ... import factories
from ..orders.test_submission import submit

LOOK = 1  # reads the heartbeat: once for all phases of a run


def resolve(game: Game) -> Phase:
    phase = factories.open_phase(game)
    with time_machine.travel(phase.due_at):
        due_phases.resolve_due()
    phase.refresh_from_db()
    return phase


def standing(phase: Phase, *, dislodged: bool = False) -> set[str]:
    units = phase.units.filter(dislodged=dislodged).select_related("seat")
    return {f"{unit.seat.power} {unit}" for unit in units}


def test_orders_are_carried_out_and_their_outcomes_kept(game: Game):
    submit(game, "FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    submit(game, "GERMANY", "A MUN - BUR")
    phase = resolve(game)
    outcomes = dict(phase.orders.filter(typed__isnull=False).values_list("text", "outcome"))
    assert outcomes == {
        "A PAR - BUR": "succeeds",
        "A MAR S A PAR - BUR": "given",
        "F BRE - MAO": "succeeds",
        "A MUN - BUR": "fails",
    }
    assert phase.orders.get(text="A MUN - BUR").reason_code
    now = standing(factories.open_phase(game))
    assert {"FRANCE A BUR", "FRANCE A MAR", "FRANCE F MAO", "GERMANY A MUN"} <= now
    assert len(now) == 22


def test_units_without_orders_hold_and_it_shows_that_nobody_told_them_to(game: Game):
    phase = resolve(game)
    assert phase.orders.count() == 22
    assert set(phase.orders.values_list("kind", "typed", "outcome")) == {("hold", None, "stands")}


def test_powers_that_gave_no_orders_are_on_record(game: Game):
    submit(game, "FRANCE", "A PAR H")
    resolve(game)
    silent = game.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED)
    assert set(silent.values_list("seat__power", flat=True)) == {
        "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY",
    }  # fmt: skip


def test_a_missing_retreat_is_no_missing_move(game: Game):
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"])]},
    )
    phase = resolve(game)
    assert not game.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED).exists()
    assert phase.orders.get().text == "A BUR D"
    assert factories.open_phase(game).code == "F1902M"


def test_a_dislodged_unit_knows_its_attacker_and_where_it_may_go(game: Game):
    factories.set_up_position(
        game,
        "S1902M",
        units={"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"], "ITALY": ["A PIE"]},
    )
    submit(game, "GERMANY", "A MUN - BUR", "A RUH S A MUN - BUR")
    submit(game, "ITALY", "A PIE - MAR")
    phase = resolve(game)
    assert phase.orders.get(seat__power="FRANCE").fate == Order.Fate.DISLODGED
    retreats = factories.open_phase(game)
    assert retreats.code == "S1902R"
    beaten = retreats.units.get(dislodged=True)
    assert str(beaten) == "A BUR"
    assert beaten.attacked_from == "MUN"
    assert sorted(beaten.retreats.split()) == ["BEL", "GAS", "PAR", "PIC"]
    submit(game, "FRANCE", "A BUR R BEL")
    resolve(game)
    assert "FRANCE A BEL" in standing(factories.open_phase(game))


def test_a_unit_with_nowhere_to_go_is_destroyed_without_a_retreat_phase(game: Game):
    factories.set_up_position(
        game,
        "S1902M",
        units={"FRANCE": ["A POR"], "GERMANY": ["A SPA", "F MAO"]},
    )
    submit(game, "GERMANY", "A SPA - POR", "F MAO S A SPA - POR")
    phase = resolve(game)
    assert phase.orders.get(seat__power="FRANCE").fate == Order.Fate.DESTROYED
    assert factories.open_phase(game).code == "F1902M"


def test_centers_change_hands_after_the_fall(game: Game):
    submit(game, "FRANCE", "A MAR - SPA")
    resolve(game)
    assert not factories.open_phase(game).centers.filter(province="SPA").exists()
    resolve(game)
    winter = factories.open_phase(game)
    assert winter.code == "W1901A"
    assert winter.centers.get(province="SPA").seat.power == "FRANCE"


def test_builds_removals_and_waives_are_carried_out(game: Game):
    factories.set_up_position(
        game,
        "W1901A",
        units={"FRANCE": ["A SPA"], "ITALY": ["A VEN", "A TUS"]},
        centers={"FRANCE": ["PAR", "BRE", "MAR", "SPA"], "ITALY": ["ROM"]},
    )
    submit(game, "FRANCE", "WAIVE", "F BRE B", "WAIVE")
    phase = resolve(game)
    assert standing(factories.open_phase(game)) >= {"FRANCE F BRE", "FRANCE A SPA"}
    assert factories.open_phase(game).units.count() == 3
    assert phase.orders.filter(text="WAIVE", outcome="succeeds").count() == 2
    removal = phase.orders.get(seat__power="ITALY")
    assert removal.typed is None
    assert removal.kind == "disband"


def winning_position(game: Game) -> None:
    homes = ["BRE", "MAR", "PAR", "SPA", "POR", "BEL", "HOL", "EDI", "LON", "LVP", "MUN", "KIE",
             "BER", "DEN", "SWE", "NWY", "ROM"]  # fmt: skip
    factories.set_up_position(
        game,
        "F1910M",
        units={"FRANCE": ["A VEN", "A GAS"], "TURKEY": ["A CON"]},
        centers={"FRANCE": homes, "TURKEY": ["CON"], "ITALY": ["VEN"]},
    )


def test_eighteen_centers_after_a_fall_end_the_game(game: Game):
    winning_position(game)
    submit(game, "FRANCE", "A VEN H")
    resolve(game)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert [seat.power for seat in game.seats.filter(result="won")] == ["FRANCE"]
    last = game.phases.latest("number")
    assert last.status == Phase.Status.FINAL
    assert last.due_at is None
    assert last.centers.filter(seat__power="FRANCE").count() == 18
    assert not Tenure.objects.current().filter(seat__game=game).exists()
    told = Notification.objects.filter(kind=Notification.Kind.GAME_OVER)
    assert Counter(told.values_list("channel", flat=True)) == {"site": 8, "mail": 8}
    assert due_phases.resolve_due() == 0


def test_eighteen_centers_in_spring_end_nothing(game: Game):
    winning_position(game)
    phase = factories.open_phase(game)
    Phase.objects.filter(pk=phase.pk).update(code="S1910M")
    resolve(game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert factories.open_phase(game).code == "F1910M"


HALF_THE_BOARD = {
    "ENGLAND": ["F NTH", "A LON", "F ENG", "A WAL", "F MAO", "A LVP"],
    "FRANCE": ["A BUR", "A PAR", "F BRE", "A MAR"],
    "GERMANY": ["A MUN", "A RUH", "A BEL", "F HOL", "A KIE"],
    "ITALY": ["F TYS", "A ROM", "A PIE", "F ION"],
    "AUSTRIA": ["A VIE", "A TRI", "A BUD"],
    "TURKEY": ["A CON", "F AEG", "F BLA"],
}
POWERS_WITHOUT_MAIL_OF_RESULTS = ("FRANCE", "GERMANY")
HOMES = {"FRANCE": ["PAR", "BRE", "MAR"], "GERMANY": ["MUN", "BER", "KIE"]}
CONVOYS_AND_DISLODGEMENTS = {
    "ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY", "F ENG C A WAL - PIC", "A WAL - PIC"],
    "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR", "A BEL S A MUN - BUR"],
    "ITALY": ["A ROM - TUN", "F TYS C A ROM - TUN", "A PIE - MAR"],
}


@pytest.mark.parametrize(
    ("code", "opens", "standing_by"),
    [
        ("S1902M", "S1902R", {"units": HALF_THE_BOARD, "centers": HOMES}),
        ("F1902M", "F1902R", {"units": HALF_THE_BOARD, "centers": HOMES}),
        (
            "F1902R",
            "W1902A",
            {
                "units": HALF_THE_BOARD | {"FRANCE": ["A PAR"]},
                "centers": HOMES,
                "dislodged": {"FRANCE": [("A BUR", "MUN", ["GAS", "PIC"])]},
            },
        ),
        ("W1902A", "S1903M", {"units": {"FRANCE": ["A PAR"]}, "centers": HOMES}),
        ("S1902M", "F1902M", {"units": {}}),
    ],
)
def test_a_phase_takes_at_most_25_queries(
    game: Game, django_assert_max_num_queries, code: str, opens: str, standing_by: dict[str, Any]
):
    """Counts the claim, the query that finds no further phase, and both kinds of mail too."""
    factories.set_up_position(game, code, **standing_by)
    choice = {"kind": Notification.Kind.RESULTS, "how": MailChoice.How.OFF}
    for power in POWERS_WITHOUT_MAIL_OF_RESULTS:
        MailChoice.objects.create(person=factories.holder(factories.seat(game, power)), **choice)
    if code.endswith("M") and standing_by["units"]:
        for power, orders in CONVOYS_AND_DISLODGEMENTS.items():
            submit(game, power, *orders)
    with time_machine.travel(factories.deadline(game), tick=False):
        outages.beat()
        with django_assert_max_num_queries(LOOK + 25):
            assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == opens
    told = Counter(Notification.objects.filter(phase__game=game).values_list("kind", "channel"))
    assert told["results", "site"] == 8
    assert told["results", "mail"] == 6
    assert told["your_turn", "mail"] >= bool(standing_by["units"])


def test_the_phase_that_ends_a_game_takes_at_most_28_queries(
    game: Game, django_assert_max_num_queries
):
    """Among them are one for votes, one for the result of each seat, and one for invitations."""
    winning_position(game)
    submit(game, "FRANCE", "A VEN H")
    with time_machine.travel(factories.deadline(game), tick=False):
        outages.beat()
        with django_assert_max_num_queries(LOOK + 28):
            assert due_phases.resolve_due() == 1
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
