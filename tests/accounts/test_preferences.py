import re

import pytest
from django.db import IntegrityError

from accounts.models import User
from accounts.names import spelling
from tests import factories
from tests.factories import PASSWORD
from tests.mails import delivered

pytestmark = pytest.mark.django_db

PAGE = "/accounts/preferences/"


def test_a_stranger_is_asked_to_sign_in(client):
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"


def test_name_language_and_zone_are_saved_and_shown_at_once(as_anna, anna):
    answer = as_anna.post(
        PAGE, {"name": "Anna B", "language": "it", "time_zone": "America/New_York"}, follow=True
    )
    anna.refresh_from_db()
    assert (anna.name, anna.language, anna.time_zone) == ("Anna B", "it", "America/New_York")
    assert answer.headers["Content-Language"] == "it"
    assert "America/New_York" in answer.content.decode()


def test_ones_own_name_may_change_its_case(as_anna, anna):
    as_anna.post(PAGE, {"name": "ANNA", "language": "en", "time_zone": "UTC"})
    anna.refresh_from_db()
    assert anna.name == "ANNA"


def test_patterns_are_wanted_once_the_box_is_ticked_and_until_it_is_not(as_anna, anna):
    sheet = {"name": "Anna", "language": "en", "time_zone": "UTC"}
    for ticked in ({"pattern_fills": "on"}, {}):
        as_anna.post(PAGE, {**sheet, **ticked})
        anna.refresh_from_db()
        assert anna.pattern_fills is bool(ticked)
        assert ("checked" in as_anna.get(PAGE).content.decode()) is bool(ticked)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("name", "BERTA"), ("name", ""), ("time_zone", "Mars/Olympus"), ("language", "xx")],
)
def test_a_wrong_value_changes_nothing_and_is_named(as_anna, anna, field, wrong):
    User.objects.create_user("berta@x.test", "Berta")
    given = {"name": "New", "language": "es", "time_zone": "UTC", field: wrong}
    answer = as_anna.post(PAGE, given)
    assert answer.context["form"].errors.keys() == {field}
    assert answer.context["user"].name == "Anna"
    anna.refresh_from_db()
    assert (anna.name, anna.language, anna.time_zone) == ("Anna", "en", "Europe/Madrid")


def test_the_database_itself_refuses_a_name_that_reads_the_same(anna):
    with pytest.raises(IntegrityError):
        User.objects.create_user("x@x.test", "aNNA")


def test_a_changed_name_takes_its_key_along(anna):
    anna.name = "Иван"
    anna.save(update_fields=["name"])
    assert User.objects.get(name_key=spelling.comparison_key("ИВАН")) == anna


def test_the_foot_of_a_page_switches_a_persons_language_for_good(as_anna, anna, client):
    answer = as_anna.post("/accounts/language/", {"language": "bg", "next": "/accounts/email/"})
    assert answer["Location"] == "/accounts/email/"
    anna.refresh_from_db()
    assert anna.language == "bg"
    assert as_anna.get(PAGE).headers["Content-Language"] == "bg"


@pytest.mark.parametrize("code", ["", "xx", "de"])
def test_a_language_we_do_not_have_changes_nothing(as_anna, anna, code):
    as_anna.post("/accounts/language/", {"language": code})
    anna.refresh_from_db()
    assert anna.language == "en"


def test_switching_the_language_never_leads_to_another_site(client):
    answer = client.post("/accounts/language/", {"language": "es", "next": "https://evil.example/"})
    assert answer["Location"] == "/"


def test_a_new_address_counts_only_after_its_link_was_followed(as_anna, anna):
    factories.confirm_identity(as_anna, anna)
    as_anna.post("/accounts/email/", {"email": "anna@new.test", "action_add": ""})
    anna.refresh_from_db()
    assert anna.email == "anna@x.test"
    (message,) = [each for each in delivered() if each.to == ["anna@new.test"]]
    link = re.search(r"/accounts/confirm-email/\S+", str(message.body))
    assert link
    as_anna.post(link[0])
    anna.refresh_from_db()
    assert anna.email == "anna@new.test"
    as_anna.logout()
    as_anna.post("/accounts/login/", {"login": "anna@new.test", "password": PASSWORD})
    assert "_auth_user_id" in as_anna.session


@pytest.mark.parametrize(
    ("sent", "stored"), [("Europe/Madrid", "Europe/Madrid"), ("Mars/Olympus", "UTC")]
)
def test_the_footer_stores_a_zone_that_exists(as_anna, anna, sent: str, stored: str):
    User.objects.filter(pk=anna.pk).update(time_zone="UTC")
    sheet = {"zone": sent, "next": "//elsewhere.example/"}
    answer = as_anna.post("/accounts/time-zone/", sheet)
    anna.refresh_from_db()
    assert (answer["Location"], anna.time_zone) == ("/", stored)
