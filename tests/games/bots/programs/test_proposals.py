"""Proposals to programs: which they accept, and that they keep their word."""

import random
from dataclasses import replace

import pytest

from games.bots.programs import consul, novice
from games.bots.programs.proposals import Answer, Kind, Proposal, answer, promises_of
from games.bots.programs.view import PastPhase
from games.wording.bots import ANSWERS

from .views import seat_view

UNITS = {"FRANCE": ["A BUR", "A PAR"], "GERMANY": ["A RUH"], "TURKEY": ["A CON"]}
PEACE = Proposal(Kind.PEACE, "GERMANY", "F1902M")
SUPPORT = Proposal(Kind.SUPPORT, "GERMANY", "F1902M", order="A BUR S A RUH - MUN")


@pytest.fixture
def view():
    return seat_view(
        "FRANCE", "F1902M", UNITS, {"GERMANY": ["MUN", "KIE", "BEL"], "TURKEY": ["CON"]}
    )


def test_every_answer_has_a_sentence_that_says_it_is_a_bot():
    assert {each.value for each in Answer} == ANSWERS.keys()
    assert all("I’m a bot" in str(sentence) for sentence in ANSWERS.values())


def test_peace_is_refused_after_an_attack_and_to_a_leader(view):
    assert answer(view, PEACE) is Answer.PEACE
    attack = PastPhase("S1902M", {"GERMANY": (("A RUH - PAR", "fails"),)})
    assert answer(replace(view, history=(attack,)), PEACE) is Answer.ATTACKED
    support = PastPhase("S1902M", {"GERMANY": (("A RUH S A BUR - PAR", "given"),)})
    assert answer(replace(view, history=(support,)), PEACE) is Answer.PEACE
    small = replace(
        view, centers={"FRANCE": ("PAR",), "GERMANY": ("MUN", "KIE", "BEL", "HOL", "BER")}
    )
    assert answer(small, PEACE) is Answer.LEADER


@pytest.mark.parametrize("choose", [novice.choose_orders, consul.choose_orders])
def test_a_program_keeps_the_peace_until_the_year_ends(view, choose):
    bound = replace(view, agreements=(PEACE,))
    for seed in range(6):
        orders = choose(bound, dice=random.Random(seed), limit=200)
        assert not any(text.endswith(("- MUN", "- BEL", "- KIE")) for text in orders), orders
        assert not any(text.endswith("- RUH") for text in orders), orders
    assert promises_of(bound).closed
    assert not promises_of(replace(bound, phase="S1903M")).closed


def test_a_partner_who_breaks_an_agreement_frees_the_program(view):
    attack = PastPhase("S1902M", {"GERMANY": (("A RUH - PAR", "fails"),)})
    assert not promises_of(replace(view, agreements=(PEACE,), history=(attack,))).closed
    free = Proposal(Kind.DEMILITARISE, "GERMANY", "F1902M", provinces=("BEL",))
    assert promises_of(replace(view, agreements=(free,))).closed
    entered = replace(free, provinces=("RUH",))
    assert not promises_of(replace(view, agreements=(entered,))).closed


def test_a_dislodged_unit_keeps_the_agreement():
    view = seat_view("FRANCE", "F1902R", {"GERMANY": ["A BUR"]}, {"GERMANY": ["MUN"]})
    view = replace(view, dislodged={"FRANCE": {"A BUR": ("RUH", "MUN")}})
    assert novice.choose_orders(view, dice=random.Random(1)) == ("A BUR R MUN",)
    assert novice.choose_orders(replace(view, agreements=(PEACE,)), dice=random.Random(1)) == (
        "A BUR R RUH",
    )
    both = (PEACE, Proposal(Kind.DEMILITARISE, "GERMANY", "S1902M", provinces=("RUH",)))
    assert novice.choose_orders(replace(view, agreements=both), dice=random.Random(1)) == (
        "A BUR D",
    )


@pytest.mark.parametrize("choose", [novice.choose_orders, consul.choose_orders])
def test_a_promised_support_is_given(view, choose):
    view = replace(view, centers=view.centers | {"GERMANY": ("KIE",), "TURKEY": ("MUN", "CON")})
    assert answer(view, SUPPORT) is Answer.SUPPORT
    bound = replace(view, agreements=(SUPPORT,))
    for seed in range(6):
        orders = choose(bound, dice=random.Random(seed), limit=200)
        assert "A BUR S A RUH - MUN" in orders
        assert not any(text.endswith("- BUR") for text in orders)


def test_a_unit_is_promised_once(view):
    view = replace(view, centers=view.centers | {"GERMANY": ("KIE",), "TURKEY": ("MUN", "CON")})
    bound = replace(view, agreements=(SUPPORT,))
    assert answer(bound, SUPPORT) is Answer.SUPPORT
    other = replace(SUPPORT, order="A BUR S A RUH")
    assert answer(view, other) is Answer.SUPPORT
    assert answer(bound, other) is Answer.PROMISED


def test_a_support_is_refused_that_harms_or_cannot_be_given(view):
    asked = {
        "A BUR S A RUH - MUN": Answer.SUPPORT,
        "A BUR S A CON - BUL": Answer.NOT_UNDERSTOOD,
        "A BUR S A PAR - PIC": Answer.NOT_UNDERSTOOD,
        "A BUR - MUN": Answer.NOT_UNDERSTOOD,
        "nonsense": Answer.NOT_UNDERSTOOD,
    }
    for text, expected in asked.items():
        assert answer(view, replace(SUPPORT, order=text)) is expected, text
    harms = replace(view, centers=view.centers | {"GERMANY": ("KIE",), "FRANCE": ("MUN",)})
    assert answer(harms, SUPPORT) is Answer.NEEDED


def test_provinces_are_left_alone_if_the_program_has_nothing_there(view):
    asked = Proposal(Kind.DEMILITARISE, "GERMANY", "F1902M", provinces=("TYR",))
    assert answer(view, asked) is Answer.DEMILITARISE
    assert answer(view, replace(asked, provinces=("BUR",))) is Answer.PRESENT
    assert answer(view, replace(asked, provinces=("XYZ",))) is Answer.NOT_UNDERSTOOD
    assert answer(view, replace(asked, provinces=())) is Answer.NOT_UNDERSTOOD
    assert answer(view, replace(asked, provinces=("RUH",))) is Answer.OCCUPIED


def test_promises_do_not_contradict_each_other(view):
    view = replace(view, centers=view.centers | {"GERMANY": ("KIE",), "TURKEY": ("MUN", "CON")})
    free = Proposal(Kind.DEMILITARISE, "GERMANY", "F1902M", provinces=("MUN",))
    assert answer(view, free) is Answer.DEMILITARISE
    assert answer(replace(view, agreements=(SUPPORT,)), free) is Answer.PROMISED
    assert answer(replace(view, agreements=(free,)), SUPPORT) is Answer.PROMISED
