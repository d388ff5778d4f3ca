from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.factories import PASSWORD
from tests.fake_oidc import FakeServer, fake_server


@pytest.fixture
def anna(db: None) -> User:
    user = User.objects.create_user(
        "anna@x.test", "Anna", PASSWORD, time_zone="Europe/Madrid", language="en"
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def as_anna(client: Client, anna: User) -> Client:
    """Test client in which Anna has signed in with her password."""
    client.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


@pytest.fixture
def club(settings: Settings) -> Iterator[FakeServer]:
    """The provider with which people may sign in: a server on the loopback."""
    with fake_server() as server:
        settings.SOCIALACCOUNT_PROVIDERS = server.providers()
        yield server
