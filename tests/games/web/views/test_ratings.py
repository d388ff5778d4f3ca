"""The lists of ratings, and a person's ratings with their games."""

from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts import account_closing, clock
from accounts.models import Profile, User
from games.lifecycle import endings
from games.models import Game, Rating
from games.models.rating import Ladder
from games.statistics.ratings import recompute
from games.statistics.ratings.rate import SETTLED_BELOW, START_POINTS
from games.web.pages import ratings
from tests import factories

from .conftest import words


@pytest.fixture
def people(db: None) -> dict[str, User]:
    """People who play Austria, England and so on, by the initial of their power.

    All of them have a public profile.
    """
    found = {each: factories.person(f"{each}ora") for each in "AEFGIRT"}
    for person in found.values():
        Profile.objects.create(person=person, visibility=Profile.Visibility.EVERYONE)
    return found


def seated(people: dict[str, User], **fields: Any) -> Game:
    """A game in which each person has the power of their initial, whose end is final at once."""
    game = factories.begun_game(
        None, list(people.values()), **{"provisional_days": 0, "title": "Blackbird", **fields}
    )
    for seat in game.seats.all():
        seat.tenures.update(person=people[seat.power[0]])
    return game


def drawn(people: dict[str, User], *powers: str, **fields: Any) -> Game:
    game = seated(people, **fields)
    endings.draw(game, among=powers or ["FRANCE", "ITALY"], by=None)
    recompute.recompute()
    return game


def person_url(person: User) -> str:
    return f"/ratings/people/{person.pk}/"


def text_of(url: str, reader: User | None = None) -> str:
    client = Client()
    if reader:
        client.force_login(reader)
    answer = client.get(url)
    assert answer.status_code == 200
    return words(answer)


def test_a_list_shows_people_by_points_and_those_with_few_games_as_provisional(
    people: dict[str, User],
) -> None:
    drawn(people)
    Rating.objects.filter(person=people["T"]).update(sigma=SETTLED_BELOW - 0.1)
    client = Client()
    lines = client.get("/ratings/").context["lines"]
    assert [line.name for line in lines][:3] == ["Tora", "Fora", "Iora"]
    assert [line.rank for line in lines] == [1, None, None, None, None, None, None]
    text = text_of("/ratings/")
    assert "Fora provisional" in text
    assert "Tora provisional" not in text


def test_each_list_has_its_own_people_and_an_unknown_one_is_the_first(
    people: dict[str, User],
) -> None:
    drawn(people, press="none")
    assert "Fora" not in text_of("/ratings/")
    assert "Fora" in text_of("/ratings/?list=gunboat")
    assert "Nobody has a rating yet" in text_of("/ratings/?list=few", people["F"])
    assert text_of("/ratings/?list=never") == text_of("/ratings/?list=full")


def test_a_person_page_says_what_each_game_changed_and_against_whom(
    people: dict[str, User],
) -> None:
    drawn(people)
    text = text_of(person_url(people["F"]))
    assert "Blackbird" in text
    assert "Shared a draw of 2 with Iora, against Aora, Eora, Gora, Rora and Tora." in text
    after = Rating.objects.get(person=people["F"]).points
    assert f"+{after - START_POINTS} ·" in text
    assert "Lost to a draw of Fora and Iora." in text_of(person_url(people["T"]))


def test_a_concession_and_a_limit_have_their_own_sentences(people: dict[str, User]) -> None:
    game = seated(people)
    endings.concede(game, to=factories.seat(game, "ITALY"))
    recompute.recompute()
    assert "Won against Aora, Eora," in text_of(person_url(people["I"]))
    assert "Lost to Iora." in text_of(person_url(people["F"]))
    Game.objects.filter(pk=game.pk).update(ending=Game.Ending.LIMIT)
    recompute.recompute()
    text = text_of(person_url(people["R"]))
    assert "Place 2 of 7 at the limit, against Iora, Aora, Eora," in text


def test_a_private_game_has_neither_title_nor_names_for_strangers(
    people: dict[str, User],
) -> None:
    drawn(people, visibility="private")
    text = text_of(person_url(people["F"]))
    assert "a private game" in text
    assert "Shared the best result." in text
    for secret in ("Blackbird", "Iora", "Tora", "France"):
        assert secret not in text
    assert "Blackbird" in text_of(person_url(people["F"]), people["T"])


def test_no_rating_tells_who_plays_an_anonymous_game_before_its_end_is_final(
    people: dict[str, User],
) -> None:
    canary = people["F"]
    before = text_of("/ratings/")
    game = seated(people, anonymous=True, provisional_days=2)
    assert recompute.recompute_if_due() is None
    endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    assert recompute.recompute_if_due() is None
    assert text_of("/ratings/") == before
    assert Client().get(person_url(canary)).status_code == 404
    with time_machine.travel(clock.now().replace(year=clock.now().year + 1)):
        assert recompute.recompute_if_due()
        assert canary.name in text_of("/ratings/")
        assert "Blackbird" in text_of(person_url(canary))


def test_a_game_that_is_open_again_is_left_out_at_once(people: dict[str, User]) -> None:
    game = drawn(people, anonymous=True)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.PLAYING, ending="", ended_at=None, final_at=None
    )
    assert "Blackbird" not in text_of(person_url(people["F"]))


def test_a_closed_account_is_in_no_list_and_has_no_page(people: dict[str, User]) -> None:
    drawn(people)
    rows = list(Rating.objects.order_by("pk").values_list(*recompute.RATING_FIELDS))
    account_closing.close(people["I"])
    assert "Iora" not in text_of("/ratings/")
    assert Client().get(person_url(people["I"])).status_code == 404
    text = text_of(person_url(people["F"]))
    assert "Iora" not in text
    assert "with closed account, against" in text
    assert recompute.recompute().written == 0
    assert list(Rating.objects.order_by("pk").values_list(*recompute.RATING_FIELDS)) == rows


@pytest.mark.parametrize("choice", [{"visibility": "nobody"}, {"lists_games": False}])
def test_a_person_who_shows_no_games_is_listed_for_themselves_alone(
    people: dict[str, User], choice: dict[str, Any]
) -> None:
    drawn(people)
    Profile.objects.filter(person=people["F"]).update(**choice)
    for reader in (None, people["T"]):
        assert "Fora" not in text_of("/ratings/", reader)
    client = Client()
    assert client.get(person_url(people["F"])).status_code == 404
    assert "Fora provisional" in text_of("/ratings/", people["F"])
    assert "Blackbird" in text_of(person_url(people["F"]), people["F"])


@pytest.mark.parametrize("has_profile", [True, False])
def test_visitors_see_only_people_with_a_public_profile(
    people: dict[str, User], *, has_profile: bool
) -> None:
    drawn(people)
    profile = Profile.objects.filter(person=people["F"])
    if has_profile:
        profile.update(visibility=Profile.Visibility.SIGNED_IN)
    else:
        profile.delete()
    assert "Fora" not in text_of("/ratings/")
    assert "Visitors see only people with a public profile." in text_of("/ratings/")
    assert Client().get(person_url(people["F"])).status_code == 404
    assert "Fora" in text_of("/ratings/", people["T"])
    assert "Blackbird" in text_of(person_url(people["F"]), people["T"])


def test_a_profile_leads_to_ratings_once_there_are_some(people: dict[str, User]) -> None:
    address = f"/people/{people['F'].name}/"
    link = f'href="{person_url(people["F"])}"'
    assert link not in Client().get(address).content.decode()
    drawn(people)
    assert link in Client().get(address).content.decode()


def test_somebody_without_a_rating_has_no_page(people: dict[str, User]) -> None:
    assert Client().get(person_url(people["F"])).status_code == 404


def test_pages_need_the_same_number_of_queries_for_many_games(
    people: dict[str, User], django_assert_num_queries: Any
) -> None:
    drawn(people)
    client = Client()
    with django_assert_num_queries(5):
        client.get(person_url(people["F"]))
    drawn(people, "TURKEY", "RUSSIA")
    with django_assert_num_queries(5):
        client.get(person_url(people["F"]))
    with django_assert_num_queries(2):
        client.get("/ratings/")


def test_every_list_has_a_sentence_of_its_own() -> None:
    assert set(ratings.SENTENCES) == set(Ladder)


def test_the_settings_of_a_game_say_whether_it_is_rated(people: dict[str, User]) -> None:
    game = seated(people, rated=False)
    assert "the result doesn’t count" in text_of(game.get_absolute_url())
    Game.objects.filter(pk=game.pk).update(rated=True)
    assert "the result counts" in text_of(game.get_absolute_url())
