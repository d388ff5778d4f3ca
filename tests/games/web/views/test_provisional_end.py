"""The page of a game whose end can be undone: accepting the result, and undoing it."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lifecycle import endings
from games.models import Event, Game
from games.state import phases
from tests import factories

from .conftest import alerts, nothing_changes, signed_in, words
from .test_lobby import make


@pytest.fixture
def over(game: Game) -> Game:
    """A game with hidden names that has ended as a draw, which can be undone for two days."""
    Game.objects.filter(pk=game.pk).update(anonymous=True, messages_open_at_end=True)
    endings.draw(game, among=["FRANCE", "TURKEY"], by=None)
    game.refresh_from_db()
    return game


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Ada Admin", is_superuser=True, is_staff=True)


def holder(game: Game, power: str) -> User:
    return factories.seat(game, power).tenures.get().person


def page(game: Game, person: User | None = None) -> str:
    client = signed_in(person) if person else Client()
    return words(client.get(game.get_absolute_url()))


def accept_url(game: Game, power: str) -> str:
    return reverse("games:accept_end", args=[game.slug, power])


def accept(game: Game, power: str, person: User | None = None):
    client = signed_in(person or holder(game, power))
    return client.post(accept_url(game, power), {"sure": "yes"}, follow=True)


def reopen_url(game: Game) -> str:
    return reverse("games:master_reopen", args=[game.slug])


# Accepting


def test_the_page_says_until_when_the_end_can_be_undone_and_what_stays_closed(over: Game):
    text = page(over)
    assert "This result becomes final" in text
    assert "Until then the game master can undo the end." in text
    assert "The players’ names and the private messages stay hidden until then." in text
    assert "The result becomes final as soon as 7 more players accept it." in text
    assert holder(over, "FRANCE").name not in text
    assert over.final_at is not None
    with time_machine.travel(over.final_at):
        text = page(over)
    assert "This result becomes final" not in text
    assert holder(over, "FRANCE").name in text


def test_without_a_master_it_is_an_administrator_who_can_undo_the_end(over: Game):
    over.masterships.update(until=over.ended_at)
    assert "Until then an administrator of this site can undo the end." in page(over)


def test_a_game_without_days_for_it_opens_everything_at_once(game: Game):
    Game.objects.filter(pk=game.pk).update(anonymous=True, provisional_days=0)
    endings.draw(game, among=["FRANCE", "TURKEY"], by=None)
    text = page(game)
    assert "This result becomes final" not in text
    assert holder(game, "FRANCE").name in text


def test_who_is_asked_finds_a_button_and_nobody_else(over: Game, master: User):
    button = "Accept the result"
    assert button in page(over, holder(over, "FRANCE"))
    for reader in (None, master, factories.person()):
        assert button not in page(over, reader)


def test_whoever_accepts_is_named_by_their_power(over: Game):
    answer = accept(over, "FRANCE")
    assert "You have accepted the result." in words(answer)
    assert "Accept the result" not in words(answer)
    text = page(over)
    assert "Accepted by: France." in text
    assert "The result becomes final as soon as 6 more players accept it." in text
    log = words(Client().get(reverse("games:log", args=[over.slug])))
    assert "The player of France has accepted the result." in log
    assert holder(over, "FRANCE").name not in log


def test_the_last_who_accepts_opens_the_names(over: Game):
    for power in factories.HOLDS:
        answer = accept(over, power)
    assert "The result is final." in words(answer)
    assert holder(over, "FRANCE").name in page(over)


def test_a_form_of_a_game_that_goes_on_again_accepts_nothing(game: Game):
    with nothing_changes():
        answer = accept(game, "FRANCE")
    assert "This game is still in progress. There’s no result to accept." in alerts(answer)


# Undoing the end


def shown(client: Client, game: Game, **fields: str):
    """Send the form of the page; return the answer, which shows what would be."""
    form = client.get(reopen_url(game)).context["form"]
    sent = {each.html_name: each.value() or "" for each in form}
    return client.post(reopen_url(game), {**sent, **fields}, follow=True)


def confirmed(client: Client, game: Game, answer):
    sent = {each.html_name: each.value() or "" for each in answer.context["form"]}
    return client.post(reopen_url(game), sent, follow=True)


def test_the_master_sees_what_opens_again_before_it_does(over: Game, master: User):
    client = signed_in(master)
    assert reopen_url(over) in client.get(over.get_absolute_url()).content.decode()
    with nothing_changes():
        answer = shown(client, over, reason="We counted wrongly.")
    assert "Spring 1901, movement opens again with its full time." in words(answer)
    assert "<svg" in answer.content.decode()
    done = confirmed(client, over, answer)
    assert "The end is undone: Spring 1901, movement is open again." in words(done)
    over.refresh_from_db()
    assert over.status == Game.Status.PLAYING
    log = words(Client().get(reverse("games:log", args=[over.slug])))
    assert "The end was undone: Spring 1901, movement is open again." in log
    assert "We counted wrongly." in log


def test_a_reason_is_required(over: Game, master: User):
    with nothing_changes():
        answer = shown(signed_in(master), over)
    assert alerts(answer)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_an_administrator_may_undo_the_end(over: Game, admin: User, visibility: str):
    Game.objects.filter(pk=over.pk).update(visibility=visibility)
    client = signed_in(admin)
    change = reverse("admin:games_game_change", args=[over.pk])
    assert reopen_url(over) in client.get(change).content.decode()
    done = confirmed(client, over, shown(client, over, reason="Both were away."))
    assert done.status_code == 200
    assert "The end is undone" in words(done)
    assert over.events.get(kind=Event.Kind.GAME_REOPENED).actor == admin
    assert reopen_url(over) not in client.get(change).content.decode()


def test_nobody_else_may_undo_the_end(over: Game):
    player = holder(over, "FRANCE")
    User.objects.filter(pk=player.pk).update(is_superuser=True, is_staff=True)
    for person in (player, holder(over, "TURKEY"), factories.person()):
        client = signed_in(User.objects.get(pk=person.pk))
        assert client.get(reopen_url(over)).status_code == 404
        assert client.post(reopen_url(over), {"reason": "No."}).status_code == 404
        assert reopen_url(over) not in client.get(over.get_absolute_url()).content.decode()


def test_an_end_that_is_final_by_now_is_not_undone(over: Game, master: User):
    client = signed_in(master)
    answer = shown(client, over, reason="We counted wrongly.")
    Game.objects.filter(pk=over.pk).update(final_at=over.ended_at)
    with nothing_changes():
        done = confirmed(client, over, answer)
    assert "This can’t be done now." in alerts(done)
    assert phases.current(over) is None


# The form of a new game


def test_the_opener_chooses_the_days(master: User):
    make(master, provisional_days="7")
    game = Game.objects.get()
    assert game.provisional_days == 7
    undoing = "possible for 7 days, unless the players of all surviving powers accept the result"
    assert undoing in page(game)


@pytest.mark.parametrize("days", ["8", "-1", "", "two"])
def test_other_numbers_of_days_are_refused_at_the_field(master: User, days: str):
    answer = make(master, provisional_days=days)
    assert answer.status_code == 200
    assert answer.context["form"].errors["provisional_days"]
    assert not Game.objects.exists()
