"""The drawing: what it shows, what it must not contain, and that SVG and PNG agree."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from adjudicator import Unit, parse_canonical
from adjudicator.orders import (
    Convoy,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from adjudicator.terms import UnitType
from games.board import DrawnOrder, DrawnUnit, Picture, render
from games.board.geometry import POWERS, load_geometry
from games.board.palette import STYLES, THEMES
from games.board.render import tints

BOARD = load_geometry("standard")
URL = "/static/board/standard.0123456789ab.svg"
OPENING = Picture(
    title="S1901M",
    units=tuple(
        DrawnUnit(power, unit)
        for power, units in {
            "AUSTRIA": "A BUD,A VIE,F TRI",
            "ENGLAND": "F EDI,F LON,A LVP",
            "FRANCE": "F BRE,A MAR,A PAR",
            "GERMANY": "A BER,A MUN,F KIE",
            "ITALY": "A ROM,A VEN,F NAP",
            "RUSSIA": "A MOS,A WAR,F SEV,F STP/SC",
            "TURKEY": "A CON,A SMY,F ANK",
        }.items()
        for unit in units.split(",")
    ),
    owners={one.code: one.home for one in BOARD.provinces.values() if one.center and one.home},
)
ORDERS = {
    "hold": "A PAR H",
    "move": "A PAR - BUR",
    "move to a coast": "F MAO - SPA/NC",
    "move overseas": "A LVP - NWY VIA",
    "support to hold": "A MAR S A PAR",
    "support to hold of a fleet": "A MOS S F STP/SC",
    "support to move": "A MAR S A PAR - BUR",
    "support of a fleet that names no coast": "A MOS S F STP - FIN",
    "convoy": "F LON C A LVP - NWY",
    "retreat": "A BUR R GAS",
    "build": "A PAR B",
    "build on a coast": "F STP/SC B",
    "disband": "A PAR D",
}


def xml(picture: Picture, geometry_url: str | None = URL) -> ElementTree.Element:
    return ElementTree.fromstring(render(BOARD, picture, geometry_url=geometry_url))


def drawn_order(power: str, text: str, outcome: str = "") -> DrawnOrder:
    order = parse_canonical(text)
    assert str(order) == text
    return DrawnOrder(power, order, outcome)


def with_orders(*orders: DrawnOrder) -> Picture:
    return replace(OPENING, orders=orders)


@pytest.mark.parametrize("text", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("outcome", ["", "succeeds", "fails", "cut", "invalid"])
def test_every_kind_of_order_adds_a_sign_named_after_it(text: str, outcome: str) -> None:
    drawn = render(BOARD, with_orders(drawn_order("FRANCE", text, outcome)), geometry_url=URL)
    ElementTree.fromstring(drawn)
    failed = " (failed)" if outcome in {"fails", "cut", "invalid"} else ""
    assert f"<title>France: {text}{failed}</title>" in drawn
    assert drawn.count('class="order"') >= 1


def test_on_a_page_signs_and_units_say_whose_they_are() -> None:
    orders = tuple(drawn_order("FRANCE", text, "fails") for text in ORDERS.values())
    units = (*OPENING.units, DrawnUnit("FRANCE", "A BUR", dislodged=True))
    drawn = xml(replace(OPENING, units=units, orders=orders))
    found = {element.get("data-order") for element in drawn.iter("g")} - {None}
    assert found == set(ORDERS.values())
    pushed = [
        element.get("data-unit") for element in drawn.iter() if "data-dislodged" in element.attrib
    ]
    assert pushed == ["A BUR"]


def signs(text: str, outcome: str) -> str:
    """Return the drawing without its titles, which contain the outcome."""
    drawn = render(BOARD, with_orders(drawn_order("FRANCE", text, outcome)), geometry_url=URL)
    return re.sub(r"<title>.*?</title>", "", drawn)


@pytest.mark.parametrize("text", [t for t in ORDERS.values() if t[-2:] not in {" D", " B", " H"}])
def test_how_an_order_ended_can_be_seen(text: str) -> None:
    assert signs(text, "") == signs(text, "succeeds")
    outcomes = ["", "fails", "invalid"] + (["cut"] if " S " in text else [])
    assert len({signs(text, outcome) for outcome in outcomes}) == len(outcomes)


PARIS, NOWHERE = Unit(UnitType.ARMY, "PAR"), Unit(UnitType.ARMY, "XXX")


@pytest.mark.parametrize(
    "order",
    [
        Waive(),
        Hold(NOWHERE),
        Move(NOWHERE, "BUR"),
        Move(PARIS, "XXX"),
        SupportHold(NOWHERE, PARIS),
        SupportHold(PARIS, NOWHERE),
        SupportMove(PARIS, NOWHERE, "YYY"),
        Convoy(Unit(UnitType.FLEET, "NTH"), NOWHERE, "YYY"),
        Retreat(PARIS, "XXX"),
    ],
    ids=str,
)
def test_orders_without_a_place_on_this_board_are_left_out(order: Order) -> None:
    plain = render(BOARD, OPENING, geometry_url=URL)
    assert (
        render(BOARD, with_orders(DrawnOrder("FRANCE", order, "fails")), geometry_url=URL) == plain
    )


def test_units_and_owners_unknown_to_the_board_do_no_harm() -> None:
    odd = replace(
        OPENING,
        units=(*OPENING.units, DrawnUnit("FRANCE", "A XXX"), DrawnUnit("FRANCE", "")),
        owners={**OPENING.owners, "XXX": "FRANCE", "SPA": "ATLANTIS"},
    )
    assert render(BOARD, odd, geometry_url=URL) == render(BOARD, OPENING, geometry_url=URL)
    strange = Picture(
        "", (DrawnUnit("ATLANTIS", "A SPA"),), {}, (drawn_order("ATLANTIS", "A SPA H"),)
    )
    for url in (URL, None):
        assert xml(strange, url) is not None


def test_text_from_outside_is_escaped() -> None:
    evil = '"><script>alert(1)</script>&'
    picture = Picture(
        evil,
        (DrawnUnit(evil, "A PAR"), DrawnUnit("FRANCE", f"A MAR/{evil}")),
        {"PAR": evil},
        (drawn_order(evil, "A PAR H"),),
    )
    names = dict.fromkeys(BOARD.provinces, evil)
    for url in (f"/{evil}", None):
        drawn = render(BOARD, picture, geometry_url=url, names=names)
        assert "<script" not in drawn
        assert "alert(1)</title>" not in drawn
        ElementTree.fromstring(drawn)


@pytest.mark.parametrize("geometry_url", [URL, None])
def test_nothing_needs_an_inline_style_or_script(geometry_url: str | None) -> None:
    orders = tuple(drawn_order("FRANCE", text, "fails") for text in ORDERS.values())
    for element in xml(with_orders(*orders), geometry_url).iter():
        assert element.tag.rpartition("}")[2] not in {"style", "script", "foreignObject", "image"}
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_on_a_page_only_classes_give_colour_and_the_sheet_knows_them_all() -> None:
    orders = tuple(drawn_order(power, text) for power in POWERS for text in ORDERS.values())
    plain_groups = {
        "board",
        "backdrop",
        "marks",
        "labels",
        "legend",
        "small-labels",
        "large-labels",
        "centers",
        "orders",
        "order",
        "units",
        "unit",
        "badges",
        "figure",
    }
    used: set[str] = set()
    for element in xml(with_orders(*orders)).iter():
        assert not set(element.attrib) & {"stroke", "stroke-width", "font-family"}
        assert element.attrib.get("fill", "url(").startswith("url(")
        used |= set(element.attrib.get("class", "").split())
    assert used - plain_groups <= set(STYLES)


def test_a_self_contained_picture_refers_to_nothing_outside_and_has_no_variables() -> None:
    for theme in THEMES:
        drawn = render(
            BOARD, OPENING, geometry_url=None, theme="dark" if theme == "dark" else "light"
        )
        assert "var(" not in drawn
        assert "class=" not in drawn
        ids = set(re.findall(r' id="([^"]+)"', drawn))
        assert set(re.findall(r'href="([^"]*)"', drawn)) <= {f"#{name}" for name in ids}
        assert THEMES[theme]["sea"] in drawn


def test_the_two_themes_differ() -> None:
    light, dark = (render(BOARD, OPENING, geometry_url=None, theme=t) for t in ("light", "dark"))
    assert light != dark


def test_the_same_picture_is_always_the_same_text() -> None:
    assert render(BOARD, OPENING, geometry_url=URL) == render(
        BOARD, replace(OPENING), geometry_url=URL
    )
    turned = replace(OPENING, owners=dict(sorted(OPENING.owners.items(), reverse=True)))
    assert render(BOARD, turned, geometry_url=URL) == render(BOARD, OPENING, geometry_url=URL)


def test_the_drawing_and_its_parts_say_what_they_are() -> None:
    drawn = render(
        BOARD,
        replace(
            OPENING,
            units=(
                DrawnUnit("FRANCE", "A PAR"),
                DrawnUnit("RUSSIA", "F STP/SC"),
                DrawnUnit("GERMANY", "A BUR", dislodged=True),
            ),
        ),
        geometry_url=URL,
    )
    assert re.match(r'<svg [^>]*role="img">\s*<title>S1901M</title>', drawn)
    for words in (
        "Army Paris (France)",
        "Fleet St Petersburg, south coast (Russia)",
        "Dislodged army Burgundy (Germany)",
        "Paris (France)",
        "Spain",
        "North Sea",
    ):
        assert f"<title>{words}</title>" in drawn


def test_names_in_another_language_reach_labels_and_titles() -> None:
    names = {"PAR": "Parigi", "NTH": "Mare del Nord", "FRANCE": "Francia"}
    with override("en"):
        drawn = render(BOARD, OPENING, geometry_url=URL, names=names, language="it")
    assert ">PARIGI</text>" in drawn
    assert ">Mare del Nord</text>" in drawn
    assert "<title>Army Parigi (Francia)</title>" in drawn


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Impassable"),
        ("es", "Intransitable"),
        ("it", "Intransitabile"),
        ("bg", "Непроходимо"),
    ],
)
def test_a_legend_says_what_the_hatching_means(language: str, words: str) -> None:
    with override(language):
        drawn = render(BOARD, OPENING, geometry_url=None, language=language)
    assert f">{words}</text>" in drawn


def test_a_page_needs_few_bytes() -> None:
    orders = tuple(
        drawn_order(one.power, f"{one.unit} S A PAR - BUR", "fails") for one in OPENING.units
    )
    picture = with_orders(*orders)
    assert len(render(BOARD, OPENING, geometry_url=URL)) < 38_000
    assert len(render(BOARD, picture, geometry_url=URL)) < 66_000


def test_a_dislodged_unit_stands_beside_the_one_that_drove_it_out() -> None:
    picture = Picture(
        "F1901R", (DrawnUnit("GERMANY", "A BUR"), DrawnUnit("FRANCE", "A BUR", dislodged=True))
    )
    places = {
        element.attrib["transform"]
        for element in xml(picture).iter()
        if element.attrib.get("class") == "unit"
    }
    assert len(places) == 2


def test_an_army_with_its_convoy_is_drawn_through_the_fleet() -> None:
    army = drawn_order("ENGLAND", "A YOR - NWY VIA")
    fleet = drawn_order("ENGLAND", "F NTH C A YOR - NWY")
    alone = render(BOARD, with_orders(army), geometry_url=URL)
    carried = render(BOARD, with_orders(army, fleet), geometry_url=URL)
    spot = BOARD.unit_spot("NTH")
    assert spot is not None
    through = f"{spot.unit[0]:g} {spot.unit[1]:g}Q"
    assert through not in alone
    assert through in carried


def test_an_army_that_can_walk_goes_by_sea_only_if_told_to() -> None:
    fleet = drawn_order("ENGLAND", "F NTH C A BEL - HOL")
    dotted = [
        'line-core dotted" d='
        in render(BOARD, with_orders(drawn_order("ENGLAND", text), fleet), geometry_url=URL)
        for text in ("A BEL - HOL", "A BEL - HOL VIA")
    ]
    assert dotted == [False, True]


class TestTints:
    def shown(self, *units: DrawnUnit, **owners: str) -> dict[str, str]:
        return tints(BOARD, Picture("", units, owners))

    def test_a_center_has_the_colour_of_its_owner_whoever_stands_there(self) -> None:
        assert self.shown(DrawnUnit("GERMANY", "A PAR"), PAR="FRANCE")["PAR"] == "FRANCE"

    def test_homeland_keeps_its_colour_as_long_as_a_home_center_is_held(self) -> None:
        assert self.shown(MAR="FRANCE")["BUR"] == "FRANCE"
        assert "BUR" not in self.shown(SPA="FRANCE", MAR="ITALY")

    def test_land_without_a_center_takes_the_colour_of_the_unit_in_it(self) -> None:
        assert self.shown(DrawnUnit("GERMANY", "A BUR"), MAR="FRANCE")["BUR"] == "GERMANY"
        assert self.shown(DrawnUnit("ITALY", "A ALB"))["ALB"] == "ITALY"
        assert self.shown(DrawnUnit("ITALY", "A ALB", dislodged=True)) == {}

    def test_seas_and_unowned_centers_have_none(self) -> None:
        assert self.shown(DrawnUnit("ENGLAND", "F NTH"), DrawnUnit("ENGLAND", "A NWY")) == {}
