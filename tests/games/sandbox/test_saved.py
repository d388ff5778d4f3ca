"""Saved lines: how many, who reads them, and when they are deleted."""

import pytest
from django.contrib import admin
from django.db import IntegrityError, transaction

from accounts import account_closing
from accounts.models import User
from adjudicator import load_setup, opening
from games.core.errors import Refused
from games.models import SavedLine
from games.models.saved_line import LONGEST_LINE
from games.sandbox import address, saved
from games.sandbox.line import Line
from tests import factories

pytestmark = pytest.mark.django_db

TEXT = address.write(Line(opening(load_setup("standard"))))


def kept(owner: User, title: str = "Mine") -> SavedLine:
    return saved.save(owner, title, TEXT, holds_orders=False)


def test_a_line_is_private_until_it_is_shared_and_gets_another_link_each_time() -> None:
    line = kept(factories.person())
    assert line.key is None
    saved.share(line)
    line.refresh_from_db()
    first = line.key
    saved.share(line)
    line.refresh_from_db()
    assert first is not None
    assert line.key == first
    saved.stop_sharing(line)
    line.refresh_from_db()
    assert line.key is None
    saved.share(line)
    line.refresh_from_db()
    assert line.key not in (None, first)


def test_a_person_keeps_a_hundred_lines_and_others_are_not_counted() -> None:
    owner, other = factories.person(), factories.person()
    kept(other)
    for number in range(saved.MOST):
        kept(owner, str(number))
    with pytest.raises(Refused, match="100 saved lines"):
        kept(owner)
    owner.saved_lines.latest("pk").delete()
    assert kept(owner).pk


def test_the_lines_of_a_closed_account_are_deleted_and_no_others() -> None:
    owner, other = factories.person(), factories.person()
    kept(owner)
    theirs = kept(other)
    account_closing.close(owner)
    assert list(SavedLine.objects.all()) == [theirs]


def test_whoever_comes_back_before_their_account_is_closed_finds_their_lines() -> None:
    owner = factories.person()
    line = kept(owner)
    account_closing.ask(owner)
    assert list(owner.saved_lines.all()) == [line]


def test_somebody_who_closes_their_account_saves_nothing() -> None:
    owner = factories.person()
    User.objects.filter(pk=owner.pk).update(is_active=False)
    with pytest.raises(Refused):
        kept(owner)


def test_two_lines_never_have_the_same_link() -> None:
    one, two = kept(factories.person()), kept(factories.person())
    SavedLine.objects.filter(pk=one.pk).update(key="0" * 32)
    with pytest.raises(IntegrityError), transaction.atomic():
        SavedLine.objects.filter(pk=two.pk).update(key="0" * 32)


def test_the_administration_has_no_saved_lines() -> None:
    assert SavedLine not in admin.site._registry


def test_every_address_fits_into_a_saved_line() -> None:
    assert LONGEST_LINE == address.LONGEST


def test_the_name_of_a_saved_line_has_neither_its_title_nor_its_text() -> None:
    line = kept(factories.person(), "Secret plan")
    assert "Secret" not in str(line)
    assert TEXT not in str(line)
