"""The pages of past phases, and their link previews."""

import html
import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.adjudication import due_phases
from games.board import pictures
from games.lifecycle import endings
from games.models import Game, Phase
from games.web.pages import history
from tests import factories

from .conftest import Answer, OrderForm, signed_in, words


def resolve(game: Game) -> Phase:
    """Let the deadline of the open phase pass, and return that phase."""
    phase = factories.open_phase(game)
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    phase.refresh_from_db()
    return phase


@pytest.fixture
def played(game: Game, order_form) -> Game:
    """Spring is over, with a move and a bounce; fall is open, with an order of France."""
    order_form("FRANCE").rows("A PAR - BUR", "F BRE - MAO")
    order_form("GERMANY").rows("A MUN - BUR")
    resolve(game)
    OrderForm(game, "FRANCE").rows("F MAO - POR")
    return game


def address(game: Game, name: str, code: str = "S1901M") -> str:
    return reverse(f"games:{name}", args=[game.slug, code])


def drawn(answer: Answer) -> str:
    """The board on a page."""
    found = re.search(r'<svg class="board".*?</svg>', answer.content.decode(), re.S)
    assert found
    return found[0]


def orders_on(answer: Answer) -> set[str]:
    return {html.unescape(order) for order in re.findall(r'data-order="([^"]*)"', drawn(answer))}


def tag(answer: Answer, name: str) -> str:
    """The content of a meta tag for previews; empty without the tag."""
    page = answer.content.decode()
    found = re.search(rf'<meta (?:property|name)="{re.escape(name)}" content="([^"]*)"', page)
    return html.unescape(found[1]) if found else ""


def test_the_position_after_is_what_the_next_phase_opened_with(played: Game, client: Client):
    before = client.get(address(played, "phase"))
    after = client.get(address(played, "after"))
    assert "A PAR - BUR" in orders_on(before)
    assert orders_on(after) == set()
    assert 'data-unit="F MAO"' in drawn(after)
    assert 'data-unit="F BRE"' not in drawn(after)
    assert drawn(after) == pictures.draw(factories.open_phase(played))
    assert "After Spring 1901, movement" in words(after)


def test_the_position_after_the_last_phase_is_the_end_of_the_game(played: Game, client: Client):
    resolve(played)
    last = factories.open_phase(played)
    Phase.objects.filter(pk=last.pk).update(status=Phase.Status.FINAL, deadline=None, due_at=None)
    past, _void = history.all_phases(played)
    assert drawn(client.get(address(played, "after", past[1].code))) == pictures.draw(last)


@pytest.mark.parametrize("code", ["F1901M", "W1999A"])
def test_there_is_no_position_after_a_phase_that_is_not_over(
    played: Game, client: Client, code: str
):
    answer = client.get(address(played, "after", code))
    if code == "F1901M":
        assert (answer.status_code, answer["Location"]) == (302, played.get_absolute_url())
    else:
        assert answer.status_code == 404


def test_a_phase_that_was_rolled_back_is_not_between_its_neighbours(played: Game, client: Client):
    rolled_back = factories.open_phase(played)
    Phase.objects.filter(pk=rolled_back.pk).update(status=Phase.Status.SUPERSEDED)
    new = Phase.objects.create(
        game=played,
        settings=rolled_back.settings,
        number=3,
        code="F1901M",
        opened_at=rolled_back.opened_at,
    )
    assert drawn(client.get(address(played, "after"))) == pictures.draw(new)


def test_every_step_leads_to_its_neighbours(played: Game, client: Client):
    resolve(played)
    game = played.get_absolute_url()
    spring, fall = address(played, "phase"), address(played, "phase", "F1901M")
    steps = [spring, f"{spring}after/", fall, f"{fall}after/", game]
    for place, step in enumerate(steps):
        page = client.get(step).content.decode()
        assert re.findall(r'<option value="([^"]*)"', page)[: len(steps)] == steps
        links = dict(re.findall(r'data-step="(\w+)" href="([^"]*)"', page))
        expected: dict[str, str] = {}
        if place:
            expected |= {"first": steps[0], "previous": steps[place - 1]}
        if place < len(steps) - 1:
            expected |= {"next": steps[place + 1], "last": steps[-1]}
        assert links == expected, step


def test_a_game_in_its_first_phase_has_no_steps_to_go(game: Game, client: Client):
    page = client.get(game.get_absolute_url()).content.decode()
    assert "steps__slider" not in page
    assert 'data-step="previous" href' not in page


def test_an_order_on_the_board_and_its_line_have_the_same_name(played: Game, client: Client):
    page = client.get(address(played, "phase"))
    rest = page.content.decode().replace(drawn(page), "")
    lines = {html.unescape(order) for order in re.findall(r'data-order="([^"]*)"', rest)}
    assert {"A PAR - BUR", "A MUN - BUR", "F BRE - MAO"} <= orders_on(page) & lines


# Previews of a link


def test_a_preview_shows_the_page_that_is_linked_to(played: Game, client: Client):
    site = "http://testserver"
    pages_and_pictures = {
        address(played, "phase"): address(played, "picture"),
        address(played, "after"): address(played, "picture", "F1901M") + "?orders=no",
        played.get_absolute_url(): address(played, "picture", "F1901M") + "?orders=no",
    }
    for page, picture in pages_and_pictures.items():
        answer = client.get(page)
        assert tag(answer, "og:image") == f"{site}{picture}"
        assert tag(answer, "og:url") == f"{site}{page}"
        assert (tag(answer, "og:image:width"), tag(answer, "og:image:height")) == ("1200", "1050")
        assert tag(answer, "twitter:card") == "summary_large_image"
    answer = client.get(address(played, "phase"))
    assert tag(answer, "og:title") == f"{played.title}: Spring 1901, movement"
    assert tag(answer, "og:description").startswith("Spring 1901, movement. Russia 4, Austria 3")


def test_the_preview_of_a_finished_game_and_of_its_replay_tells_the_result(
    played: Game, client: Client
):
    Game.objects.filter(pk=played.pk).update(anonymous=True)
    replayed = reverse("games:replay", args=[played.slug])
    assert tag(client.get(replayed), "og:description") == ""
    endings.draw(played, among=["FRANCE", "TURKEY"], by=None)
    final = played.phases.get(status=Phase.Status.FINAL)
    for page in (played.get_absolute_url(), replayed):
        answer = client.get(page)
        text = tag(answer, "og:description")
        assert "The game has ended in a draw among France, Turkey. Russia 4, Austria 3" in text
        picture = f"{address(played, 'picture', final.code)}?orders=no"
        assert tag(answer, "og:image") == f"http://testserver{picture}"
    assert tag(client.get(replayed), "og:title") == f"{played.title}: Replay"
    Game.objects.filter(pk=played.pk).update(visibility=Game.Visibility.PRIVATE)
    person = factories.seat(played, "FRANCE").tenures.get().person
    assert tag(signed_in(person).get(replayed), "og:description") == ""


def test_the_preview_of_a_solo_names_the_winner(played: Game, client: Client):
    endings.concede(played, to=factories.seat(played, "FRANCE"))
    text = tag(client.get(played.get_absolute_url()), "og:description")
    assert "Everyone else has conceded the game to France." in text


def test_the_picture_of_a_preview_has_the_size_that_it_tells(played: Game, client: Client):
    answer = client.get(address(played, "phase"))
    picture = client.get(tag(answer, "og:image").removeprefix("http://testserver"))
    assert picture["Content-Type"] == "image/png"
    width, height = (int.from_bytes(picture.content[at : at + 4], "big") for at in (16, 20))
    told = (tag(answer, "og:image:width"), tag(answer, "og:image:height"))
    assert (str(width), str(height)) == told


def test_nothing_that_strangers_get_has_an_order_of_an_open_phase(played: Game, client: Client):
    france = signed_in(factories.holder(factories.seat(played, "FRANCE")))
    assert "F MAO - POR" in orders_on(france.get(played.get_absolute_url()))
    assert "F MAO - POR" not in orders_on(france.get(address(played, "after")))
    for page in (played.get_absolute_url(), address(played, "after"), address(played, "phase")):
        assert "F MAO - POR" not in html.unescape(client.get(page).content.decode())
    picture = address(played, "picture", "F1901M")
    bare = client.get(f"{picture}?orders=no").content
    assert client.get(picture).content == bare


def test_a_private_game_has_no_preview(order_form):
    game = factories.begun_game(visibility="private")
    resolve(game)
    stranger = Client()
    for page in (address(game, "phase"), address(game, "after")):
        assert stranger.get(page).status_code == 404
        answer = signed_in(factories.holder(factories.seat(game, "FRANCE"))).get(page)
        assert answer.status_code == 200
        assert tag(answer, "og:image") == ""


def test_the_results_begin_with_the_readers_own_power(played: Game) -> None:
    client = signed_in(factories.holder(factories.seat(played, "ITALY")))
    for reader, first in ((client, "ITALY"), (Client(), "AUSTRIA")):
        results = reader.get(address(played, "phase")).context["results"]
        assert next(seat.code for seat, _lines in results) == first


def test_the_question_mark_of_a_game_leads_to_the_help_about_orders(played: Game) -> None:
    page = Client().get(played.get_absolute_url()).content.decode()
    orders = reverse("games:help_page", args=["orders"])
    assert re.search(f'class="bar__help" [^>]*href="{orders}" target="_blank"', page)
    front = Client().get("/").content.decode()
    assert re.search(f'class="bar__help" [^>]*href="{reverse("games:help")}">', front)


def test_a_rule_in_the_results_leads_to_the_rules_as_they_are_in_the_game(
    played: Game, client: Client
) -> None:
    page = client.get(address(played, "phase")).content.decode()
    assert 'href="#rule-3"' in page
    for rule in ("3", "orders"):
        url = reverse("games:rule", args=[rule])
        assert f'href="{url}?game={played.slug}"' in page
