"""One's own profile, and reports of profiles."""

import io
import json
import zipfile

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import account_closing
from accounts.models import Profile, ProfileReport, SpokenLanguage, User
from accounts.own_data import data_archive
from accounts.profiles import profiles, reports
from tests import factories
from tests.games.web.views.conftest import signed_in, words
from tests.mails import delivered

pytestmark = pytest.mark.django_db
URL = "/accounts/profile/"
FORM = {
    "visibility": "everyone",
    "lists_games": "on",
    "languages": ["es", "bg"],
    "about": "I like convoys.",
}


@pytest.fixture
def anna() -> User:
    return factories.person("Anna")


@pytest.fixture
def reader() -> User:
    return factories.person("Rita")


@pytest.fixture
def admin() -> User:
    return factories.person("Ada", is_superuser=True, is_staff=True)


def test_the_form_stores_what_was_chosen(anna: User):
    client = signed_in(anna)
    assert client.post(URL, FORM)["Location"] == URL
    profile = Profile.objects.get(person=anna)
    assert (profile.visibility, profile.lists_games) == ("everyone", True)
    assert profile.about == "I like convoys."
    assert profiles.languages_of(profile) == ["bg", "es"]
    client.post(URL, {"visibility": "signed_in"})
    profile.refresh_from_db()
    assert (profile.visibility, profile.lists_games, profile.about) == ("signed_in", False, "")
    assert not SpokenLanguage.objects.exists()


def test_looking_stores_nothing_and_shows_the_defaults(anna: User):
    answer = signed_in(anna).get(URL)
    assert answer.context["form"]["visibility"].value() == "signed_in"
    assert answer.context["form"]["lists_games"].value() is True
    assert not Profile.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"visibility": "friends"}, {"languages": ["fr"]}, {"about": "x" * 601}]
)
def test_what_is_not_offered_is_refused(anna: User, wrong: dict[str, object]):
    assert signed_in(anna).post(URL, {**FORM, **wrong}).status_code == 200
    assert not Profile.objects.exists()


def test_reported_words_are_removed_and_their_author_is_told(anna: User, reader: User, admin: User):
    profiles.save(anna, [], about="Something rude.")
    signed_in(reader).post(f"{URL}report/{anna.pk}/", {"reason": "It is rude."})
    delivered()
    assert [each.to for each in mail.outbox] == [[admin.email]]
    assert "Something rude" not in mail.outbox[0].body
    mail.outbox.clear()
    client = signed_in(admin)
    page = words(client.get(f"{URL}reports/"))
    assert "Something rude." in page
    assert "It is rude." in page
    found = ProfileReport.objects.get()
    client.post(f"{URL}reports/{found.pk}/", {"remark": "Be kind.", "remove": "on"})
    assert Profile.objects.get().about == ""
    delivered()
    assert [each.to for each in mail.outbox] == [[anna.email]]
    assert "Be kind." in mail.outbox[0].body
    assert "Something rude." not in words(client.get(f"{URL}reports/"))
    log = words(client.get("/games/moderation/"))
    assert "The words on the profile of Anna were removed." in log
    assert "Be kind." in log


def test_a_report_can_be_closed_without_removing_anything(anna: User, reader: User, admin: User):
    profiles.save(anna, [], about="Something plain.")
    reports.report(anna, by=reader, reason="Dull.")
    found = ProfileReport.objects.get()
    delivered()
    mail.outbox.clear()
    signed_in(admin).post(f"{URL}reports/{found.pk}/", {"remark": "It is fine."})
    assert Profile.objects.get().about == "Something plain."
    delivered()
    assert not mail.outbox
    found.refresh_from_db()
    assert (found.closed_by, found.removed) == (admin, False)


def test_reporting_twice_makes_one_report(anna: User, reader: User):
    profiles.save(anna, [], about="Something rude.")
    for _each in range(2):
        reports.report(anna, by=reader, reason="It is rude.")
    assert ProfileReport.objects.count() == 1


def test_nothing_is_reported_that_the_reader_does_not_see(anna: User, reader: User):
    url, client = f"{URL}report/{anna.pk}/", signed_in(reader)
    assert client.get(url).status_code == 404
    profiles.save(anna, [], about="Mine.", visibility="nobody")
    assert client.get(url).status_code == 404
    profiles.save(anna, [], visibility="signed_in")
    assert client.get(url).status_code == 200
    assert signed_in(anna).get(url).status_code == 404
    assert Client().get(url)["Location"].startswith("/accounts/login/")


def test_administrators_do_not_judge_their_own_profile(reader: User, admin: User):
    profiles.save(admin, [], about="I rule.")
    reports.report(admin, by=reader, reason="Proud.")
    found = ProfileReport.objects.get()
    client = signed_in(admin)
    assert "Proud." not in words(client.get(f"{URL}reports/"))
    assert client.post(f"{URL}reports/{found.pk}/", {"remark": "No."}).status_code == 404
    with pytest.raises(IntegrityError), transaction.atomic():
        ProfileReport.objects.update(closed_by=admin, closed_at=found.made_at)


def test_others_do_not_read_reports(anna: User, reader: User):
    profiles.save(anna, [], about="Something rude.")
    reports.report(anna, by=reader, reason="It is rude.")
    found = ProfileReport.objects.get()
    for path in (f"{URL}reports/", f"{URL}reports/{found.pk}/"):
        assert signed_in(anna).get(path).status_code == 404
        assert signed_in(reader).get(path).status_code == 404


def test_a_closed_account_has_no_profile_and_no_reports(anna: User, reader: User):
    profiles.save(anna, ["es"], about="I like convoys.")
    reports.report(anna, by=reader, reason="Boats.")
    account_closing.ask(anna)
    assert Profile.objects.exists()
    account_closing.close(anna)
    assert not Profile.objects.exists()
    assert not SpokenLanguage.objects.exists()
    assert not ProfileReport.objects.exists()


def test_own_data_have_the_profile_and_the_reports_that_one_made(anna: User, reader: User):
    profiles.save(anna, ["es"], about="I like convoys.")
    reports.report(anna, by=reader, reason="Boats.")
    archive = zipfile.ZipFile(io.BytesIO(data_archive.write(anna)))
    found = json.loads(archive.read("profile.json"))["public_profile"]
    assert (found["about"], found["languages"]) == ("I like convoys.", ["es"])
    assert "Boats." not in archive.read("profile.json").decode()
    assert "I like convoys." in archive.read("profile.html").decode()
    archive = zipfile.ZipFile(io.BytesIO(data_archive.write(reader)))
    assert (
        json.loads(archive.read("profile.json"))["public_profile"]["reports"][0]["name"] == "Anna"
    )
