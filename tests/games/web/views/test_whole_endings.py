"""Games that are opened, played and ended through the pages: by votes, limits, and neglect."""

import datetime as dt
from collections import Counter

import pytest
import time_machine
from django.urls import reverse

from adjudicator import must_order
from games import tasks
from games.models import Game, Pause, Vote
from tests import factories

from .conftest import signed_in, words
from .test_ending_terms import CONQUEROR, centers_of, final, result, units_of
from .test_whole_games import begin as begin_by_form
from .test_whole_games import phases_of, send

pytestmark = pytest.mark.django_db


def begin(setup: str, **fields: str) -> Game:
    return begin_by_form(setup, votes_on_end="on", **fields)


def play_until(game: Game, code: str, *, conquering: bool = True) -> None:
    """Give orders through the pages until the phase `code` is open and has its orders."""
    table = {seat.power: signed_in(factories.holder(seat)) for seat in game.seats.held()}
    for position in phases_of(game):
        for power in must_order(position):
            send(table[power], game, position, power, CONQUEROR if conquering else "", {CONQUEROR})
        if str(position.phase) == code:
            break
    game.refresh_from_db()


def pass_deadline(game: Game) -> None:
    with time_machine.travel(factories.deadline(game)):
        tasks.resolve_due()
    game.refresh_from_db()


def propose(game: Game, power: str, **fields: object) -> Vote:
    client = signed_in(factories.holder(factories.seat(game, power)))
    url = reverse("games:votes", args=[game.slug])
    sheet = {"seat": power, "sure": "yes", **fields}  # as if the page had asked
    answer = client.post(url, sheet, follow=True)
    assert "You have voted yes." in words(answer)
    return Vote.objects.latest("pk")


def vote_in_favour(game: Game, vote: Vote, *powers: str) -> str:
    """Vote as each of the powers; return the page that the last one sees."""
    page = ""
    for power in powers:
        client = signed_in(factories.holder(factories.seat(game, power)))
        url = reverse("games:vote", args=[game.slug, vote.pk])
        sheet = {"vote": "yes", "seat": power, "sure": "yes"}  # as if the page had asked
        page = words(client.post(url, sheet, follow=True))
    game.refresh_from_db()
    return page


def survivors(game: Game) -> set[str]:
    position = final(game)
    return units_of(position).keys() | centers_of(position).keys()


def test_all_who_are_left_share_a_draw_and_the_eliminated_do_not():
    game = begin("standard", ends="never")
    play_until(game, "S1907M")
    left = survivors(game)
    assert CONQUEROR in left
    assert len(left) < 7, "somebody is eliminated by then"
    vote = propose(game, CONQUEROR, kind="draw")
    page = vote_in_favour(game, vote, *sorted(left - {CONQUEROR}))
    assert (game.ending, result(game, "drew")) == ("draw", left)
    assert "The game has ended in a draw" in page


def test_the_powers_that_a_proposal_names_share_the_draw():
    game = begin("standard", draw_shared_by="named")
    vote = propose(game, "FRANCE", kind="draw", sharers=["FRANCE", "TURKEY", "ITALY"])
    vote_in_favour(game, vote, "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    assert result(game, "drew") == {"FRANCE", "TURKEY", "ITALY"}


def test_a_secret_draw_ends_the_game_at_the_deadline():
    game = begin("standard", secret_votes="on")
    play_until(game, "F1901M")
    vote = propose(game, "FRANCE", kind="draw")
    page = vote_in_favour(game, vote, "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    assert game.status == "playing"
    assert "The vote is secret." in page
    pass_deadline(game)
    assert (game.ending, len(result(game, "drew"))) == ("draw", 7)
    assert str(final(game).phase) == "F1901M"


def test_all_others_concede_to_one_power():
    game = begin("standard")
    play_until(game, "S1903M")
    left = survivors(game)
    proposer, *others = sorted(left - {CONQUEROR})
    vote = propose(game, proposer, kind="concede", winner=CONQUEROR)
    page = vote_in_favour(game, vote, *others)
    assert (game.ending, result(game, "won")) == ("conceded", {CONQUEROR})
    assert "Everyone else has conceded the game to Germany." in page


def test_in_a_game_whose_powers_win_together_all_powers_of_the_player_win_by_concession():
    game = begin("two")
    hands = {seat.power: seat.hand for seat in game.seats.exclude(hand=None)}
    vote = propose(game, "ENGLAND", kind="concede", winner="TURKEY")
    game.refresh_from_db()
    side = {power for power, hand in hands.items() if hand == hands["TURKEY"]}
    assert (game.ending, result(game, "won")) == ("conceded", side)
    assert vote.ballots.count() == 1


def test_after_a_date_the_first_fall_that_is_resolved_ends_the_game():
    tomorrow = dt.datetime.now(dt.UTC).date() + dt.timedelta(days=1)
    game = begin("standard", ends="date", ends_on=str(tomorrow), ends_with="shares")
    play_until(game, "never")
    falls = game.phases.filter(code__startswith="F", status="resolved").order_by("number")
    late = [
        phase.code
        for phase in falls
        if phase.code.endswith("M") and phase.resolved_at and phase.resolved_at.date() > tomorrow
    ]
    assert late == [falls.filter(code__endswith="M").latest("number").code]
    assert game.ending == "limit"
    assert result(game, "drew") == survivors(game)
    page = words(signed_in(factories.person()).get(game.get_absolute_url()))
    assert f"Germany {centers_of(final(game))[CONQUEROR]}" in page


def test_after_so_many_years_most_units_win():
    game = begin("standard", ends="years", ends_after="2", ends_with="units")
    play_until(game, "never")
    assert str(final(game).phase) == "S1903M"
    count = Counter(units_of(final(game)))
    best = {power for power, number in count.items() if number == max(count.values())}
    assert (game.ending, result(game, "won")) == ("limit", best)


def test_players_accept_the_draw_that_the_site_proposes_at_a_stalemate():
    game = begin("standard", stalemate_years="1")
    play_until(game, "S1902M", conquering=False)
    vote = Vote.objects.get()
    page = vote_in_favour(game, vote, *sorted(survivors(game)))
    assert (game.ending, len(result(game, "drew"))) == ("draw", 7)
    assert "The game has ended in a draw" in page


def test_a_game_that_nobody_plays_rests_and_is_closed():
    game = begin("standard")
    for _deadline in range(3):  # the first of a game with a period of grace is put off once
        pass_deadline(game)
    assert game.status == "paused"
    pause = Pause.objects.get()
    with time_machine.travel(pause.until):
        tasks.resume_due()
    game.refresh_from_db()
    assert (game.status, game.ending) == ("finished", "abandoned")
    assert not game.seats.exclude(result="").exists()
    page = words(signed_in(factories.person()).get(game.get_absolute_url()))
    assert "The game was closed because all its players had left." in page
