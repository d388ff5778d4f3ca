"""The log by the API: the events of its page, in the same words, and its pages."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.deadlines import control
from games.game_master import corrections, masters
from games.lifecycle import endings
from games.models import Game
from tests import factories

from ..orders.test_submission import submit
from ..web.views.conftest import signed_in
from .conftest import program

PARAGRAPH = re.compile(
    r'<div class="log__what">\s*<p>(.*?)(?: <span class="small muted">(.*?)</span>)?</p>'
)


def lines_of_page(answer: str) -> list[tuple[str, str]]:
    """The sentences of a page of the log, each with the name after it."""
    return [
        (html.unescape(sentence), html.unescape(author))
        for sentence, author in PARAGRAPH.findall(answer)
    ]


def lines_of_api(person: User, game: Game) -> list[tuple[str, str]]:
    events = program(person).get(f"/games/{game.slug}/log?limit=100").json()["events"]
    return [(each["sentence"], each["author"]) for each in events]


@pytest.mark.parametrize("anonymous", [False, True])
def test_each_reader_has_the_sentences_of_the_page(
    master: User, players: list[User], anonymous: bool
):
    game = factories.begun_game(master, players, anonymous=anonymous)
    masters.announce(game, "Be **kind**.", by=master)
    control.extend(game, to=None, by=master, reason="Holidays.")
    endings.draw(game, among=["FRANCE", "TURKEY"], by=master)
    stranger = factories.person("Boris")
    User.objects.update(time_zone="UTC")
    for reader in (players[0], master, stranger):
        page = signed_in(reader).get(f"/games/{game.slug}/log/").content.decode()
        lines = lines_of_api(reader, game)
        assert lines == lines_of_page(page)
        assert len(lines) >= 11
        hidden = ("A hidden player joined.", "") in lines
        assert hidden is (anonymous and reader != master)


def test_an_entry_has_its_codes_and_the_reason(game: Game, master: User):
    control.extend(game, to=None, by=master, reason="Holidays in Spain.")
    reader = program(factories.person())
    [entry, *_older] = reader.get(f"/games/{game.slug}/log").json()["events"]
    assert (entry["kind"], entry["phase"], entry["power"]) == ("extended", "S1901M", None)
    assert (entry["author"], entry["reason"]) == (master.name, "Holidays in Spain.")
    assert entry.keys().isdisjoint({"id", "pk", "key"})


def test_an_undone_end_names_the_phase_that_no_longer_counts(game: Game, master: User):
    endings.draw(game, among=["FRANCE", "TURKEY"], by=master)
    corrections.reopen(game, by=master, reason="By mistake.")
    events = program(master).get(f"/games/{game.slug}/log").json()["events"]
    [entry] = [each for each in events if each["kind"] == "game_reopened"]
    assert (entry["reason"], entry["superseded"]) == ("By mistake.", ["S1901M"])


def test_the_language_is_that_of_the_request(game: Game, players: list[User]):
    asked = program(players[0])
    english, spanish = (
        asked.get(f"/games/{game.slug}/log", Accept_Language=language).json()["events"]
        for language in ("en", "es")
    )
    assert [each["kind"] for each in english] == [each["kind"] for each in spanish]
    assert english[0]["sentence"] != spanish[0]["sentence"]


def test_pages_go_back_to_the_first_event_and_new_ones_do_not_move_them(game: Game, master: User):
    reader = program(factories.person())
    path = f"/games/{game.slug}/log?limit=3"
    whole = reader.get(f"/games/{game.slug}/log?limit=100").json()
    assert whole["next_cursor"] is None
    page = reader.get(path).json()
    found = page["events"]
    masters.announce(game, "Welcome.", by=master)
    while page["next_cursor"]:
        page = reader.get(f"{path}&cursor={page['next_cursor']}").json()
        found += page["events"]
    assert found == whole["events"]
    for cursor in ("nonsense", "YWZ0ZXIgMA", "YWZ0ZXIgOTk5OQ"):  # "after 0", "after 9999"
        refused = reader.get(f"{path}&cursor={cursor}")
        assert (refused.status_code, refused.json()["code"]) == (422, "unknown_cursor")


def test_secret_acts_change_neither_the_log_nor_its_cursors(game: Game):
    reader = program(factories.person())
    path = f"/games/{game.slug}/log?limit=3"
    before = reader.get(path).content
    submit(game, "FRANCE", "A PAR - BUR")
    assert reader.get(path).content == before


def test_the_log_of_a_private_game_is_for_those_in_it(master: User, players: list[User]):
    game = factories.begun_game(master, players, visibility=Game.Visibility.PRIVATE)
    path = f"/games/{game.slug}/log"
    assert program(factories.person()).get(path).status_code == 404
    assert program(players[0]).get(path).status_code == 200


def test_more_events_take_no_more_queries(game: Game, master: User):
    reader, path = program(factories.person()), f"/games/{game.slug}/log?limit=100"
    numbers = []
    for text in ("Welcome.", "Be kind."):
        masters.announce(game, text, by=master)
        reader.get(path)
        with CaptureQueriesContext(connection) as queries:
            reader.get(path)
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]
