import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD
from tests.mails import delivered

pytestmark = pytest.mark.django_db

FORM = {
    "email": "Berta@X.test",
    "name": " Berta  von Suttner ",
    "password1": "lay down your arms",
    "time_zone": "Europe/Vienna",
}


def link_in(message: str) -> str:
    found = re.search(r"https?://[^/]+(/accounts/\S+)", message)
    assert found, message
    return found[1]


def test_a_newcomer_signs_up_follows_the_link_and_is_in(client):
    sent = client.post("/accounts/signup/", {**FORM, "next": "/games/"})
    assert (sent.status_code, sent["Location"]) == (302, "/accounts/confirm-email/")
    assert "_auth_user_id" not in client.session
    (message,) = delivered()
    assert message.to == ["berta@x.test"]

    link = link_in(str(message.body))
    assert b"Berta von Suttner" in client.get(link).content
    assert "_auth_user_id" not in client.session, "opening a link must not act"
    client.post(link)

    berta = User.objects.get()
    assert client.session["_auth_user_id"] == str(berta.pk)
    assert (berta.name, berta.email) == ("Berta von Suttner", "berta@x.test")
    assert (berta.time_zone, berta.language) == ("Europe/Vienna", "en")


def test_without_the_link_nobody_gets_in(client):
    client.post("/accounts/signup/", FORM)
    answer = client.post(
        "/accounts/login/", {"login": FORM["email"], "password": FORM["password1"]}
    )
    assert answer["Location"] == "/accounts/confirm-email/"
    assert "_auth_user_id" not in client.session


def test_a_verified_person_signs_in_whatever_the_case_of_the_address(client, anna):
    client.post("/accounts/login/", {"login": "ANNA@x.TEST", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_the_language_of_the_page_becomes_the_persons(client):
    client.post("/accounts/signup/", FORM, headers={"accept-language": "es"})
    assert User.objects.get().language == "es"


@pytest.mark.parametrize("name", ["Anna", " aNNa ", "Ａｎｎａ"])
def test_a_name_that_reads_like_another_is_refused(client, anna, name):
    answer = client.post("/accounts/signup/", {**FORM, "name": name})
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"name"}
    assert User.objects.count() == 1
    assert not delivered()


def test_what_was_typed_stays_when_something_is_wrong(client, anna):
    page = client.post("/accounts/signup/", {**FORM, "name": "Anna"}).content.decode()
    assert 'value="Berta@X.test"' in page
    assert '<option value="Europe/Vienna" selected>' in page
    assert FORM["password1"] not in page
    assert 'aria-invalid="true"' in page


def test_an_unknown_zone_is_refused_with_its_name(client):
    answer = client.post("/accounts/signup/", {**FORM, "time_zone": "Europe/Atlantis"})
    assert "Europe/Atlantis" in answer.context["form"].errors["time_zone"][0]
    assert not User.objects.exists()


def test_the_old_spelling_of_a_zone_that_a_browser_reports_is_taken(client):
    client.post("/accounts/signup/", {**FORM, "time_zone": "Asia/Calcutta"})
    assert User.objects.get().time_zone == "Asia/Calcutta"


def test_a_taken_address_is_not_told_to_a_stranger(client, anna):
    answer = client.post("/accounts/signup/", {**FORM, "email": anna.email})
    assert answer["Location"] == "/accounts/confirm-email/"
    assert User.objects.count() == 1
    (message,) = delivered()
    assert message.to == [anna.email]


def test_the_same_form_sent_a_moment_later_is_no_error_page(client, monkeypatch):
    client.post("/accounts/signup/", FORM)
    monkeypatch.setattr("accounts.sign_in.forms.check_name_is_free", lambda name: None)
    answer = Client().post("/accounts/signup/", {**FORM, "email": "other@x.test"}, follow=True)
    assert "just been taken" in answer.content.decode()
    assert User.objects.count() == 1


def test_too_many_sign_ins_are_slowed_down(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/m/ip"}
    codes = [
        client.post("/accounts/login/", {"login": "x@x.test", "password": "no"}).status_code
        for _ in range(3)
    ]
    assert codes == [200, 200, 429]


def test_without_a_mail_server_the_page_says_where_the_mail_lies(client, settings, tmp_path):
    settings.EMAIL_BACKEND = "accounts.mails.folder_backend.FolderBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    page = client.post("/accounts/signup/", FORM, follow=True).content.decode()
    assert str(tmp_path / "mail") in page
    delivered()
    (written,) = (tmp_path / "mail").iterdir()
    client.post(link_in(written.read_text()))
    assert "_auth_user_id" in client.session


def test_with_a_mail_server_no_folder_is_named(client):
    page = client.post("/accounts/signup/", FORM, follow=True).content.decode()
    assert "no mail server" not in page


def test_a_forgotten_password_is_replaced_by_mail(client, anna):
    client.post("/accounts/password/reset/", {"email": anna.email})
    link = link_in(str(delivered()[0].body))
    form = client.get(link, follow=True)
    new = "the iron chancellor drops the pilot"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    anna.refresh_from_db()
    assert anna.check_password(new)
    assert client.session["_auth_user_id"] == str(anna.pk)
