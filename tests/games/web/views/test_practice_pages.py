"""The pages of a practice game say what it waits for, and what happened."""

import uuid

import pytest
from django.test import Client

from accounts.models import User
from games.adjudication import due_phases
from games.bots import answering, playing
from games.models import BotRequest, Game
from games.press import bot_proposals
from games.press.locations import thread_url
from tests import factories
from tests.games.bots.test_answering import begin
from tests.games.bots.test_playing import hold

from .conftest import OrderForm, signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return factories.person("Ada")


@pytest.fixture
def client(person: User) -> Client:
    return signed_in(person)


@pytest.fixture
def game(person: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(playing, "decide", hold)
    return begin(person)


def say_ready(game: Game) -> None:
    form = OrderForm(game, "FRANCE")
    form.rows("A PAR H", "A MAR H", "F BRE H")
    form.ready()


def test_a_person_who_is_ready_reads_once_that_the_phase_waits_for_bots(
    game: Game, client: Client
) -> None:
    before = words(client.get(game.get_absolute_url()))
    say_ready(game)
    after = words(client.get(game.get_absolute_url()))
    assert "The phase ends when you’re ready." in before
    assert "have given their orders" not in before
    assert after.count("The phase ends when the bots have given their orders.") == 1
    assert "when you’re ready" not in after.partition("Game settings")[0]
    assert "You are ready." not in after  # the message after the button


def test_a_new_phase_leads_once_to_the_results_of_the_one_before(
    game: Game, client: Client
) -> None:
    assert "See what happened" not in words(client.get(game.get_absolute_url()))
    playing.play_due()
    say_ready(game)
    due_phases.resolve_due()
    page = client.get(game.get_absolute_url())
    assert "See what happened: Spring 1901, movement" in words(page)
    assert "Results of" not in words(page)
    assert words(page).count("End this practice game") == 1


def test_a_thread_says_that_an_answer_comes_until_it_is_there(
    game: Game, person: User, client: Client
) -> None:
    circle = list(game.seats.filter(power__in=["FRANCE", "GERMANY"]).order_by("place"))
    own = [seat for seat in circle if seat.power == "FRANCE"]
    bot_proposals.propose(
        game,
        circle,
        person=person,
        held=own,
        kind=BotRequest.Kind.PEACE,
        request_key=uuid.uuid4(),
    )
    assert "Waiting for an answer from Germany." in words(client.get(thread_url(game, circle)))
    answering.answer_due()
    assert "Waiting for an answer" not in words(client.get(thread_url(game, circle)))
