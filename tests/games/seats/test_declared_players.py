"""Players without an account, and players who let the game master enter their orders."""

import datetime as dt

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import lobby
from games.models import DeclaredPlayer, Event, Game, Seat, Tenure, Vote
from games.seats import declared_players, tenures
from games.state import phases
from games.votes import voting
from games.web.forms.declared_players import DeclaredPlayerFields
from games.web.forms.game_master.people import LayDownMastership
from tests import factories

from ..orders.test_submission import submit

NOW = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)


@pytest.fixture
def at_noon():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_noon: object, master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=72, orders_by_master=True)


@pytest.fixture
def england(game: Game) -> Seat:
    """The seat of England, whose player has resigned."""
    seat = factories.seat(game, "ENGLAND")
    tenures.resign(seat, factories.holder(seat))
    return factories.seat(game, "ENGLAND")


@pytest.fixture
def nell(england: Seat, master: User) -> DeclaredPlayer:
    return declared_players.declare(england, name="Nell", email="", by=master)


def kinds(game: Game) -> list[str]:
    return list(game.events.order_by("pk").values_list("kind", flat=True))


def test_a_declared_player_holds_the_seat_and_has_no_tenure(nell: DeclaredPlayer, england: Seat):
    england.refresh_from_db()
    assert england.disorder_since is None
    game_seats = Seat.objects.filter(game=england.game_id)
    assert england in game_seats.held()
    assert england in game_seats.played()
    assert england in game_seats.without_account()
    assert england not in game_seats.with_account()
    assert not Tenure.objects.current().filter(seat=england).exists()
    assert Event.Kind.DECLARED in kinds(england.game)


def test_the_name_is_shown_as_a_declaration_and_hidden_where_names_are(
    nell: DeclaredPlayer, england: Seat, master: User, players: list[User]
):
    seat = factories.seat(england.game, "ENGLAND")
    assert access.shown_name(players[0], seat) == "Nell (declared by the game master)"
    Game.objects.filter(pk=seat.game_id).update(anonymous=True)
    seat = factories.seat(Game.objects.get(pk=seat.game_id), "ENGLAND")
    reader = factories.person()
    assert access.shown_name(reader, seat) == "hidden"
    assert access.shown_name(master, seat) == "Nell (declared by the game master)"


def test_no_event_names_the_player(nell: DeclaredPlayer, game: Game):
    assert not game.events.filter(text__contains="Nell").exists()


def test_a_seat_that_somebody_plays_cannot_be_declared(game: Game, master: User):
    with pytest.raises(Refused, match="isn’t open"):
        declared_players.declare(factories.seat(game, "FRANCE"), name="Nell", email="", by=master)


def test_the_player_of_a_seat_in_disorder_gives_way(game: Game, master: User):
    france = factories.seat(game, "FRANCE")
    Seat.objects.filter(pk=france.pk).update(disorder_since=clock.now())
    former = factories.holder(france)
    declared_players.declare(france, name="Nell", email="", by=master)
    assert not access.holds(former, france)
    assert france.tenures.get().ending == Tenure.Ending.REPLACED


def test_only_a_master_declares_and_only_where_the_game_agreed(
    england: Seat, master: User, players: list[User]
):
    with pytest.raises(Refused, match="no longer a game master"):
        declared_players.declare(england, name="Nell", email="", by=players[0])
    Game.objects.filter(pk=england.game_id).update(orders_by_master=False)
    with pytest.raises(Refused, match="doesn’t enter orders"):
        declared_players.declare(
            factories.seat(Game.objects.get(pk=england.game_id), "ENGLAND"),
            name="Nell", email="", by=master,
        )  # fmt: skip


def test_a_game_with_a_declared_player_stays_unrated(
    game: Game, nell: DeclaredPlayer, master: User
):
    assert not game.is_rated
    declared_players.withdraw(nell, by=master)
    assert not game.is_rated


def test_a_game_without_one_is_rated(game: Game):
    assert game.is_rated


def test_a_declared_player_misses_turns_like_others(game: Game, nell: DeclaredPlayer):
    for power in set(factories.HOLDS) - {"ENGLAND"}:
        submit(game, power, factories.HOLDS[power])
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    assert factories.seat(game, "ENGLAND").disorder_since is not None
    assert factories.seat(game, "FRANCE").disorder_since is None
    missed = game.events.get(kind=Event.Kind.NO_MOVES_RECEIVED)
    assert missed.seat is not None
    assert missed.seat.power == "ENGLAND"


def test_the_phase_waits_for_a_declared_player(game: Game, nell: DeclaredPlayer):
    phase = factories.open_phase(game)
    waited_for = phases.waited_for(phase, phases.orders_due(phase))
    assert waited_for.filter(power="ENGLAND").exists()


def test_a_declared_player_has_no_vote_and_no_vote_waits_for_one(
    game: Game, nell: DeclaredPlayer, master: User
):
    game.masterships.update(until=clock.now())
    game = Game.objects.get(pk=game.pk)
    france = factories.seat(game, "FRANCE")
    vote = voting.propose(
        factories.open_phase(game), france, person=factories.holder(france), name=Vote.Kind.DRAW
    )
    for power in ("AUSTRIA", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        seat = factories.seat(game, power)
        voting.cast_vote(vote, seat, person=factories.holder(seat), in_favour=True)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert factories.seat(game, "ENGLAND").result == Seat.Result.DREW


def test_the_end_of_a_declaration_opens_the_seat(game: Game, nell: DeclaredPlayer, master: User):
    declared_players.withdraw(nell, by=master)
    seat = factories.seat(game, "ENGLAND")
    assert seat.disorder_since is not None
    assert seat not in game.seats.held()
    assert access.shown_name(master, seat) == "nobody"


def test_without_a_master_a_declaration_ends_and_its_link_is_void(
    game: Game, nell: DeclaredPlayer, master: User
):
    second = factories.person("Second")
    masters.join(game, second, by=master)
    declared_players.make_link(nell, by=master)
    assert "lose their seats" not in LayDownMastership(game, master).warning
    masters.leave(game, master)
    assert DeclaredPlayer.objects.current().filter(pk=nell.pk).exists()
    assert "lose their seats" in LayDownMastership(game, second).warning
    masters.leave(game, second)
    nell.refresh_from_db()
    assert (nell.name, nell.invitation_key) == ("", None)
    assert nell.until is not None
    seat = factories.seat(game, "ENGLAND")
    assert seat.disorder_since is not None
    assert game.events.filter(kind=Event.Kind.UNDECLARED, seat=seat).exists()


def test_a_lobby_that_loses_its_master_loses_declared_players(master: User):
    game = factories.open_game(master, orders_by_master=True)
    lobby.declare(game, name="Nell", email="", by=master)
    masters.leave(game, master)
    assert not game.declared_players.exists()
    assert game.events.filter(kind=Event.Kind.PLACE_WITHDRAWN).exists()


def test_a_lobby_that_does_not_fill_forgets_declared_players(master: User):
    game = factories.open_game(master, orders_by_master=True)
    lobby.declare(game, name="Nell", email="", by=master)
    with time_machine.travel(game.lobby_closes_at + dt.timedelta(minutes=1)):
        assert lobby.expire_lobbies() == 1
    assert not game.declared_players.exists()


def test_a_person_follows_the_link_and_plays_with_an_account(
    game: Game, nell: DeclaredPlayer, master: User
):
    submit(game, "ENGLAND", "A LVP H", person=master)
    declared_players.make_link(nell, by=master)
    account = factories.person("Nell Again")
    declared_players.accept_link(nell, account)
    seat = factories.seat(game, "ENGLAND")
    assert factories.holder(seat) == account
    assert not game.declared_players.current().exists()
    assert not seat.orders.exists()
    assert not access.seats_entered_by(master, game).exists()
    event = game.events.filter(kind=Event.Kind.REPLACED).latest("pk")
    assert (event.subject, event.actor) == (account, master)


def test_a_link_works_once_and_a_new_one_voids_the_old(
    game: Game, nell: DeclaredPlayer, master: User
):
    declared_players.make_link(nell, by=master)
    old = DeclaredPlayer.objects.get(pk=nell.pk)
    declared_players.make_link(nell, by=master)
    with pytest.raises(Refused, match="no longer works"):
        declared_players.accept_link(old, factories.person())
    declared_players.accept_link(nell, factories.person())
    with pytest.raises(Refused, match="no longer holds"):
        declared_players.accept_link(nell, factories.person())


def test_a_master_or_a_player_of_another_power_cannot_use_the_link(
    game: Game, nell: DeclaredPlayer, master: User
):
    declared_players.make_link(nell, by=master)
    for person in (master, factories.holder(factories.seat(game, "FRANCE"))):
        with pytest.raises(Refused):
            declared_players.accept_link(nell, person)


def test_a_player_switches_orders_by_the_master_on_and_off(game: Game, master: User):
    france = factories.seat(game, "FRANCE")
    holder = factories.holder(france)
    assert not access.seats_entered_by(master, game).exists()
    declared_players.let_master_order(france, holder, allowed=True)
    declared_players.let_master_order(france, holder, allowed=True)
    assert list(access.seats_entered_by(master, game)) == [france]
    declared_players.let_master_order(france, holder, allowed=False)
    assert not access.seats_entered_by(master, game).exists()
    assert kinds(game)[-2:] == [Event.Kind.MASTER_ORDERS, Event.Kind.PLAYER_ORDERS]


def test_nobody_else_switches_it_on(game: Game, master: User):
    france = factories.seat(game, "FRANCE")
    for person in (master, factories.holder(factories.seat(game, "ITALY"))):
        with pytest.raises(Refused, match="no longer hold"):
            declared_players.let_master_order(france, person, allowed=True)


def test_the_consent_ends_with_the_tenure(game: Game, master: User):
    france = factories.seat(game, "FRANCE")
    declared_players.let_master_order(france, factories.holder(france), allowed=True)
    factories.replace(france, factories.person(), by=master)
    assert not access.seats_entered_by(master, game).exists()


def test_nobody_reads_for_others_but_the_masters_of_a_game_that_agreed(
    game: Game, nell: DeclaredPlayer, master: User, players: list[User]
):
    assert access.seats_entered_by(master, game).exists()
    for person in (*players, factories.person(is_superuser=True, is_staff=True)):
        assert not access.seats_entered_by(person, game).exists()
    Game.objects.filter(pk=game.pk).update(orders_by_master=False)
    assert not access.seats_entered_by(master, Game.objects.get(pk=game.pk)).exists()


def test_a_lobby_begins_with_declared_players_who_get_powers(master: User):
    game = factories.open_game(master, orders_by_master=True)
    for person in factories.PersonFactory.create_batch(5):
        game = lobby.join(game, person, house_rules_accepted=True)
    game = lobby.declare(game, name="Nell", email="", by=master)
    assert game.in_lobby
    game = lobby.declare(game, name="Otto", email="", by=master)
    assert game.has_begun
    hands = list(game.declared_players.values_list("hand", flat=True))
    assert len(set(hands)) == 2
    assert None not in hands
    assert game.seats.held().count() == 7
    assert game.seats.without_account().count() == 2


def test_the_master_gives_powers_to_declared_players_too(master: User):
    game = factories.open_game(master, orders_by_master=True, allotment=Game.Allotment.MASTER)
    for person in factories.PersonFactory.create_batch(6):
        game = lobby.join(game, person, house_rules_accepted=True)
    game = lobby.declare(game, name="Nell", email="", by=master)
    nell = game.declared_players.get()
    hands = {entry.pk: hand for hand, entry in enumerate(game.entries.all())}
    with pytest.raises(Refused, match="Assign a power to everyone"):
        lobby.give_powers(game, hands, by=master, begin=True)
    lobby.give_powers(game, hands, declared={nell.pk: 6}, by=master, begin=True)
    assert factories.seat(game, "TURKEY") in game.seats.without_account()


def test_a_declared_player_is_taken_out_of_a_lobby_without_a_trace(master: User):
    game = factories.open_game(master, orders_by_master=True)
    game = lobby.declare(game, name="Nell", email="", by=master)
    lobby.withdraw_declared(game.declared_players.get(), by=master)
    assert not game.declared_players.exists()
    assert game.is_rated


def test_a_game_without_a_master_cannot_agree_to_it(master: User):
    with pytest.raises(Refused, match="no game master"):
        factories.open_game(master, as_master=False, orders_by_master=True)


def test_the_name_can_be_removed_after_the_end(game: Game, nell: DeclaredPlayer, master: User):
    declared_players.change(nell, name="", email="", by=master)
    assert access.shown_name(master, factories.seat(game, "ENGLAND")) == (
        "a player without an account"
    )


def test_nobody_is_declared_under_the_name_of_an_account(db: None):
    factories.person("Ana Account")
    form = DeclaredPlayerFields({"name": "ana  account", "email": ""})
    assert not form.is_valid()
    assert "An account on this site has this name" in str(form.errors)
