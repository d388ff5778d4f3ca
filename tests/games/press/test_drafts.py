"""Drafts of messages: one a person and thread, read by nobody else, gone when they are sent."""

import datetime as dt
import uuid
from typing import Any

import pytest
import time_machine

from accounts import account_closing, clock
from games import access, tasks
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import endings
from games.models import Draft, Game, Seat
from games.press import drafts, locations, sending
from games.press.drafts import TypedMessage
from games.seats import substitutes, tenures

from ... import factories
from .message_helpers import agree, seats, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def france(game: Game) -> Seat:
    return factories.seat(game, "FRANCE")


def place(game: Game, *powers: str) -> str:
    return locations.location_name(seats(game, *powers) if powers else [])


def save(
    game: Game, power: str, text: str, *to: str, key: uuid.UUID | None = None, **more: Any
) -> tuple[Draft | None, str]:
    """Save a draft from the holder of a power to others, or for everyone."""
    seat = factories.seat(game, power)
    typed = TypedMessage(text, key or uuid.uuid4(), **more)
    here = place(game, power, *to) if to else place(game)
    return drafts.save(game, here, writer=seat, person=factories.holder(seat), typed=typed)


def texts(game: Game, power: str) -> list[str]:
    holder = factories.seat(game, power).tenures.lasting().latest("pk").person
    role = access.Role(holder, game)
    return [draft.text for draft in access.own_drafts(role)]


def test_a_thread_has_one_draft_a_person_the_newest(game: Game):
    save(game, "FRANCE", "Dear", "GERMANY")
    save(game, "FRANCE", "Dear Germany", "GERMANY")
    save(game, "GERMANY", "Dear France", "FRANCE")
    save(game, "FRANCE", "To all")
    assert sorted(texts(game, "FRANCE")) == ["Dear Germany", "To all"]
    assert texts(game, "GERMANY") == ["Dear France"]
    assert texts(game, "ITALY") == []


def test_an_empty_text_deletes_the_draft(game: Game):
    save(game, "FRANCE", "Dear Germany", "GERMANY")
    assert save(game, "FRANCE", " \n", "GERMANY") == (None, "Dear Germany")
    assert texts(game, "FRANCE") == []


@pytest.mark.parametrize("too_long", [{"text": "x" * 20_001}, {"text": "x", "title": "x" * 81}])
def test_a_draft_is_no_longer_than_a_message(game: Game, too_long: dict[str, str]):
    with pytest.raises(Refused, match="too long"):
        save(game, "FRANCE", too_long["text"], title=too_long.get("title", ""))
    assert not Draft.objects.exists()


def test_a_sent_message_takes_its_draft_along(game: Game):
    draft, _replaced = save(game, "FRANCE", "Dear Germany", "GERMANY")
    assert draft
    save(game, "FRANCE", "To all")
    more: dict[str, Any] = {"draft": draft.location, "draft_version": draft.version}
    write(game, "FRANCE", "GERMANY", text="Something else", **more)
    assert texts(game, "FRANCE") == ["To all"]


def test_a_message_that_is_refused_leaves_its_draft(game: Game):
    draft, _replaced = save(game, "FRANCE", "Dear Germany", "GERMANY")
    assert draft
    agree(game, press=Game.Press.NONE)
    with pytest.raises(Refused):
        write(game, "FRANCE", "GERMANY", draft=draft.location, draft_version=draft.version)
    assert texts(game, "FRANCE") == ["Dear Germany"]


def test_a_longer_draft_from_another_device_survives_a_message_from_this_one(game: Game):
    draft, _replaced = save(game, "FRANCE", "A long letter", "GERMANY")
    assert draft
    write(game, "FRANCE", "GERMANY", text="Yes.", draft=draft.location)
    assert texts(game, "FRANCE") == ["A long letter"]
    write(game, "FRANCE", "GERMANY", text="A long letter, sent.", draft=draft.location)
    assert texts(game, "FRANCE") == []


def test_a_form_whose_message_was_sent_saves_nothing_more(game: Game):
    key = uuid.uuid4()
    write(game, "FRANCE", "GERMANY", key=key)
    save(game, "FRANCE", "Hell", "GERMANY", key=key)
    assert texts(game, "FRANCE") == []


def test_the_newer_text_wins_and_the_one_it_replaces_is_returned(game: Game):
    first, _replaced = save(game, "FRANCE", "On the phone", "GERMANY")
    assert first
    with time_machine.travel(clock.now() + dt.timedelta(minutes=1), tick=False):
        second, replaced = save(game, "FRANCE", "On the laptop", "GERMANY")
    assert second
    assert replaced == "On the phone"
    assert texts(game, "FRANCE") == ["On the laptop"]
    _third, replaced = save(game, "FRANCE", "On the phone!", "GERMANY", version=first.version)
    assert replaced == "On the laptop"


@pytest.mark.parametrize("known", ["by its version", "by its form", "by its text"])
def test_a_text_that_the_writer_knows_is_not_offered_again(game: Game, known: str):
    key = uuid.uuid4()
    draft, _replaced = save(game, "FRANCE", "Dear", "GERMANY", key=key)
    assert draft
    ways: dict[str, dict[str, Any]] = {
        "by its version": {"version": draft.version},
        "by its form": {"key": key},
        "by its text": {},
    }
    text = "Dear Germany" if known == "by its text" else "Hello"
    assert save(game, "FRANCE", text, "GERMANY", **ways[known])[1] == ""


def test_the_press_rules_of_the_moment_do_not_keep_a_draft_from_being_saved(game: Game):
    agree(game, press=Game.Press.NONE)
    save(game, "FRANCE", "For later", "GERMANY")
    assert texts(game, "FRANCE") == ["For later"]


def test_only_a_holder_of_the_seat_saves_a_draft_for_it(game: Game, france: Seat):
    stranger = factories.person("Stranger")
    with pytest.raises(Refused, match="no longer"):
        drafts.save(
            game,
            place(game),
            writer=france,
            person=stranger,
            typed=TypedMessage("Hi", uuid.uuid4()),
        )
    assert not Draft.objects.exists()


# Who leaves


def test_a_person_who_resigns_leaves_no_draft_to_the_successor(game: Game, france: Seat):
    save(game, "FRANCE", "Dear Germany", "GERMANY")
    save(game, "GERMANY", "Dear France", "FRANCE")
    tenures.resign(france, factories.holder(france))
    assert not Draft.objects.filter(seat=france).exists()
    heir = factories.person("Heir")
    tenures.take(france, heir)
    assert texts(game, "FRANCE") == []
    assert texts(game, "GERMANY") == ["Dear France"]


def test_a_draft_is_hidden_from_a_substitute_and_waits_for_its_writer(game: Game, france: Seat):
    writer = factories.holder(france)
    save(game, "FRANCE", "Dear Germany", "GERMANY")
    master = game.masterships.get().person
    factories.lend(france, factories.person("Substitute"), number=2, by=master)
    assert texts(game, "FRANCE") == []
    assert list(access.own_drafts(access.Role(writer, game))) == []
    save(game, "FRANCE", "Of the substitute", "GERMANY")
    substitutes.end_substitute(france, by=writer)
    assert texts(game, "FRANCE") == ["Dear Germany"]
    assert Draft.objects.count() == 1


def test_a_master_who_steps_down_leaves_no_draft(game: Game):
    master = game.masterships.get().person
    typed = TypedMessage("Dear all", uuid.uuid4())
    drafts.save(game, place(game), writer=None, person=master, typed=typed)
    assert [d.text for d in access.own_drafts(access.Role(master, game))] == ["Dear all"]
    masters.leave(game, master)
    assert not Draft.objects.exists()


def test_drafts_go_on_after_the_end_of_a_game(game: Game):
    save(game, "FRANCE", "Well played", "GERMANY")
    endings.close(game, by=None, reason="")
    assert texts(game, "FRANCE") == ["Well played"]


def test_a_closed_account_has_no_drafts(game: Game, france: Seat):
    save(game, "FRANCE", "Dear Germany", "GERMANY")
    endings.close(game, by=None, reason="")  # nobody resigns any more
    for on_close in account_closing.on_close:
        on_close(france.tenures.get().person)
    assert not Draft.objects.exists()


def test_a_draft_is_deleted_after_thirty_days(game: Game):
    save(game, "FRANCE", "Old", "GERMANY")
    with time_machine.travel(clock.now() + dt.timedelta(days=29)):
        save(game, "FRANCE", "New", "ITALY")
        tasks.delete_expired()
        assert Draft.objects.count() == 2
    with time_machine.travel(clock.now() + dt.timedelta(days=31)):
        tasks.delete_expired()
    assert texts(game, "FRANCE") == ["New"]


def test_a_location_is_found_by_its_name(game: Game):
    message = write(game, "FRANCE", "GERMANY", topic="The sea lion")
    everyone = list(game.seats.order_by("place"))
    circle = seats(game, "FRANCE", "GERMANY")
    known = [
        locations.untitled_location(game, []),
        locations.untitled_location(game, circle),
        locations.untitled_location(game, circle[:1]),
        locations.ThreadLocation(game, circle, None, to_be_titled=True),
        locations.ThreadLocation(game, [], None, to_be_titled=True),
        locations.ThreadLocation(game, circle, message.thread),
    ]
    for location in known:
        found = locations.named_location(game, everyone, location.name)
        assert found
        assert (found.url, found.name) == (location.url, location.name)
    assert len({location.name for location in known}) == len(known)


def test_an_error_while_a_draft_is_saved_does_not_quote_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("a secret text")

    monkeypatch.setattr(sending, "lock_writer", broken)
    with pytest.raises(Exception, match="RuntimeError") as failure:
        save(game, "FRANCE", "a secret text")
    assert "secret" not in str(failure.value)
