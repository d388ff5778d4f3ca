"""Reliability in the lobby: beside names, as a condition, and as a reminder to oneself."""

from uuid import uuid4

import pytest
from django.urls import reverse

from accounts.models import Bot, User
from games.core.errors import Refused
from games.lifecycle import lobby, practice
from games.models import Game
from games.state import reliability
from games.state.reliability import Reliability
from tests import factories

from ...deadlines.test_grace import ALL, BUT_FRANCE, play
from .conftest import alerts, signed_in, words

IN_A_ROW = {"disorder_after": "in_a_row"}


@pytest.fixture
def played(master: User, players: list[User]) -> Game:
    """A game of which three turns are over; France has missed one of them."""
    game = factories.begun_game(master, players, **IN_A_ROW)
    for powers in (ALL, BUT_FRANCE, ALL):
        play(game, *powers)
    return game


@pytest.fixture
def missing(played: Game) -> User:
    return factories.holder(factories.seat(played, "FRANCE"))


@pytest.fixture
def after_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three turns be enough for a number."""
    monkeypatch.setattr("games.state.reliability.figures.FEWEST_DUE", 3)


def lobby_page(game: Game, reader: User) -> str:
    return words(signed_in(reader).get(game.get_absolute_url()))


@pytest.mark.usefixtures("after_three")
def test_the_lobby_shows_the_number_beside_each_name(missing: User):
    game = factories.open_game(factories.person())
    lobby.join(game, missing, house_rules_accepted=True)
    newcomer = factories.person()
    lobby.join(game, newcomer, house_rules_accepted=True)
    page = lobby_page(game, newcomer)
    assert f"{missing} 66% reliable" in page
    assert f"{newcomer} new here" in page
    assert "How reliability is counted" in page


@pytest.mark.usefixtures("after_three")
def test_a_lobby_with_hidden_names_shows_no_number(missing: User):
    game = factories.open_game(factories.person(), anonymous=True)
    lobby.join(game, missing, house_rules_accepted=True)
    for reader in (missing, factories.person()):
        page = lobby_page(game, reader)
        assert "% reliable" not in page
        assert "new here" not in page


@pytest.mark.usefixtures("after_three")
def test_a_game_refuses_people_below_its_least_reliability(missing: User):
    game = factories.open_game(factories.person(), least_reliability=67)
    answer = signed_in(missing).post(
        reverse("games:join", args=[game.slug]), {"join": "yes"}, follow=True
    )
    assert "asks for a reliability of 67%, and yours is 66%." in alerts(answer)
    assert not game.entries.exists()
    Game.objects.filter(pk=game.pk).update(least_reliability=66)
    lobby.join(game, missing, house_rules_accepted=True)
    assert game.entries.get().person == missing


def test_new_people_join_unless_the_game_says_otherwise(db: None):
    newcomer = factories.person()
    open_to_all = factories.open_game(factories.person(), least_reliability=99)
    lobby.join(open_to_all, newcomer, house_rules_accepted=True)
    closed = factories.open_game(factories.person(), least_reliability=99, refuses_new_players=True)
    with pytest.raises(Refused, match="you don’t have a number yet"):
        lobby.join(closed, newcomer, house_rules_accepted=True)
    page = lobby_page(closed, newcomer)
    assert "Least reliability 99% · people who are too new for a number can’t join" in page


@pytest.mark.usefixtures("after_three")
def test_a_hidden_game_decides_about_nobody(master: User, players: list[User]):
    hidden = factories.begun_game(master, players, anonymous=True, **IN_A_ROW)
    player = factories.holder(factories.seat(hidden, "FRANCE"))
    for powers in (ALL, BUT_FRANCE, ALL):
        play(hidden, *powers)
    asks = factories.open_game(factories.person(), least_reliability=99)
    lobby.join(asks, player, house_rules_accepted=True)
    assert reliability.of_person(player) == Reliability()


def test_the_lobby_reminds_of_the_games_one_has_already(played: Game):
    player, guest = factories.holder(factories.seat(played, "ENGLAND")), factories.person()
    game = factories.open_game(factories.person())
    page = lobby_page(game, player)
    assert "You already play in one game. So far you’ve kept up with one game at once" in page
    practice.begin(
        guest, setup="standard", power=None, bot=Bot.NOVICE, edition="2000", request_key=uuid4()
    )
    assert "You already play" not in lobby_page(game, guest)  # a practice game waits for nobody
    assert reliability.most_at_once(player) == 1


@pytest.mark.parametrize(
    ("most", "sentence"),
    [
        (0, "Join another one only if you have time for both."),
        (1, "So far you’ve kept up with one game at once for a month."),
        (2, None),
    ],
)
def test_the_reminder_depends_on_what_one_has_kept_up_with(
    played: Game, monkeypatch: pytest.MonkeyPatch, most: int, sentence: str | None
):
    monkeypatch.setattr("games.state.reliability.most_at_once", lambda _person: most)
    player = factories.holder(factories.seat(played, "ENGLAND"))
    page = lobby_page(factories.open_game(factories.person()), player)
    assert ("You already play" in page) == (sentence is not None)
    assert sentence is None or sentence in page


@pytest.mark.usefixtures("after_three")
def test_a_profile_shows_the_number_and_its_parts(missing: User):
    page = words(signed_in(factories.person()).get(reverse("games:profile", args=[missing.name])))
    assert "Overall 66% Deadlines met, last 12 months 2 of 3" in page
    assert "Powers lost to civil disorder 0" in page


def test_a_profile_of_a_new_person_says_that_there_is_no_number(db: None):
    newcomer = factories.person()
    page = words(signed_in(newcomer).get(reverse("games:profile", args=[newcomer.name])))
    assert "Overall none before ten deadlines" in page
    assert "Deadlines met" not in page
