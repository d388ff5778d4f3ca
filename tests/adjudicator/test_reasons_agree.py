"""Reasons agree with outcomes: their strengths, and the units they name."""

import pytest
from hypothesis import given

from adjudicator import (
    RULES,
    PhaseCode,
    Position,
    Reason,
    Resolution,
    Result,
    Rules,
    adjudicate,
    parse_canonical,
)
from adjudicator.reasons import REFUSALS
from adjudicator.reasons.result_sentences import VERDICTS

from . import situations as drawn
from .checker import claim_of, counting_orders
from .checker_equations import Claim, Scene
from .checker_orders import assign, in_vain, read
from .reasons_of_help import HELP
from .reasons_of_moves import MOVES, Case
from .situations import Sheets, Situation
from .soaking import editions, often
from .true_reasons import Saying, is_true, refused_retreats

WEAKER = {
    "bounced_off_unit",
    "bounced_off_strength",
    "bounced_in_standoff",
    "bounced_with_dislodged",
    "bounced_after_convoy",
    "outdone",
    "head_to_head",
    "lost_head_to_head",
    "own_support_left_out",
    "spared_by_standoff",
}
STRONGER = {"move_wins", "move_dislodges", "own_unit_stays"}
DISLODGED = {
    "dislodged_by",
    "lost_head_to_head",
    "support_cut_by_dislodgement",
    "convoy_dislodged",
}
OF_SEVERAL = {"held_against", "spared_by_own_power", "beleaguered"} | WEAKER


CASES = MOVES | HELP


def parts(reason: Reason) -> list[Reason]:
    """Return the sentences of a reason, each as a reason of its own."""
    first = {k: v for k, v in reason.params.items() if not k.startswith("then")}
    found = [Reason(reason.code, first)]
    if "then" in reason.params:
        rest = {k[5:]: v for k, v in reason.params.items() if k.startswith("then_")}
        found.append(Reason(reason.params["then"], rest))
    return found


def check_numbers(code: str, params: dict[str, str]) -> None:
    strength, against = int(params["strength"]), int(params["against"])
    for side in ("strength", "against"):
        supporters = params.get(f"{side}_with", "")
        if code not in OF_SEVERAL:
            assert int(params[side]) == 1 + len([s for s in supporters.split(", ") if s])
    if code in WEAKER or code in ("beleaguered", "spared_by_own_power"):
        assert strength < against or (strength == against and code in WEAKER)
    elif code in STRONGER or code in DISLODGED:
        assert strength > against
    else:
        assert (code, strength >= against) == ("held_against", True)


def check(result: Result) -> None:
    said = parts(result.reason)
    codes = [part.code for part in said]
    assert len(codes) == len(set(codes))
    for part in said:
        if "strength" in part.params:
            check_numbers(part.code, dict(part.params))
    if codes[0] in REFUSALS:
        return
    assert bool(DISLODGED & set(codes)) == result.dislodged
    assert codes[0].startswith("move_") == (result.outcome == "succeeds")
    if result.outcome in ("given", "cut"):
        assert codes[0].startswith("support_cut") == (result.outcome == "cut")
    if result.outcome == "disrupted":
        assert codes[0] in ("convoy_dislodged", "convoy_paradox")


def seen(situation: Situation, rules: Rules) -> tuple[Scene, Claim, Resolution]:
    """Return an adjudicated movement phase as the checker sees it."""
    position, sheets = situation
    done = adjudicate(position, sheets, rules)
    lines = read(position, sheets, rules)
    counting = counting_orders(assign(lines, position.at, rules))
    scene = Scene(position, rules, counting, in_vain(lines, position.at, rules))
    return scene, claim_of(scene, done), done


def untrue(situation: Situation, rules: Rules) -> list[str]:
    """Return the untrue reasons of a movement phase and of the retreats that it leaves open."""
    scene, claim, done = seen(situation, rules)
    wrong = []
    for result in done.results:
        check(result)
        if result.unit is None or scene.power.get(result.unit.province) != result.power:
            continue
        for part in parts(result.reason):
            saying = Saying(scene, claim, result.unit.province, part.params)
            if part.code in VERDICTS and not is_true(part.code, saying):
                wrong.append(f"{result.text}: {part.code} {part}")
    return wrong + [": ".join(each) for each in refused_retreats(scene, claim, done.next)]


@often(150)
@given(drawn.situations(), editions)
def test_reasons_are_true(situation: Situation, rules: Rules) -> None:
    assert untrue(situation, rules) == []


def situation_of(case: Case) -> tuple[Situation, Rules]:
    """Return the situation and the rules of a case, as `untrue` takes them."""
    sheets: Sheets = {power: [*text.split(", ")] for power, text in case.orders.items()}
    units = {
        power: tuple(unit for text in texts if (unit := parse_canonical(str(text)).unit))
        for power, texts in sheets.items()
    }
    return Situation(Position(PhaseCode.parse("S1901M"), units), sheets), RULES[case.rules]


@pytest.mark.parametrize("codes", CASES)
def test_the_reasons_of_each_case_are_true(codes: str) -> None:
    assert untrue(*situation_of(CASES[codes])) == []


def test_wrong_strengths_are_noticed() -> None:
    """The check itself can fail."""
    for code in ("bounced_off_unit", "move_dislodges", "held_against", "beleaguered"):
        strengths = {"strength": "2", "strength_with": "A PAR", "against": "1"}
        if code in ("move_dislodges", "held_against"):
            strengths = {"strength": "1", "against": "2", "against_with": "A PAR"}
        with pytest.raises(AssertionError):
            check_numbers(code, strengths)
    assert set(RULES) >= {"2000", "1971"}


CONVOYED = {
    "ENGLAND": "A NWY - SWE VIA, F SKA C A NWY - SWE, F BAL S A NWY - SWE",
    "RUSSIA": "A SWE H, A STP - NWY",
    "GERMANY": "F NWG - NWY",
}
"""A province that an attacker left by convoy, with a standoff in it."""


def test_reasons_of_refused_retreats_are_judged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    stood_off = Case(CONVOYED, "A SWE H", "", "", rules="2023")
    assert untrue(*situation_of(stood_off)) == []
    monkeypatch.setattr(
        "adjudicator.legality.closed_retreat_code", lambda *_: "retreat_to_attacker"
    )
    assert "A SWE - NWY: retreat_to_attacker" in untrue(*situation_of(stood_off))


FALSE = {
    # of two attacks that stood one another off one was weaker against the unit
    "beleaguered (of unequal strength)": (
        {"by": "A MAR, A MUN", "strength": "1", "against": "1"},
        "spared_by_standoff",
    ),
    "beleaguered (by its own power)": (
        {"by": "A MUN, A PAR", "strength": "1", "against": "2"},
        "spared_by_standoff (by its own power)",
    ),
    "support_cut_by_other_route": (
        {"by": "A TUN", "fleets": "F TYS"},
        "support_cut (without need)",
    ),
    "not_cut_by_needed_convoy": (
        {"by": "A WAL", "fleets": "F NTH"},
        "support_helped_move not_cut_without_convoy",
    ),
    "not_cut_by_convoyed": (
        {"by": "A WAL", "fleets": "F NTH"},
        "support_helped_move not_cut_without_convoy",
    ),
    "convoyed": ({"army": "A HOL", "province": "BEL"}, "convoy_not_used (nor the land)"),
    "support_needless_move": ({"supported": "A PAR", "province": "BUR"}, "support_helped_move"),
    "support_helped_move": ({"supported": "A PAR", "province": "BUR"}, "support_needless_move"),
    "support_helped_hold": ({"supported": "A BUR"}, "support_needless_hold"),
    "convoy_broken_elsewhere": ({"lost": "F ENG"}, "convoy_without_route (another stood)"),
    "bounced_in_standoff": (
        {"province": "BUR", "opposed_by": "A MAR, A PAR", "strength": "1", "against": "2"},
        "bounced_in_standoff",
    ),
    "dislodged_by": ({"by": "A MAR", "strength": "2", "against": "2"}, "dislodged_by"),
}
"""Reasons that would be untrue in a case."""


@pytest.mark.parametrize("lie", FALSE)
def test_untrue_reasons_are_noticed(lie: str) -> None:
    params, codes = FALSE[lie]
    situation, rules = situation_of(CASES[codes])
    scene, claim, done = seen(situation, rules)
    [unit] = [r.unit for r in done.results if r.text == CASES[codes].text]
    assert unit is not None
    assert not is_true(lie.split(" (")[0], Saying(scene, claim, unit.province, params))
