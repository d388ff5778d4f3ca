"""Codes of the rules as sentences in the reader's language."""

import pytest
from django.utils import translation

from adjudicator import MESSAGES, standard_board
from games import wording
from games.models import Order


def sentence(code: str, **params: str) -> str:
    return wording.reason(Order(reason_code=code, reason_params=params), standard_board())


def test_units_provinces_and_powers_of_a_reason_are_named_also_in_lists() -> None:
    said = sentence(
        "bounced_off_strength",
        province="SPA/SC",
        opposed_by="F SPA/SC",
        strength="2",
        strength_with="F WES",
        against="3",
        against_with="A MAR, A GAS",
        against_cut="F POR",
    )
    assert said == (
        "It bounced off Fleet Spain (south coast): strength 2"
        " (with Fleet Western Mediterranean) against 3 (with Army Marseilles and Army"
        " Gascony; support cut: Fleet Portugal)."
    )
    assert (
        sentence("not_your_unit", unit="A PAR", power="FRANCE") == "Army Paris belongs to France."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "un ataque de Ejército Borgoña, Flota Mar del Norte y Flota Bélgica."),
        ("it", "un attacco di Armata Borgogna, Flotta Mare del Nord e Flotta Belgio."),
        ("bg", "атака на Армия Бургундия, Флота Северно море и Флота Белгия."),
    ],
)
def test_the_last_of_several_units_is_joined_with_and(language: str, said: str) -> None:
    with translation.override(language):
        assert sentence("support_cut", by="A BUR, F NTH, F BEL").endswith(said)


def test_a_convoy_that_was_not_needed_is_not_called_impossible() -> None:
    void = Order(outcome="illegal", reason_code="convoy_went_without")
    assert wording.outcome(void) == "void: not needed"
    assert wording.outcome(Order(outcome="illegal", reason_code="not_adjacent")) == (
        "void: impossible"
    )
    assert sentence("convoy_went_without", army="A BRE", province="LON", fleets="F ENG") == (
        "The convoy was not needed: Army Brest took another route to London, by Fleet English"
        " Channel."
    )


def test_input_is_quoted_unchanged() -> None:
    assert sentence("verb_missing", text="A PAR") == "“A PAR” does not say what the unit should do."


def test_an_order_that_simply_succeeded_has_no_sentence() -> None:
    assert sentence("move_succeeds", province="BUR") == ""
    assert sentence("convoyed", army="A LON", province="NWY") == ""
    attacked = {"then": "convoy_not_disturbed", "then_by": "F HOL"}
    assert sentence("convoyed", army="A LON", province="NWY", **attacked).endswith(
        "The fleet was attacked by Fleet Holland but not dislodged, so the attack made"
        " no difference."
    )


@pytest.mark.parametrize(
    ("code", "params"),
    [
        ("", {}),
        ("no_such_move_to_support", {"supported": "A PAR", "province": "BUR"}),
        ("support_cut", {}),
        ("support_cut", {"by": "A PAR", "then": "something_of_old"}),
        ("support_not_against_own", {"opposed_by": "A BUR"}),
    ],
)
def test_reasons_stored_by_an_earlier_version_are_left_out(
    code: str, params: dict[str, str]
) -> None:
    row = Order(reason_code=code, reason_params=params)
    assert wording.reason(row, standard_board()) == ""
    assert wording.rule(row).name in ("", "rule 12", "rule 13")


def test_rules_are_cited_and_those_with_a_number_told_in_short() -> None:
    assert wording.rule(Order(reason_code="support_cut")) == ("13", "13", "rule 13")
    farthest = wording.rule(Order(reason_code="removed_farthest"))
    assert farthest == ("", "civil-disorder", "rulebook: Civil disorder")
    paradox = wording.rule(Order(reason_code="convoy_paradox"))
    assert paradox == ("", "datc-4-a-2", "DATC 4.A.2")
    listed = wording.rules(["13", "", "5", "13", "DATC 4.A.2"])
    assert [(number, cited) for number, cited, _text in listed] == [
        ("5", "rule 5"),
        ("13", "rule 13"),
    ]
    assert all(text.endswith(".") for _number, _cited, text in listed)


@pytest.mark.parametrize(
    ("language", "fleet"),
    [("es", "Flota Holanda"), ("it", "Flotta Olanda"), ("bg", "Флота Холандия")],
)
def test_a_reason_is_told_in_the_language_of_the_reader(language: str, fleet: str) -> None:
    params = {"by": "F HOL", "strength": "2", "strength_with": "A BEL", "against": "1"}

    with translation.override(language):
        said = sentence("dislodged_by", **params)

    assert "with" not in said
    assert "strength" not in said
    assert fleet in said


def test_every_sentence_of_the_rules_can_be_filled_in_by_the_site() -> None:
    class Anything(dict[str, str]):
        def __missing__(self, key: str) -> str:
            return f"<{key}>"

    for template in MESSAGES.values():
        assert "%(" not in template % Anything()
