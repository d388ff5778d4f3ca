import pytest
import time_machine
from django.urls import reverse

from accounts import account_closing
from accounts.models import User
from games.models import Game, Volunteer
from games.seats import tenures, waiting_list
from tests import factories

from .conftest import nothing_changes, signed_in, words

URL = "/games/volunteer/"


@pytest.fixture
def person(db: None) -> User:
    return factories.person("Vera Volunteer")


def test_a_person_goes_onto_the_list_sees_since_when_and_goes_off_it(person: User):
    client = signed_in(person)
    assert "You’ve been on the list" not in words(client.get(URL))
    with time_machine.travel("2026-03-01T12:00:00Z"):
        client.post(URL, {"remark": "An hour a day."})
    page = client.get(URL)
    assert "You’ve been on the list since 1 Mar 2026" in words(page)
    assert "An hour a day." in words(page)
    assert "You’re no longer on the waiting list." in words(
        client.post(URL, {"leave": "yes"}, follow=True)
    )
    assert not Volunteer.objects.exists()


def test_a_new_remark_costs_nobody_their_place(person: User):
    first = waiting_list.enlist(person, "An hour a day.")
    signed_in(person).post(URL, {"remark": "Two hours a day."})
    row = Volunteer.objects.get()
    assert (row.since, row.remark) == (first.since, "Two hours a day.")


def test_a_remark_that_is_too_long_comes_back(person: User):
    with nothing_changes():
        answer = signed_in(person).post(URL, {"remark": "x" * 201})
    assert "x" * 201 in answer.content.decode()


def test_my_games_lead_to_the_list(person: User):
    assert f'href="{URL}"' in signed_in(person).get(reverse("games:mine")).content.decode()


def test_a_closed_account_leaves_the_list(person: User):
    waiting_list.enlist(person, "")
    account_closing.close(person)
    assert not Volunteer.objects.exists()


def test_who_takes_a_seat_leaves_the_list(person: User, game: Game, master: User):
    waiting_list.enlist(person, "")
    tenures.replace(factories.seat(game, "FRANCE"), person, by=master)
    assert not Volunteer.objects.exists()


def test_the_master_chooses_from_the_list(person: User, game: Game, master: User):
    row = waiting_list.enlist(person, "An hour a day.")
    client, url = signed_in(master), reverse("games:replace", args=[game.slug, "FRANCE"])
    page = words(client.get(url))
    assert "Vera Volunteer since" in page
    assert "An hour a day." in page
    fields = {"volunteer": str(row.pk), "name": "", "term": "good", "reason": "Gone."}
    assert "Give the seat of France to Vera Volunteer?" in words(client.post(url, fields))
    client.post(url, fields | {"confirmed": "yes"})
    assert factories.holder(factories.seat(game, "FRANCE")) == person


def test_who_cannot_take_the_seat_is_shown_with_the_reason(game: Game, master: User):
    italy = factories.holder(factories.seat(game, "ITALY"))
    row = waiting_list.enlist(italy, "")
    client, url = signed_in(master), reverse("games:replace", args=[game.slug, "FRANCE"])
    page = client.get(url)
    reason = "Anyone who has played another power in this game can’t take over this one."
    assert f"{italy} {reason}" in words(page)
    with nothing_changes():
        fields = {"volunteer": str(row.pk), "term": "good", "reason": "x", "confirmed": "yes"}
        client.post(url, fields)


def test_the_list_of_many_costs_the_replace_page_no_more_queries(
    game: Game, master: User, django_assert_max_num_queries
):
    client, url = signed_in(master), reverse("games:replace", args=[game.slug, "FRANCE"])
    for each in factories.PersonFactory.create_batch(20):
        waiting_list.enlist(each, "")
    with django_assert_max_num_queries(20):
        client.get(url)


def test_a_suspended_account_is_not_listed(person: User, game: Game, master: User):
    waiting_list.enlist(person, "")
    User.objects.filter(pk=person.pk).update(is_active=False)
    url = reverse("games:replace", args=[game.slug, "FRANCE"])
    assert "Vera Volunteer" not in words(signed_in(master).get(url))
