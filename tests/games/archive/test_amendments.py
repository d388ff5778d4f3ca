"""House rules and single rules that were amended while a game was played."""

import copy

import pytest

from accounts.models import User
from games.lifecycle import amendments
from games.models import Amendment, Game, Phase, Vote
from games.state import editions
from games.state.edition_texts import RULE_POINTS
from games.state.positions import rules_of
from games.votes import voting
from tests import factories

from .conftest import (
    archive_of,
    document_of,
    finished,
    imported,
    members,
    resolve,
    small_archive_of,
    written,
)
from .test_importing import is_taken

pytestmark = pytest.mark.django_db
FIELD = "disrupted_convoy"
BEFORE, AFTER = "No stabs before tea.", "Tea first."


def other_answer() -> str:
    usual = editions.edition_answer("2000", FIELD)
    return next(answer for answer in RULE_POINTS[FIELD].answers if answer != usual)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    """A game whose players have agreed to an amendment, in its second phase."""
    game = factories.begun_game(master, players, rules="2000", house_rules=BEFORE)
    change = amendments.change_to(game, AFTER, {FIELD: other_answer()})
    vote = voting.propose_amendment(factories.open_phase(game), change, seat=None, person=master)
    for seat in game.seats.all():
        voting.cast_vote(vote, seat, in_favour=True, person=factories.holder(seat))
    resolve(game)
    factories.keep_played(game)
    return Game.objects.get(pk=game.pk)


def phases_of(game: Game) -> list[Phase]:
    return list(Game.objects.get(pk=game.pk).phases.order_by("number"))


def test_an_imported_game_has_the_rules_of_each_phase(game: Game, master: User):
    copied = imported(small_archive_of(game), master)
    here, there = phases_of(game), phases_of(copied)
    assert [rules_of(each) for each in there] == [rules_of(each) for each in here]
    assert rules_of(there[0]) != rules_of(there[1])
    assert [amendments.house_rules_in(each) for each in there] == [BEFORE, AFTER]


def test_a_rejected_amendment_is_told_too(game: Game, master: User):
    change = amendments.change_to(game, "Coffee first.", {})
    vote = voting.propose_amendment(factories.open_phase(game), change, seat=None, person=master)
    voting.withdraw_amendment(game, person=master)
    copied = imported(small_archive_of(game), master)
    assert amendments.house_rules_in(phases_of(copied)[-1]) == AFTER
    found = Amendment.objects.get(vote__phase__game=copied, since=None)
    assert (found.vote.outcome, found.house_rules) == (Vote.Outcome.WITHDRAWN, "Coffee first.")
    assert found.vote.made_at == vote.made_at


def test_the_document_stays_the_same(game: Game, master: User):
    over = finished(game, master)
    assert document_of(over)["votes"][0]["amendment"]["since"] == 2
    assert written(imported(small_archive_of(over), master)) == written(over)


def test_the_pages_tell_what_was_amended(game: Game):
    files = members(archive_of(game))
    assert f"{BEFORE} → {AFTER}" in files["log.html"]
    assert AFTER in files["index.html"]
    assert BEFORE not in files["index.html"]


def test_an_amendment_that_cannot_be_is_refused(game: Game):
    body = document_of(game)
    assert is_taken(body)
    for name, wrong in (
        ("since", 99),
        ("since", -1),
        ("house_rules", "x" * 5001),
        ("rules", [{"field": "no_such_rule", "before": "no", "value": "yes"}]),
        ("rules", [{"field": FIELD, "before": "perhaps", "value": "yes"}]),
        ("rules", body["votes"][0]["amendment"]["rules"] * 2),
    ):
        changed = copy.deepcopy(body)
        changed["votes"][0]["amendment"][name] = wrong
        assert not is_taken(changed), (name, wrong)
    assert not is_taken({**body, "votes": [{**body["votes"][0], "amendment": None}]})
