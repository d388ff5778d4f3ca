import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD


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
