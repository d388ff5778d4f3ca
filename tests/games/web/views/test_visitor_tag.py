"""A visitor's browser that has the page of a game already is told so, and nobody else's."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Vote
from games.votes import voting
from tests import factories

from ...orders.test_submission import submit
from ...press.message_helpers import write
from .conftest import Answer, signed_in

pytestmark = pytest.mark.django_db


class Visitor:
    """A browser that has the page of a game."""

    def __init__(self, game: Game) -> None:
        self.client, self.path = Client(), game.get_absolute_url()
        self.client.get(self.path)  # sets the cookies
        self.page = self.client.get(self.path)

    def again(self, **headers: str) -> Answer:
        tag = self.page.headers["ETag"]
        return self.client.get(self.path, headers={"if-none-match": tag, **headers})


@pytest.fixture
def visitor(game: Game) -> Visitor:
    return Visitor(game)


@pytest.mark.services
def test_the_same_page_is_not_sent_twice(visitor: Visitor):
    again = visitor.again()
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == visitor.page.headers["ETag"]
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert "Accept-Encoding" in again.headers["Vary"]
    assert "Cookie" in again.headers["Vary"]


def test_a_page_with_a_tag_is_compressed(visitor: Visitor):
    page = visitor.client.get(visitor.path, headers={"accept-encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    assert page.headers["ETag"] == visitor.page.headers["ETag"]


@pytest.mark.services
def test_it_is_sent_again_after_a_change_of_the_game(game: Game, visitor: Visitor):
    Game.objects.filter(pk=game.pk).update(title="Another title")
    again = visitor.again()
    assert again.status_code == 200
    assert "Another title" in again.content.decode()


def test_it_is_sent_again_after_a_public_message(game: Game, visitor: Visitor):
    write(game, "FRANCE")
    assert visitor.again().status_code == 200


@pytest.mark.parametrize(
    ("watched_by", "status"), [(Game.Watch.EVERYONE, 200), (Game.Watch.MASTER, 304)]
)
def test_saved_orders_change_it_only_if_everyone_may_know_of_them(
    game: Game, watched_by: str, status: int
):
    Game.objects.filter(pk=game.pk).update(orders_watched_by=watched_by)
    visitor = Visitor(game)
    submit(game, "FRANCE", "A PAR - BUR")
    assert visitor.again().status_code == status


def test_orders_that_are_saved_again_do_not_change_it(game: Game):
    Game.objects.filter(pk=game.pk).update(orders_watched_by=Game.Watch.EVERYONE)
    submit(game, "FRANCE", "A PAR - BUR")
    visitor = Visitor(game)
    submit(game, "FRANCE", "A PAR - PIC")
    assert visitor.again().status_code == 304


@pytest.mark.parametrize(
    "headers", [{"accept-language": "bg"}, {"cookie": "another=1"}, {"host": "localhost"}]
)
def test_it_is_sent_again_to_another_browser(visitor: Visitor, headers: dict[str, str]):
    assert visitor.again(**headers).status_code == 200


def test_a_page_with_an_open_vote_has_no_tag(game: Game, visitor: Visitor):
    seat = factories.seat(game, "FRANCE")
    phase, person = factories.open_phase(game), factories.holder(seat)
    voting.propose(phase, seat, Vote.Kind.DRAW, person=person)
    again = visitor.again()
    assert again.status_code == 200
    assert "ETag" not in again.headers


def test_a_page_that_counts_down_has_no_tag(players: list[User]):
    page = Client().get(factories.live_game(players).get_absolute_url())
    assert page.status_code == 200
    assert "ETag" not in page.headers


def test_the_page_of_a_signed_in_person_is_never_kept(game: Game, visitor: Visitor):
    client = signed_in(factories.person())
    page = client.get(visitor.path, headers={"if-none-match": visitor.page.headers["ETag"]})
    assert page.status_code == 200
    assert "ETag" not in page.headers
    assert page.headers["Cache-Control"] == "private, no-store"
