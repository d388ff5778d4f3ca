"""The checks that can be taken out of the code."""

import pytest

from accounts.models import UserManager
from games.access import administration
from games.models.mastership import MastershipQuerySet
from games.models.seat import SeatQuerySet, TenureQuerySet

from . import mutants, unchecked


def test_each_module_of_access_and_each_that_asks_it_can_be_had_without_a_check():
    found = {each.module for each in mutants.mutants()}
    assert {*mutants.MODULES, "games.access.messages", "games.access.threads"} <= found


@pytest.mark.parametrize("asked", ["seat_or_404", "messages"])
def test_of_what_is_asked_it_must_be_known_how_it_answers_unchecked(
    monkeypatch: pytest.MonkeyPatch, asked: str
):
    monkeypatch.delattr(unchecked, asked)
    with pytest.raises(AssertionError, match=f"what {asked} is without its check"):
        mutants.mutants()


def test_a_list_of_access_is_emptied_where_it_is_used(monkeypatch: pytest.MonkeyPatch):
    kinds = administration.SECRET_UNTIL_RESOLVED
    [mutant] = [each for each in mutants.mutants() if each.what == "an empty SECRET_UNTIL_RESOLVED"]
    monkeypatch.setattr(administration, "SECRET_UNTIL_RESOLVED", kinds)  # put back afterwards
    mutant.apply()
    assert kinds
    assert administration.SECRET_UNTIL_RESOLVED == []


def test_the_methods_that_select_rows_of_people_are_methods_of_our_querysets():
    ours = [vars(each) for each in (UserManager, MastershipQuerySet, SeatQuerySet, TenureQuerySet)]
    assert {name for each in ours for name in each} >= mutants.SELECTING


@pytest.mark.parametrize("how", ["current", "lasting"])
def test_a_queryset_method_that_selects_tenures_is_taken_out(how: str):
    names = [each.what for each in mutants.mutants_of("games.access.roles")]
    assert any(name.startswith("all instead of") and f".{how}()" in name for name in names)
