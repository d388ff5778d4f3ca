import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import account_closing, clock
from accounts.models import User
from games.models import Event, Game, GameSettings, Notification, Seat, Tenure
from games.orders import submission
from games.orders.submission import Line
from games.press import sending
from games.seats import civil_disorder, tenures
from tests import factories

from .conftest import alerts, nothing_changes, signed_in, words


def left(game: Game, power: str = "FRANCE") -> Seat:
    """The seat of a power after its player resigned."""
    seat = factories.seat(game, power)
    tenures.resign(seat, factories.holder(seat))
    seat.refresh_from_db()
    return seat


def url(game: Game, name: str, power: str = "FRANCE", *more: str) -> str:
    return reverse(f"games:{name}", args=[game.slug, power, *more])


def open_to(game: Game, whom: GameSettings.SeatsOpenTo) -> None:
    GameSettings.objects.filter(game=game).update(seats_open_to=whom)


@pytest.fixture
def newcomer(db: None) -> User:
    return factories.person("Nina Newcomer")


# Open seats


def test_the_page_of_a_game_offers_a_power_in_civil_disorder_to_strangers(
    client: Client, game: Game
):
    left(game)
    answer = client.get(game.get_absolute_url())
    assert "In civil disorder France open seat France since" in words(answer)
    assert "3 units, 3 supply centers" in words(answer)
    assert url(game, "take") in answer.content.decode()


def test_a_game_whose_powers_are_all_played_offers_none(client: Client, game: Game):
    answer = client.get(game.get_absolute_url())
    assert "In civil disorder" not in words(answer)
    assert "/take/" not in answer.content.decode()


def test_a_power_that_has_nothing_left_is_not_offered(client: Client, game: Game):
    seat = left(game)
    seat.units.all().delete()
    seat.centers.all().delete()
    assert "In civil disorder" not in words(client.get(game.get_absolute_url()))
    assert "No power is waiting for a player" in words(client.get(reverse("games:open_seats")))


def test_who_was_replaced_reads_why_they_cannot_take_a_seat(game: Game, newcomer, master):
    seat = factories.seat(game, "FRANCE")
    before = factories.holder(seat)
    factories.replace(seat, newcomer, by=master)
    civil_disorder.declare_disorder(seat, by=master, reason="vanished")
    answer = signed_in(before).get(game.get_absolute_url())
    assert "Anyone who was replaced in this game can’t take over a seat in it." in words(answer)
    assert url(game, "take") not in answer.content.decode()


def test_a_holder_in_civil_disorder_is_back_by_a_button_even_with_nothing_to_order(
    game: Game, master: User
):
    seat = factories.seat(game, "FRANCE")
    factories.set_up_position(
        game, "W1902A", units={"FRANCE": ["A PAR"]}, centers={"FRANCE": ["PAR"]}
    )
    civil_disorder.declare_disorder(seat, by=master, reason="vanished")
    client = signed_in(factories.holder(seat))
    page = client.get(game.get_absolute_url()).content.decode()
    assert url(game, "come_back") in page
    assert "You’re back in the game." in words(client.post(url(game, "come_back"), follow=True))
    seat.refresh_from_db()
    assert seat.disorder_since is None
    assert game.events.get(kind=Event.Kind.CAME_BACK).seat == seat
    client.post(url(game, "come_back"))
    assert game.events.filter(kind=Event.Kind.CAME_BACK).count() == 1
    assert url(game, "come_back") not in client.get(game.get_absolute_url()).content.decode()


def test_a_holder_in_civil_disorder_is_told_how_to_come_back(game: Game, master: User):
    seat = factories.seat(game, "FRANCE")
    civil_disorder.declare_disorder(seat, by=master, reason="vanished")
    answer = signed_in(factories.holder(seat)).get(game.get_absolute_url())
    assert "To come back, give orders or press the button." in words(answer)
    assert url(game, "take") not in answer.content.decode()


def test_the_master_finds_the_invitation_link_and_nobody_else_does(game: Game, master: User):
    link = url(game, "take_invited", "FRANCE", game.invitation_key)
    left(game)
    assert (
        f"http://testserver{link}"
        in signed_in(master).get(game.get_absolute_url()).content.decode()
    )
    player = signed_in(factories.holder(factories.seat(game, "ITALY")))
    assert game.invitation_key not in player.get(game.get_absolute_url()).content.decode()


def test_no_link_is_handed_around_where_only_the_master_chooses(game: Game, master: User):
    open_to(game, GameSettings.SeatsOpenTo.CHOSEN)
    left(game)
    answer = signed_in(master).get(game.get_absolute_url())
    assert game.invitation_key not in answer.content.decode()


# Taking one over


def test_the_page_of_a_seat_shows_the_position_to_take_over(client: Client, game: Game):
    left(game)
    answer = client.get(url(game, "take"))
    assert "Army Paris" in words(answer)
    assert "Brest, Marseilles, Paris" in words(answer)
    assert "only messages written from now on" in words(answer)
    assert 'class="board"' in answer.content.decode()
    assert "Sign in to take over this seat." in words(answer)


def test_the_page_says_that_messages_are_inherited_where_the_game_says_so(client: Client, game):
    Game.objects.filter(pk=game.pk).update(successors_read_messages=True)
    left(game)
    read = "You can read the messages your predecessor wrote"
    assert read in words(client.get(url(game, "take")))


def test_orders_of_the_open_phase_are_not_on_that_page(game: Game, newcomer: User):
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    line = [Line("line-1", "A PAR - GAS")]
    submission.submit(phase, seat, line, person=factories.holder(seat))
    left(game)
    page = signed_in(newcomer).get(url(game, "take")).content.decode()
    assert "PAR - GAS" not in page
    assert 'class="order' not in page


def test_a_newcomer_takes_the_seat_and_is_told_to_order(game: Game, newcomer: User):
    seat = left(game)
    answer = signed_in(newcomer).post(url(game, "take"), follow=True)
    assert answer.redirect_chain[-1][0] == game.get_absolute_url()
    assert "The seat is yours." in words(answer)
    assert factories.holder(seat) == newcomer
    assert Event.objects.filter(kind=Event.Kind.REPLACED, subject=newcomer).exists()


def test_a_second_click_leads_to_the_game(game: Game, newcomer: User):
    left(game)
    client = signed_in(newcomer)
    client.post(url(game, "take"))
    with nothing_changes():
        answer = client.post(url(game, "take"))
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


def test_who_comes_too_late_reads_that_the_seat_is_taken(game: Game, newcomer: User):
    left(game)
    signed_in(newcomer).post(url(game, "take"))
    late = signed_in(factories.person())
    with nothing_changes():
        answer = late.post(url(game, "take"))
    assert "This seat isn’t open." in words(answer)
    assert 'class="board"' not in answer.content.decode()


def test_a_stranger_has_to_sign_in_first(client: Client, game: Game):
    left(game)
    with nothing_changes():
        answer = client.post(url(game, "take"))
    assert "Sign in to take over this seat." in words(answer)


def test_the_house_rules_have_to_be_accepted(master: User, players: list[User], newcomer: User):
    game = factories.begun_game(master, players, house_rules="Be kind.")
    left(game)
    client = signed_in(newcomer)
    with nothing_changes():
        assert "This field is required." in alerts(client.post(url(game, "take"), {}))
    client.post(url(game, "take"), {"accept": "on"})
    assert factories.holder(factories.seat(game, "FRANCE")) == newcomer


@pytest.mark.parametrize("who", ["master", "player"])
def test_who_has_a_part_in_the_game_cannot_take_a_seat(game: Game, master: User, who: str):
    seat = left(game)
    person = master if who == "master" else factories.holder(factories.seat(game, "ITALY"))
    with nothing_changes():
        answer = signed_in(person).post(url(game, "take"), follow=True)
    assert "can’t" in words(answer)
    assert not Tenure.objects.current().filter(seat=seat).exists()


def test_a_private_game_is_taken_over_by_its_link_alone(master, players, newcomer: User):
    game = factories.begun_game(master, players, visibility=Game.Visibility.PRIVATE)
    left(game)
    client = signed_in(newcomer)
    assert client.get(url(game, "take")).status_code == 404
    assert client.get(url(game, "take_invited", "FRANCE", "0" * 32)).status_code == 404
    link = url(game, "take_invited", "FRANCE", game.invitation_key)
    assert "Army Paris" in words(client.get(link))
    answer = client.post(link, follow=True)
    assert answer.redirect_chain[-1][0] == game.get_absolute_url()
    assert factories.holder(factories.seat(game, "FRANCE")) == newcomer


def test_a_link_shows_nothing_of_a_private_game_whose_seats_are_not_offered(
    master, players, newcomer
):
    game = factories.begun_game(master, players, visibility=Game.Visibility.PRIVATE)
    open_to(game, GameSettings.SeatsOpenTo.CHOSEN)
    left(game)
    link = url(game, "take_invited", "FRANCE", game.invitation_key)
    with nothing_changes():
        for answer in (signed_in(newcomer).get(link), signed_in(newcomer).post(link)):
            assert "This seat isn’t open." in words(answer)
            assert 'class="board"' not in answer.content.decode()
            assert "Game settings" not in words(answer)


def test_an_unknown_power_is_not_found(client: Client, game: Game):
    assert client.get(url(game, "take", "GALLIA")).status_code == 404


# All open seats


def test_the_list_has_only_seats_that_anyone_may_take(client: Client, master: User):
    games: dict[str, dict[str, Any]] = {
        "Free": {},
        "Hidden": {"visibility": Game.Visibility.PRIVATE},
        "By link": {"seats_open_to": "invited"},
        "Chosen": {"seats_open_to": "chosen"},
    }
    for title, fields in games.items():
        left(factories.begun_game(master, title=title, **fields))
    text = words(client.get(reverse("games:open_seats")))
    assert "France – Free" in text
    assert not any(title in text for title in ("Hidden", "By link", "Chosen"))


def test_nobody_is_offered_seats_of_games_in_which_they_have_a_part(game: Game, master: User):
    left(game)
    player = factories.holder(factories.seat(game, "ITALY"))
    listing = reverse("games:open_seats")
    assert "France" in words(signed_in(factories.person()).get(listing))
    for person in (master, player):
        assert "No power is waiting for a player" in words(signed_in(person).get(listing))


def test_the_list_takes_as_many_queries_for_many_seats_as_for_one(
    client: Client, master: User, django_assert_max_num_queries
):
    for _number in range(2):
        game = factories.begun_game(master)
        for power in ("FRANCE", "ITALY"):
            left(game, power)
    with django_assert_max_num_queries(2):
        assert words(client.get(reverse("games:open_seats"))).count("supply centers") == 4


@pytest.mark.parametrize("page", ["games:front", "games:index"])
def test_the_first_pages_lead_to_the_list(client: Client, game: Game, page: str):
    left(game)
    assert f'href="{reverse("games:open_seats")}"' in client.get(reverse(page)).content.decode()


# Giving one up


def test_a_player_is_asked_before_giving_up_a_seat(game: Game):
    seat = factories.seat(game, "FRANCE")
    client = signed_in(factories.holder(seat))
    assert url(game, "resign") in client.get(game.get_absolute_url()).content.decode()
    with nothing_changes():
        answer = client.get(url(game, "resign"))
    assert "Resign as France in “The Balkan table”?" in words(answer)
    answer = client.post(url(game, "resign"), follow=True)
    assert "You have resigned as France" in words(answer)
    seat.refresh_from_db()
    assert seat.disorder_since
    assert client.post(url(game, "resign")).status_code == 404  # the second click


def test_nobody_gives_up_another_players_seat(game: Game, master: User):
    for person in (master, factories.holder(factories.seat(game, "ITALY")), factories.person()):
        for method in ("get", "post"):
            answer = getattr(signed_in(person), method)(url(game, "resign"))
            assert answer.status_code == 404


# Giving one to somebody


def accept(person: User) -> None:
    """Accept the open invitation of `person` on its page."""
    page = reverse("games:seat_invitation", args=[person.seat_invitations.get().key])
    assert signed_in(person).post(page, {"answer": "accept"}).status_code == 302


def form(**fields: str) -> dict[str, str]:
    return {"name": "Nina Newcomer", "term": "good", "reason": "No orders for weeks.", **fields}


def test_the_master_reads_what_will_happen_and_then_replaces(game, master, newcomer):
    client = signed_in(master)
    with nothing_changes():
        answer = client.post(url(game, "replace"), form())
    assert "Invite Nina Newcomer to play France?" in words(answer)
    assert "Orders saved for this seat no longer count." in words(answer)
    before = factories.holder(factories.seat(game, "FRANCE"))
    answer = client.post(url(game, "replace"), form(confirmed="yes"), follow=True)
    assert "Nina Newcomer is invited to play France." in words(answer)
    assert factories.holder(factories.seat(game, "FRANCE")) == before
    accept(newcomer)
    assert factories.holder(factories.seat(game, "FRANCE")) == newcomer
    event = Event.objects.get(kind=Event.Kind.REPLACED)
    assert (event.actor, event.text) == (master, "No orders for weeks.")
    told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    assert before.pk in told.values_list("person", flat=True)


def test_what_was_chosen_comes_back_to_be_changed(game, master, newcomer):
    with nothing_changes():
        answer = signed_in(master).post(url(game, "replace"), form(change="yes"))
    page = answer.content.decode()
    assert 'value="Nina Newcomer"' in page
    assert "No orders for weeks." in page


def test_a_substitute_plays_and_is_sent_back_before_their_time(game, master, newcomer):
    client, seat = signed_in(master), factories.seat(game, "FRANCE")
    own = factories.holder(seat)
    answer = client.post(url(game, "replace"), form(term="lent", phases="2"))
    assert "As a substitute for 2 phases" in words(answer)
    client.post(url(game, "replace"), form(term="lent", phases="2", confirmed="yes"))
    accept(newcomer)
    seat.refresh_from_db()
    assert (factories.holder(seat), seat.lent_until) == (newcomer, 2)
    page = client.get(url(game, "replace")).content.decode()
    assert url(game, "return_seat") in page
    assert 'value="lent"' not in page  # no stand-in of a stand-in
    with nothing_changes():
        assert "End the substitution for France now?" in words(client.get(url(game, "return_seat")))
    answer = client.post(url(game, "return_seat"), follow=True)
    assert "The seat is back with its player." in words(answer)
    assert factories.holder(seat) == own
    with nothing_changes():
        answer = client.post(url(game, "return_seat"), follow=True)
    assert "No substitute plays this power." in alerts(answer)


def test_a_replacement_by_mistake_is_undone(game, master, newcomer):
    client, seat = signed_in(master), factories.seat(game, "FRANCE")
    own = factories.holder(seat)
    page = reverse("games:master", args=[game.slug])
    assert "Undo the replacement" not in words(client.get(page))
    client.post(url(game, "replace"), form(confirmed="yes"))
    accept(newcomer)
    assert url(game, "undo_replacement") in client.get(page).content.decode()
    with nothing_changes():
        answer = client.get(url(game, "undo_replacement"))
        assert "Undo the replacement of France?" in words(answer)
    answer = client.post(url(game, "undo_replacement"), follow=True)
    assert "The seat is back with its player." in words(answer)
    assert factories.holder(seat) == own
    with nothing_changes():
        answer = client.post(url(game, "undo_replacement"), follow=True)
    assert "there is nothing to undo" in alerts(answer)


def test_a_master_who_names_the_holder_of_the_seat_is_told_so(game: Game, master: User):
    holder = factories.holder(factories.seat(game, "FRANCE"))
    answer = signed_in(master).post(url(game, "replace"), form(name=holder.name))
    assert "This person already holds the seat." in words(answer)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "Nobody At All"}, "No account has the name “Nobody At All”. Check the spelling."),
        ({"name": ""}, "Enter a name."),
        (
            {"name": "Mia Master"},
            "A person who is or was the game master of a game can’t play in it.",
        ),
        ({"reason": ""}, "This field is required."),
        ({"term": "lent", "phases": ""}, "Enter the number of phases."),
        ({"term": "lent", "phases": "31"}, "less than or equal to 30"),
        ({"term": "lent", "phases": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    game: Game, master: User, newcomer: User, fields: dict[str, str], message: str
):
    with nothing_changes():
        sent = {**form(), **fields, "confirmed": "yes"}
        answer = signed_in(master).post(url(game, "replace"), sent)
    assert message in alerts(answer)
    assert 'rows="3"' in answer.content.decode()  # the form is there again


def test_a_closed_account_is_not_found_by_its_name(game, master, newcomer):
    account_closing.close(newcomer)
    newcomer.refresh_from_db()
    for name in ("Nina Newcomer", newcomer.name):
        answer = signed_in(master).post(url(game, "replace"), form(name=name))
        assert "No account has the name “" in alerts(answer)


def test_an_administrator_replaces_in_a_private_game_and_comes_back_to_the_list(players, newcomer):
    game = factories.begun_game(players=players, visibility=Game.Visibility.PRIVATE)
    admin = factories.person("Ada Admin", is_superuser=True, is_staff=True)
    answer = signed_in(admin).post(url(game, "replace"), form(confirmed="yes"))
    assert (answer.status_code, answer["Location"]) == (302, reverse("games:civil_disorder"))
    accept(newcomer)
    assert Event.objects.get(kind=Event.Kind.REPLACED).actor == admin


def test_an_administrator_learns_no_names_of_an_anonymous_game(players, newcomer):
    game = factories.begun_game(players=players, anonymous=True)
    admin = factories.person("Ada Admin", is_superuser=True, is_staff=True)
    client = signed_in(admin)
    page = words(client.get(url(game, "replace")))
    assert "Current player hidden" in page
    italy = factories.holder(factories.seat(game, "ITALY"))
    answer = client.post(url(game, "replace"), form(name=italy.name))
    assert "People who take part or took part in this game can’t take this seat." in alerts(answer)
    assert "another power" not in words(answer)


@pytest.mark.parametrize("name", ["replace", "return_seat"])
def test_only_masters_and_uninvolved_administrators_give_seats_away(
    game: Game, newcomer: User, client: Client, name: str
):
    italy = factories.holder(factories.seat(game, "ITALY"))
    User.objects.filter(pk=italy.pk).update(is_superuser=True, is_staff=True)
    clerk = factories.person(is_staff=True)
    former = factories.person()
    game.masterships.create(person=former, since=clock.now(), until=clock.now())
    with nothing_changes():
        for person in (italy, newcomer, clerk, former):
            assert signed_in(person).get(url(game, name)).status_code == 404
            assert signed_in(person).post(url(game, name), form()).status_code == 404
        assert client.get(url(game, name))["Location"].startswith("/accounts/login/")


def test_a_co_master_may_replace_and_a_substitute_reads_no_earlier_messages(game, newcomer, master):
    france, italy = factories.seat(game, "FRANCE"), factories.seat(game, "ITALY")
    sending.send(
        game,
        [france, italy],
        sender=italy,
        person=factories.holder(italy),
        text="Between us alone.",
        request_key=uuid.uuid4(),
    )
    other = factories.person("Otto Other")
    game.masterships.create(person=other, since=clock.now())
    fields = form(term="lent", phases="1", confirmed="yes")
    signed_in(other).post(url(game, "replace"), fields)
    accept(newcomer)
    assert factories.holder(france) == newcomer
    thread = reverse("games:thread", args=[game.slug, ["FRANCE", "ITALY"]])
    assert "Between us alone." not in words(signed_in(newcomer).get(thread))


def test_who_gave_up_a_seat_is_not_shown_as_its_player(client: Client, game: Game):
    seat = factories.seat(game, "FRANCE")
    name = factories.holder(seat).name
    assert f"France {name}" in words(client.get(game.get_absolute_url()))
    left(game)
    text = words(client.get(game.get_absolute_url()))
    assert name not in text
    assert "France nobody" in text
