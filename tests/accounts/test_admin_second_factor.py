"""The second factor that a public site demands of those who run it."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

from accounts.models import User
from games.access import runs_site
from tests import factories
from tests.accounts.second_factor_helpers import (
    BASE,
    PENDING,
    add_passkey,
    options_in,
    recovery_codes,
    set_up_app,
    sign_in_by_password,
)
from tests.passkeys import Device

# The administration, and the pages of those who moderate.
CLOSED = (
    "/admin/",
    "/admin/accounts/user/",
    "/admin/jsi18n/",
    "/accounts/suspensions/",
    "/accounts/suspensions/1/lift/",
    "/games/disorder/",
    "/games/shared/",
    "/games/complaints/",
    "/games/complaints/1/close/",
)


@pytest.fixture(autouse=True)
def _demanded(settings) -> None:
    settings.ADMIN_SECOND_FACTOR = True


@pytest.fixture
def olga(db: None) -> User:
    return factories.person("Olga", is_staff=True, is_superuser=True)


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.mark.parametrize("path", CLOSED)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_superuser_without_one_is_sent_to_set_it_up(olga: User, path: str, method: str):
    answer = getattr(signed_in(olga), method)(path)
    if answer.status_code != 405:  # pages without a form
        assert (answer.status_code, answer["Location"]) == (302, f"{BASE}/")


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/user/"])
def test_a_path_that_looks_otherwise_leads_round_no_demand(olga: User, path: str):
    """SCRIPT_NAME is the part of the path that comes before the site's own."""
    answer = signed_in(olga).get(path, SCRIPT_NAME="/elsewhere")
    assert (answer.status_code, answer["Location"]) == (302, f"{BASE}/")


def test_the_log_has_the_requests_that_were_sent_away(olga: User):
    with capture_logs() as lines:
        signed_in(olga).get("/admin/")
    codes = [each["code"] for each in lines if each["event"] == "request_finished"]
    assert codes == [302]


def test_staff_are_asked_for_one_too(olga: User):
    clerk = factories.person(is_staff=True)
    assert signed_in(clerk).get("/admin/")["Location"] == f"{BASE}/"


def test_the_page_says_why(olga: User):
    page = signed_in(olga).get(f"{BASE}/").content.decode()
    assert "Administrators need a second factor here" in page
    assert (
        "Administrators need" not in signed_in(factories.person()).get(f"{BASE}/").content.decode()
    )


@pytest.mark.parametrize("kind", ["passkey", "app"])
def test_with_one_everything_opens(olga: User, kind: str):
    client = signed_in(olga)
    if kind == "app":
        set_up_app(client, olga)
    else:
        add_passkey(client, olga, Device())
    for path in CLOSED:
        assert client.get(path).get("Location") != f"{BASE}/", path
    assert client.get("/admin/").status_code == 200


def test_a_session_that_has_shown_none_is_asked_for_it(olga: User):
    device = Device()
    add_passkey(signed_in(olga), olga, device)
    client = signed_in(olga)
    asked = client.get("/admin/accounts/user/")["Location"]
    assert asked == f"{BASE}/reauthenticate/?next=%2Fadmin%2Faccounts%2Fuser%2F"
    assert client.post("/accounts/suspensions/")["Location"].startswith(f"{BASE}/reauthenticate/")
    assert "Use a passkey" in client.get(asked).content.decode()
    asked = f"{BASE}/webauthn/reauthenticate/?next=/admin/"
    credential = device.sign(options_in(client.get(asked)))
    client.post(asked, {"credential": credential, "next": "/admin/"})
    assert client.get("/admin/").status_code == 200


def test_without_recovery_codes_the_passkey_is_asked_for(olga: User):
    add_passkey(signed_in(olga), olga, Device())
    Authenticator.objects.filter(type=Authenticator.Type.RECOVERY_CODES).delete()
    asked = signed_in(olga).get("/admin/")["Location"]
    assert asked == f"{BASE}/webauthn/reauthenticate/?next=%2Fadmin%2F"


def test_the_password_alone_does_not_show_it(olga: User):
    add_passkey(signed_in(olga), olga, Device())
    client = signed_in(olga)
    form = {"password": factories.PASSWORD, "next": "/admin/"}
    client.post("/accounts/reauthenticate/", form)
    assert client.get("/admin/")["Location"].startswith(f"{BASE}/reauthenticate/")


def test_a_sign_in_with_a_recovery_code_shows_it(olga: User):
    EmailAddress.objects.create(user=olga, email=olga.email, verified=True, primary=True)
    add_passkey(signed_in(olga), olga, Device())
    client = sign_in_by_password(olga)
    client.post(PENDING, {"code": recovery_codes(olga)[0]})
    assert client.get("/admin/").status_code == 200


def test_several_questions_of_one_request_are_one_query(olga: User):
    client = signed_in(olga)
    add_passkey(client, olga, Device())
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/accounts/suspensions/").status_code == 200
    assert sum("mfa_authenticator" in each["sql"] for each in queries) == 1


def test_removing_the_last_one_closes_the_administration_again(olga: User):
    client = signed_in(olga)
    set_up_app(client, olga)
    client.post(f"{BASE}/totp/deactivate/")
    assert client.get("/admin/")["Location"] == f"{BASE}/"


def test_an_administrator_without_one_has_no_power_over_games(olga: User):
    game = factories.begun_game()
    seat = factories.seat(game, "FRANCE")
    path = f"{game.get_absolute_url()}seats/FRANCE/replace/"
    assert signed_in(olga).get(path).status_code == 404
    assert not runs_site(olga)
    add_passkey(signed_in(olga), olga, Device())
    assert signed_in(olga).get(path).status_code == 200
    assert seat.pk


def test_players_are_not_asked(db: None):
    client = signed_in(factories.person())
    assert client.get("/games/complaints/").status_code == 200
    assert client.get("/games/mine/").status_code == 200


def test_where_it_is_off_nobody_is_asked(olga: User, settings):
    settings.ADMIN_SECOND_FACTOR = False
    client = signed_in(olga)
    assert client.get("/admin/").status_code == 200
    assert "Administrators need" not in client.get(f"{BASE}/").content.decode()


def test_the_administration_does_not_show_second_factors(olga: User):
    client = signed_in(olga)
    set_up_app(client, olga)
    assert client.get("/admin/mfa/").status_code == 404
    assert client.get("/admin/mfa/authenticator/").status_code == 404
