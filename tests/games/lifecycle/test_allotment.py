"""Powers by lot, by wishes, and as the master says."""

import dataclasses
import datetime as dt
import threading
from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction

from accounts import account_closing
from accounts.models import User
from games.core.errors import Refused
from games.lifecycle import allotment, lobby
from games.models import Event, Game, LobbyEntry, Notification, PowerWish
from games.state import variants

from ... import factories

ON_SQLITE = pytest.mark.skipif("connection.vendor == 'sqlite'", reason="one writer at a time")
KIND = Event.Kind
AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY = range(7)
GIVING = (KIND.POWERS_BY_LOT, KIND.POWERS_BY_WISHES, KIND.POWERS_BY_MASTER)


def lobby_of(number: int, maker: User | None = None, **fields: Any) -> tuple[Game, list[User]]:
    """A lobby in which so many people wait."""
    game = factories.open_game(maker or factories.person(), **fields)
    people = factories.PersonFactory.create_batch(number)
    for person in people:
        lobby.join(game, person, house_rules_accepted=True)
    return game, people


def by_wishes(number: int, **fields: Any) -> tuple[Game, list[User]]:
    return lobby_of(number, allotment="wishes", **fields)


def by_master(number: int, master: User, **fields: Any) -> tuple[Game, list[User]]:
    return lobby_of(number, master, allotment="master", **fields)


def fill(game: Game) -> Game:
    """Let one more person join, who has no wishes."""
    return lobby.join(game, factories.person(), house_rules_accepted=True)


def powers_of(game: Game, person: User) -> list[str]:
    return list(game.seats.held_by(person).values_list("power", flat=True))


def give(game: Game, hands: Mapping[User, int | None], by: User, **options: Any) -> Game:
    keys = {entry.person: entry.pk for entry in game.entries.all()}
    chosen = {keys[person]: hand for person, hand in hands.items()}
    return lobby.give_powers(game, chosen, by=by, **options)


def given(game: Game) -> dict[User, int | None]:
    return {entry.person: entry.hand for entry in game.entries.all()}


def giving_events(game: Game) -> list[Event]:
    return list(game.events.filter(kind__in=GIVING))


# By lot


def test_each_person_has_the_same_chances_by_lot(db: None):
    game, people = lobby_of(1, setup="france_austria")
    other = factories.person()
    LobbyEntry.objects.create(game=game, person=other, joined_at=game.created_at)
    found: Counter[str] = Counter()
    for _ in range(400):
        found += Counter(
            hand[0]
            for entry, hand in allotment.allot(game, allotment.Method.LOT)
            if isinstance(entry, LobbyEntry) and entry.person == people[0]
        )
    assert found.keys() == {"FRANCE", "AUSTRIA"}
    assert abs(found["FRANCE"] - 200) < 60  # six deviations


def test_the_log_says_once_that_powers_were_given_by_lot(db: None):
    game = factories.begun_game()
    (event,) = giving_events(game)
    assert (event.kind, event.actor) == (KIND.POWERS_BY_LOT, None)


# By wishes


def test_people_with_different_first_choices_get_them(db: None):
    game, people = by_wishes(6)
    for person, hand in zip(people, (TURKEY, RUSSIA, ITALY, GERMANY, FRANCE, ENGLAND), strict=True):
        lobby.wish(game, person, [hand])
    game = fill(game)
    assert [powers_of(game, person) for person in people] == [
        ["TURKEY"], ["RUSSIA"], ["ITALY"], ["GERMANY"], ["FRANCE"], ["ENGLAND"],
    ]  # fmt: skip
    (event,) = giving_events(game)
    assert (event.kind, event.actor, event.text) == (KIND.POWERS_BY_WISHES, None, "")


def test_whoever_has_no_wishes_takes_nobody_else_s(db: None):
    game, people = by_wishes(6)
    lobby.wish(game, people[3], [FRANCE, ENGLAND])
    lobby.wish(game, people[5], [FRANCE, TURKEY, ENGLAND])
    game = fill(game)
    got = {people.index(person): powers_of(game, person)[0] for person in (people[3], people[5])}
    assert got in ({3: "FRANCE", 5: "TURKEY"}, {3: "ENGLAND", 5: "FRANCE"})


def test_displeasure_is_the_square_of_how_many_powers_one_would_rather_have(db: None):
    game, people = by_wishes(3, setup="six")
    lobby.wish(game, people[0], [3, 1, 0, 2, 5, 4])
    lobby.wish(game, people[1], [2, 0])
    entries = list(game.entries.all())
    assert allotment._displeasures(entries, 6) == [
        [4, 1, 9, 0, 25, 16],
        [1, 4, 0, 4, 4, 4],
        [0, 0, 0, 0, 0, 0],
    ]


def test_no_other_way_displeases_people_less(db: None):
    game, people = by_wishes(5, setup="six")
    wishes = [[0, 1, 2], [0, 1, 3, 2], [0, 1], [1, 0, 5, 4, 3, 2], [], [2, 0]]
    people.append(factories.person())
    LobbyEntry.objects.create(game=game, person=people[-1], joined_at=game.created_at)
    for person, wish in zip(people, wishes, strict=True):
        lobby.wish(game, person, wish)
    entries = list(game.entries.all())
    table = allotment._displeasures(entries, 6)
    least = min(sum(table[n][p] for n, p in enumerate(each)) for each in permutations(range(6)))
    hands = allotment.hands_of(game)
    for _ in range(20):
        found = allotment.allot(game, allotment.Method.WISHES)
        assert [entry for entry, _hand in found] == entries
        total = sum(table[n][hands.index(hand)] for n, (_entry, hand) in enumerate(found))
        assert total == least


def test_a_person_may_change_their_wishes_and_take_them_back(db: None):
    game, (person, other) = by_wishes(2)
    lobby.wish(game, other, [ITALY])
    for wishes in ([FRANCE, TURKEY], [TURKEY, FRANCE, ITALY], []):
        lobby.wish(game, person, wishes)
        entry = game.entries.get(person=person)
        assert list(entry.wishes.values_list("rank", "hand")) == list(enumerate(wishes, start=1))
    assert list(PowerWish.objects.values_list("entry__person", "hand")) == [(other.pk, ITALY)]


@pytest.mark.parametrize("wishes", [[FRANCE, FRANCE], [7], [-1], [FRANCE, 99]])
def test_wishes_that_cannot_be_are_refused_and_the_old_ones_stay(db: None, wishes: list[int]):
    game, (person,) = by_wishes(1)
    lobby.wish(game, person, [ITALY])
    with pytest.raises(Refused):
        lobby.wish(game, person, wishes)
    assert PowerWish.objects.get().hand == ITALY


@pytest.mark.parametrize(("hand", "rank"), [(FRANCE, 2), (ITALY, 1), (ITALY, 0)])
def test_the_database_keeps_wishes_apart(db: None, hand: int, rank: int):
    game, (person,) = by_wishes(1)
    lobby.wish(game, person, [FRANCE])
    with pytest.raises(IntegrityError), transaction.atomic():
        PowerWish.objects.create(entry=game.entries.get(), hand=hand, rank=rank)


@pytest.mark.parametrize("method", ["lot", "master"])
def test_no_wishes_are_taken_where_they_do_not_count(master: User, method: str):
    game, (person,) = lobby_of(1, master, allotment=method)
    with pytest.raises(Refused, match="This game doesn’t assign powers by preference"):
        lobby.wish(game, person, [FRANCE])
    assert not PowerWish.objects.exists()


def test_only_those_who_wait_have_wishes(master: User):
    game, _people = lobby_of(1, master, allotment="wishes")
    for person in (master, factories.person()):
        with pytest.raises(Refused, match="isn’t in the lobby of this game"):
            lobby.wish(game, person, [FRANCE])


def test_wishes_end_with_the_beginning_of_the_game(db: None):
    game, people = by_wishes(6)
    other, (waiting,) = by_wishes(1)
    for person in people:
        lobby.wish(game, person, [FRANCE, ITALY])
    lobby.wish(other, waiting, [FRANCE])
    fill(game)
    assert PowerWish.objects.get().entry.person == waiting


def test_wishes_go_with_the_person(master: User):
    game, (leaver, removed, closing, stays) = by_wishes(4, maker=master)
    for person in (leaver, removed, closing, stays):
        lobby.wish(game, person, [FRANCE])
    lobby.leave(game, leaver)
    lobby.remove(game, removed, by=master)
    account_closing.close(closing)
    assert PowerWish.objects.get().entry.person == stays
    lobby.join(game, leaver, house_rules_accepted=True)
    assert not game.entries.get(person=leaver).wishes.exists()


def test_wishes_end_with_the_lobby(db: None):
    game, (person,) = by_wishes(1)
    lobby.wish(game, person, [FRANCE])
    with time_machine.travel(game.lobby_closes_at + dt.timedelta(seconds=1)):
        assert lobby.expire_lobbies() == 1
    assert not PowerWish.objects.exists()


def test_no_event_and_no_notification_says_that_somebody_has_wishes(db: None):
    game, (person,) = by_wishes(1)
    before = (Event.objects.count(), Notification.objects.count())
    lobby.wish(game, person, [FRANCE])
    assert (Event.objects.count(), Notification.objects.count()) == before
    assert str(PowerWish.objects.get()) == f"a wish of entry {game.entries.get().pk}"


def test_wishes_that_come_after_the_last_join_are_refused(db: None):
    game, people = by_wishes(6)
    assert Game.objects.get(pk=game.pk).in_lobby  # as the page of the form saw it
    fill(game)
    with pytest.raises(Refused, match="has begun"):
        lobby.wish(game, people[0], [FRANCE])
    assert not PowerWish.objects.exists()


def test_wishes_that_do_not_look_again_would_stay_for_good(
    db: None, monkeypatch: pytest.MonkeyPatch
):
    """Negative control of the test above: the game as it was read before the last join."""
    game, people = by_wishes(6)
    fill(game)
    monkeypatch.setattr(lobby, "_locked", lambda _game: game)
    assert game.in_lobby
    lobby.wish(game, people[0], [FRANCE])
    assert PowerWish.objects.count() == 1


def wish_while_the_last_joins(game: Game, person: User) -> list[Refused]:
    """Send wishes while the last person joins and has not committed; return the refusals."""
    met: list[Refused] = []

    def send() -> None:
        try:
            lobby.wish(game, person, [FRANCE])
        except Refused as refusal:
            met.append(refusal)
        finally:
            connection.close()

    late = threading.Thread(target=send)
    with transaction.atomic():
        fill(game)
        late.start()
        late.join(0.5)
    late.join(10)
    return met


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_wishes_wait_for_a_join_that_begins_the_game():
    game, people = by_wishes(6)
    assert len(wish_while_the_last_joins(game, people[0])) == 1
    assert not PowerWish.objects.exists()


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_without_the_lock_wishes_would_outlive_the_lobby(monkeypatch: pytest.MonkeyPatch):
    """Negative control of the test above."""
    game, people = by_wishes(6)
    locked = lobby._locked

    def unlocked(game: Game) -> Game:
        main = threading.current_thread() is threading.main_thread()
        return locked(game) if main else Game.objects.get(pk=game.pk)

    monkeypatch.setattr(lobby, "_locked", unlocked)
    assert wish_while_the_last_joins(game, people[0]) == []
    assert PowerWish.objects.count() == 1


# As the master says


def test_a_game_without_a_master_cannot_leave_the_powers_to_one(db: None):
    with pytest.raises(Refused, match="game master"):
        factories.open_game(factories.person(), as_master=False, allotment="master")
    assert not Game.objects.exists()


def test_a_full_lobby_waits_for_its_master_who_is_told(master: User):
    game, people = by_master(7, master)
    game.refresh_from_db()
    assert game.in_lobby
    event = game.events.get(kind=KIND.LOBBY_FULL)
    told = Notification.objects.filter(event=event, kind="news")
    assert set(told.values_list("person", flat=True)) == {master.pk}
    with pytest.raises(Refused, match="seats of this game are taken"):
        lobby.join(game, factories.person(), house_rules_accepted=True)
    with pytest.raises(Refused, match="You’ve already joined this game"):
        lobby.join(game, people[0], house_rules_accepted=True)


def test_the_master_gives_powers_changes_them_and_begins_the_game(master: User):
    game, people = by_master(7, master)
    give(game, {people[0]: FRANCE, people[1]: None}, master)
    assert given(game)[people[0]] == FRANCE
    give(game, {person: hand for hand, person in enumerate(people)}, master)
    swapped = {person: (hand + 1) % 7 for hand, person in enumerate(people)}
    game = give(game, swapped, master, begin=True)
    assert game.status == Game.Status.PLAYING
    hands = variants.setup_of(game).players
    for person, hand in swapped.items():
        assert powers_of(game, person) == list(hands[hand])
    (event,) = giving_events(game)
    assert (event.kind, event.actor) == (KIND.POWERS_BY_MASTER, master)
    assert set(given(game).values()) == {None}  # tenures have it now


def test_the_game_does_not_begin_before_all_seats_are_taken(master: User):
    game, people = by_master(6, master)
    hands = {person: hand for hand, person in enumerate(people)}
    with pytest.raises(Refused, match="The game can’t begin until all seats are taken"):
        give(game, hands, master, begin=True)
    assert set(given(game).values()) == {None}


def test_the_game_does_not_begin_before_everybody_has_a_power(master: User):
    game, people = by_master(7, master)
    hands: dict[User, int | None] = {person: hand for hand, person in enumerate(people)}
    with pytest.raises(Refused, match="Assign a power to everyone first"):
        give(game, hands | {people[3]: None}, master, begin=True)
    game.refresh_from_db()
    assert game.in_lobby
    assert not game.seats.exists()


@pytest.mark.parametrize("hands", [(FRANCE, FRANCE), (7, None), (-1, None)])
def test_powers_that_cannot_be_given_are_refused(master: User, hands: tuple[int, int | None]):
    game, people = by_master(2, master)
    give(game, {people[0]: ITALY}, master)
    with pytest.raises(Refused):
        give(game, dict(zip(people, hands, strict=True)), master)
    assert given(game) == {people[0]: ITALY, people[1]: None}


def test_the_database_gives_a_power_once(master: User):
    game, people = by_master(2, master)
    give(game, {people[0]: ITALY}, master)
    with pytest.raises(IntegrityError), transaction.atomic():
        game.entries.filter(person=people[1]).update(hand=ITALY)


def test_whoever_leaves_frees_their_power(master: User):
    game, people = by_master(7, master)
    give(game, {person: hand for hand, person in enumerate(people)}, master)
    lobby.leave(game, people[0])
    newcomer = factories.person()
    lobby.join(game, newcomer, house_rules_accepted=True)
    assert given(game)[newcomer] is None
    give(game, {**given(game), newcomer: AUSTRIA}, master, begin=True)
    assert powers_of(game, newcomer) == ["AUSTRIA"]
    assert game.events.filter(kind=KIND.LOBBY_FULL).count() == 2


def test_a_person_who_has_left_is_given_nothing(master: User):
    game, people = by_master(2, master)
    left = game.entries.get(person=people[0]).pk
    lobby.leave(game, people[0])
    with pytest.raises(Refused, match="has left"):
        lobby.give_powers(game, {left: FRANCE}, by=master)


def test_only_a_master_gives_powers_and_only_in_the_lobby(master: User):
    game, people = by_master(7, master)
    hands = {person: hand for hand, person in enumerate(people)}
    for person in (people[0], factories.person()):
        with pytest.raises(Refused, match="You’re no longer a game master of this game"):
            give(game, hands, person)
    give(game, hands, master, begin=True)
    with pytest.raises(Refused, match="has begun"):
        give(game, hands, master)


@pytest.mark.parametrize("method", ["lot", "wishes"])
def test_a_master_gives_no_powers_where_they_are_given_otherwise(master: User, method: str):
    game, people = lobby_of(1, master, allotment=method)
    with pytest.raises(Refused, match="In this game, the game master doesn’t assign the powers"):
        give(game, {people[0]: FRANCE}, master)
    assert given(game) == {people[0]: None}


def test_a_lobby_that_waits_for_its_master_expires(master: User):
    game, people = by_master(7, master)
    give(game, {people[0]: FRANCE}, master)
    with time_machine.travel(game.lobby_closes_at + dt.timedelta(seconds=1)):
        assert lobby.expire_lobbies() == 1
        with pytest.raises(Refused, match="This game didn’t fill in time"):
            give(game, {people[0]: FRANCE}, master)
    assert set(given(game).values()) == {None}


def test_without_its_master_the_powers_of_a_game_are_given_by_lot(master: User):
    full, _people = by_master(7, master)
    waits, _some = by_master(6, master)
    late, _others = by_master(7, master, lobby_days=1)
    with time_machine.travel(late.lobby_closes_at + dt.timedelta(hours=1)):
        account_closing.close(master)
        for game in (full, waits, late):
            game.refresh_from_db()
        assert [game.has_begun for game in (full, waits, late)] == [True, False, False]
        waits = fill(waits)
    for game in (full, waits):
        assert game.status == Game.Status.PLAYING
        assert [event.kind for event in giving_events(game)] == [KIND.POWERS_BY_LOT]


# Hands of several powers


@pytest.mark.parametrize("method", ["lot", "wishes", "master"])
def test_a_hand_of_several_powers_goes_to_one_person(
    master: User, monkeypatch: pytest.MonkeyPatch, method: str
):
    standard = variants.setup_of(Game())
    hands = (("AUSTRIA", "TURKEY"), ("ENGLAND", "FRANCE", "GERMANY"), ("ITALY", "RUSSIA"))
    small = dataclasses.replace(standard, players=hands)
    monkeypatch.setattr(variants, "setup_of", lambda _game: small)
    game, people = lobby_of(2, master, allotment=method)
    if method == "wishes":
        lobby.wish(game, people[0], [2, 1])
        lobby.wish(game, people[1], [0])
    people.append(factories.person())
    game = lobby.join(game, people[2], house_rules_accepted=True)
    if method == "master":
        game = give(game, dict(zip(people, (2, 0, 1), strict=True)), master, begin=True)
    got = [tuple(powers_of(game, person)) for person in people]
    assert sorted(got) == sorted(hands)
    if method != "lot":
        assert got == [hands[2], hands[0], hands[1]]
