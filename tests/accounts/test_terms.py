"""Terms of use: read, accepted at sign-up, asked again after a change, and never in the way."""

import uuid
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts import account_closing
from accounts.models import User
from accounts.terms import acceptance
from config import terms_files
from games.models import Message, Order
from tests import factories
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

HTML = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
SIGN_UP = {
    "email": "berta@x.test",
    "name": "Berta",
    "password1": "lay down your arms",
    "time_zone": "Europe/Vienna",
}
ACCEPT = "/accounts/terms/"


def write(settings: Any, text: str, **translations: str) -> None:
    settings.TERMS = {"": text, **translations}
    settings.TERMS_VERSION = terms_files.version(settings.TERMS)


@pytest.fixture
def rules(settings: Any) -> None:
    write(settings, "# Rules\n\nBe *kind*.", es="# Reglas\n\nSé amable.")


def asked_at(answer: Any) -> str:
    """Return the address of the page that asks, if the answer leads there."""
    return answer["Location"] if answer.status_code == 302 else ""


# The page


def test_without_a_file_there_are_no_terms(client: Client, anna: User, as_anna: Client) -> None:
    assert client.get("/terms/").status_code == 404
    assert as_anna.get(ACCEPT).status_code == 404
    assert as_anna.post(ACCEPT, {"version": ""}).status_code == 404
    assert "/terms/" not in client.get("/").content.decode()
    assert 'name="terms"' not in Client().get("/accounts/signup/").content.decode()
    assert as_anna.get("/games/", headers=HTML).status_code == 200


def test_everyone_reads_the_terms_in_their_language(client: Client, rules: None) -> None:
    page = client.get("/terms/").content.decode()
    assert "<h2>Rules</h2>" in page
    assert "<em>kind</em>" in page
    assert page.count("<h1") == 1
    spanish = client.get("/terms/", headers={"accept-language": "es"}).content.decode()
    assert '<div class="prose site-text" lang="es" dir="auto"><h2>Reglas</h2>' in spanish
    assert 'href="/terms/"' in client.get("/").content.decode()


def test_nothing_harmful_gets_into_the_page(client: Client, settings: Any) -> None:
    write(
        settings,
        "<script>alert(1)</script> [x](javascript:alert(1)) ![y](https://evil.example/y.png)\n\n"
        "[mail](mailto:ada@example.org) <b onclick='x'>b</b>\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    )
    text = str(acceptance.text_for_reader()[0])
    for harm in ("<script", 'javascript:alert(1)"', "<img", "<b ", "style="):
        assert harm not in text, harm
    assert 'href="mailto:ada@example.org"' in text
    assert "<td>1</td>" in text


# Signing up


def test_nobody_signs_up_without_accepting_the_terms(client: Client, rules: None) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert '<a href="/terms/" target="_blank">' in page
    answer = client.post("/accounts/signup/", SIGN_UP)
    assert answer.context["form"].errors.keys() == {"terms"}
    assert "Check the box to accept" in answer.content.decode()
    assert 'value="Berta"' in answer.content.decode()
    assert not User.objects.exists()


def test_signing_up_stores_which_terms_were_accepted(
    client: Client, rules: None, settings: Any
) -> None:
    client.post("/accounts/signup/", {**SIGN_UP, "terms": "on"})
    berta = User.objects.get()
    assert berta.terms_version == settings.TERMS_VERSION
    assert berta.terms_accepted_at is not None
    assert not acceptance.must_accept(berta)


def test_a_box_that_is_not_there_stores_nothing(client: Client) -> None:
    client.post("/accounts/signup/", {**SIGN_UP, "terms": "on"})
    assert User.objects.get().terms_version is None


# Asking


def test_who_has_not_accepted_is_asked_and_then_goes_on(
    as_anna: Client, anna: User, rules: None, settings: Any
) -> None:
    wanted = "/games/?page=1&x=%C3%A9"
    answer = as_anna.get(wanted, headers=HTML)
    assert asked_at(answer) == f"{ACCEPT}?next={quote(wanted, safe='')}"
    page = as_anna.get(asked_at(answer), headers=HTML)
    assert page.status_code == 200
    assert "<h2>Rules</h2>" in page.content.decode()
    assert "deadlines don’t wait" in page.content.decode()
    for way_out in ("/accounts/logout/", "/accounts/close/"):
        assert f'href="{way_out}"' in page.content.decode()
    sent = as_anna.post(ACCEPT, {"version": settings.TERMS_VERSION, "next": wanted})
    assert (sent.status_code, sent["Location"]) == (302, wanted)
    assert as_anna.get(wanted, headers=HTML).status_code == 200
    anna.refresh_from_db()
    assert anna.terms_accepted_at is not None


def test_a_changed_text_is_asked_about_again(
    as_anna: Client, anna: User, rules: None, settings: Any
) -> None:
    acceptance.accept(anna)
    assert as_anna.get("/games/", headers=HTML).status_code == 200
    write(settings, "# Rules\n\nBe *very kind*.")
    answer = as_anna.get("/games/", headers=HTML)
    assert asked_at(answer).startswith(ACCEPT)
    assert "have changed" in as_anna.get(asked_at(answer)).content.decode()


def test_what_one_has_not_read_is_not_accepted(
    as_anna: Client, anna: User, rules: None, settings: Any
) -> None:
    old = settings.TERMS_VERSION
    write(settings, "Give us your house.")
    page = as_anna.post(ACCEPT, {"version": old, "next": "/games/"})
    assert page.status_code == 200
    assert "Give us your house." in page.content.decode()
    assert 'name="next" value="/games/"' in page.content.decode()
    anna.refresh_from_db()
    assert anna.terms_version is None


def test_two_tabs_and_the_back_button_only_lead_on(
    as_anna: Client, anna: User, rules: None, settings: Any
) -> None:
    form = {"version": settings.TERMS_VERSION, "next": "/games/"}
    for _tab in range(2):
        assert as_anna.post(ACCEPT, form)["Location"] == "/games/"
    assert as_anna.get(f"{ACCEPT}?next=/games/mine/")["Location"] == "/games/mine/"


@pytest.mark.parametrize("evil", ["https://evil.example/", "//evil.example/", "javascript:x", ""])
def test_accepting_leads_nowhere_else(
    as_anna: Client, rules: None, settings: Any, evil: str
) -> None:
    sent = as_anna.post(ACCEPT, {"version": settings.TERMS_VERSION, "next": evil})
    assert sent["Location"] == "/"


@pytest.mark.parametrize(
    "path",
    [
        *("/terms/", "/privacy/", "/mail/", "/accounts/close/", "/accounts/logout/"),
        *("/accounts/preferences/", "/accounts/email/", "/accounts/password/change/"),
    ],
)
def test_who_declines_can_still_read_stop_mail_and_leave(
    as_anna: Client, rules: None, path: str
) -> None:
    answer = as_anna.get(path, headers=HTML)
    assert not asked_at(answer).startswith(ACCEPT), path


def test_a_path_that_looks_otherwise_is_asked_about_too(as_anna: Client, rules: None) -> None:
    """SCRIPT_NAME is the part of the path that comes before the site's own."""
    answer = as_anna.get("/games/", headers=HTML, SCRIPT_NAME="/terms")
    assert asked_at(answer).startswith(ACCEPT)


def test_strangers_are_asked_nothing(client: Client, rules: None) -> None:
    assert client.get("/games/", headers=HTML).status_code == 200
    assert client.get(ACCEPT)["Location"].startswith("/accounts/login/")


def test_orders_and_messages_are_taken_from_who_has_not_accepted(rules: None) -> None:
    game = factories.begun_game(factories.person("Mia"))
    france = Client()
    france.force_login(factories.holder(factories.seat(game, "FRANCE")))
    code = factories.open_phase(game).code
    orders = reverse("games:orders", args=[game.slug, code, "FRANCE"])
    sent = france.post(orders, {"mode": "text", "text": "A PAR - BUR"}, headers=HTML)
    assert not asked_at(sent).startswith(ACCEPT)
    assert Order.objects.filter(seat__power="FRANCE", phase__game=game).exists()
    thread = reverse("games:thread", args=[game.slug, ["ENGLAND", "FRANCE"]])
    message = {"text": "Peace?", "request_key": str(uuid.uuid4())}
    sent = france.post(thread, message, headers=HTML)
    assert not asked_at(sent).startswith(ACCEPT)
    assert Message.objects.filter(text="Peace?").exists()
    # The page after it asks, and tells that the orders are saved.
    asks = france.get(game.get_absolute_url(), headers=HTML)
    assert asked_at(asks).startswith(ACCEPT)
    assert "aved" in france.get(asked_at(asks), headers=HTML).content.decode()


def test_scripts_pictures_and_polls_are_never_sent_to_the_question(rules: None) -> None:
    game = factories.begun_game(factories.person("Mia"))
    france = Client()
    france.force_login(factories.holder(factories.seat(game, "FRANCE")))
    for path in (
        reverse("games:state", args=[game.slug]),
        reverse("games:board", args=[game.slug, factories.open_phase(game).code]),
        game.get_absolute_url(),
    ):
        assert france.get(path, headers={"accept": "*/*"}).status_code == 200, path
        assert france.get(path).status_code == 200, path


def test_a_closed_account_has_accepted_nothing(anna: User, rules: None) -> None:
    acceptance.accept(anna)
    account_closing.close(anna)
    anna.refresh_from_db()
    assert (anna.terms_version, anna.terms_accepted_at) == (None, None)
    acceptance.accept(anna)
    anna.refresh_from_db()
    assert anna.terms_version is None


def test_asking_costs_no_query(
    as_anna: Client, anna: User, rules: None, django_assert_num_queries: Any
) -> None:
    acceptance.accept(anna)
    as_anna.get("/terms/", headers=HTML)
    with django_assert_num_queries(2):  # session and person
        as_anna.get("/terms/", headers=HTML)


def test_the_first_sign_in_after_a_change_asks(rules: None, anna: User) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=True)
    client = Client()
    form = {"login": anna.email, "password": PASSWORD}
    sent = client.post("/accounts/login/", form, headers=HTML)
    assert sent["Location"] == "/"
    assert asked_at(client.get("/", headers=HTML)) == f"{ACCEPT}?next=%2F"
