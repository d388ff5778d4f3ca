"""Two lines of the sandbox beside each other, by an address or, if they are secret, by a form."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudicator import load_setup, opening
from games.sandbox import address, saved
from games.sandbox.line import Line
from tests import factories
from tests.games.sandbox.test_address import line_at_random

from .conftest import alerts, nothing_changes, words

START = Line(opening(load_setup("standard")))
STAYS = START.with_orders({}).resolved()
MOVES = START.with_orders({"FRANCE": ("A PAR - BUR",)}).resolved()
PRIVATE = "/sandbox/private/compare/"


def compare_url(line: Line) -> str:
    return reverse("games:sandbox_compare", args=[address.write(line)])


def get(client: Client, first: Line, second: Line, **more: str) -> Any:
    return client.get(compare_url(first), {"with": address.write(second), **more})


def test_the_link_of_a_shared_line_is_the_other_line(client: Client, db: None) -> None:
    owner = factories.person("Owner")
    kept = saved.save(owner, "Mine", address.write(MOVES), holds_orders=False)
    saved.share(kept)
    kept.refresh_from_db()
    link = f"https://play.test/sandbox/shared/{kept.key}/"
    answer = client.post(compare_url(STAYS), {"with": link})
    assert address.write(MOVES) in answer["Location"]


def test_the_address_of_a_private_line_gets_into_no_other_address(client: Client, db: None) -> None:
    link = f"https://play.test/sandbox/private/#line={address.write(MOVES)}&game=x&phase=S1901M"
    answer = client.post(compare_url(STAYS), {"with": link})
    assert answer.status_code == 422
    assert "only you see" in alerts(answer)
    answer = client.post(PRIVATE, {"line": address.write(STAYS), "with": link})
    assert "Only in the second line afterwards: A BUR." in words(answer)


def test_what_differs_is_marked_and_the_rest_is_folded(client: Client, db: None) -> None:
    with nothing_changes():
        page = get(client, STAYS, MOVES)
    assert page.status_code == 200
    text = words(page)
    assert "Spring 1901, movement" in text
    assert "The lines part in their first phase." in text
    assert "Only in the first line afterwards: A PAR." in text
    assert "Only in the second line afterwards: A BUR." in text
    assert [each.code for each in page.context["different"]] == ["FRANCE"]
    assert page.content.decode().count('<svg class="board"') == 2


@pytest.mark.parametrize("typed", ["{}", "http://testserver/sandbox/{}/1/", "  /sandbox/{}/ "])
@pytest.mark.django_db
def test_the_form_leads_to_an_address_with_both_lines(client: Client, typed: str) -> None:
    answer: Any = client.post(compare_url(STAYS), {"with": typed.format(address.write(MOVES))})
    assert answer.status_code == 302
    page: Any = client.get(answer.url)
    assert [each.code for each in page.context["different"]] == ["FRANCE"]


def test_lines_that_are_too_long_for_one_address_are_compared_at_once(
    client: Client, db: None
) -> None:
    first, second = (line_at_random(START.position, 26, seed) for seed in (1, 2))
    assert len(address.write(first)) + len(address.write(second)) > address.LONGEST
    sent = {"with": address.write(second)}
    answer = client.post(compare_url(first), sent)
    assert answer.status_code == 200
    assert "What is different" in words(answer)
    assert '<form class="cluster" method="post"' in answer.content.decode()
    (code, _name, _shown) = answer.context["phases"][1]
    later = client.post(compare_url(first), sent | {"at": code})
    assert later.context["phases"][1][2]


def test_a_later_phase_that_both_lines_have_is_chosen_by_its_code(client: Client, db: None) -> None:
    page = get(client, STAYS.resolved(), MOVES.resolved(), at="F1901M")
    assert page.context["heading"] == "Fall 1901, movement"
    assert [shown for _code, _name, shown in page.context["phases"]] == [False, True]
    other = get(client, STAYS.resolved(), MOVES.resolved(), at="W1999A")
    assert other.context["heading"] == "Spring 1901, movement"


def test_lines_from_different_positions_are_compared_by_their_last_boards(
    client: Client, db: None
) -> None:
    page = get(client, STAYS, Line(opening(load_setup("fleet_rome"))))
    assert "These lines begin with different positions." in words(page)
    assert [each.code for each in page.context["different"]] == ["ITALY"]


def test_a_line_that_goes_on_where_the_other_ends_says_so(client: Client, db: None) -> None:
    page = get(client, STAYS, STAYS.resolved())
    assert "Both lines are the same up to Spring 1901, movement." in words(page)


def test_an_address_that_cannot_be_read_comes_back_with_the_reason(
    client: Client, db: None
) -> None:
    for answer in (
        client.post(compare_url(STAYS), {"with": "1damaged"}),
        client.get(compare_url(STAYS), {"with": "1damaged"}),
    ):
        assert answer.status_code == 422
        assert "damaged" in alerts(answer)
        assert 'value="1damaged"' in answer.content.decode()


def test_without_another_line_there_is_only_the_form(client: Client, db: None) -> None:
    page = client.get(compare_url(STAYS))
    assert page.status_code == 200
    assert "Address of the other line" in words(page)
    assert client.get("/sandbox/1never/compare/").status_code == 404


def test_private_lines_are_compared_by_a_form_and_kept_nowhere(client: Client, db: None) -> None:
    sent = {"line": address.write(STAYS), "with": address.write(MOVES)}
    page: Any = client.post(PRIVATE, sent)
    assert [each.code for each in page.context["different"]] == ["FRANCE"]
    assert "no-store" in page.headers["Cache-Control"]
    assert client.get(PRIVATE).status_code == 405
    assert client.post(PRIVATE, sent | {"line": "1never"}).status_code == 404


@pytest.mark.parametrize("language", ["en", "es", "it", "bg"])
@pytest.mark.django_db
def test_the_comparison_is_in_every_language(client: Client, language: str) -> None:
    client.cookies["language"] = language
    page = get(client, STAYS, MOVES)
    assert page.status_code == 200
