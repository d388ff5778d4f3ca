"""The profile of a person: their words, their games, and who sees what of them."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import account_closing, clock, suspension
from accounts.models import User
from accounts.profiles import profiles
from games import access
from games.lifecycle import endings
from games.models import Game
from games.seats import tenures
from tests import factories

from .conftest import signed_in, words

pytestmark = pytest.mark.django_db
DAYS = 2  # in which an end can be undone


@pytest.fixture
def anna() -> User:
    return factories.person("Anna Ätna")


@pytest.fixture
def reader() -> User:
    return factories.person("Rita")


def url_of(person: User) -> str:
    return reverse("games:profile", args=[person.name])


def page_of(person: User, reader: User | None = None) -> str:
    client = signed_in(reader) if reader else Client()
    answer = client.get(url_of(person))
    assert answer.status_code == 200
    return words(answer)


def begun(person: User, **fields: Any) -> Game:
    """A running game in which `person` plays."""
    return factories.begun_game(
        players=[person, *factories.PersonFactory.create_batch(6)], **fields
    )


def power_of(person: User, game: Game) -> str:
    return game.seats.get(tenures__person=person).power


def test_running_games_and_results_are_listed(anna: User, reader: User):
    running, drawn = begun(anna, title="The running"), begun(anna, title="The drawn")
    own = power_of(anna, drawn)
    sharing = [own, next(power for power in factories.HOLDS if power != own)]
    endings.draw(drawn, among=sharing, by=None)
    lost, won = begun(anna, title="The lost"), begun(anna, title="The won")
    other = lost.seats.exclude(power=power_of(anna, lost)).first()
    assert other is not None
    endings.concede(lost, to=other)
    endings.concede(won, to=won.seats.get(power=power_of(anna, won)))
    left = begun(anna, title="The left")
    tenures.resign(left.seats.get(power=power_of(anna, left)), anna)
    answer = signed_in(reader).get(url_of(anna))
    assert [line.title for line in answer.context["running"]] == [running.title]
    results = {line.title: line.result for line in answer.context["past"]}
    assert results == {
        "The drawn": "shared a draw of 2",
        "The lost": "survived",
        "The won": "won by concession",
        "The left": "resigned",
    }
    assert dict(answer.context["numbers"]) == {
        "Games in progress": 1,
        "Past games": 4,
        "Won": 1,
        "Shared a draw": 1,
        "Lost": 1,
        "Resigned": 1,
    }
    assert sum(number for _code, _power, number in answer.context["powers"]) == 5


def test_a_power_without_units_and_centers_at_the_end_is_eliminated(anna: User, reader: User):
    game = begun(anna)
    seat = game.seats.get(power=power_of(anna, game))
    phase = factories.open_phase(game)
    phase.units.filter(seat=seat).delete()
    phase.centers.filter(seat=seat).delete()
    other = game.seats.exclude(pk=seat.pk).first()
    assert other is not None
    endings.concede(game, to=other)
    assert "eliminated" in page_of(anna, reader)


def test_an_anonymous_game_leaves_no_trace_until_its_names_are_open(anna: User, reader: User):
    without = {who: page_of(anna, who) for who in (reader, anna)}
    game = begun(anna, title="The masked ball", anonymous=True, provisional_days=DAYS)
    master = game.masterships.get().person
    rival = factories.holder(game.seats.exclude(power=power_of(anna, game))[0])
    for who in (reader, anna):
        assert page_of(anna, who) == without[who]
    for who in (master, rival):
        assert "masked" not in page_of(anna, who)
        assert "Games in progress 0" in page_of(anna, who)
    endings.close(game, by=master, reason="")
    for who in (reader, anna):
        assert page_of(anna, who) == without[who]
    with time_machine.travel(clock.now() + dt.timedelta(days=DAYS, minutes=1)):
        assert "The masked ball" in page_of(anna, reader)
        assert "Past games 1" in page_of(anna, reader)


def test_a_person_who_left_an_anonymous_game_is_not_known_by_it(anna: User, reader: User):
    game = begun(anna, title="The masked ball", anonymous=True)
    without = page_of(anna, reader)
    tenures.resign(game.seats.get(power=power_of(anna, game)), anna)
    assert page_of(anna, reader) == without
    assert "masked" not in without


def test_private_games_are_listed_for_those_who_see_them(anna: User, reader: User):
    game = begun(anna, title="The cellar", visibility=Game.Visibility.PRIVATE)
    rival = factories.holder(game.seats.exclude(power=power_of(anna, game))[0])
    assert "The cellar" not in page_of(anna, reader)
    assert "Games in progress 0" in page_of(anna, reader)
    assert "The cellar" in page_of(anna, rival)


def test_games_from_elsewhere_are_no_part_of_a_record(anna: User, reader: User):
    game = begun(anna, title="The borrowed")
    assert "The borrowed" in page_of(anna, reader)
    Game.objects.filter(pk=game.pk).update(imported_at=clock.now())
    assert "The borrowed" not in page_of(anna, reader)


def test_visibility_is_the_persons_choice(anna: User, reader: User):
    stranger = Client().get(url_of(anna))
    assert stranger["Location"].startswith("/accounts/login/")
    profiles.save(anna, [], visibility="everyone", about="I like convoys.")
    assert "I like convoys." in page_of(anna)
    profiles.save(anna, [], visibility="nobody")
    assert Client().get(url_of(anna))["Location"].startswith("/accounts/login/")
    page = page_of(anna, reader)
    assert "Anna Ätna doesn’t show a profile." in page
    assert "convoys" not in page
    assert "Here since" not in page
    assert "I like convoys." in page_of(anna, anna)


@pytest.mark.parametrize("name", ["ANNA ÄTNA", "Anna Ätnа", "Anna  Ätna", "Anna Atna"])
def test_only_the_exact_name_leads_to_a_profile(anna: User, reader: User, name: str):
    path = reverse("games:profile", args=[name])
    assert signed_in(reader).get(path).status_code == 404


def test_games_are_left_out_if_the_person_wants_that(anna: User, reader: User):
    begun(anna, title="The running")
    profiles.save(anna, [], lists_games=False)
    page = page_of(anna, reader)
    assert "The running" not in page
    assert "Games in progress" not in page


def test_languages_are_shown_only_if_chosen(anna: User, reader: User):
    User.objects.filter(pk=anna.pk).update(language="bg")
    answer = signed_in(reader).get(url_of(anna))
    assert answer.context["spoken"] == []
    profiles.save(anna, ["es", "it"])
    answer = signed_in(reader).get(url_of(anna))
    assert answer.context["spoken"] == ["Español", "Italiano"]


def test_words_are_plain_text(anna: User, reader: User):
    profiles.save(anna, [], about="<b>bold</b>\nhttps://evil.example/")
    page = signed_in(reader).get(url_of(anna)).content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt;<br>https://evil.example/" in page
    assert 'href="https://evil' not in page


def test_a_name_with_odd_characters_has_a_page(reader: User):
    for name in ("A/B?", "50% #1", "Жана д’Арк", "a/report"):
        assert name in page_of(factories.person(name), reader)


def test_names_that_are_nobodys_have_no_page(anna: User, reader: User):
    client, old = signed_in(reader), url_of(anna)
    User.objects.filter(pk=anna.pk).update(name="Anne", name_key="anne")
    assert client.get(old).status_code == 404
    anna.refresh_from_db()
    assert client.get(url_of(anna)).status_code == 200
    account_closing.ask(anna)
    assert client.get(url_of(anna)).status_code == 404
    account_closing.close(anna)
    anna.refresh_from_db()
    assert client.get(url_of(anna)).status_code == 404


def test_visitors_do_not_learn_which_names_there_are(anna: User):
    answers = [Client().get(f"/people/{name}/") for name in (anna.name, "Nobody Here")]
    assert {answer.status_code for answer in answers} == {302}


def test_a_suspension_hides_the_words_and_is_told_to_administrators(anna: User, reader: User):
    admin = factories.person("Ada", is_superuser=True, is_staff=True)
    profiles.save(anna, [], about="I like convoys.")
    suspension.suspend(anna, by=admin, reason="Threats.")
    page = page_of(anna, reader)
    assert "convoys" not in page
    assert "suspended" not in page
    assert "This account is suspended." in page_of(anna, admin)


def test_players_lead_to_their_profiles_but_not_in_anonymous_games(anna: User, reader: User):
    client = signed_in(reader)
    named, masked = begun(anna), begun(anna, anonymous=True)
    link = f'href="{url_of(anna)}"'
    assert link in client.get(named.get_absolute_url()).content.decode()
    master = signed_in(masked.masterships.get().person)
    assert anna.name in words(master.get(masked.get_absolute_url()))
    for each in (client, signed_in(anna), master):
        assert link not in each.get(masked.get_absolute_url()).content.decode()
    assert access.open_holder(masked.seats.get(power=power_of(anna, masked))) is None


def test_a_lobby_leads_to_profiles_but_not_in_an_anonymous_game(anna: User, reader: User):
    link = f'href="{url_of(anna)}"'
    for anonymous in (False, True):
        game = factories.open_game(reader, anonymous=anonymous)
        game.entries.create(person=anna, joined_at=clock.now())
        page = signed_in(reader).get(game.get_absolute_url()).content.decode()
        assert (link in page) is not anonymous


def test_queries_do_not_depend_on_the_number_of_games(anna: User, reader: User):
    def ask() -> int:
        client = signed_in(reader)
        with CaptureQueriesContext(connection) as caught:
            client.get(url_of(anna))
        return len(caught)

    def play() -> None:
        begun(anna)
        for _each in range(2):
            game = begun(anna)
            own = power_of(anna, game)
            other = game.seats.exclude(power=own)[0].power
            endings.draw(game, among=[own, other], by=None)
        lost = begun(anna)
        endings.concede(lost, to=lost.seats.exclude(power=power_of(anna, lost))[0])

    play()
    first = ask()
    play()
    assert ask() == first
    assert first <= 20


def test_past_games_come_in_pages(anna: User, reader: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.web.pages.profile.PAGE", 2)
    for number in range(3):
        game = begun(anna, title=f"Game {number}")
        endings.close(game, by=game.masterships.get().person, reason="")
    first = signed_in(reader).get(url_of(anna))
    second = signed_in(reader).get(f"{url_of(anna)}?page=2")
    shown = [[line.title for line in each.context["past"]] for each in (first, second)]
    assert shown == [["Game 2", "Game 1"], ["Game 0"]]
    assert "Past games 3" in words(first)


def test_disclosed_games_are_those_whose_names_are_open(anna: User):
    """The rows that the database selects are those of which `names_are_open` holds."""
    games = [begun(anna, anonymous=each) for each in (False, True, True, False)]
    for game in games[2:]:
        endings.close(game, by=game.masterships.get().person, reason="")
    for days in (0, 3):
        with time_machine.travel(clock.now() + dt.timedelta(days=days)):
            found = set(access.disclosed_games(AnonymousUser()))
            rows = [Game.objects.get(pk=game.pk) for game in games]
            assert found == {game for game in rows if game.names_are_open}
            assert len(found) == (2 if days == 0 else 3)
