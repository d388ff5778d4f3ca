"""The boards of the rules: they end as their books say, and can be changed in the sandbox."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import unescape

import pytest
from django.test import Client

from games.rulebook.boards import figure_of, known_ids
from games.rulebook.comparison import edition_groups
from games.rulebook.known_boards import all_boards
from games.sandbox import address
from tests.adjudicator.diagrams import DATC, DIAGRAMS
from tests.adjudicator.test_datc import OTHERWISE_IN_2000

from .conftest import Answer, words

WORDS = {
    "succeeds": "succeeds",
    "fails": "fails",
    "void: impossible": "illegal",
    "void: no matching order": "invalid",
    "void: not needed": "not needed",
    "support given": "given",
    "support cut": "cut",
    "convoy not disrupted": "available",
    "convoy disrupted": "disrupted",
    "holds": "stands",
}
RESULT = re.compile(
    r'<li class="result[^"]*" data-order="([^"]*)">'
    r'.*?<span class="badge[^"]*">([^<]*)</span>(.*?)</p>',
    re.DOTALL,
)
CASES = {f"datc-{case['id'].replace('.', '-').lower()}": case for case in DATC}


def read(client: Client, board: str, **query: str) -> Answer:
    answer = client.get(f"/rules/boards/{board}/", query)
    assert answer.status_code == 200
    return answer


def phases(answer: Answer) -> list[list[tuple[str, str, bool]]]:
    """The orders on a page with their outcomes, and whether their units were dislodged."""
    figures = answer.content.decode().split('<figure class="rule-board"')[1:]
    return [
        [
            (unescape(order), WORDS.get(outcome, outcome), "dislodged" in rest)
            for order, outcome, rest in RESULT.findall(figure)
        ]
        for figure in figures
    ]


def given(results: Iterable[tuple[str, str, bool]]) -> Counter[tuple[str, str]]:
    return Counter((order, word) for order, word, _ in results if word != "no order")


def beaten(results: Iterable[tuple[str, str, bool]]) -> set[str]:
    units = (" ".join(order.split()[:2]) for order, _, dislodged in results if dislodged)
    return set(units)


def test_each_diagram_and_case_has_a_board() -> None:
    assert list(known_ids()) == [*DIAGRAMS, *CASES]
    with pytest.raises(KeyError):
        figure_of("000-03")


def test_each_diagram_ends_on_its_page_as_the_rulebook_says(db: None, client: Client) -> None:
    wrong = {}
    for name, board in DIAGRAMS.items():
        answer = read(client, name)
        [results] = phases(answer)
        said = Counter(tuple(each) for orders in board["orders"].values() for each in orders)
        if given(results) != said or beaten(results) != set(board.get("dislodged", ())):
            wrong[name] = results
        assert 'data-agrees="yes"' in answer.content.decode(), name
    assert wrong == {}


def test_each_case_of_the_datc_ends_on_its_page_as_the_datc_says(db: None, client: Client) -> None:
    wrong = {}
    for name, case in CASES.items():
        answer = read(client, name)
        found = phases(answer)
        rows = [case["orders"], case.get("retreat_orders", [])]
        for said, endings, results in zip(rows, all_boards()[name].endings, found, strict=False):
            if missing(said, [ending.order for ending in endings], results):
                wrong[name] = results
        gone = case.get("after_movement", {"dislodged": []})["dislodged"]
        if beaten(found[0]) != {unit.partition(" ")[2] for unit in gone}:
            wrong[name] = found[0]
        assert 'data-agrees="yes"' in answer.content.decode(), name
    assert wrong == {}


def missing(
    said: Sequence[tuple[str, str, list[str]]],
    orders: Sequence[str],
    results: Iterable[tuple[str, str, bool]],
) -> Counter[tuple[str, str]]:
    """The orders of a case with outcomes that are not among the results.

    Of a convoy that was not needed a page says so, whether it was disrupted or not matched.
    """
    found = given(results)
    wanted = Counter(
        (order, word)
        for (_, _, outcome), order in zip(said, orders, strict=True)
        for word in set(outcome) - {"dislodged", "destroyed"}
    )
    unlike = wanted - found
    return Counter(each for each in unlike.elements() if (each[0], "not needed") not in found)


def test_a_board_that_ends_otherwise_is_noticed() -> None:
    board = all_boards()["datc-6-d-4"]
    assert board.differences("datc") == []
    assert board.differences("2000") != []


def test_the_edition_of_2000_parts_from_the_datc_where_it_must() -> None:
    parted = {
        all_boards()[name].number
        for name in CASES
        if not any({"2000", "datc"} <= {*group.editions} for group in edition_groups(name))
    }
    assert parted == set(OTHERWISE_IN_2000)


def test_a_case_shows_the_outcomes_under_each_edition(db: None, client: Client) -> None:
    page = read(client, "datc-6-h-11")
    assert "The editions part here" in words(page)
    assert 'class="rule-board__differs"' in page.content.decode()
    other = read(client, "datc-6-h-11", edition="2000")
    assert phases(page)[1] != phases(other)[1]
    alike = read(client, "datc-6-a-1")
    assert "All editions end this board in the same way." in words(alike)
    assert "rule-board__differs" not in alike.content.decode()


def test_an_edition_that_is_none_is_the_books_own(db: None, client: Client) -> None:
    assert phases(read(client, "000-04", edition="1")) == phases(read(client, "000-04"))
    assert client.get("/rules/boards/000-33/").status_code == 404


def test_the_orders_alone_tell_no_outcome(db: None, client: Client) -> None:
    page = read(client, "000-08", orders="")
    assert phases(page) == [[]]
    assert "A MAR - BUR" in words(page)
    assert "Change these orders" in words(read(client, "000-08"))


@pytest.mark.parametrize("name", ["000-21", "002-14", "datc-6-a-6", "datc-6-b-14", "datc-6-i-7"])
def test_the_orders_of_a_board_can_be_changed_in_the_sandbox(
    db: None, client: Client, name: str
) -> None:
    [url] = re.findall(r'href="(/sandbox/1[^"]+)"', figure_of(name))
    assert client.get(url).status_code == 200
    line, board = address.read(url.split("/")[2]).line, all_boards()[name]
    assert line.position == board.position
    assert line.edition == board.edition
    # An address has no orders of powers that have nothing on the board.
    expected = {p: Counter(o) for p, o in board.line().orders.items() if p in line.position.powers}
    assert {power: Counter(orders) for power, orders in line.orders.items()} == expected


def test_all_lines_of_boards_have_addresses() -> None:
    for board in all_boards().values():
        found = address.read(address.write(board.resolved()))
        assert found.is_whole, board.id
        assert found.line.position == board.resolved().position, board.id


def test_the_list_of_cases_marks_where_editions_part(db: None, client: Client) -> None:
    everything = client.get("/rules/datc/").content.decode()
    different = client.get("/rules/datc/?differ").content.decode()
    assert everything.count('href="/rules/boards/datc-') == len(DATC)
    marked = len(re.findall(r'class="badge"', everything))
    assert 0 < different.count('href="/rules/boards/datc-') == marked < 40
    assert "/rules/boards/datc-6-h-11/" in different
    assert "/rules/boards/datc-6-a-1/" not in different


def test_a_reader_sees_names_and_orders_in_their_own_language(db: None, client: Client) -> None:
    page = client.get("/rules/boards/000-04/", headers={"accept-language": "es"}).content.decode()
    assert "board/standard-es.svg" in page
    assert "E Ber-Sil" in page
