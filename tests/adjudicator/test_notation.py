import pytest

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    OrderSyntaxError,
    PhaseType,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
    parse_canonical,
)

PAR, MAR, NTH = Unit.parse("A PAR"), Unit.parse("A MAR"), Unit.parse("F NTH")
STP = Unit.parse("F STP/SC")

CANONICAL = {
    "A PAR H": Hold(PAR),
    "A PAR - BUR": Move(PAR, "BUR"),
    "A PAR - BUR VIA": Move(PAR, "BUR", via=True),
    "F NTH C A PAR - NWY": Convoy(NTH, PAR, "NWY"),
    "A MAR S A PAR - BUR": SupportMove(MAR, PAR, "BUR"),
    "A MAR S A PAR": SupportHold(MAR, PAR),
    "F NTH - SPA/NC": Move(NTH, "SPA/NC"),
    "A PAR R GAS": Retreat(PAR, "GAS"),
    "A PAR D": Disband(PAR),
    "F STP/SC B": Build(STP),
    "WAIVE": Waive(),
}


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text_is_read_and_written_back(text: str) -> None:
    assert parse_canonical(text) == CANONICAL[text]
    assert str(CANONICAL[text]) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  a par-bur ", "A PAR - BUR"),
        ("A\tPAR  -BUR via", "A PAR - BUR VIA"),
        ("a mar s a par h", "A MAR S A PAR"),
        ("Build A WAR", "A WAR B"),
        ("disband f lyo", "F LYO D"),
        ("waive", "WAIVE"),
        ("PAR - BUR", "A PAR - BUR"),
        ("NTH C LON - NWY", "F NTH C A LON - NWY"),
        ("SPA/NC - MAO", "F SPA/NC - MAO"),
    ],
)
def test_texts_with_one_meaning_are_read(text: str, canonical: str) -> None:
    assert str(parse_canonical(text)) == canonical


def test_a_move_in_a_retreat_phase_is_a_retreat() -> None:
    assert parse_canonical("A PAR - GAS", PhaseType.RETREAT) == Retreat(PAR, "GAS")
    assert parse_canonical("A PAR - GAS", PhaseType.MOVEMENT) == Move(PAR, "GAS")


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("", "word_missing", ""),
        ("A", "word_missing", ""),
        ("A PAR", "verb_missing", ""),
        ("A PAR -", "word_missing", ""),
        ("A XYZ H", "province_not_understood", "XYZ"),
        ("A PARIS H", "province_not_understood", "PARIS"),
        ("A PAR ? BUR", "word_not_understood", "?"),
        ("A PAR - BUR GAS", "word_not_expected", "GAS"),
        ("F NTH C A LON NWY", "word_not_understood", "NWY"),
        ("F NTH C A LON", "word_missing", ""),
        ("WAIVE IT", "word_not_expected", "IT"),
        ("A PAR S S", "province_not_understood", "S"),
        ("\u0000", "province_not_understood", "\u0000"),
    ],
)
def test_the_word_that_was_not_understood_is_named(text: str, code: str, word: str) -> None:
    with pytest.raises(OrderSyntaxError) as caught:
        parse_canonical(text)
    assert (caught.value.code, caught.value.params["word"]) == (code, word)
    assert text in str(caught.value)


def test_endless_texts_are_not_read() -> None:
    with pytest.raises(OrderSyntaxError, match="at most 200 characters"):
        parse_canonical("A PAR - BUR" + " " * 1_000_000)


@pytest.mark.parametrize("order", CANONICAL.values(), ids=str)
def test_every_order_says_its_type_and_unit(order: Order) -> None:
    assert order.type.value
    assert (order.unit is None) == (order == Waive())
