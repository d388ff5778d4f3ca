"""A folder of mails: they are deleted once they are done with, and no sooner."""

from pathlib import Path
from typing import Any

import pytest

from games.inbound import received
from games.inbound.maildir import Maildir
from games.models import Order, ReceivedMail, Seat
from games.orders import mail_keys
from tests import factories

from .conftest import written

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (tmp_path / name).mkdir()
    return tmp_path


def put(folder: Path, seat: Seat, name: str = "1", **fields: Any) -> Path:
    sender = factories.holder(seat).email
    path = folder / "new" / name
    path.write_bytes(
        bytes(written(**({"sender": sender, "to": mail_keys.address_of(seat)} | fields)))
    )
    return path


def test_saves_the_orders_of_a_mail_and_deletes_it(folder: Path, france: Seat) -> None:
    path = put(folder, france)
    assert Maildir(folder).receive_new() == 1
    assert Order.objects.filter(seat=france).count() == 3
    assert not path.exists()


def test_a_mail_that_failed_stays_and_is_tried_again_later(
    folder: Path, france: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, maildir = put(folder, france), Maildir(folder)
    with monkeypatch.context() as patch:
        patch.setattr(received, "record", lambda *_a, **_k: 1 / 0)
        assert maildir.receive_new() == 0
    assert path.exists()
    assert maildir.receive_new() == 0  # not at once
    monkeypatch.setattr("games.inbound.maildir.PAUSE", 0.0)
    assert maildir.receive_new() == 1
    assert Order.objects.filter(seat=france).count() == 3


def test_a_mail_that_was_handled_before_a_crash_counts_once(folder: Path, france: Seat) -> None:
    for _time in range(2):
        put(folder, france, message_id="<one@mail.test>")
        Maildir(folder).receive_new()
    assert ReceivedMail.objects.count() == 1


def test_a_mail_for_others_is_kept(folder: Path, france: Seat) -> None:
    path = put(folder, france, to="mia@play.test")
    Maildir(folder).receive_new()
    assert not path.exists()
    assert (folder / "cur" / "1:2,S").exists()


def test_a_bounce_in_a_folder_is_not_answered(folder: Path, france: Seat) -> None:
    put(folder, france, Return_Path="<>")
    assert Maildir(folder).receive_new() == 1
    assert not ReceivedMail.objects.exists()


def test_a_mail_in_a_folder_is_handled_for_twenty_addresses(
    folder: Path, france: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = [f"orders+{number}@play.test" for number in range(30)]
    put(folder, france, to=", ".join(addresses))
    handled: list[str] = []
    monkeypatch.setattr(
        "games.inbound.receive.receive", lambda _raw, *, recipient: handled.append(recipient)
    )
    assert Maildir(folder).receive_new() == 1
    assert handled == addresses[:20]
