"""Sign-up does not tell whether an address has an account."""

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from accounts import account_closing
from accounts.models import User
from games.core.errors import Refused
from games.seats.people import person_named
from games.web.forms.game_master.people import AddMaster
from tests import factories
from tests.games.web.views.conftest import Answer, alerts, signed_in, words
from tests.mails import delivered

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN = "anna@x.test", "nobody@x.test"
BOTH = pytest.mark.parametrize("email", [KNOWN, UNKNOWN])
PREFERENCES = {"language": "en", "time_zone": "UTC", "notation": ""}


@pytest.fixture(autouse=True)
def _anna(anna: User) -> None:
    """Anna's is the known address."""


def sign_up(email: str, name: str = "Berta", client: Client | None = None) -> Answer:
    form = {
        "email": email,
        "name": name,
        "password1": "lay down your arms",
        "time_zone": "Europe/Vienna",
    }
    return (client or Client()).post("/accounts/signup/", form)


def is_refused(answer: Answer) -> bool:
    return answer.status_code == 200 and "Someone already uses this name" in alerts(answer)


def visible(email: str) -> tuple[object, ...]:
    """A sign-up and the pages after it, as a stranger sees them."""
    client = Client()
    answer = sign_up(email, f"Friend of {email[0]}", client=client)
    pages = ["/accounts/confirm-email/", "/accounts/signup/", "/accounts/login/", "/"]
    seen = [words(client.get(page)).replace(email, "…") for page in pages]
    return answer.status_code, dict(answer.headers), sorted(answer.cookies), seen


def test_the_pages_are_the_same():
    with time_machine.travel(timezone.now(), tick=False):  # the headers hold the time
        assert visible(KNOWN) == visible(UNKNOWN)


@BOTH
def test_one_password_is_hashed(email: str, monkeypatch: pytest.MonkeyPatch):
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    sign_up(email)
    assert hashed == ["lay down your arms"]


@BOTH
@pytest.mark.parametrize("name", ["Berta", "berTA"])
def test_a_name_that_was_tried_is_taken(email: str, name: str, anna: User):
    sign_up(email)
    for other in ("third@x.test", email, KNOWN):
        assert is_refused(sign_up(other, name))
    carl = User.objects.create_user("carl@x.test", "Carl")
    page = signed_in(carl).post("/accounts/preferences/", {**PREFERENCES, "name": name})
    assert is_refused(page)


@BOTH
def test_nobody_finds_a_person_by_a_name_that_was_only_tried(email: str):
    sign_up(email)
    with pytest.raises(Refused, match="No account has the name “Berta”"):
        person_named("Berta")
    game = factories.open_game(factories.person())
    form = AddMaster(game, factories.person(), QueryDict("name=Berta"))
    assert form.errors["name"] == ["No account has this name. Check the spelling."]


def test_people_who_change_their_address_are_found_all_the_same(anna: User):
    EmailAddress.objects.create(user=anna, email="anna@new.test", primary=False, verified=False)
    assert person_named("Anna") == anna


def test_the_owner_of_the_address_may_take_the_name(anna: User):
    sign_up(KNOWN)
    signed_in(anna).post("/accounts/preferences/", {**PREFERENCES, "name": "Berta"})
    anna.refresh_from_db()
    assert anna.name == "Berta"


def test_a_name_that_was_tried_is_free_when_the_account_is_closed(anna: User):
    sign_up(KNOWN)
    account_closing.close(anna)
    assert not is_refused(sign_up(UNKNOWN))
    assert User.objects.filter(name="Berta").exists()


def test_the_owner_gets_a_mail_and_nothing_of_the_account_changes(anna: User):
    before = User.objects.values().get()
    sign_up(KNOWN)
    [message] = delivered()
    assert message.to == [KNOWN]
    assert "already has an account" in message.body
    assert User.objects.values().get() == before


@BOTH
def test_the_same_form_sent_twice_at_once_gets_the_same_words(
    email: str, monkeypatch: pytest.MonkeyPatch
):
    sign_up(email)
    monkeypatch.setattr("accounts.sign_in.forms.check_name_is_free", lambda _name: None)
    client = Client()
    answer = sign_up(email, client=client)
    assert answer["Location"] == "/accounts/signup/"
    assert "just been taken" in words(client.get("/accounts/signup/"))
