"""The backends that find the person of a session."""

import pytest
from django.contrib.auth import get_backends
from django.contrib.auth.backends import ModelBackend
from django.forms.models import model_to_dict
from django.test import Client

from accounts.models import User
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return factories.person()


def test_every_backend_finds_the_person_that_django_would(person: User):
    factories.person()
    theirs = ModelBackend().get_user(person.pk)
    assert theirs is not None
    for backend in get_backends():
        found = backend.get_user(person.pk)
        assert isinstance(found, User)
        assert model_to_dict(found) == model_to_dict(theirs)
        assert not found.get_deferred_fields()


def test_no_backend_finds_a_suspended_person_or_nobody(person: User):
    User.objects.filter(pk=person.pk).update(is_active=False)
    for backend in get_backends():
        assert backend.get_user(person.pk) is None
        assert backend.get_user(person.pk + 1_000) is None


def test_a_person_found_on_a_page_is_read_again_on_the_next(client: Client, person: User):
    client.force_login(person)
    assert client.get("/accounts/preferences/").status_code == 200
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert client.get("/accounts/preferences/").status_code == 302
