"""Whatever ends a game by one click asks first, and names the result."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lifecycle import endings, provisional
from games.models import Game, Phase, Vote
from games.seats import civil_disorder
from games.votes import voting
from tests import factories

from ...orders.test_submission import submit
from .conftest import nothing_changes, signed_in, words

LAST = "Your vote is the last one needed. It ends the game at once."


def client_of(game: Game, power: str) -> Client:
    return signed_in(factories.seat(game, power).tenures.latest("pk").person)


def cast(game: Game, power: str, **more: str):
    url = reverse("games:vote", args=[game.slug, Vote.objects.latest("pk").pk])
    sheet = {"vote": "yes", "seat": power, **more}
    return client_of(game, power).post(url, sheet, follow=True)


def hidden(answer) -> dict[str, str]:
    """The hidden fields of the form on a page that asks."""
    page = answer.content.decode()
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page)
    return {name: html.unescape(value) for name, value in found if "csrf" not in name}


def propose_draw(game: Game) -> Vote:
    seat = factories.seat(game, "AUSTRIA")
    phase = factories.open_phase(game)
    return voting.propose(phase, seat, Vote.Kind.DRAW, person=factories.holder(seat))


def all_but(game: Game, last: str) -> Vote:
    """A draw for which all but `last` have voted."""
    vote = propose_draw(game)
    for seat in game.seats.exclude(power__in=("AUSTRIA", last)):
        voting.cast_vote(vote, seat, in_favour=True, person=factories.holder(seat))
    return vote


def test_a_ballot_that_decides_nothing_is_one_click(game: Game):
    propose_draw(game)
    answer = cast(game, "FRANCE")
    assert "Your vote is saved." in words(answer)


def test_the_last_ballot_names_the_result_before_it_counts(game: Game):
    all_but(game, "TURKEY")
    with nothing_changes():
        asked = cast(game, "TURKEY")
    told = words(asked)
    assert f"{LAST} The game ends in a draw among all surviving powers." in told
    assert "The end can be undone for 2 days." in told
    cast(game, "TURKEY", **hidden(asked))
    game.refresh_from_db()
    assert game.ending == Game.Ending.DRAW


def test_a_no_ends_no_game_and_asks_nothing(game: Game):
    vote = all_but(game, "TURKEY")
    assert "Your vote is saved." in words(cast(game, "TURKEY", vote="no"))
    vote.refresh_from_db()
    assert vote.outcome == Vote.Outcome.FAILED


def test_secret_votes_ask_nobody_because_that_would_tell_how_others_voted(game: Game):
    Game.objects.filter(pk=game.pk).update(secret_votes=True)
    game.refresh_from_db()
    all_but(game, "TURKEY")
    assert "Your vote is saved." in words(cast(game, "TURKEY"))


def test_a_concession_that_needs_only_its_proposer_asks_first(master: User):
    people = [factories.person("One"), factories.person("Two")]
    game = factories.begun_game(master, people, setup="france_austria")
    url = reverse("games:votes", args=[game.slug])
    sheet = {"kind": "concede", "winner": "FRANCE", "seat": "AUSTRIA"}
    client = client_of(game, "AUSTRIA")
    with nothing_changes():
        asked = client.post(url, sheet, follow=True)
    assert f"{LAST} Everyone else concedes the game to France." in words(asked)
    client.post(url, hidden(asked), follow=True)
    game.refresh_from_db()
    assert game.ending == Game.Ending.CONCESSION


def accept(game: Game, power: str, **more: str):
    url = reverse("games:accept_end", args=[game.slug, power])
    return client_of(game, power).post(url, more, follow=True)


def test_the_last_player_who_accepts_a_result_is_asked_first(game: Game):
    endings.draw(game, among=["FRANCE", "TURKEY"], by=None)
    for seat in game.seats.exclude(power="FRANCE"):
        provisional.accept_end(seat, seat.tenures.get().person)
    with nothing_changes():
        asked = accept(game, "FRANCE")
    told = words(asked)
    assert "Everyone else has accepted the result. If you do, too, it is final at once." in told
    assert "This can’t be undone." in told
    assert "The result is final." in words(accept(game, "FRANCE", **hidden(asked)))


def test_others_accept_a_result_by_one_click(game: Game):
    endings.draw(game, among=["FRANCE", "TURKEY"], by=None)
    assert "You have accepted the result." in words(accept(game, "FRANCE"))


# Processing a phase


def process_page(game: Game, master: User) -> str:
    return words(signed_in(master).get(reverse("games:master_process", args=[game.slug])))


def test_processing_says_that_the_game_ends_at_its_limit(game: Game, master: User):
    limit = "This is the last turn: the game ends at its limit when it is complete."
    assert limit not in process_page(game, master)
    Game.objects.filter(pk=game.pk).update(ends="turns", ends_after=1, ends_with="draw")
    assert limit in process_page(game, master)


def test_processing_says_that_a_vote_ends_the_game(game: Game, master: User):
    all_but(game, "TURKEY")
    seat = factories.seat(game, "TURKEY")
    passed = "A vote has passed and ends the game: The game ends in a draw"
    assert passed not in process_page(game, master)
    civil_disorder.declare_disorder(seat, by=master, reason="Away")
    assert passed in process_page(game, master)


# Sheets after an end that was undone

AGAIN = "This phase was opened again. Before that, you had ordered:"


def page_of(game: Game, power: str) -> str:
    person = factories.holder(factories.seat(game, power))
    return words(signed_in(person).get(game.get_absolute_url()))


def reopen(game: Game, master: User) -> Phase:
    url = reverse("games:master_reopen", args=[game.slug])
    client = signed_in(master)
    form = client.get(url).context["form"]
    sheet = {"reason": "A mistake.", "seen": form["seen"].value(), "shown": ""}
    asked = client.post(url, sheet)
    assert "Each player is offered the orders they had given." in words(asked)
    client.post(url, {**sheet, "shown": asked.context["form"]["shown"].value()})
    return factories.open_phase(game)


@pytest.mark.parametrize("how", ["draw", "close"])
def test_after_a_mistaken_end_each_player_is_offered_their_own_orders(
    game: Game, master: User, how: str
):
    submit(game, "FRANCE", "A PAR - BUR", "A MAR H")
    submit(game, "GERMANY", "A MUN - RUH")
    if how == "draw":
        endings.draw(game, among=["FRANCE", "TURKEY"], by=master)
    else:
        endings.close(game, by=master, reason="A mistake.")
    phase = reopen(game, master)
    assert phase.code == "S1901M"
    assert f"{AGAIN} A PAR - BUR A MAR H Save these orders again" in page_of(game, "FRANCE")
    assert f"{AGAIN} A MUN - RUH" in page_of(game, "GERMANY")
    assert "RUH" not in page_of(game, "FRANCE").partition(AGAIN)[2][:80]
    assert AGAIN not in page_of(game, "ITALY")
    assert AGAIN not in words(signed_in(master).get(game.get_absolute_url()))


def test_a_substitute_who_comes_back_with_the_game_is_offered_their_orders(
    game: Game, master: User
):
    substitute = factories.person("Substitute")
    factories.lend(factories.seat(game, "FRANCE"), substitute, number=3, by=master)
    submit(game, "FRANCE", "A PAR - GAS")
    endings.close(game, by=master, reason="A mistake.")
    reopen(game, master)
    assert factories.holder(factories.seat(game, "FRANCE")) == substitute
    assert f"{AGAIN} A PAR - GAS" in page_of(game, "FRANCE")


def test_a_player_of_several_powers_is_offered_the_orders_of_each(master: User):
    game = factories.begun_game(master, setup="four")
    seats = list(game.seats.filter(power__in=["AUSTRIA", "FRANCE"]))
    assert len({factories.holder(seat) for seat in seats}) == 1
    submit(game, "FRANCE", "A PAR - GAS")
    submit(game, "AUSTRIA", "A VIE - GAL")
    endings.close(game, by=master, reason="A mistake.")
    reopen(game, master)
    told = page_of(game, "FRANCE")
    assert f"{AGAIN} A PAR - GAS" in told
    assert f"{AGAIN} A VIE - GAL" in told
