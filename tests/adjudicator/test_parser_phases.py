"""One line in a retreat or an adjustment phase: retreats, builds and removals in every language."""

import pytest

from adjudicator import IllegalOrder, check_order, parse_order
from adjudicator.json_lines import read_position

from .test_parser import read, refusal

RETREATS = read_position(
    {
        "phase": "F1902R",
        "units": {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]},
        "dislodged": {"FRANCE": {"A BUR": ["GAS", "BEL"], "F MAO": ["BRE", "SPA/NC", "SPA/SC"]}},
    }
)
WINTER = read_position(
    {
        "phase": "W1902A",
        "units": {"ENGLAND": ["A BEL"], "GERMANY": ["A MUN", "F KIE"], "RUSSIA": ["A GAL"]},
        "centers": {
            "ENGLAND": ["LON", "LVP", "BEL"],
            "GERMANY": ["KIE"],
            "RUSSIA": ["STP", "MOS", "WAR", "SEV", "RUM"],
        },
    }
)


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "A Bur - Gas", "A BUR R GAS"),
        ("en", "Retreat A Bur to Gas", "A BUR R GAS"),
        ("en", "Bur retreats to Gascony", "A BUR R GAS"),
        ("es", "Retirada E Bor a Gas", "A BUR R GAS"),
        ("it", "A Bor RIT Gua", "A BUR R GAS"),
        ("it", "A Bor RIT-Gua", "A BUR R GAS"),
        ("bg", "А Бур отстъпва към Гаскония", "A BUR R GAS"),
        ("en", "A BUR - GAS", "A BUR R GAS"),
        ("en", "Mid Atlantic - Spa (nc)", "F MAO R SPA/NC"),
        ("en", "Disband Bur", "A BUR D"),
        ("es", "E Bor se disuelve", "A BUR D"),
        ("it", "A Bor sciolta", "A BUR D"),
        ("bg", "А Бур се разформирова", "A BUR D"),
        ("en", "A PAR D", "A PAR D"),
    ],
)
def test_in_a_retreat_phase_the_dislodged_unit_is_meant(
    language: str, line: str, order: str
) -> None:
    assert read(line, "FRANCE", language, RETREATS) == order


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "Build fleet in St. Petersburg (south coast)", "F STP/SC B"),
        ("en", "+F StpSC", "F STP/SC B"),
        ("en", "F Stp sc", "F STP/SC B"),
        ("en", "Mos", "A MOS B"),
        ("es", "Construyo ejército en Moscú", "A MOS B"),
        ("it", "Costruisce A Mos", "A MOS B"),
        ("bg", "А Мос", "A MOS B"),
        ("es", "no construyo", "WAIVE"),
        ("it", "WAIVE", "WAIVE"),
        ("bg", "Не изгражда", "WAIVE"),
        ("en", "pass", "WAIVE"),
    ],
)
def test_in_winter_a_unit_alone_is_built_where_builds_are_due(
    language: str, line: str, order: str
) -> None:
    assert read(line, "RUSSIA", language, WINTER) == order


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "F Kie"),
        ("en", "-F Kie"),
        ("en", "Remove: Kiel"),
        ("en", "F Kie removed"),
        ("es", "F Kie retirada"),
        ("it", "Scioglie F Kie"),
        ("bg", "Премахва Ф Кил"),
    ],
)
def test_in_winter_a_unit_alone_is_removed_where_removals_are_due(language: str, line: str) -> None:
    assert read(line, "GERMANY", language, WINTER) == "F KIE D"


def test_a_build_that_does_not_say_which_kind_of_unit_is_refused_with_all_that_are_open() -> None:
    error = refusal("Build Lon", "ENGLAND", "en", WINTER)
    assert [str(order) for order in error.readings] == ["A LON B", "F LON B"]
    error = refusal("+ Stp", "RUSSIA", "en", WINTER)
    assert [str(order) for order in error.readings] == ["A STP B", "F STP/NC B", "F STP/SC B"]


def test_a_dash_before_a_unit_removes_nothing_where_something_is_to_be_built() -> None:
    order = parse_order("-A Mos", WINTER, "RUSSIA", "en")
    assert str(order) == "A MOS D"
    with pytest.raises(IllegalOrder):
        check_order(order, WINTER, "RUSSIA")


def test_an_order_of_another_phase_is_parsed_and_left_to_the_rules() -> None:
    order = parse_order("A Par H", RETREATS, "FRANCE", "en")
    with pytest.raises(IllegalOrder, match=r"cannot be ordered in this phase \(F1902R\)"):
        check_order(order, RETREATS, "FRANCE")
