"""Orders of the programs that play: legal, repeatable, within their limit, and sensible."""

import random
from unittest import mock

import pytest

from adjudicator import (
    RULES,
    SETUPS,
    Move,
    PhaseType,
    adjudicate,
    adjustment,
    check_order,
    load_setup,
    must_order,
    opening,
    parse_canonical,
)
from games.bots.programs import consul, novice, search
from games.bots.programs.players import PLAYERS
from games.bots.programs.view import SeatView
from tests.bench.bot_games import play, random_player

from .views import random_views, seat_view

both = pytest.mark.parametrize(
    "choose", [player.choose for player in PLAYERS.values()], ids=PLAYERS.keys()
)
LIMIT = 300


def chosen(choose, view, *, seed=1, limit=LIMIT):
    return choose(view, dice=random.Random(seed), limit=limit)


def assert_legal(view, orders):
    position, kind = view.position, view.position.phase.type
    read = [parse_canonical(text, kind, position.board) for text in orders]
    for text, order in zip(orders, read, strict=True):
        assert str(check_order(order, position, view.power, view.rules)) == text
    if kind is PhaseType.MOVEMENT:
        assert {order.unit for order in read} == {*position.units[view.power]}
    elif kind is PhaseType.RETREAT:
        assert {o.unit for o in read} == {each.unit for each in position.dislodged[view.power]}
    else:
        due = adjustment(position, view.power)
        assert len(read) == due.builds + due.removals
        built = [order.unit.province for order in read if order.unit]
        assert len(built) == len({*built})
    assert len(orders) == len({*orders}) or "WAIVE" in orders


@both
@pytest.mark.parametrize("setup", SETUPS)
def test_orders_are_legal_in_every_set_up_and_edition(choose, setup):
    for number, edition in enumerate(RULES):
        seed = f"{setup} {edition}"
        for view in random_views(setup, edition, phases=6, seed=seed):
            assert_legal(view, chosen(choose, view, seed=number, limit=40))


@both
def test_a_seat_that_has_nothing_to_do_gets_no_orders(choose):
    view = seat_view("ITALY", "S1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]})
    assert chosen(choose, view) == ()


@both
def test_the_same_seed_gives_the_same_orders(choose):
    view = SeatView.of_position(opening(load_setup("standard")), "RUSSIA")
    assert chosen(choose, view, seed=3) == chosen(choose, view, seed=3)
    assert len({chosen(novice.choose_orders, view, seed=seed) for seed in range(9)}) > 1


@pytest.mark.parametrize("limit", [0, 1, 50, 700])
def test_consul_resolves_no_more_phases_than_its_limit(limit):
    view = SeatView.of_position(opening(load_setup("standard")), "FRANCE")
    with mock.patch.object(search, "adjudicate", wraps=adjudicate) as resolved:
        assert_legal(view, chosen(consul.choose_orders, view, limit=limit))
    assert resolved.call_count <= limit
    assert resolved.call_count >= min(limit, 50) - 50


@both
def test_a_free_center_is_taken(choose):
    units = {"FRANCE": ["A GAS"], "TURKEY": ["A CON"]}
    view = seat_view("FRANCE", "F1901M", units, {"": ["SPA"], "TURKEY": ["CON"]})
    taken = [chosen(choose, view, seed=seed) for seed in range(10)]
    assert taken.count(("A GAS - SPA",)) >= 9


@both
def test_own_units_do_not_bounce_one_another(choose):
    for seed in range(12):
        for view in random_views("standard", "2000", phases=3, seed=f"bounce {seed}"):
            if view.position.phase.type is PhaseType.MOVEMENT:
                orders = chosen(choose, view, seed=seed, limit=150)
                read = [parse_canonical(text, PhaseType.MOVEMENT) for text in orders]
                ends = {
                    order.target[:3] if isinstance(order, Move) else order.unit.province
                    for order in read
                    if order.unit is not None
                }
                assert len(ends) == len(orders), orders


def test_consul_defends_a_center_that_two_units_can_attack():
    units = {"FRANCE": ["F TUN", "F WES"], "ITALY": ["F ION", "F TYS"]}
    view = seat_view("FRANCE", "F1902M", units, {"ITALY": ["VEN", "ROM", "NAP", "GRE"]})
    attack = ("F ION - TUN", "F TYS S F ION - TUN")
    for seed in range(4):
        orders = {"FRANCE": chosen(consul.choose_orders, view, seed=seed), "ITALY": attack}
        after = adjudicate(view.position, orders)
        assert "TUN" in {unit.province for unit in after.next.units["FRANCE"]}, orders


def test_consul_takes_a_center_with_support():
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"]}
    view = seat_view("FRANCE", "F1902M", units, {"GERMANY": ["MUN"]})
    orders = {"FRANCE": chosen(consul.choose_orders, view), "GERMANY": ["A MUN H"]}
    after = adjudicate(view.position, orders).next
    assert "MUN" in {unit.province for unit in after.units["FRANCE"]}


def test_consul_convoys_an_army_off_its_island():
    units = {"ENGLAND": ["A LON", "F NTH"], "FRANCE": ["F BRE"], "TURKEY": ["A CON"]}
    view = seat_view("ENGLAND", "F1901M", units, {"": ["BEL"], "TURKEY": ["CON"]})
    assert "F NTH C A LON - BEL" in chosen(consul.choose_orders, view)


def test_powers_of_one_person_do_not_take_centers_from_each_other():
    view = SeatView.of_position(opening(load_setup("three")), "AUSTRIA")
    assert view.side == {"AUSTRIA", "ENGLAND", "GERMANY"}
    units = {"AUSTRIA": ["A TYR"], "GERMANY": ["F KIE"], "RUSSIA": ["A MOS"]}
    position = "AUSTRIA", "F1903M", units, {"GERMANY": ["MUN", "KIE"], "RUSSIA": ["MOS"]}
    assert chosen(consul.choose_orders, seat_view(*position)) == ("A TYR - MUN",)
    partners = seat_view(*position, setup="three")
    assert chosen(consul.choose_orders, partners) != ("A TYR - MUN",)


def test_a_unit_retreats_to_a_center_that_it_takes():
    view = SeatView(
        power="FRANCE",
        phase="F1901R",
        units={"GERMANY": ("A MAR",)},
        centers={"FRANCE": ("PAR",)},
        dislodged={"FRANCE": {"A BUR": ("BEL", "GAS", "PIC")}},
    )
    for player in PLAYERS.values():
        assert player.orders(view, random.Random(1)) == ("A BUR R BEL",)


def test_consul_beats_random_players_in_a_few_years():
    powers = load_setup("standard").powers
    for seat in ("FRANCE", "TURKEY"):
        players = dict.fromkeys(powers, random_player) | {seat: consul.choose_orders}
        game = play(players, seat=seat, seed="tiny", limit=250, years=4)
        assert game.is_first, game.centers
        assert game.own >= 6, game.centers


def test_every_power_of_a_set_up_is_known_to_its_side():
    for setup in SETUPS:
        position = opening(load_setup(setup))
        for power in must_order(position):
            assert power in SeatView.of_position(position, power).side
