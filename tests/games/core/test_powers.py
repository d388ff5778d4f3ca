"""Names, letters and looks of powers: of the seven, and of those that a set-up names itself."""

from collections.abc import Iterator, Sequence

import pytest
from django.utils import translation

from adjudicator import SETUPS, load_setup
from adjudicator.setups import PowerNames
from games.core import powers


@pytest.fixture
def fresh() -> Iterator[None]:
    """Let a test number other set-ups, and forget the numbers afterwards."""
    powers._numbers.cache_clear()
    yield
    powers._numbers.cache_clear()


def number(monkeypatch: pytest.MonkeyPatch, **several: Sequence[str]) -> dict[str, str]:
    """Return the looks of the powers of set-ups that name all their powers."""

    class Named:
        def __init__(self, codes: Sequence[str]) -> None:
            self.power_names = {code: PowerNames(code[:3], {"en": code}) for code in codes}

    monkeypatch.setattr(powers, "SETUPS", tuple(several))
    monkeypatch.setattr(powers, "load_setup", {k: Named(v) for k, v in several.items()}.get)
    return {code: powers.look(code) for codes in several.values() for code in codes}


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["France", "St. Petersburg"]),
        ("es", ["Francia", "San Petersburgo"]),
        ("it", ["Francia", "St. Pietroburgo"]),
        ("bg", ["Франция", "Санкт Петербург"]),
    ],
)
def test_a_power_has_its_name_in_the_language_of_the_reader(language: str, names: list[str]):
    with translation.override(language):
        assert [powers.name("FRANCE"), powers.name("STPETERSBURG")] == names


def test_a_power_of_no_set_up_has_neither_name_nor_look():
    assert not powers.is_power("NARNIA")
    assert (powers.look("NARNIA"), powers.letters("NARNIA")) == ("", "")
    with pytest.raises(KeyError):
        powers.name("NARNIA")


def test_the_seven_keep_their_looks_and_have_emblems_instead_of_letters():
    for code in powers.POWERS:
        assert (powers.look(code), powers.letters(code)) == (code.lower(), "")


def test_a_power_that_its_set_up_names_has_the_number_of_its_place_and_letters():
    chaos = load_setup("chaos")
    assert [powers.look(code) for code in chaos.powers] == [f"n{n}" for n in range(1, 35)]
    assert powers.letters("LIVERPOOL") == "LVP"


def test_in_no_set_up_two_powers_look_alike():
    for name in SETUPS:
        looks = [powers.look(code) for code in load_setup(name).powers]
        assert len(set(looks)) == len(looks)


def test_powers_of_several_set_ups_keep_one_number_and_meet_nobody_with_the_same(
    monkeypatch: pytest.MonkeyPatch, fresh: None
):
    looks = number(
        monkeypatch, one=["AA", "BB", "CC"], other=["CC", "DD", "AA"], third=["BB", "DD", "EE"]
    )
    assert looks == {"AA": "n1", "BB": "n2", "CC": "n3", "DD": "n4", "EE": "n3"}


def test_more_powers_than_looks_repeat_them(monkeypatch: pytest.MonkeyPatch, fresh: None):
    codes = [f"P{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(powers.NUMBERS + 2)]
    looks = list(number(monkeypatch, many=codes).values())
    assert looks[-3:] == [f"n{powers.NUMBERS}", "n1", "n2"]
    assert len(set(looks)) == powers.NUMBERS
