"""The sandbox: beginning a line, ordering all powers, resolving, and what its addresses hold."""

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.adjudication import due_phases
from games.models import Game, Order
from games.sandbox import address
from games.sandbox.line import Line
from tests import factories

from .conftest import Answer, OrderForm, alerts, nothing_changes, words

START = "/sandbox/"
BEGINNING = {"setup": "standard", "rules": "2000", "position": ""}
WINTER = """W1901A
FRANCE: A PAR
GERMANY: A MUN, A BER, A RUH

Centers
FRANCE: PAR, BRE, MAR
GERMANY: MUN, BER
"""


def begun(client: Client, **fields: str) -> str:
    """The address of a line that begins so."""
    answer: Any = client.post(START, BEGINNING | fields)
    assert answer.status_code == 302, alerts(answer)
    return str(answer.url)


def tried(client: Client, game: Game) -> Line:
    """The line that begins with the first phase of a game."""
    answer: Any = client.get(reverse("games:phase_in_sandbox", args=[game.slug, "S1901M"]))
    return line_of(answer.url)


def line_of(url: str) -> Line:
    read = address.read(url.split("/")[2])
    assert read.is_whole
    return read.line


def give(client: Client, url: str, lists: Mapping[str, str], *, resolve: bool = False) -> Any:
    data = {"mode": "rows", **lists} | ({"resolve": "yes"} if resolve else {})
    return client.post(url, data)


def write(client: Client, url: str, text: str, *, resolve: bool = False) -> Any:
    data = {"text": text, "language": "en"} | ({"resolve": "yes"} if resolve else {})
    return client.post(url, data)


def text_in(answer: Answer) -> str:
    (found,) = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", answer.content.decode(), re.S)
    return unescape(found)


def test_a_stranger_begins_with_a_set_up_and_nothing_is_stored(client: Client, db: None) -> None:
    with nothing_changes():
        page = client.get(begun(client, setup="fleet_rome"))
    assert page.status_code == 200
    assert "Fleet Rome" in words(page)
    assert "Resolve" in words(page)


def test_orders_from_the_lists_of_several_powers_are_resolved_together(
    client: Client, db: None
) -> None:
    lists = {
        "unit-PAR": "A PAR - BUR",
        "unit-MUN": "A MUN - BUR",
        "unit-MAR": "A MAR S A PAR - BUR",
    }
    answer = give(client, begun(client), lists, resolve=True)
    line = line_of(answer.url)
    assert line.position.unit_at("BUR") == ("FRANCE", line.position.board.armies["BUR"])
    results = words(client.get(answer.url))
    assert "On to Fall 1901, movement" in results
    assert "It beat Army Munich to Burgundy" in results


def test_a_text_for_all_powers_is_read_and_shown_on_the_map(client: Client, db: None) -> None:
    answer = write(client, begun(client), "France:\nA PAR - BUR\n\nGermany:\nA MUN - RUH")
    assert line_of(answer.url).orders == {
        "FRANCE": ("A PAR - BUR",),
        "GERMANY": ("A MUN - RUH",),
    }
    page = client.get(answer.url)
    assert 'data-order="A PAR - BUR"' in page.content.decode()
    assert "A PAR - BUR" in text_in(page)


def test_a_text_with_a_line_that_is_no_order_comes_back_as_it_was_typed(
    client: Client, db: None
) -> None:
    typed = "France:\nA PAR - BUR\nA MAR to the moon"
    answer = write(client, begun(client), typed, resolve=True)
    assert answer.status_code == 422
    assert text_in(answer) == typed
    assert "1 line not accepted" in words(answer)


def test_an_order_that_the_rules_forbid_is_refused_with_its_reason(
    client: Client, db: None
) -> None:
    answer = give(client, begun(client), {"unit-PAR": "A PAR - LON"})
    assert answer.status_code == 422
    assert "not next to" in alerts(answer)


def test_builds_and_disbands_of_several_powers_have_lists_of_their_own(
    client: Client, db: None
) -> None:
    url = begun(client, position=WINTER)
    page = client.get(url).content.decode()
    names = re.findall(r'<select name="(adjustment-[^"]+)"', page)
    assert names == ["adjustment-FRANCE-1", "adjustment-FRANCE-2", "adjustment-GERMANY-1"]
    chosen = {
        "adjustment-FRANCE-1": "F BRE B",
        "adjustment-FRANCE-2": "WAIVE",
        "adjustment-GERMANY-1": "A RUH D",
    }
    answer = give(client, url, chosen, resolve=True)
    units = line_of(answer.url).position.units
    assert list(map(str, units["FRANCE"])) == ["F BRE", "A PAR"]
    assert list(map(str, units["GERMANY"])) == ["A BER", "A MUN"]


def test_two_builds_in_one_place_are_refused(client: Client, db: None) -> None:
    chosen = {"adjustment-FRANCE-1": "F BRE B", "adjustment-FRANCE-2": "A BRE B"}
    answer = give(client, begun(client, position=WINTER), chosen)
    assert answer.status_code == 422
    assert "two orders" in alerts(answer)


def test_the_script_gets_the_reason_of_a_refusal_and_no_address(client: Client, db: None) -> None:
    chosen = {"adjustment-FRANCE-1": "F BRE B", "adjustment-FRANCE-2": "A BRE B"}
    answer = client.post(
        begun(client, position=WINTER),
        {"mode": "rows", **chosen},
        headers={"X-Requested-With": "map"},
    )
    assert answer.status_code == 422
    text = answer.content.decode()
    assert re.search(r'data-status-message="[^"]*two orders', text)
    assert "data-line" not in text


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Austria:\nRussia:\nFrance: Build F BRE", 0),
        ("Austria: Build A VIE\nFrance: Build F BRE", 1),
    ],
)
def test_powers_with_nothing_to_build_do_not_refuse_the_text(
    client: Client, db: None, text: str, refused: int
) -> None:
    answer: Any = client.post(begun(client, position=WINTER), {"mode": "text", "text": text})
    if not refused:
        assert line_of(answer.url).orders == {"FRANCE": ("F BRE B",)}
        return
    assert answer.status_code == 422
    problems = [each.problem for each in answer.context["feedback"].entries]
    assert [bool(each) for each in problems] == [True, False]


def test_the_script_gets_the_signs_and_the_new_address(client: Client, db: None) -> None:
    url = begun(client)
    data = {"mode": "rows", "unit-PAR": "A PAR - BUR"}
    answer = client.post(url, data, headers={"X-Requested-With": "map"})
    text = answer.content.decode()
    (line,) = re.findall(r'data-line="([^"]+)"', text)
    assert line_of(line).orders == {"FRANCE": ("A PAR - BUR",)}
    assert 'data-order="A PAR - BUR"' in text


def test_change_these_orders_leads_back_to_the_phase_with_its_orders(
    client: Client, db: None
) -> None:
    done = give(client, begun(client), {"unit-PAR": "A PAR - BUR"}, resolve=True)
    page = client.get(done.url).content.decode()
    (back,) = re.findall(r'href="([^"]+)">Change these orders', page)
    assert line_of(back).orders == {"FRANCE": ("A PAR - BUR",)}
    assert line_of(back).phases == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [("1abc", "damaged"), ("2abc", "another version"), ("1" + "A" * 4000, "too long")],
)
@pytest.mark.django_db
def test_an_unreadable_address_says_what_is_wrong_with_it(
    client: Client, text: str, said: str
) -> None:
    answer = client.get(f"/sandbox/{text}/")
    assert answer.status_code == 404
    assert said in words(answer)
    assert client.get(f"/sandbox/{text}/1/").status_code == 404


def test_a_result_that_the_line_does_not_have_is_not_found(client: Client, db: None) -> None:
    url = begun(client)
    assert client.get(f"{url}1/").status_code == 404
    assert client.get(f"{url}0/").status_code == 404


def test_a_position_with_errors_names_its_lines_and_keeps_the_text(
    client: Client, db: None
) -> None:
    answer = client.post(START, BEGINNING | {"position": "S1901M\nFRANCE: A PAR, A NTH"})
    assert answer.status_code == 200
    assert "Line 2" in words(answer)
    assert "A NTH" in text_in(answer)


def test_a_phase_of_a_game_begins_a_line_without_the_orders_that_are_still_secret(
    client: Client, game: Game, order_form: Callable[..., OrderForm]
) -> None:
    order_form("FRANCE").rows("A PAR - BUR", "A MAR - SPA")
    assert Order.objects.count() == 2
    assert tried(client, game).orders == {}
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    assert {*tried(client, game).orders["FRANCE"]} == {"A PAR - BUR", "A MAR - SPA"}


def test_a_line_is_resolved_by_the_rules_that_its_game_has_changed(
    client: Client, game: Game
) -> None:
    game.rule_changes.create(field="untested_support", value="given")
    assert tried(client, game).rules.untested_support == "given"


@pytest.mark.parametrize("language", ["en", "es", "it", "bg"])
@pytest.mark.django_db
def test_every_page_of_a_line_is_in_every_language(client: Client, language: str) -> None:
    client.cookies["language"] = language
    headers = {"accept-language": language}
    done = give(client, begun(client), {"unit-PAR": "A PAR - BUR"}, resolve=True)
    for url in (START, done.url, done.url.removesuffix("1/")):
        assert f'lang="{language}"' in client.get(url, headers=headers).content.decode()[:200]


def pieces_address(client: Client, url: str) -> str:
    page: Any = client.get(url)
    found = re.search(r'href="(/sandbox/[^"]+/pieces/)"', page.content.decode())
    assert found
    return found[1]


def test_pieces_are_placed_on_an_empty_board_and_then_ordered(client: Client) -> None:
    answer: Any = client.post(START, BEGINNING | {"empty": "yes"})
    url = answer.url
    assert line_of(url).position.units == {}
    for power, kind, place in (("FRANCE", "A", "PAR"), ("GERMANY", "F", "STP/NC")):
        answer = client.post(url, {"mode": "pieces", "tool": kind, "power": power, "place": place})
        url = answer.url
    answer = client.post(
        url, {"mode": "pieces", "tool": "owner", "power": "FRANCE", "place": "PAR"}
    )
    answer = client.post(answer.url, {"mode": "phase", "kind": "FM", "year": "1904"})
    line = line_of(answer.url)
    assert line.position.question() == {
        "phase": "F1904M",
        "units": {"FRANCE": ["A PAR"], "GERMANY": ["F STP/NC"]},
        "dislodged": {},
        "centers": {"FRANCE": ["PAR"]},
    }
    page: Any = client.get(answer.url)
    assert page.context["line_url"] == f"/sandbox/{address.write(line)}/"


def test_the_page_of_pieces_begins_with_the_last_position_and_without_its_orders(
    client: Client,
) -> None:
    url = begun(client)
    resolved: Any = give(client, url, {"unit-PAR": "A PAR - BUR"}, resolve=True)
    last = f"/sandbox/{resolved.url.split('/')[2]}/"
    line = line_of(pieces_address(client, last))
    assert (str(line.position.phase), line.phases, line.orders) == ("F1901M", (), {})


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"tool": "A", "power": "FRANCE", "place": "NTH"}, "An army cannot be at sea"),
        ({"tool": "F", "power": "FRANCE", "place": "SPA"}, "needs a coast"),
        ({"tool": "A", "place": "PIC"}, "Choose the power of the unit."),
        ({"tool": "take", "place": "PIC"}, "There is no unit in Picardy."),
        ({"tool": "move", "place": "PAR"}, "Choose where the unit goes."),
        ({"tool": "owner", "power": "FRANCE", "place": "BUR"}, "is not a supply center"),
    ],
)
def test_a_change_that_cannot_be_is_refused_and_what_was_chosen_stays(
    client: Client, sent: Mapping[str, str], says: str
) -> None:
    answer: Any = client.post(pieces_address(client, begun(client)), {"mode": "pieces", **sent})
    assert answer.status_code == 422
    assert says in words(answer)
    assert answer.context["pieces_form"]["place"].value() == sent["place"]


@pytest.mark.parametrize("year", ["99999", "0", "-1", "x", ""])
def test_a_year_that_cannot_be_is_refused(client: Client, year: str) -> None:
    sent = {"mode": "phase", "kind": "SM", "year": year}
    answer: Any = client.post(pieces_address(client, begun(client)), sent)
    assert answer.status_code == 422
    assert answer.context["phase_form"].errors["year"] == ["Write a year from 1000 to 9998."]
