"""The search for replies in the sandbox, and games that have agreed to no machine help."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.sandbox import address, search
from games.sandbox.begin import line_of_phase
from games.sandbox.line import Line
from games.sandbox.pieces import moved
from tests import factories
from tests.games.sandbox.test_search import full_board, line_with

from .conftest import Answer, nothing_changes, signed_in, words

GOAL = "FRANCE A PAR"
FORBIDDEN = "has agreed to no machine help"


def simple_line() -> Line:
    """A French move that one German army can stop."""
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    return line_with(units, {"FRANCE": ["A PAR - BUR"]})


def url_of(line: Line) -> str:
    return reverse("games:sandbox_search", args=[address.write(line)])


def ask(client: Client, line: Line, goal: str = GOAL, **more: str) -> Any:
    return client.post(url_of(line), {"goal": goal, **more})


def links(answer: Answer, title: str) -> list[str]:
    return re.findall(rf'href="([^"]+)">{title}<', answer.content.decode())


def page_of(client: Client, line: Line) -> str:
    url = reverse("games:sandbox_line", args=[address.write(line)])
    return client.get(url).content.decode()


def test_a_stranger_sees_the_replies_in_words_and_nothing_is_stored(
    client: Client, db: None
) -> None:
    with nothing_changes():
        answer = ask(client, simple_line())
    assert answer.status_code == 200
    text = words(answer)
    assert "Replies by which the order of A PAR fails: 1" in text
    assert "Germany A MUN - BUR" in text
    assert "All replies of up to 4 orders were tried." in text
    assert "Units of other powers within reach 1" in text


def test_a_reply_opens_as_a_line_with_its_orders_and_with_its_results(
    client: Client, db: None
) -> None:
    answer = ask(client, simple_line())
    (orders,) = links(answer, "Open these orders")
    (results,) = links(answer, "Show the results")
    line = address.read(orders.split("/")[2]).line
    assert line.orders == {"FRANCE": ("A PAR - BUR",), "GERMANY": ("A MUN - BUR",)}
    assert client.get(orders).status_code == 200
    shown = words(client.get(results))
    assert "On to" in shown
    assert "A PAR - BUR" in shown


def test_the_orders_chosen_in_the_lists_are_the_plan(client: Client, db: None) -> None:
    start = simple_line().with_orders({})
    answer = ask(client, start, mode="rows", **{"unit-PAR": "A PAR - PIC"})
    assert "A PAR - PIC" in words(answer)
    assert "No reply breaks this plan" in words(answer)


def test_a_list_with_an_order_that_cannot_be_given_is_refused(client: Client, db: None) -> None:
    answer = ask(client, simple_line(), mode="rows", **{"unit-PAR": "A PAR - LON"})
    assert answer.status_code == 422
    assert "not next to" in words(answer)


@pytest.mark.parametrize("goal", ["", "FRANCE A LON", "ITALY units", "nonsense"])
def test_a_goal_that_the_line_does_not_have_is_refused(client: Client, db: None, goal: str) -> None:
    answer = ask(client, simple_line(), goal)
    assert answer.status_code == 422
    assert "Choose what would break the plan." in words(answer)


def test_the_search_says_that_it_stopped_at_its_bound(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search.search, "__defaults__", (10,))
    text = words(ask(client, full_board(), "FRANCE centers"))
    assert "stopped at its limit before all single orders were tried" in text
    monkeypatch.setattr(search.search, "__defaults__", (100,))
    text = words(ask(client, full_board(), "FRANCE centers"))
    assert "The search stopped at its limit. All replies of 1 order were tried." in text


def test_an_order_that_fails_anyway_is_named(client: Client, db: None) -> None:
    line = simple_line().with_orders({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    assert "A PAR fails already with the orders that stand here." in words(ask(client, line))


def test_a_lost_center_and_the_unit_that_comes_in_are_named(client: Client, db: None) -> None:
    line = line_with({"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}, {}, FRANCE=["MAR"])
    text = words(ask(client, line, "FRANCE centers"))
    assert "Entered: Marseilles" in text
    assert "A BUR - MAR succeeds" in text


def test_the_page_of_a_movement_phase_offers_each_order_and_other_pages_do_not(
    client: Client, db: None
) -> None:
    line = line_with({"FRANCE": ["A PAR"]}, {}, FRANCE=["PAR", "BRE"])
    page = page_of(client, line)
    goals = re.findall(r'<option value="(FRANCE [^"]+)"', page)
    assert goals == ["FRANCE centers", "FRANCE units", "FRANCE A PAR"]
    assert f'formaction="{url_of(line)}"' in page
    winter = line.resolved()
    assert "What breaks it?" not in page_of(client, winter)
    assert ask(client, winter).status_code == 422


def test_the_address_of_a_search_leads_back_to_its_line(client: Client, db: None) -> None:
    answer: Any = client.get(url_of(simple_line()))
    assert answer.url == reverse("games:sandbox_line", args=[address.write(simple_line())])


def test_a_damaged_line_is_refused(client: Client, db: None) -> None:
    url = reverse("games:sandbox_search", args=["1abc"])
    assert client.post(url, {"goal": GOAL}).status_code == 404


def test_searches_have_a_limit_of_their_own_and_strangers_a_stricter_one(
    client: Client, master: User, settings: object
) -> None:
    rates = {"searches": "2/m/user", "searches_of_strangers": "1/m/ip"}
    settings.ACCOUNT_RATE_LIMITS = rates  # type: ignore[attr-defined]
    for each, allowed in ((client, 1), (signed_in(master), 2)):
        codes = [ask(each, simple_line()).status_code for _time in range(3)]
        assert codes == [200] * allowed + [429] * (3 - allowed)
    assert "too many requests" in words(ask(client, simple_line()))


# Private lines


def test_a_private_line_is_searched_without_any_address_that_holds_it(
    client: Client, db: None
) -> None:
    text = address.write(simple_line())
    sent = {"line": text, "goal": GOAL, "game": "our-table", "phase": "F1901M"}
    answer = client.post(reverse("games:sandbox_private_search"), sent)
    page = unescape(answer.content.decode())
    assert "A MUN - BUR" in words(answer)
    assert "no-store" in answer["Cache-Control"]
    assert not re.search(rf'(href|action)="[^"]*{text[:20]}', page)
    assert "/sandbox/1" not in page
    assert page.count('name="game" value="our-table"') == 3
    assert page.count('name="phase" value="F1901M"') == 3
    shown, lines = (
        re.findall(r'name="show" value="(\d+)"', page),
        re.findall(r'name="line" value="([^"]+)"', page),
    )
    assert shown == ["1"]
    resolved, ordered, back = (address.read(each).line for each in lines)
    assert ordered.orders["GERMANY"] == ("A MUN - BUR",)
    assert len(resolved.phases) == 1
    assert back.orders == {"FRANCE": ("A PAR - BUR",)}


def test_a_damaged_private_line_is_refused(client: Client, db: None) -> None:
    answer = client.post(reverse("games:sandbox_private_search"), {"line": "1abc"})
    assert answer.status_code == 404


# No machine help


@pytest.fixture
def france(game: Game) -> Client:
    return signed_in(factories.holder(factories.seat(game, "FRANCE")))


@pytest.fixture
def begun(game: Game) -> Line:
    """The line that begins with the open phase of the game."""
    return line_of_phase(factories.open_phase(game))


def test_games_begin_with_no_machine_help(game: Game) -> None:
    assert game.no_machine_help


def test_the_running_phase_of_ones_game_is_not_searched(
    france: Client, game: Game, begun: Line
) -> None:
    page = page_of(france, begun)
    assert FORBIDDEN in page
    assert 'name="goal"' not in page
    plan = begun.with_orders({"FRANCE": ["A PAR - BUR"]})
    for line in (plan, plan.resolved()):  # resolved, it still begins with that phase
        answer = ask(france, line)
        assert answer.status_code == 403
        assert f"Your game “{game}” {FORBIDDEN}" in words(answer)
    private = {"line": address.write(plan), "goal": GOAL}
    answer = france.post(reverse("games:sandbox_private_search"), private)
    assert answer.status_code == 403


def test_a_game_that_agreed_to_help_is_searched(france: Client, game: Game, begun: Line) -> None:
    Game.objects.filter(pk=game.pk).update(no_machine_help=False)
    assert ask(france, begun).status_code == 200
    assert 'name="goal"' in page_of(france, begun)


def test_another_position_or_another_reader_is_not_taken_for_the_game(
    france: Client, client: Client, master: User, begun: Line
) -> None:
    other = Line(moved(begun.position, "PAR", "BUR"))
    assert ask(france, other, "FRANCE A BUR").status_code == 200
    for reader in (client, signed_in(master)):
        assert ask(reader, begun).status_code == 200


def test_a_game_that_is_over_is_searched(france: Client, game: Game, begun: Line) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, ending=Game.Ending.CLOSED)
    assert ask(france, begun).status_code == 200


def test_the_lobby_says_whether_phases_are_searched(client: Client, master: User) -> None:
    game = factories.open_game(master)
    url = reverse("games:game", args=[game.slug])
    told = words(client.get(url, follow=True))
    assert "none for running phases of this game (no machine help)" in told
    Game.objects.filter(pk=game.pk).update(no_machine_help=False)
    assert "for running phases too" in words(client.get(url, follow=True))
