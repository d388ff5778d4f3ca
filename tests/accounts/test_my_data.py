"""The page of own data: asking, preparing, downloading, and what becomes of the file."""

import datetime as dt
import io
import json
import re
import zipfile
from functools import partial
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import account_closing
from accounts.models import DataExport, User
from accounts.own_data import data_archive, data_export
from config import schedule
from games import tasks
from tests import factories
from tests.mails import delivered
from tests.passkeys import Device
from tests.threads import Act, in_threads, is_waited_for

from .second_factor_helpers import add_passkey
from .test_provider_links import link

pytestmark = pytest.mark.django_db
PAGE, FILE = "/accounts/data/", "/accounts/data/download/"


@pytest.fixture
def confirmed(as_anna: Client, anna: User) -> Client:
    """Anna's browser, in which she has just given her password once more."""
    factories.confirm_identity(as_anna, anna)
    return as_anna


def later(time: dt.timedelta) -> time_machine.travel:
    return time_machine.travel(timezone.now() + time)


def test_an_open_session_is_not_enough_to_ask_or_to_download(as_anna, anna):
    assert as_anna.get(PAGE)["Location"].startswith("/accounts/reauthenticate/")
    assert as_anna.post(PAGE)["Location"].startswith("/accounts/reauthenticate/")
    assert not DataExport.objects.exists()
    data_export.ask(anna)
    data_export.prepare_next()
    assert as_anna.get(FILE)["Location"].startswith("/accounts/reauthenticate/")
    assert as_anna.get(PAGE)["Location"].startswith("/accounts/reauthenticate/")


def test_after_the_password_one_is_back_at_the_page(as_anna, anna):
    asked = as_anna.post(PAGE)["Location"]
    sent = {"password": factories.PASSWORD, "next": PAGE}
    assert as_anna.post(asked, sent)["Location"] == PAGE
    assert not DataExport.objects.exists()
    as_anna.post(PAGE)
    assert DataExport.objects.get().person == anna


def test_the_file_is_prepared_mailed_about_and_downloaded(confirmed, anna):
    confirmed.post(PAGE)
    assert "being prepared" in confirmed.get(PAGE).content.decode()
    assert confirmed.get(FILE).status_code == 404
    assert data_export.prepare_next()
    assert FILE in confirmed.get(PAGE).content.decode()
    answer = confirmed.get(FILE)
    assert answer["Content-Type"] == "application/zip"
    assert re.fullmatch(
        r'attachment; filename="entente-[\d-]+\.zip"', answer["Content-Disposition"]
    )
    assert "no-store" in answer["Cache-Control"]
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    profile = json.loads(archive.read("profile.json"))
    assert (profile["format"], profile["email"]) == (data_archive.FORMAT, "anna@x.test")
    (mail,) = delivered()
    assert mail.to == ["anna@x.test"]
    links = re.findall(r"https?://\S+", str(mail.body))
    assert f"{settings.SITE_URL}{PAGE}" in links
    assert all(
        link.rstrip(".") in (settings.SITE_URL, f"{settings.SITE_URL}{PAGE}") for link in links
    )


def test_one_hint_prepares_one_file_so_that_mails_do_not_wait_for_two(anna):
    for person in (anna, factories.person()):
        data_export.ask(person)
    tasks.prepare_data()
    assert DataExport.objects.filter(ready_at__isnull=False).count() == 1
    tasks.prepare_data()
    assert DataExport.objects.filter(ready_at__isnull=False).count() == 2


@pytest.mark.parametrize("seconds", ["1", "2", "60"])
def test_mails_get_a_turn_between_two_files(monkeypatch, seconds):
    monkeypatch.setenv("ENTENTE_DELIVER_SECONDS", seconds)
    every = schedule.entries()
    assert every["prepare_data"]["schedule"] >= every["deliver_due"]["schedule"]


def test_nobody_else_downloads_it(anna, client):
    data_export.ask(anna)
    data_export.prepare_next()
    berta = factories.person("Berta")
    assert client.get(FILE)["Location"].startswith("/accounts/login/")
    client.force_login(berta)
    factories.confirm_identity(client, berta)
    assert client.get(FILE).status_code == 404


def test_a_double_click_asks_once_and_is_not_counted(confirmed, settings):
    settings.ACCOUNT_RATE_LIMITS = {"data_exports": "1/d/user"}
    assert [confirmed.post(PAGE).status_code for _ in range(3)] == [302, 302, 302]
    assert data_export.prepare_next()
    assert not data_export.prepare_next()


def test_a_file_is_asked_for_a_few_times_a_day(confirmed, settings):
    settings.ACCOUNT_RATE_LIMITS = {"data_exports": "2/d/user"}
    codes = []
    for _ in range(3):
        codes.append(confirmed.post(PAGE).status_code)
        data_export.prepare_next()
    assert codes == [302, 302, 429]
    assert confirmed.get(FILE).status_code == 200


def test_a_newer_file_takes_the_place_of_the_old_one(confirmed, anna):
    confirmed.post(PAGE)
    data_export.prepare_next()
    first = DataExport.objects.get().pk
    confirmed.post(PAGE)
    assert confirmed.get(FILE).status_code == 404
    data_export.prepare_next()
    assert DataExport.objects.get().pk != first
    assert confirmed.get(FILE).status_code == 200


class KilledError(BaseException):
    """A worker that dies."""


def test_after_a_worker_died_the_file_is_prepared_anew(anna, monkeypatch):
    data_export.ask(anna)

    def die(_person: User) -> bytes:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(data_archive, "write", die)
        with pytest.raises(KilledError):
            data_export.prepare_next()
    assert data_export.content_of(anna) is None
    assert not data_export.prepare_next(), "another worker may still be at it"
    with later(data_export.LEASE):
        assert data_export.prepare_next()
        assert data_export.content_of(anna)


def test_a_worker_whose_lease_ran_out_stores_nothing(anna, monkeypatch):
    data_export.ask(anna)
    slow = data_export.claim()
    assert slow is not None
    with later(data_export.LEASE):
        assert data_export.prepare_next()
        before = data_export.content_of(anna)
        monkeypatch.setattr(data_archive, "write", lambda _person: b"too late")
        assert not data_export._prepare(slow)
        assert data_export.content_of(anna) == before
        assert len(delivered()) == 1


def test_a_file_that_cannot_be_written_is_given_up_and_the_page_says_so(
    confirmed, anna, monkeypatch
):
    def fail(_person: User) -> bytes:
        raise RuntimeError("no data")

    monkeypatch.setattr(data_archive, "write", fail)
    data_export.ask(anna)
    for attempt in range(data_export.MOST_ATTEMPTS + 1):
        with later(attempt * 2 * data_export.PAUSE):
            assert not data_export.prepare_next()
    row = DataExport.objects.get()
    assert (row.attempts, row.prepare_at) == (data_export.MOST_ATTEMPTS + 1, None)
    page = confirmed.get(PAGE).content.decode()
    assert "couldn’t be prepared" in page
    assert "Prepare my data" in page


def test_after_three_days_the_file_is_gone(confirmed, anna):
    data_export.ask(anna)
    data_export.prepare_next()
    data_export.delete_expired()
    assert DataExport.objects.exists()
    DataExport.objects.update(ready_at=timezone.now() - data_export.KEPT)
    assert confirmed.get(FILE).status_code == 404, "even before it is deleted"
    data_export.delete_expired()
    assert not DataExport.objects.exists()


@pytest.mark.parametrize("leave", [account_closing.ask, account_closing.close])
def test_the_file_goes_with_the_account(anna, leave):
    data_export.ask(anna)
    data_export.prepare_next()
    leave(anna)
    assert not DataExport.objects.exists()
    data_export.ask(anna)
    assert not DataExport.objects.exists()


def test_who_closes_the_account_while_the_file_is_written_gets_neither_file_nor_mail(
    anna, monkeypatch
):
    def close_meanwhile(person: User) -> bytes:
        account_closing.close(person)
        return b"a file"

    monkeypatch.setattr(data_archive, "write", close_meanwhile)
    data_export.ask(anna)
    assert not data_export.prepare_next()
    assert not DataExport.objects.exists()
    assert delivered() == []


def test_who_is_suspended_while_the_file_is_written_gets_neither_file_nor_mail(anna, monkeypatch):
    def suspend_meanwhile(person: User) -> bytes:
        User.objects.filter(pk=person.pk).update(is_active=False)
        return b"a file"

    monkeypatch.setattr(data_archive, "write", suspend_meanwhile)
    data_export.ask(anna)
    assert not data_export.prepare_next()
    assert data_export.content_of(anna) is None
    assert delivered() == []


def test_nothing_is_prepared_for_a_suspended_person(anna):
    data_export.ask(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert data_export.claim() is None
    User.objects.filter(pk=anna.pk).update(is_active=True)
    assert data_export.claim()


def test_asking_again_does_not_disturb_the_worker_that_writes_the_file(anna, monkeypatch):
    def ask_meanwhile(person: User) -> bytes:
        data_export.ask(person)
        return b"a file"

    monkeypatch.setattr(data_archive, "write", ask_meanwhile)
    data_export.ask(anna)
    assert data_export.prepare_next()
    assert data_export.content_of(anna) == b"a file"


@pytest.mark.django_db(transaction=True)
def test_asking_many_times_at_once_makes_one_row() -> None:
    for _ in range(5):
        person = factories.person()
        in_threads(*[partial(data_export.ask, person)] * 4)
        assert DataExport.objects.filter(person=person).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_prepare_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []

    def write(person: User) -> bytes:
        written.append(person.pk)
        return b"a file"

    monkeypatch.setattr(data_archive, "write", write)
    for _ in range(5):
        data_export.ask(factories.person())
    for _ in range(2):
        in_threads(*[data_export.prepare_next] * 3)
    assert len(written) == len(set(written)) == 5
    assert DataExport.objects.filter(ready_at__isnull=False).count() == 5


@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_stored_while_the_account_closes_is_deleted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person = factories.person()
    data_export.ask(person)
    export = data_export.claim()
    assert export is not None
    monkeypatch.setattr(data_archive, "write", lambda _person: b"a file")
    storing: list[Act] = []

    def store(_user: User) -> None:
        storing.append(Act(partial(data_export._prepare, export)))
        while not is_waited_for():
            pass

    monkeypatch.setattr(account_closing, "on_close", [store])
    account_closing.close(person)
    storing[0].join(30)
    assert (storing[0].result, storing[0].error) == (False, None)
    assert not DataExport.objects.exists()
    assert delivered() == []


def keys_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(keys_in(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(keys_in(each) for each in value))
    return set()


def test_each_field_of_the_account_is_documented(as_anna, anna):
    link(anna)
    add_passkey(as_anna, anna, Device())
    text = Path(settings.BASE_DIR, "docs", "own-data.md").read_text(encoding="utf-8")
    archive = zipfile.ZipFile(io.BytesIO(data_archive.write(anna)))
    for name in ("profile.json", "sign-in.json", "browsers.json"):
        undocumented = {
            key for key in keys_in(json.loads(archive.read(name))) if f"`{key}`" not in text
        }
        assert not undocumented
