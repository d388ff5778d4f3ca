"""Which checks can be taken out of the code."""

import sys

import pytest

from . import mutants, unchecked


def test_each_module_of_access_and_each_that_asks_it_can_be_had_without_a_check():
    found = {each.module for each in mutants.mutants()}
    assert {*mutants.MODULES, "games.access.reading", "games.access.threads"} <= found


@pytest.mark.parametrize("asked", ["seat_or_404", "letters"])
def test_of_what_is_asked_it_must_be_known_how_it_answers_unchecked(
    monkeypatch: pytest.MonkeyPatch, asked: str
):
    monkeypatch.delattr(unchecked, asked)
    with pytest.raises(AssertionError, match=f"what {asked} is without its check"):
        mutants.mutants()


def test_what_modules_of_access_share_is_taken_from_all_of_them(monkeypatch: pytest.MonkeyPatch):
    [mutant] = [each for each in mutants.mutants() if each.what == "an empty TO_THE_END"]
    loaded = [vars(each) for name, each in sys.modules.items() if name.startswith("games.")]
    sharing = [each for each in loaded if "TO_THE_END" in each]
    assert {"games.access.parts", "games.access.seats"} < {each["__name__"] for each in sharing}
    assert all(each["TO_THE_END"] for each in sharing)
    for each in sharing:
        monkeypatch.setitem(each, "TO_THE_END", each["TO_THE_END"])  # put back afterwards
    mutant.apply()
    assert not any(each["TO_THE_END"] for each in sharing)
