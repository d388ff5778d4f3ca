"""A person's own data: each column and table about the person is exported, and no secret."""

import datetime as dt
import io
import json
import zipfile
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from accounts.models import User
from accounts.own_data import data_archive
from tests.factories import PASSWORD
from tests.fake_oidc import ID, FakeServer
from tests.passkeys import Device

from .second_factor_helpers import CODES, add_passkey, set_up_app

pytestmark = pytest.mark.django_db

ACCEPTED_AT = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)

# Where each column of a person stands: a file, and the keys down to the value.
EXPORTED = {
    "suspended_until": ("profile", "suspensions"),
    "name": ("profile", "name"),
    "email": ("profile", "email"),
    "date_joined": ("profile", "joined_at"),
    "last_login": ("profile", "last_sign_in_at"),
    "password": ("profile", "has_password"),
    "feed_key": ("profile", "has_feed_key"),
    "language": ("profile", "preferences", "language"),
    "time_zone": ("profile", "preferences", "time_zone"),
    "notation": ("profile", "preferences", "notation"),
    "pattern_fills": ("profile", "preferences", "pattern_fills"),
    "takes_invitations": ("profile", "preferences", "takes_invitations"),
    "terms_version": ("profile", "terms", "version"),
    "terms_accepted_at": ("profile", "terms", "accepted_at"),
}
NOT_EXPORTED = {
    "id": "a number of the database",
    "name_key": "computed from the name",
    "bot": "empty for every person",
    "is_active": "true for everybody who can download the file",
    "is_staff": "a right on the site, not a fact about the person",
    "is_superuser": "a right on the site, not a fact about the person",
    "groups": "rights on the site, not facts about the person",
    "user_permissions": "rights on the site, not facts about the person",
    "closed_at": "empty for everybody who can download the file",
    "closing_at": "empty for everybody who can download the file",
}
# The same for the tables that refer to a person.
TABLES = {
    "account.EmailAddress.user": ("profile", "email_addresses"),
    "accounts.AddressChange.person": ("profile", "email_changes"),
    "accounts.MailRefusal.person": ("profile", "mail_refusals"),
    "accounts.Profile.person": ("profile", "public_profile", "about"),
    "accounts.Suspension.person": ("profile", "suspensions"),
    "accounts.ApiKey.person": ("sign-in", "api_keys"),
    "accounts.Session.person": ("sign-in", "sessions"),
    "mfa.Authenticator.user": ("sign-in", "passkeys"),
    "socialaccount.SocialAccount.user": ("sign-in", "linked_accounts"),
    "accounts.Trace.person": ("browsers", "traces"),
    "games.Notification.person": ("notifications", "notifications"),
    "games.MailChoice.person": ("notifications", "choices", "mail"),
    "games.PushOptOut.person": ("notifications", "choices", "push_off"),
    "games.Browser.person": ("notifications", "choices", "push_browsers"),
    "games.Volunteer.person": ("notifications", "choices", "waiting_list"),
    "games.LessonDone.person": ("course", "boards_done"),
    "games.SeatInvitation.person": ("invitations", "invitations"),
    "games.LobbyInvitation.person": ("invitations", "new_games"),
    "games.SavedLine.owner": ("saved-lines", "saved_lines"),
    "games.Rating.person": ("ratings", "ratings"),
    "games.RatingChange.person": ("ratings", "changes"),
    "games.Entrant.person": ("tournaments", "entered"),
    "games.Organizer.person": ("tournaments", "organized"),
    "games.ClubMembership.person": ("clubs", "clubs"),
}
IN_EACH_GAME = {
    "games.LobbyEntry.person": "waiting_since",
    "games.Mastership.person": "masterships",
    "games.Tenure.person": "seats",
    "games.Event.actor": "own_acts",
    "games.Message.person": "threads",
    "games.Draft.person": "drafts",
    "games.Mute.person": "mutes",
    "games.Complaint.person": "reports",
    "games.Receipt.person": "saved_sheets",
    "games.ReadingCorrection.by": "corrected_readings",
    "games.ReceivedMail.person": "received_mails",
    "games.Absence.person": "absences",
}
TABLES_NOT_EXPORTED = {
    "admin.LogEntry.user": "the work of administrators, about other people",
    "accounts.HeldName.person": "somebody typed the name, perhaps not this person",
    "accounts.DataExport.person": "the file itself",
    "accounts.IdempotencyKey.person": "hashes of requests; what they created is exported",
    "accounts.ProfileReport.person": "the words of somebody else, told to administrators",
    "games.Bookmark.person": "a place on a page",
}


def contents_of(person: User) -> dict[str, Any]:
    archive = zipfile.ZipFile(io.BytesIO(data_archive.write(User.objects.get(pk=person.pk))))
    return {name: archive.read(name).decode() for name in archive.namelist()}


def read(person: User, name: str) -> Any:
    return json.loads(contents_of(person)[f"{name}.json"])


def test_each_column_of_a_person_is_exported_or_left_out_for_a_reason(anna: User) -> None:
    fields = [*User._meta.fields, *User._meta.many_to_many]
    assert {field.name for field in fields} == EXPORTED.keys() | NOT_EXPORTED.keys()
    assert not EXPORTED.keys() & NOT_EXPORTED.keys()
    assert all(NOT_EXPORTED.values())
    User.objects.filter(pk=anna.pk).update(terms_version="v1", terms_accepted_at=ACCEPTED_AT)
    files = contents_of(anna)
    for name, *keys in EXPORTED.values():
        value = json.loads(files[f"{name}.json"])
        for key in keys:
            value = value[key]


def test_each_table_about_people_is_exported_or_left_out_for_a_reason(anna: User) -> None:
    relations = {
        f"{relation.field.model._meta.label}.{relation.field.name}"
        for relation in User._meta.related_objects
    }
    assert relations == TABLES.keys() | IN_EACH_GAME.keys() | TABLES_NOT_EXPORTED.keys()
    files = contents_of(anna)
    for name, *keys in TABLES.values():
        value = json.loads(files[f"{name}.json"])
        for key in keys:
            value = value[key]


def test_preferences_and_terms_are_in_the_profile(anna: User) -> None:
    assert read(anna, "profile")["terms"] is None
    User.objects.filter(pk=anna.pk).update(
        takes_invitations=False, terms_version="v1", terms_accepted_at=ACCEPTED_AT
    )
    profile = read(anna, "profile")
    assert profile["preferences"]["takes_invitations"] is False
    assert profile["terms"] == {"version": "v1", "accepted_at": "2026-11-22T12:00:00Z"}
    page = contents_of(anna)["profile.html"]
    assert "Terms of use" in page
    assert "Invitations to seats</dt><dd>no" in page


def test_the_sessions_are_those_of_the_page(as_anna: Client, anna: User) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    other = Client(headers={"user-agent": agent})
    other.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    newest, _older = read(anna, "sign-in")["sessions"]
    assert newest.pop("started_at")
    assert newest.pop("used_at")
    device = "Firefox on Linux"
    assert newest == {"browser": "Firefox", "system": "Linux", "device_in_words": device}
    files = contents_of(anna)
    assert device in files["sign-in.html"]
    keys = (as_anna.session.session_key, other.session.session_key)
    assert not [name for name, text in files.items() if any(key in text for key in keys)]


def test_passkeys_and_apps_are_named_without_their_secrets(as_anna: Client, anna: User) -> None:
    secret = set_up_app(as_anna, anna)
    device = Device()
    add_passkey(as_anna, anna, device, name="Anna's telephone")
    codes = as_anna.get(CODES).context["unused_codes"]
    sign_in = read(anna, "sign-in")
    (passkey,) = sign_in["passkeys"]
    assert passkey["name"] == "Anna's telephone"
    assert passkey["created_at"]
    assert [app.keys() for app in sign_in["authenticator_apps"]] == [{"created_at", "last_used_at"}]
    assert len(sign_in["recovery_codes"]) == 1
    secrets = [secret, *codes, device.id.hex()]
    for row in Authenticator.objects.filter(user=anna):
        secrets += [value for value in row.data.values() if isinstance(value, str)]
    secrets.remove("Anna's telephone")
    assert len(secrets) > len(codes)
    files = contents_of(anna)
    assert not [name for name, text in files.items() if any(each in text for each in secrets)]
    assert "Anna&#x27;s telephone" in files["sign-in.html"]


def test_a_linked_account_is_there_with_its_number(club: FakeServer, anna: User) -> None:
    SocialAccount.objects.create(user=anna, provider=ID, uid="4711", extra_data={"name": "annika"})
    (account,) = read(anna, "sign-in")["linked_accounts"]
    assert account.pop("linked_at")
    assert account.pop("last_used_at")
    assert account == {
        "provider": ID,
        "provider_in_words": "Club",
        "uid": "4711",
        "name": "annika",
    }
    assert "Club: 4711 (annika)" in contents_of(anna)["sign-in.html"]
