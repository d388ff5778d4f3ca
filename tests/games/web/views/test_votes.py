import datetime as dt
import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases
from games.lifecycle import lobby
from games.models import Ballot, Game, Vote
from games.votes import counting
from tests import factories

from .conftest import alerts, nothing_changes, signed_in, words


@pytest.fixture
def game(players: list[User]) -> Game:
    """A game without a master."""
    return without_master(players)


def without_master(players: list[User]) -> Game:
    first, *others = players
    game = factories.open_game(first, as_master=False)
    for person in others:
        game = lobby.join(game, person, house_rules_accepted=True)
    return game


def client_of(game: Game, power: str):
    return signed_in(factories.holder(factories.seat(game, power)))


def propose(game: Game, power: str = "FRANCE", **fields: str):
    url = reverse("games:votes", args=[game.slug])
    fields = {"seat": power, "kind": "extend", "days": "2", **fields}
    return client_of(game, power).post(url, fields, follow=True)


def cast(game: Game, power: str, answer: str = "yes", vote: Vote | None = None):
    vote = vote or Vote.objects.latest("pk")
    url = reverse("games:vote", args=[game.slug, vote.pk])
    sheet = {"vote": answer, "seat": power, "sure": "yes"}  # as if the page had asked
    return client_of(game, power).post(url, sheet, follow=True)


def test_a_player_finds_the_form_and_a_stranger_does_not(game: Game, client):
    assert "Propose a vote" in words(client_of(game, "ITALY").get(game.get_absolute_url()))
    assert "Propose a vote" not in words(client.get(game.get_absolute_url()))


def test_in_a_game_with_a_master_only_its_end_is_voted_on(master: User, players: list[User]):
    game = factories.begun_game(master, players)
    page = client_of(game, "ITALY").get(game.get_absolute_url()).content.decode()
    assert re.findall(r'name="kind" value="(\w+)"', page) == ["draw", "concede"]
    with nothing_changes():
        assert "Select a valid choice" in words(propose(game))


def test_beside_a_master_extensions_are_voted_on_where_the_summary_says_so(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, votes_on_extensions=True)
    page = client_of(game, "ITALY").get(game.get_absolute_url())
    kinds = re.findall(r'name="kind" value="(\w+)"', page.content.decode())
    assert kinds == ["extend", "draw", "concede"]
    assert "players can vote to extend a deadline, also with a game master" in words(page)


def test_a_game_without_votes_on_its_end_and_with_a_master_has_none(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, votes_on_end=False)
    assert "Propose a vote" not in words(client_of(game, "ITALY").get(game.get_absolute_url()))


def test_a_concession_goes_through_the_pages(game: Game):
    assert "Choose the winning power." in words(propose(game, kind="concede"))
    assert "Select a valid choice" in words(propose(game, kind="concede", winner="FRANCE"))
    propose(game, "ITALY", kind="concede", winner="FRANCE")
    assert "Everyone else concedes the game to France." in words(
        client_of(game, "FRANCE").get(game.get_absolute_url())
    )
    for power in ("AUSTRIA", "ENGLAND", "GERMANY", "RUSSIA", "TURKEY"):
        answer = cast(game, power)
    assert "Everyone else has conceded the game to France." in words(answer)


def test_everybody_reads_what_is_voted_on_and_how_each_power_voted(game: Game, client):
    answer = propose(game)
    assert "You have voted yes." in words(answer)
    cast(game, "ITALY", "no")
    text = words(client.get(game.get_absolute_url()))
    assert "The deadline is extended by 2 days." in text
    assert "Proposed by France. It needs 4 of 7 votes" in text
    assert "France yes" in text
    assert "Italy no" in text
    assert "Turkey not yet" in text
    assert 'name="vote"' not in client.get(game.get_absolute_url()).content.decode()


def test_a_majority_puts_the_deadline_off(game: Game):
    before = factories.deadline(game)
    propose(game)
    for power in ("ITALY", "TURKEY"):
        cast(game, power)
    assert factories.deadline(game) == before
    cast(game, "RUSSIA")
    assert factories.deadline(game) == before + dt.timedelta(days=2)
    assert not counting.open_votes(factories.open_phase(game))


def test_a_vote_after_the_decision_is_told_that_it_is_decided(game: Game):
    propose(game)
    for power in ("ITALY", "TURKEY", "RUSSIA"):
        cast(game, power)
    with nothing_changes():
        answer = cast(game, "GERMANY", "no")
    assert "This is already decided. Nothing has changed." in alerts(answer)


def test_a_vote_that_has_ended_is_told_for_the_rest_of_its_phase(game: Game, client):
    propose(game, kind="draw", days="")
    cast(game, "ITALY", "no")
    propose(game, "ITALY")
    for power in ("TURKEY", "RUSSIA", "GERMANY"):
        cast(game, power)
    propose(game, "ENGLAND", kind="pause", days="3")
    url = reverse("games:withdraw_vote", args=[game.slug, Vote.objects.latest("pk").pk])
    client_of(game, "ENGLAND").post(url, {"seat": "ENGLAND"})
    ended = (
        "This proposal was not accepted: The game ends in a draw among all surviving powers.",
        "This proposal was accepted: The deadline is extended by 2 days.",
        "This proposal was withdrawn: The game is paused for 3 days.",
    )
    page = words(client.get(game.get_absolute_url()))
    assert all(sentence in page for sentence in ended)
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        page = words(client.get(game.get_absolute_url()))
    assert not any(sentence in page for sentence in ended)


def test_a_vote_that_ends_with_its_phase_is_told_in_the_next_one_alone(game: Game, client):
    propose(game, kind="draw", days="")
    ended = "This proposal was not accepted: The game ends in a draw among all surviving powers."
    for is_told in (True, False):
        factories.keep_played(game)
        with time_machine.travel(factories.deadline(game)):
            due_phases.resolve_due()
        assert (ended in words(client.get(game.get_absolute_url()))) == is_told


def test_a_double_click_votes_once_and_proposes_once(game: Game):
    propose(game)
    with nothing_changes():
        propose(game)
    cast(game, "ITALY")
    cast(game, "ITALY")
    assert Ballot.objects.count() == 2


def test_a_vote_in_a_phase_that_is_over_is_refused(game: Game):
    propose(game)
    vote = Vote.objects.get()
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        assert "is over. Nothing has changed. Go to the open phase." in alerts(
            cast(game, "ITALY", vote=vote)
        )
        page = client_of(game, "ITALY").get(game.get_absolute_url())
        assert "Proposed by France" not in words(page)


def test_the_clock_is_stopped_and_started_again_by_vote(game: Game):
    propose(game, kind="pause", days="3")
    for power in ("ITALY", "TURKEY", "RUSSIA"):
        cast(game, power)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    page = client_of(game, "ITALY").get(game.get_absolute_url())
    assert "Resume the game" in words(page)
    assert "Extend the deadline" not in words(page)
    propose(game, kind="resume", days="")
    for power in ("ITALY", "TURKEY", "RUSSIA"):
        cast(game, power)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_only_what_can_be_proposed_now_is_offered(game: Game):
    due_phases.set_aside(factories.open_phase(game), "KeyError")
    page = client_of(game, "ITALY").get(game.get_absolute_url()).content.decode()
    assert 'value="draw"' in page
    for kind in ("extend", "pause", "resume"):
        assert f'value="{kind}"' not in page
        with nothing_changes():
            assert "Select a valid choice." in alerts(propose(game, kind=kind))


def test_a_draw_takes_all_votes(game: Game):
    propose(game, kind="draw", days="")
    for power in ("ITALY", "TURKEY", "RUSSIA", "GERMANY", "ENGLAND"):
        cast(game, power)
    game.refresh_from_db()
    assert game.is_running
    answer = cast(game, "AUSTRIA")
    game.refresh_from_db()
    assert (game.status, game.ending) == (Game.Status.FINISHED, Game.Ending.DRAW)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"days": ""}, "Enter the number of days."),
        ({"days": "15"}, "less than or equal to 14"),
        ({"kind": ""}, "This field is required."),
        ({"kind": "resume"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_with_a_proposal_is_said_in_the_open_form(game: Game, fields, message):
    with nothing_changes():
        answer = propose(game, **fields)
    assert message in alerts(answer)
    assert "<details" in answer.content.decode()
    assert '<details class="card vote" id="propose" open>' in answer.content.decode()


def test_an_invalid_answer_is_no_vote(game: Game):
    propose(game)
    with nothing_changes():
        assert "Choose yes or no." in alerts(cast(game, "ITALY", "maybe"))


def test_nobody_votes_or_proposes_for_another_power(game: Game):
    propose(game)
    vote = Vote.objects.get()
    url = reverse("games:vote", args=[game.slug, vote.pk])
    with nothing_changes():
        for person in (factories.person(), factories.holder(factories.seat(game, "TURKEY"))):
            assert signed_in(person).post(url, {"vote": "yes", "seat": "ITALY"}).status_code == 404
            sent = {"seat": "ITALY", "kind": "draw"}
            answer = signed_in(person).post(reverse("games:votes", args=[game.slug]), sent)
            assert answer.status_code == 404


def test_a_vote_of_another_game_is_not_found(game: Game):
    propose(game)
    other = without_master(factories.PersonFactory.create_batch(7))
    url = reverse("games:vote", args=[other.slug, Vote.objects.get().pk])
    assert client_of(other, "ITALY").post(url, {"vote": "yes", "seat": "ITALY"}).status_code == 404


# Secret votes


def secret_game(players: list[User]) -> Game:
    first, *others = players
    return factories.begun_game(first, others, as_master=False, secret_votes=True)


def test_of_a_secret_vote_each_player_sees_their_own_alone(players: list[User], client):
    game = secret_game(players)
    propose(game, kind="draw")
    cast(game, "ITALY", "no")
    own = words(client_of(game, "ITALY").get(game.get_absolute_url()))
    assert "The vote is secret." in own
    assert "Italy no" in own
    for page in (
        client_of(game, "TURKEY").get(game.get_absolute_url()),
        client.get(game.get_absolute_url()),
    ):
        assert "Italy no" not in words(page)
        assert "France yes" not in words(page)
        assert "Proposed by France" not in words(page)


def test_the_end_of_a_secret_vote_is_told_without_its_ballots(players: list[User], client):
    game = secret_game(players)
    propose(game, kind="draw")
    cast(game, "ITALY", "no")
    assert "This proposal" not in words(client.get(game.get_absolute_url()))
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        for reader in (client, client_of(game, "ITALY")):
            page = words(reader.get(game.get_absolute_url()))
            assert "This proposal was not accepted: The game ends in a draw" in page
            assert not any(told in page for told in ("Italy no", "France yes", "Proposed by"))


def test_only_the_proposer_finds_the_withdrawal_of_a_secret_vote(players: list[User]):
    game = secret_game(players)
    propose(game, kind="draw")
    other, own = (
        client_of(game, power).get(game.get_absolute_url()).content.decode()
        for power in ("ITALY", "FRANCE")
    )
    assert "Withdraw the proposal" not in other
    assert "Withdraw the proposal" in own


def test_the_answer_to_a_secret_vote_is_the_same_whatever_it_says(players: list[User]):
    """The same statements for yes, no, a change and the last vote that was missing."""
    game = secret_game(players)
    propose(game, kind="draw")
    vote = Vote.objects.get()
    asked = {}
    ballots = [("ITALY", "yes"), ("GERMANY", "no"), ("TURKEY", "yes"), ("RUSSIA", "yes")]
    for power, answer in [*ballots, ("ENGLAND", "yes"), ("AUSTRIA", "yes")]:
        client = client_of(game, power)
        url = reverse("games:vote", args=[game.slug, vote.pk])
        with CaptureQueriesContext(connection) as queries:
            response = client.post(url, {"vote": answer, "seat": power})
        shape = [re.sub(r"'[^']*'|\d+", "…", query["sql"]) for query in queries]
        asked[power, answer] = (response.status_code, response.headers["Location"], shape)
    first = asked["ITALY", "yes"]
    assert all(each == first for each in asked.values())
    assert vote.ballots.count() == 7


def test_a_proposal_is_withdrawn_on_the_page(game: Game):
    propose(game)
    vote = Vote.objects.get()
    url = reverse("games:withdraw_vote", args=[game.slug, vote.pk])
    answer = client_of(game, "FRANCE").post(url, {"seat": "FRANCE"}, follow=True)
    assert "You have withdrawn your proposal." in words(answer)
    assert "Propose a vote" in words(answer)
    with nothing_changes():
        answer = client_of(game, "FRANCE").post(url, {"seat": "FRANCE"}, follow=True)
    assert "This is already decided. Nothing has changed." in alerts(answer)


# Named sharers


def test_the_proposer_names_who_shares_the_draw(players: list[User]):
    first, *others = players
    game = factories.begun_game(first, others, as_master=False, draw_shared_by="named")
    assert "Choose at least two powers." in words(propose(game, kind="draw", sharers="FRANCE"))
    url = reverse("games:votes", args=[game.slug])
    fields = {"seat": "FRANCE", "kind": "draw", "sharers": ["FRANCE", "TURKEY"]}
    page = client_of(game, "FRANCE").post(url, fields, follow=True)
    assert "The game ends in a draw among France and Turkey." in words(page)
    for power in ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        page = cast(game, power)
    assert "The game has ended in a draw among France, Turkey." in words(page)


def test_where_all_are_chosen_the_draw_is_that_of_all_who_are_left(players: list[User]):
    first, *others = players
    game = factories.begun_game(first, others, as_master=False, draw_shared_by="named")
    powers = list(game.seats.values_list("power", flat=True))
    url = reverse("games:votes", args=[game.slug])
    fields = {"seat": "FRANCE", "kind": "draw", "sharers": powers}
    page = client_of(game, "FRANCE").post(url, fields, follow=True)
    assert "in a draw among all surviving powers" in words(page)
