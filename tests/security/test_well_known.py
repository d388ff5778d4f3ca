"""Addresses at which programs look: whom to tell of a security hole, where to change a password."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.test import Client

PATH = "/.well-known/security.txt"
NOON = dt.datetime(2026, 11, 24, 12, 30, tzinfo=dt.UTC)


def test_security_txt_says_whom_to_tell_and_until_when(client: Client, settings: Any) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    settings.SITE_URL = "http://localhost:8000"
    with time_machine.travel(NOON):
        answer = client.get(PATH, headers={"accept-language": "es"})
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == (
        "Contact: mailto:security@example.org\n"
        "Expires: 2027-05-23T00:00:00Z\n"
        "Preferred-Languages: en\n"
        "Canonical: http://localhost:8000/.well-known/security.txt\n"
    )
    assert not answer.cookies


def test_without_an_address_there_is_no_security_txt(client: Client) -> None:
    assert client.get(PATH).status_code == 404


@pytest.mark.django_db
def test_a_password_manager_finds_where_to_change_the_password(client: Client) -> None:
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")
