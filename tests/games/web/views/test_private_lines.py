"""Private lines of the sandbox: they begin with one's own orders, and no address holds them."""

import re
from html import unescape
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases
from games.models import Game, Order
from games.sandbox import address
from games.sandbox.line import Line
from games.state import variants
from tests import factories

from ...orders.test_submission import submit
from .conftest import Answer, alerts, signed_in, words

pytestmark = pytest.mark.django_db

PRIVATE = "/sandbox/private/"
CODE = "S1901M"


def begun(client: Client, game: Game) -> Any:
    """The answer to “Try in the sandbox”."""
    return client.post(PRIVATE, {"game": game.slug, "phase": CODE})


def texts_in(answer: Answer) -> list[str]:
    """The lines that the forms of a page would send."""
    return re.findall(r'name="line" value="([^"]+)"', answer.content.decode())


def line_in(answer: Answer) -> Line:
    read = address.read(texts_in(answer)[0])
    assert read.is_whole
    return read.line


def send(client: Client, game: Game, line: Line, **fields: str) -> Any:
    hints = {"game": game.slug, "phase": CODE}
    return client.post(PRIVATE, {"line": address.write(line), **hints, **fields})


def use(client: Client, game: Game, line: Line, code: str = CODE) -> Any:
    url = reverse("games:use_orders", args=[game.slug, code])
    return client.post(url, {"line": address.write(line)})


def chosen_in(answer: Answer) -> set[str]:
    found = re.findall(r'<option value="([^"]+)"[^>]* selected', answer.content.decode())
    return {text for text in found if " " in text}


@pytest.fixture
def client(game: Game) -> Client:
    """The browser of France's player, whose orders are saved, as Germany's are."""
    submit(game, "FRANCE", "A PAR - PIC", "A MAR - PIE")
    submit(game, "GERMANY", "A MUN - TYR", "F KIE - HOL")
    return signed_in(factories.holder(factories.seat(game, "FRANCE")))


def test_a_line_begins_with_the_saved_orders_of_its_reader_and_nobody_elses(
    client: Client, game: Game
) -> None:
    page = client.get(game.get_absolute_url())
    assert "The sandbox begins with your saved orders. Nobody else sees them." in words(page)
    answer = begun(client, game)
    assert answer.status_code == 200
    assert line_in(answer).orders == {"FRANCE": ("A MAR - PIE", "A PAR - PIC")}
    html = answer.content.decode()
    assert 'data-order="A PAR - PIC"' in html
    assert 'data-order="A MUN - TYR"' not in html
    assert "Only you see this line" in words(answer)


@pytest.mark.parametrize("power", ["ENGLAND", "ITALY"])
def test_the_holder_of_another_seat_gets_only_their_own(
    client: Client, game: Game, power: str
) -> None:
    other = signed_in(factories.holder(factories.seat(game, power)))
    assert line_in(begun(other, game)).orders == {}


def test_people_without_a_seat_begin_an_ordinary_line_without_orders(
    client: Client, game: Game, master: User
) -> None:
    stranger = signed_in(factories.person("Stranger"))
    for other in (Client(), stranger, signed_in(master)):
        answer = begun(other, game)
        assert answer.url == reverse("games:phase_in_sandbox", args=[game.slug, CODE])
        read = address.read(other.get(answer.url)["Location"].split("/")[2])
        assert read.line.orders == {}


def test_a_former_holder_begins_without_orders_and_the_heir_with_them(
    client: Client, game: Game, master: User
) -> None:
    heir = factories.person("Heir")
    factories.replace(factories.seat(game, "FRANCE"), heir, by=master)
    assert begun(client, game).status_code == 302
    assert begun(signed_in(heir), game).status_code == 200


def test_a_game_that_one_may_not_see_is_not_found(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    assert begun(signed_in(factories.person("Stranger")), game).status_code == 404
    assert begun(client, game).status_code == 200


def test_a_person_with_several_powers_begins_with_the_orders_of_all(master: User) -> None:
    game = factories.begun_game(master, setup="four")
    submit(game, "FRANCE", "A PAR - PIC")
    submit(game, "AUSTRIA", "A VIE - TRI")
    client = signed_in(factories.holder(factories.seat(game, "FRANCE")))
    line = line_in(begun(client, game))
    assert line.orders == {"AUSTRIA": ("A VIE - TRI",), "FRANCE": ("A PAR - PIC",)}
    page = use(client, game, line.with_orders({**line.orders, "FRANCE": ("A PAR - BUR",)}))
    assert "Save them to use them." in words(page)
    assert "Austria:\nA VIE - TRI\n\nFrance:\nA PAR - BUR" in unescape(page.content.decode())
    assert Order.objects.filter(text="A PAR - PIC").exists()


def test_a_private_line_is_stepped_through_without_an_address(client: Client, game: Game) -> None:
    line = line_in(begun(client, game))
    rows = {"mode": "rows", "unit-PAR": "A PAR - BUR", "unit-MUN": "A MUN - BUR"}
    results = send(client, game, line, **rows, resolve="yes")
    assert results.status_code == 200
    assert "It bounced" in words(results)
    done = line_in(results)
    assert [phase.orders["FRANCE"] for phase in done.phases] == [("A PAR - BUR",)]
    changing = [address.read(text).line for text in texts_in(results)]
    assert line.with_orders(done.phases[0].orders) in changing
    on = send(client, game, done, show="")
    assert "Fall 1901, movement" in words(on)
    assert "It bounced" in words(send(client, game, done, show="1"))
    assert "Fall 1901, movement" in words(send(client, game, done, show="7"))


def test_no_page_of_a_private_line_has_a_link_with_it(client: Client, game: Game) -> None:
    line = line_in(begun(client, game)).resolved()
    pages = [
        begun(client, game),
        send(client, game, line),
        send(client, game, line, show="1"),
        send(client, game, line, mode="rows", **{"unit-PIC": "A PIC - LON"}),
        send(client, game, line, share=""),
        use(client, game, line),
    ]
    for page in pages:
        links = re.findall(r'(?:href|action|formaction|content)="([^"]*)"', page.content.decode())
        assert links
        assert not [each for each in links if "/sandbox/1" in each]
        assert "no-store" in page["Cache-Control"]
        assert "private" in page["Cache-Control"]


def test_the_script_gets_the_new_line_and_no_address(client: Client, game: Game) -> None:
    line = line_in(begun(client, game))
    data = {"line": address.write(line), "mode": "rows", "unit-PAR": "A PAR - BUR"}
    answer = client.post(PRIVATE, data, headers={"X-Requested-With": "map"})
    html = answer.content.decode()
    (text,) = re.findall(r'data-private-line="([^"]+)"', html)
    assert address.read(text).line.orders == {"FRANCE": ("A PAR - BUR",)}
    assert "data-line" not in html


def test_a_text_that_is_no_order_comes_back_on_a_private_page(client: Client, game: Game) -> None:
    line = line_in(begun(client, game))
    answer = send(client, game, line, mode="text", text="A PAR to the moon", language="en")
    assert answer.status_code == 422
    assert "Only you see this line" in words(answer)
    assert "A PAR to the moon" in answer.content.decode()


@pytest.mark.parametrize(
    "hints",
    [{"game": "../x", "phase": "S1901M"}, {"game": "x", "phase": "S0901M"}, {"phase": "W1901M"}],
)
def test_hints_that_cannot_be_are_left_out(client: Client, hints: dict[str, str]) -> None:
    text = address.write(Line(variants.start_position("standard")))
    answer = client.post(PRIVATE, {"line": text, **hints})
    assert answer.status_code == 200
    assert "Use these orders" not in words(answer)


def test_a_damaged_line_is_answered_with_a_sentence(client: Client) -> None:
    for text in ("1abc", "", "1" + "A" * 5000, "\0"):
        answer = client.post(PRIVATE, {"line": text, "show": "1"})
        assert answer.status_code == 404
        assert "can’t be read" in words(answer)


def test_without_a_line_the_page_says_how_to_begin(client: Client) -> None:
    for answer in (client.get(PRIVATE), Client().get(PRIVATE)):
        assert "Try in the sandbox" in words(answer)
        assert "no-store" in answer["Cache-Control"]


def test_sharing_asks_which_orders_the_address_may_hold(client: Client, game: Game) -> None:
    line = line_in(begun(client, game)).resolved()
    question = send(client, game, line, share="1")
    assert question.status_code == 200
    assert "France: A MAR - PIE A PAR - PIC" in words(question)
    assert "Share without my orders of Spring 1901, movement" in words(question)
    without: Any = send(client, game, line, share="1", **{"with": "position"})
    shared = address.read(without.url.split("/")[2]).line
    assert (shared.phases, shared.orders) == ((), {})
    assert shared.position == line.start
    whole: Any = send(client, game, line, share="1", **{"with": "orders"})
    assert address.read(whole.url.split("/")[2]).line == line
    assert whole.url.endswith("/1/")


def test_used_orders_fill_the_form_and_are_saved_only_by_its_button(
    client: Client, game: Game
) -> None:
    line = line_in(begun(client, game))
    tried = line.with_orders({"FRANCE": ("A PAR - BUR",), "GERMANY": ("A MUN - BUR",)}).resolved()
    page = use(client, game, tried)
    assert page.status_code == 200
    assert "These orders are not saved yet. Save them to use them." in words(page)
    assert chosen_in(page) == {"A PAR - BUR"}
    assert {*Order.objects.filter(seat__power="FRANCE").values_list("text", flat=True)} == {
        "A PAR - PIC",
        "A MAR - PIE",
    }
    seen = re.findall(r'name="seen" value="([^"]+)"', page.content.decode())[0]
    saved = client.post(
        reverse("games:orders", args=[game.slug, CODE, "FRANCE"]),
        {"mode": "rows", "unit-PAR": "A PAR - BUR", "seen": seen},
    )
    assert saved.status_code == 302
    assert {*Order.objects.filter(seat__power="FRANCE").values_list("text", flat=True)} == {
        "A PAR - BUR"
    }


def test_the_form_says_so_if_nothing_was_saved_yet(client: Client, game: Game) -> None:
    england = signed_in(factories.holder(factories.seat(game, "ENGLAND")))
    line = line_in(begun(england, game)).with_orders({"ENGLAND": ("F LON - NTH",)})
    page = use(england, game, line)
    assert chosen_in(page) == {"F LON - NTH"}
    assert "No orders are saved yet." in words(page)
    assert "Saved without orders" not in words(page)


def test_builds_come_back_into_their_rows(game: Game) -> None:
    factories.set_up_position(
        game, "W1901A", units={"FRANCE": ["A PIC"]}, centers={"FRANCE": ["PAR", "BRE", "MAR"]}
    )
    client = signed_in(factories.holder(factories.seat(game, "FRANCE")))
    begin = client.post(PRIVATE, {"game": game.slug, "phase": "W1901A"})
    line = line_in(begin).with_orders({"FRANCE": ("F BRE B", "A PAR B")})
    page = use(client, game, line, "W1901A")
    assert re.findall(r'<option value="([^"]+ B)"[^>]* selected', page.content.decode()) == [
        "F BRE B",
        "A PAR B",
    ]


def test_orders_of_a_phase_that_is_over_come_back_as_text(client: Client, game: Game) -> None:
    line = line_in(begun(client, game))
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        answer = use(client, game, line)
        later = use(client, game, line, "F1901M")
    for page in (answer, later):
        assert page.status_code == 409
        assert "This phase is over" in alerts(page)
        assert "A PAR - PIC" in words(page)


def test_orders_for_a_seat_that_is_no_longer_ones_own_come_back_as_text(
    client: Client, game: Game, master: User
) -> None:
    line = line_in(begun(client, game))
    factories.replace(factories.seat(game, "FRANCE"), factories.person("Heir"), by=master)
    for browser in (client, Client(), signed_in(master)):
        answer = use(browser, game, line)
        assert answer.status_code == 409
        assert "you hold none of its seats" in alerts(answer)
        assert "A PAR - PIC" in words(answer)


def test_each_person_game_and_phase_has_a_name_of_its_own_for_the_script(
    client: Client, game: Game
) -> None:
    other = factories.begun_game(title="Another")
    factories.seat(other, "FRANCE").tenures.update(
        person=factories.holder(factories.seat(game, "FRANCE"))
    )
    germany = signed_in(factories.holder(factories.seat(game, "GERMANY")))
    answers = [begun(client, game), begun(client, other), begun(germany, game)]
    names = [re.findall(r'data-private="(\w+)"', each.content.decode()) for each in answers]
    assert len({name for (name,) in names}) == 3


def test_a_private_game_answers_as_one_that_does_not_exist(client: Client, game: Game) -> None:
    line = line_in(begun(client, game))
    stranger = signed_in(factories.person("Stranger"))
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    hidden = words(use(stranger, game, line))
    missing = stranger.post(
        reverse("games:use_orders", args=["no-such-game", CODE]), {"line": address.write(line)}
    )
    assert hidden == words(missing)


def test_no_log_line_location_or_cache_holds_the_orders(
    client: Client,
    game: Game,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level("DEBUG")
    kept: list[str] = []
    for name in settings.CACHES:
        cache = caches[name]
        whole = cache.set

        def note(
            key: str, value: Any, *args: Any, _whole: Any = whole, _name: str = name, **options: Any
        ) -> Any:
            # The order page of a game keeps its saved orders in the memory of its process.
            if _name != "order_parts" or "A PAR - PIC" not in str(value):
                kept.append(f"{key} {value}")
            return _whole(key, value, *args, **options)

        cache.set = note  # type: ignore[method-assign]
    try:
        line = line_in(begun(client, game))
        tried = line.with_orders({"FRANCE": ("A PAR - GAS",)}).resolved()
        text = address.write(tried)
        answers = [
            send(client, game, line, mode="rows", **{"unit-PAR": "A PAR - GAS"}, resolve="yes"),
            send(client, game, tried, show="1"),
            send(client, game, tried, share=""),
            use(client, game, tried),
            Client(enforce_csrf_checks=True).post(PRIVATE, {"line": text}),
            client.post(PRIVATE, {"line": text[:-5]}),
        ]
    finally:
        for name in settings.CACHES:
            del caches[name].set
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 403, 404]
    assert not any(answer.has_header("Location") for answer in answers)
    said = "\n".join([caplog.text, *capsys.readouterr(), *kept])
    for secret in ("A PAR - PIC", "A PAR - GAS", address.write(line), text, text[:-5], text[-40:]):
        assert secret not in said
