"""Threads with a title."""

import datetime as dt
import uuid

import pytest
import time_machine
from django.http import Http404

from accounts import clock
from accounts.models import User
from games import access
from games.models import Game, Message, Thread
from games.press import locations
from games.web.pages.press import threads

from ... import factories
from .message_helpers import hand_over, seats, texts, write

A_SECOND = dt.timedelta(seconds=1)


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def test_the_same_powers_write_under_several_titles(game: Game):
    write(game, "FRANCE", "GERMANY", text="plain")
    for title in ("Burgundy", "Belgium"):
        first = write(game, "FRANCE", "GERMANY", text=title, topic=title)
        write(game, "GERMANY", "FRANCE", text=f"Re: {title}", topic=first.thread)
    write(game, "GERMANY", "FRANCE", text="plainer")
    told = {thread.title: thread.messages.count() for thread in Thread.objects.all()}
    assert told == {"": 2, "Burgundy": 2, "Belgium": 2}


def test_the_form_that_opens_a_thread_sent_twice_opens_one(game: Game):
    key = uuid.uuid4()
    first = write(game, "FRANCE", "GERMANY", topic="Burgundy", key=key)
    assert write(game, "FRANCE", "GERMANY", topic="Burgundy", key=key) == first
    write(game, "FRANCE", "GERMANY", text="Changed", topic="Burgundy", key=key)
    assert (Thread.objects.count(), Message.objects.count()) == (1, 2)


def test_a_titled_thread_is_for_its_powers_alone(game: Game, master: User):
    thread = write(game, "FRANCE", "GERMANY", text="secret", topic="Burgundy").thread
    assert thread.key is not None
    for power in ("FRANCE", "GERMANY"):
        place = locations.titled_location_or_404(holder(game, power), game, thread.key)
        assert (place.title, [seat.power for seat in place.circle]) == (
            "Burgundy",
            ["FRANCE", "GERMANY"],
        )
        assert texts(holder(game, power), game) == ["secret"]
    for viewer in (holder(game, "ITALY"), master):
        assert texts(viewer, game) == []
        with pytest.raises(Http404):
            locations.titled_location_or_404(viewer, game, thread.key)


def test_a_successor_learns_no_title_of_before_until_somebody_writes_there(game: Game):
    thread = write(game, "FRANCE", "GERMANY", topic="Burgundy").thread
    assert thread.key is not None
    heir = factories.person()
    former = hand_over(game, "GERMANY", heir, clock.now() + A_SECOND)
    with pytest.raises(Http404):
        locations.titled_location_or_404(heir, game, thread.key)
    with time_machine.travel(clock.now() + 2 * A_SECOND):
        write(game, "FRANCE", "GERMANY", text="Still here?", topic=thread)
    for reader in (heir, former):
        assert locations.titled_location_or_404(reader, game, thread.key).title == "Burgundy"


def test_a_titled_thread_of_another_game_is_not_found_here(game: Game, players: list[User]):
    other = factories.begun_game(factories.person(), players)
    thread = write(other, "FRANCE", topic="Burgundy").thread
    assert thread.key is not None
    with pytest.raises(Http404):
        locations.titled_location_or_404(players[0], game, thread.key)


def test_the_list_has_each_thread_with_its_title(game: Game):
    write(game, "FRANCE", "GERMANY", topic="Burgundy")
    write(game, "FRANCE", topic="Who is who")
    write(game, "FRANCE", "GERMANY")
    lines = threads.thread_lines(access.Role(holder(game, "GERMANY"), game))
    assert [(line.title, line.unread) for line in lines] == [
        ("", 0),  # the public one, always on top
        ("", 1),
        ("Who is who", 1),
        ("Burgundy", 1),
    ]
    assert len({line.url for line in lines}) == 4


@pytest.mark.parametrize("number", [0, 5, 60, 129])
def test_the_address_of_a_message_leads_to_a_page_that_shows_it(game: Game, number: int):
    written = [write(game, "FRANCE", "GERMANY", text=str(each)) for each in range(130)]
    reader, place = (
        holder(game, "GERMANY"),
        locations.untitled_location(game, seats(game, "FRANCE", "GERMANY")),
    )
    address = locations.message_url(reader, written[number])
    before = address.partition("before=")[2].partition("#")[0]
    window = threads.MessagePage(access.Role(reader, game), place, before)
    assert written[number] in window.messages
    assert address.startswith(place.url)
    assert address.endswith(f"#message-{written[number].key}")


def test_what_one_may_not_read_has_no_address_either(game: Game):
    message = write(game, "FRANCE", "GERMANY")
    with pytest.raises(Http404):
        locations.message_or_404(holder(game, "ITALY"), game, message.key)
