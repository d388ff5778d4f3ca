import datetime as dt
import re
import threading
import types
import uuid
from collections import Counter

import pytest
import time_machine
from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, resolve

from accounts import account_closing
from accounts.models import User
from games import access
from games.core.errors import Refused
from games.lifecycle import beginning, creation, lobby
from games.models import Event, Game, LobbyEntry, Mastership, Notification, Phase, Tenure
from games.seats import waiting_list

from ... import factories

ON_SQLITE = pytest.mark.skipif("connection.vendor == 'sqlite'", reason="one writer at a time")


def test_a_form_sent_twice_makes_one_game(master: User):
    key = uuid.uuid4()
    first = factories.open_game(master, request_key=key)
    assert factories.open_game(master, request_key=key) == first
    assert Game.objects.count() == 1
    assert Mastership.objects.count() == 1


def test_a_form_changed_and_sent_again_makes_another_game(master: User):
    key = uuid.uuid4()
    first = factories.open_game(master, request_key=key)
    second = factories.open_game(master, request_key=key, title="Another table")
    assert first != second
    assert second.title == "Another table"


def test_whoever_makes_a_game_as_player_waits_in_its_lobby(db):
    maker = factories.person()
    game = factories.open_game(maker, as_master=False)
    assert game.entries.get().person == maker
    assert not game.masterships.exists()


@pytest.mark.parametrize(
    ("title", "slug"), [("A fine table!", "a-fine-table"), ("Балкани", "game"), ("new", "new-")]
)
def test_the_slug_is_made_from_the_title_and_never_a_word_of_the_urls(db, title, slug):
    game = factories.open_game(factories.person(), title=title)
    assert game.slug.startswith(slug)
    assert game.slug not in ("new", "mine")


def own_page(game: Game) -> bool:
    """Whether the game's address is answered by the page of a game."""
    return resolve(game.get_absolute_url()).view_name == "games:game"


@pytest.mark.parametrize(
    "title",
    ["New", "Mine", "Seats", "Volunteer", "Disorder", "Shared", "Complaints", "Take over"],
)
def test_no_other_page_hides_a_game_with_its_title(master: User, title: str):
    assert own_page(factories.open_game(master, title=title))


@pytest.mark.parametrize("title", ["Treasury", "Vault", "Lounge"])
def test_a_page_added_later_reserves_its_word_by_itself(master: User, settings, title: str):
    """Even one of which only pages below it exist, and one that is included from elsewhere."""

    def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    urls = types.ModuleType("urls_with_more_pages")
    urls.urlpatterns = [  # type: ignore[attr-defined]
        path("games/treasury/", page),
        path("games/", include([path("lounge/", page), path("vault/<int:door>/", page)])),
        path("games-of-others/", page),
        path("", include("config.urls")),
    ]
    assert creation._free_slug(title) == title.lower()  # as long as there is no such page
    settings.ROOT_URLCONF = urls
    game = factories.open_game(master, title=title)
    assert game.slug.startswith(f"{title.lower()}-")
    assert own_page(game)
    assert factories.open_game(master, title="Of others").slug == "of-others"


def test_the_slug_of_a_private_game_says_nothing_of_its_title(master: User):
    private = Game.Visibility.PRIVATE
    games = [factories.open_game(master, title="Secret plot", visibility=private) for _ in range(3)]
    assert len({game.slug for game in games}) == 3
    for game in games:
        assert re.fullmatch("[0-9a-f]{20}", game.slug)
        assert own_page(game)


def test_no_slug_betrays_a_private_game_with_the_same_title(master: User):
    factories.open_game(master, title="Secret plot", visibility=Game.Visibility.PRIVATE)
    stranger = factories.person()
    assert factories.open_game(stranger, title="Secret plot").slug == "secret-plot"


def test_two_games_of_one_title_have_two_slugs(master: User):
    one, two = (factories.open_game(master, title="Same") for _ in range(2))
    assert one.slug != two.slug


def test_a_title_taken_in_the_same_instant_is_no_trouble(master: User, monkeypatch):
    first = factories.open_game(master, title="Balkans")
    look, looks = (
        creation._free_slug,
        iter([first.slug]),
    )  # as read before the other change is saved
    monkeypatch.setattr(creation, "_free_slug", lambda title: next(looks, None) or look(title))
    second = factories.open_game(master, title="Balkans")
    assert second.slug.startswith("balkans-")
    assert Game.objects.count() == Mastership.objects.count() == 2


def test_who_is_suspended_meanwhile_does_not_join_or_enlist(master: User):
    game, person = factories.open_game(master), factories.person()
    User.objects.filter(pk=person.pk).update(is_active=False)
    with pytest.raises(Refused, match="This account is closed"):
        lobby.join(game, person, house_rules_accepted=True)
    with pytest.raises(Refused, match="This account is closed"):
        waiting_list.enlist(person, "")
    assert not game.entries.exists()


def test_nobody_joins_twice(master: User, players: list[User]):
    game = factories.open_game(master)
    lobby.join(game, players[0], house_rules_accepted=False)
    with pytest.raises(Refused, match="already"):
        lobby.join(game, players[0], house_rules_accepted=False)
    assert LobbyEntry.objects.count() == 1


def test_the_master_cannot_play(master: User):
    game = factories.open_game(master)
    with pytest.raises(Refused, match="master"):
        lobby.join(game, master, house_rules_accepted=False)
    assert not LobbyEntry.objects.exists()


def test_joining_means_accepting_the_house_rules(master: User, players: list[User]):
    game = factories.open_game(master, house_rules="Be kind.")
    with pytest.raises(Refused, match="house rules"):
        lobby.join(game, players[0], house_rules_accepted=False)
    lobby.join(game, players[0], house_rules_accepted=True)
    assert game.entries.count() == 1


def test_the_seventh_to_join_begins_the_game(game: Game, players: list[User]):
    assert game.status == Game.Status.PLAYING
    held = Tenure.objects.current().filter(seat__game=game)
    assert {tenure.person for tenure in held} == set(players)
    assert {seat.power for seat in game.seats.all()} == {
        "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY",
    }  # fmt: skip
    phase = game.phases.get()
    assert (phase.number, phase.code, phase.status) == (1, "S1901M", Phase.Status.OPEN)
    assert phase.due_at == phase.opened_at + dt.timedelta(hours=24)
    assert phase.units.count() == 22
    assert phase.centers.count() == 22
    told = Notification.objects.filter(kind=Notification.Kind.GAME_BEGUN)
    assert Counter(told.values_list("channel", flat=True)) == {"site": 8, "mail": 8}


def test_the_eighth_is_refused(game: Game):
    with pytest.raises(Refused, match="begun"):
        lobby.join(game, factories.person(), house_rules_accepted=True)
    assert game.entries.count() == 7


def test_powers_are_drawn_by_lot(db):
    players = factories.PersonFactory.create_batch(7)
    drawn = set()
    for _ in range(6):
        game = factories.begun_game(players=players)
        seats = game.seats.order_by("tenures__person")
        drawn.add(tuple(seats.values_list("power", flat=True)))
    assert len(drawn) > 1  # six equal draws of 5,040: once in 10**18


def test_one_may_leave_the_lobby_and_join_again(master: User, players: list[User]):
    game = factories.open_game(master)
    lobby.join(game, players[0], house_rules_accepted=False)
    lobby.leave(game, players[0])
    assert not game.entries.exists()
    lobby.join(game, players[0], house_rules_accepted=False)
    assert game.entries.count() == 1


def test_nobody_leaves_a_game_that_has_begun(game: Game, players: list[User]):
    with pytest.raises(Refused, match="begun"):
        lobby.leave(game, players[0])
    assert access.has_played(players[0], game)


def test_a_removed_person_is_told(master: User, players: list[User]):
    game = factories.open_game(master)
    lobby.join(game, players[0], house_rules_accepted=False)
    lobby.remove(game, players[0], by=master)
    told = Notification.objects.values_list("person", "channel")
    assert set(told) == {(players[0].pk, "site"), (players[0].pk, "mail")}
    event = Event.objects.get(kind=Event.Kind.REMOVED)
    assert (event.actor, event.subject) == (master, players[0])


def test_a_removal_renews_the_invitation(master: User, players: list[User]):
    """The removed person has the old link, by which the page shows who waits."""
    game = factories.open_game(master, visibility="private")
    lobby.join(game, players[0], house_rules_accepted=False)
    lobby.remove(game, players[0], by=master)
    assert Game.objects.get(pk=game.pk).invitation_key != game.invitation_key


def test_the_start_of_a_game_renews_its_invitation(master: User, players: list[User]):
    """Links to the lobby do not lead to seats that become free later."""
    game = factories.open_game(master)
    for player in players:
        lobby.join(game, player, house_rules_accepted=False)
    assert Game.objects.get(pk=game.pk).invitation_key != game.invitation_key


def test_a_lobby_that_does_not_fill_expires(master: User, players: list[User]):
    game = factories.open_game(master, lobby_days=3)
    lobby.join(game, players[0], house_rules_accepted=False)
    assert lobby.expire_lobbies() == 0
    with time_machine.travel(game.lobby_closes_at):
        with pytest.raises(Refused, match="This game didn’t fill in time"):
            lobby.join(game, players[1], house_rules_accepted=False)
        assert lobby.expire_lobbies() == 1
        assert lobby.expire_lobbies() == 0
    game.refresh_from_db()
    assert game.status == Game.Status.EXPIRED
    assert {notification.person for notification in Notification.objects.all()} == {
        master,
        players[0],
    }


def test_a_closed_account_joins_nothing(master: User, players: list[User]):
    game = factories.open_game(master)
    account_closing.close(players[0])
    with pytest.raises(Refused, match="closed"):
        lobby.join(game, players[0], house_rules_accepted=False)
    assert not game.entries.exists()


def test_closing_an_account_does_not_stumble_over_a_lobby_whose_time_is_over(master, players):
    game = factories.open_game(master)
    lobby.join(game, players[0], house_rules_accepted=False)
    with time_machine.travel(game.lobby_closes_at):
        account_closing.close(players[0])
    players[0].refresh_from_db()
    assert players[0].closed_at


def test_closing_a_masters_account_warns_of_their_games(master: User, game: Game):
    assert account_closing.warnings_for(master) == [
        "You’ll no longer be the game master of these games: The Balkan table."
    ]


def test_one_lobby_that_cannot_be_closed_keeps_no_other_open(master: User, monkeypatch):
    first, second = (factories.open_game(master, title=f"Lobby {n}") for n in range(2))
    expire = lobby._expire

    def broken(game: Game) -> bool:
        if game.pk == first.pk:
            raise ValueError("no")
        return expire(game)

    monkeypatch.setattr(lobby, "_expire", broken)
    with time_machine.travel(second.lobby_closes_at):
        assert lobby.expire_lobbies() == 1
    second.refresh_from_db()
    assert second.status == Game.Status.EXPIRED


def test_closing_an_account_leaves_every_lobby_and_gives_up_the_seats(master: User, game: Game):
    waiting = factories.open_game(master, title="Second")
    player = factories.holder(factories.seat(game, "FRANCE"))
    lobby.join(waiting, player, house_rules_accepted=False)
    assert account_closing.warnings_for(player) == [
        "Your powers in these games will get no more orders: The Balkan table."
    ]
    account_closing.close(player)
    assert not waiting.entries.exists()
    seat = factories.seat(game, "FRANCE")
    assert seat.disorder_since is not None
    assert not seat.tenures.current().exists()
    assert game.events.get(kind=Event.Kind.RESIGNED).seat == seat


def fill_two_lobbies_at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let two people fill each other's lobbies at once; return their errors."""
    ada, bruno = factories.person("Ada"), factories.person("Bruno")
    tables = [(factories.open_game(factories.person()), one, two)
              for one, two in ((ada, bruno), (bruno, ada))]  # fmt: skip
    for game, waiting, _last in tables:
        for person in (waiting, *factories.PersonFactory.create_batch(5)):
            lobby.join(game, person, house_rules_accepted=True)
    begin, together, met = beginning.begin, threading.Barrier(2, timeout=10), []

    def begin_together(game: Game) -> None:
        together.wait()
        begin(game)

    def fill(game: Game, last: User) -> None:
        try:
            lobby.join(game, last, house_rules_accepted=True)
        except Exception as error:
            met.append(f"{type(error).__name__} {error}")
        finally:
            connection.close()

    monkeypatch.setattr(beginning, "begin", begin_together)
    threads = [threading.Thread(target=fill, args=(game, last)) for game, _, last in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return met


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_two_lobbies_that_fill_at_once_both_begin(monkeypatch):
    assert fill_two_lobbies_at_once(monkeypatch) == []
    assert Game.objects.filter(status=Game.Status.PLAYING).count() == 2


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_with_a_lock_on_the_key_they_would_wait_for_each_other(monkeypatch):
    """Negative control of the test above."""
    lock = QuerySet.select_for_update
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_how: lock(rows))
    (met,) = fill_two_lobbies_at_once(monkeypatch)
    assert "deadlock detected" in met


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_being_closed_enters_nothing():
    game, person = factories.open_game(factories.person()), factories.person()
    met: list[object] = []

    def enter() -> None:
        try:
            lobby.join(game, person, house_rules_accepted=True)
        except Refused as refusal:
            met.append(refusal)
        finally:
            connection.close()

    late = threading.Thread(target=enter)
    with transaction.atomic():
        account_closing.close(person)
        late.start()
        late.join(0.3)
        assert late.is_alive()  # it waits for the row
    late.join(10)
    assert len(met) == 1
    assert not LobbyEntry.objects.exists()
