"""News feeds: their entries, authors and languages, and that they have no secrets."""

import uuid
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core import audit, links
from games.deadlines import control
from games.game_master import corrections, masters
from games.lifecycle import endings
from games.models import Event, Game, Seat
from games.orders import submission
from games.orders.submission import Line
from games.press import sending
from games.web.feeds import addresses
from tests import factories

from . import atom_rules
from .atom_rules import ATOM
from .conftest import fetch, key_of

SECRET = "the quince is ripe"


def write(game: Game, power: str, text: str, to: Sequence[str] = ()) -> None:
    """Send a message from a power, or from the master without a power; public without `to`."""
    seats = {seat.power: seat for seat in game.seats.order_by("place")}
    circle: list[Seat] = [seats[name] for name in seats if name in (power, *to)] if to else []
    sender = seats.get(power)
    person = factories.holder(sender) if sender else game.masterships.get().person
    sending.send(game, circle, sender=sender, person=person, text=text, request_key=uuid.uuid4())


def order(game: Game, power: str, text: str) -> None:
    seat, phase = factories.seat(game, power), factories.open_phase(game)
    submission.submit(phase, seat, [Line("line-1", text)], person=factories.holder(seat))


def play(game: Game, phases: int = 1) -> None:
    for _ in range(phases):
        factories.keep_played(game)
        with time_machine.travel(factories.deadline(game), tick=False):
            assert due_phases.resolve_due() == 1


def entries(game: Game, key: str | None = None) -> list[dict[str, Any]]:
    """The entries of the feed of a game, each as a dict by element name."""
    answer = fetch(addresses.news_url(game, key))
    assert answer.status_code == 200
    assert not list(atom_rules.trouble(answer.content))
    return [
        {
            "title": entry.findtext(f"{ATOM}title"),
            "id": entry.findtext(f"{ATOM}id"),
            "author": entry.findtext(f"{ATOM}author/{ATOM}name"),
            "updated": entry.findtext(f"{ATOM}updated"),
            "html": entry.findtext(f"{ATOM}content"),
            "link": entry[1].get("href"),
        }
        for entry in ET.fromstring(answer.content).findall(f"{ATOM}entry")
    ]


def newest(game: Game, key: str | None = None) -> dict[str, Any]:
    return entries(game, key)[0]


# Entries


def test_a_resolved_phase_is_told_with_its_centers_and_a_link_to_its_results(game: Game):
    play(game)
    [entry] = [each for each in entries(game) if "resolved" in each["title"]]
    assert entry["title"] == "Spring 1901, movement was resolved."
    assert "Supply centers: Russia 4, Austria 3, England 3" in entry["html"]
    assert entry["link"] == links.absolute_url(f"/games/{game.slug}/S1901M/")
    assert entry["link"] in entry["html"]


def test_an_announcement_is_told_with_its_author(game: Game, master: User):
    masters.announce(game, "Dinner <b>at eight</b>.\n\nBring **wine**.", by=master)
    entry = newest(game)
    assert (entry["title"], entry["author"]) == ("Announcement from the game master", "Mia Master")
    assert entry["html"] == (
        "<p>Dinner &lt;b&gt;at eight&lt;/b&gt;.</p><p>Bring <strong>wine</strong>.</p>"
    )


def test_a_message_to_all_is_told_as_pages_show_it(game: Game):
    write(game, "FRANCE", "*Peace* <script>alert(1)</script>\n\n[map S1901M]")
    entry = newest(game)
    assert entry["title"] == "France writes to everyone"
    assert "<em>Peace</em>" in entry["html"]
    assert "<script" not in entry["html"]
    assert f"/games/{game.slug}/S1901M/map.png" in entry["html"]
    message = game.threads.get(circle="").messages.get()
    assert entry["link"].endswith(f"/press/{message.key}/")


def test_the_author_of_an_unsigned_message_stays_unknown(game: Game):
    Game.objects.filter(pk=game.pk).update(unsigned_messages=True)
    game.refresh_from_db()
    seat = factories.seat(game, "FRANCE")
    sending.send(
        game,
        [],
        sender=seat,
        person=factories.holder(seat),
        text="I know who stabs.",
        request_key=uuid.uuid4(),
        unsigned=True,
    )
    entry = newest(game)
    assert entry["title"] == "An unsigned message to everyone"
    assert not entry["author"]
    assert "France" not in str(entry)


def test_private_messages_that_were_opened_after_the_end_are_no_news(game: Game):
    Game.objects.filter(pk=game.pk).update(messages_open_at_end=True)
    game.refresh_from_db()
    write(game, "FRANCE", "A secret", to=["GERMANY"])
    endings.finish(game, Game.Ending.DRAW)
    assert not [entry for entry in entries(game) if "A secret" in str(entry)]


def test_events_that_move_or_end_a_game_are_told_and_lobby_entries_are_not(
    game: Game, master: User
):
    control.extend(game, to=None, by=master, reason="A feast.")
    assert "was moved from" in newest(game)["title"]
    assert newest(game)["html"] == "<p>A feast.</p>"
    endings.close(game, by=master, reason="Over.")
    titles = [entry["title"] for entry in entries(game)]
    assert titles == [
        "The game was closed without a result.", titles[1], "The game has begun.",
    ]  # fmt: skip


def test_the_newest_fifty_are_told_newest_first(game: Game, master: User):
    for number in range(30):
        write(game, "FRANCE", f"Message {number}")
        audit.log(Event.Kind.ANNOUNCED, game=game, actor=master, text=f"Word {number}")
    found = entries(game)
    assert len(found) == 50
    assert found == sorted(found, key=lambda entry: entry["updated"], reverse=True)
    assert found[0]["html"] == "<p>Word 29</p>"


def test_the_ids_of_entries_never_change(game: Game, master: User):
    write(game, "FRANCE", "Peace.")
    play(game, 2)
    before = {entry["id"] for entry in entries(game)}
    corrections.roll_back(game, 2, by=master, reason="A mistake.")
    Game.objects.filter(pk=game.pk).update(title="Another title", language="it")
    after = {entry["id"] for entry in entries(game)}
    assert before < after
    assert all(name.startswith(f"tag:localhost,{game.created_at:%Y-%m-%d}:") for name in after)


def test_no_id_of_an_entry_reveals_the_number_of_secret_events(game: Game, master: User):
    """Row numbers would: a gap between two of them is a secret event, such as saved orders."""
    masters.announce(game, "One.", by=master)
    write(game, "FRANCE", "Two.")
    message, event = (found["id"].partition(f"{game.slug}/")[2] for found in entries(game)[:2])
    sent = game.threads.get(circle="").messages.get()
    said = game.events.get(kind=Event.Kind.ANNOUNCED)
    assert message == f"messages/{sent.key}"
    assert event == f"log/announced/{said.at:%Y%m%dT%H%M%S%f}"


# Language and names


def test_a_feed_is_in_the_language_of_the_game_or_of_the_person_with_the_key(
    game: Game, reader: User
):
    write(game, "GERMANY", "Hallo.")
    Game.objects.filter(pk=game.pk).update(language="it")
    User.objects.filter(pk=reader.pk).update(language="bg")
    for key, language, power in ((None, "it", "Germania"), (key_of(reader), "bg", "Германия")):
        feed = fetch(addresses.news_url(game, key))
        assert f'xml:lang="{language}"'.encode() in feed.content
        assert feed["Content-Language"] == language
        assert power in newest(game, key)["title"]


@pytest.mark.parametrize("anonymous", [True, False])
def test_a_hidden_name_stays_hidden_until_the_end(game: Game, master: User, anonymous: bool):
    Game.objects.filter(pk=game.pk).update(anonymous=anonymous)
    seat = factories.seat(game, "FRANCE")
    name = factories.holder(seat).name
    write(game, "FRANCE", "Peace.")
    write(game, "", "Order, please.")
    other = factories.holder(factories.seat(game, "GERMANY"))
    for key in (None, key_of(other)):
        by_master, by_france = entries(game, key)[:2]
        assert by_france["author"] == f"France ({'hidden' if anonymous else name})"
        assert by_master["author"] == "Game master (Mia Master)"
        assert (name in fetch(addresses.news_url(game, key)).content.decode()) == (not anonymous)
    assert newest(game, key_of(master))["author"] == "Game master (Mia Master)"
    assert name in fetch(addresses.news_url(game, key_of(master))).content.decode()
    endings.close(game, by=master, reason="Over.")
    game.refresh_from_db()
    assert (name in fetch(addresses.news_url(game)).content.decode()) == (not anonymous)
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        assert name in fetch(addresses.news_url(game)).content.decode()


# Secrets


@pytest.mark.parametrize("who", ["nobody", "FRANCE", "ENGLAND", "the master", "a superuser"])
def test_no_feed_has_a_private_message_or_an_order_of_an_open_phase(
    game: Game, master: User, who: str
):
    play(game)
    write(game, "FRANCE", SECRET, to=["ENGLAND"])
    write(game, "FRANCE", "Peace.")
    order(game, "FRANCE", "A PAR S F BRE - GAS")
    people = {"the master": master}
    if who == "a superuser":
        people[who] = factories.person(is_superuser=True, is_staff=True)
    elif who in factories.HOLDS:
        people[who] = factories.holder(factories.seat(game, who))
    key = key_of(people[who]) if who in people else None
    paths = [addresses.news_url(game, key), addresses.calendar_url(game, key)]
    if key is not None:
        paths.append(addresses.own_calendar_url(key))
    told = "".join(fetch(path).content.decode() for path in paths)
    assert "Peace." in told
    for secret in (SECRET, "GAS", "Gas", "orders_saved", "F BRE"):
        assert secret not in told


# Cost


def test_news_take_no_more_queries_for_many_messages_and_phases(game: Game, master: User):
    def queries(path: str, **headers: str) -> int:
        fetch(path)
        with CaptureQueriesContext(connection) as caught:
            fetch(path, **headers)
        return len(caught)

    def all_queries() -> list[int]:
        found = []
        for path in (addresses.news_url(game), addresses.news_url(game, key_of(master))):
            tag = fetch(path)["ETag"]
            found += [queries(path), queries(path, **{"If-None-Match": tag})]
        return found

    def happen(number: int) -> None:
        write(game, "FRANCE", f"Peace {number}.\n\n[map S1901M]")
        masters.announce(game, f"Dinner at {number}.", by=master)

    for number in range(5):
        happen(number)
    play(game)
    before = all_queries()
    for number in range(5, 50):
        happen(number)
    play(game, 3)
    assert all_queries() == before
    assert before[0] <= 7
    assert before[1] <= 3


def test_an_unchanged_feed_is_neither_rendered_nor_sent_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
):
    write(game, "FRANCE", "Peace.")
    tag = {"If-None-Match": fetch(addresses.news_url(game))["ETag"]}
    with monkeypatch.context() as patched:
        patched.setattr("games.web.feeds.atom.document", None)
        again = fetch(addresses.news_url(game), **tag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag["If-None-Match"])
    write(game, "FRANCE", "War.")
    assert fetch(addresses.news_url(game), **tag).status_code == 200


def test_a_name_that_changed_is_sent_again(game: Game):
    write(game, "FRANCE", "Peace.")
    tag = {"If-None-Match": fetch(addresses.news_url(game))["ETag"]}
    person = factories.holder(factories.seat(game, "FRANCE"))
    person.name = "Charles Maurice"
    person.save(update_fields=["name"])
    assert fetch(addresses.news_url(game), **tag).status_code == 200


# The format


def test_a_feed_has_its_title_url_and_base(game: Game):
    answer = fetch(addresses.news_url(game))
    root = ET.fromstring(answer.content)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert root.findtext(f"{ATOM}title") == game.title
    assert root.find(f"{ATOM}link[@rel='self']").get("href") == addresses.news_url(game)  # type: ignore[union-attr]
    assert root.get("{http://www.w3.org/XML/1998/namespace}base") == links.absolute_url("/")


def test_a_feed_without_news_is_as_old_as_its_game(master: User):
    game = factories.open_game(master)
    first = fetch(addresses.news_url(game)).content
    assert entries(game) == []
    with time_machine.travel(clock.now().replace(year=2099)):
        assert fetch(addresses.news_url(game)).content == first


@pytest.mark.parametrize("odd", ["\x07", "\ufffe", "\x1b[31m", "]]>", "&nbsp;", "\u202e", "\x7f"])
def test_a_feed_is_valid_with_any_text(game: Game, master: User, odd: str):
    write(game, "FRANCE", f"Peace{odd}.")
    Game.objects.filter(pk=game.pk).update(title=f"The{odd} table")
    audit.log(Event.Kind.ANNOUNCED, game=game, actor=master, text=f"Dinner{odd}.")
    assert len(entries(game)) == 3


def test_the_checker_of_atom_rules_finds_each_fault():
    wrong = b'<feed xmlns="http://www.w3.org/2005/Atom"><updated>today</updated><entry/><x/></feed>'
    found = set(atom_rules.trouble(wrong))
    assert {"feed: 0 id", "entry: 0 title", "updated: 'today'", "nobody wrote an entry"} <= found
    assert any("what is" in each for each in found)


# Links to the feed


def test_the_pages_of_a_public_game_name_its_feed_and_those_of_a_private_one_do_not(
    game: Game, reader: User
):
    play(game)
    client = Client()
    client.force_login(reader)
    pages = [f"/games/{game.slug}/", f"/games/{game.slug}/S1901M/", f"/games/{game.slug}/log/"]
    path = f"/games/{game.slug}/feed.atom"
    for page in pages:
        assert f'type="application/atom+xml" title="{game.title}" href="{path}"' in (
            Client().get(page).content.decode()
        )
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    for page in pages:
        assert path not in client.get(page).content.decode()
