"""The statistics of the site and the openings, as pages."""

import uuid
from urllib.parse import urlencode

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import clock
from games.models import Game, GameResult, PowerResult
from games.state import variants

from .conftest import words

pytestmark = pytest.mark.django_db

SPRING, OTHER = "A MAR - SPA, A PAR - BUR, F BRE - MAO", "A MAR H, A PAR - PIC, F BRE - ENG"
FALL = "A BUR - BEL, A SPA H, F MAO - POR"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["statistics"].clear()


def result(number: int, *, recorded: bool = False, spring: str = SPRING, **fields: object) -> None:
    """A game that France won in a solo, of this site or recorded."""
    now = clock.now()
    game = None
    if not recorded:
        game = Game.objects.create(
            title="Old",
            slug=f"old-{number}",
            request_key=uuid.uuid4(),
            created_at=now,
            lobby_closes_at=now,
            status=Game.Status.FINISHED,
            ending=Game.Ending.SOLO,
            ended_at=now,
            final_at=now,
        )
    where = {"ended_at": now} if game else {"source": "games", "name": str(number)}
    row = GameResult.objects.create(
        game=game,
        **{
            "setup": "standard",
            "edition": "2000" if game else "",
            "press": "full" if game else "",
            "first_year": 1901,
            "last_year": 1907,
            "years": 7,
            "end": "solo",
            **where,
            **fields,
        },
    )
    PowerResult.objects.bulk_create(
        PowerResult(
            of=row,
            power=power,
            result="won" if power == "FRANCE" else "eliminated",
            centers=18 if power == "FRANCE" else 0,
            spring=spring if power == "FRANCE" else "",
            fall=FALL if power == "FRANCE" else "",
        )
        for power in variants.played_powers("standard")
    )


def page(path: str, **question: str) -> str:
    answer = Client().get(f"{path}?{urlencode(question)}")
    assert answer.status_code == 200
    return words(answer)


@pytest.mark.parametrize("path", ["/statistics/", "/openings/FRANCE/"])
def test_without_a_finished_game_the_page_says_so(path: str) -> None:
    assert "No game has ended yet" in page(path)


def test_results_by_power_lengths_and_ends_are_shown() -> None:
    result(1)
    result(2)
    text = page("/statistics/")
    assert "2 finished games of the set-up “Standard”" in text
    assert "France 2 (100%) 0 (0%) 0 (0%) 0 (0%) 18.0" in text
    assert "Turkey 0 (0%) 0 (0%) 0 (0%) 2 (100%) 0.0" in text
    assert "7 2 (100%)" in text
    assert "won by one power 2 (100%)" in text


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ({}, 2),
        ({"source": "here"}, 1),
        ({"source": "recorded"}, 1),
        ({"press": "full"}, 1),
        ({"edition": "2000", "pace": ""}, 1),
        ({"press": "none"}, 0),
        ({"setup": "chaos"}, 0),
        ({"setup": "standard"}, 2),
    ],
)
def test_a_question_selects_the_games(question: dict[str, str], number: int) -> None:
    result(1)
    result(2, recorded=True)
    answer = Client().get("/statistics/", question)
    assert answer.context["number"] == number


@pytest.mark.parametrize(
    "path",
    [
        "/statistics/?setup=utopia",
        "/statistics/?press=loud",
        "/statistics/?source=elsewhere",
        "/openings/UTOPIA/",
        "/openings/FRANCE/?orders=A+PAR+-+BUR",
        "/openings/FRANCE/?edition=1900",
    ],
)
def test_what_nobody_offers_is_not_found(path: str) -> None:
    result(1)
    assert Client().get(path).status_code == 404


def test_an_opening_is_drawn_with_the_falls_that_followed() -> None:
    result(1)
    result(2)
    result(3, spring=OTHER)
    answer = Client().get("/openings/FRANCE/")
    assert [each.number for each in answer.context["springs"]] == ["2 (67%)", "1 (33%)"]
    followed = Client().get(answer.context["springs"][1].url)
    assert followed.status_code == 200
    assert [each.number for each in followed.context["falls"]] == ["1 (100%)"]
    assert "A MAR H, A PAR - PIC, F BRE - ENG" in words(followed)
    assert "A BUR - BEL, A SPA H, F MAO - POR" in words(followed)
    assert answer.context["board"] == ""
    assert followed.context["board"].count("<svg") == 1


def test_a_fall_that_followed_is_drawn_without_the_others_units() -> None:
    result(1)
    answer = Client().get("/openings/FRANCE/", {"orders": SPRING})
    followed = Client().get(answer.context["falls"][0].url)
    assert followed.context["fall_shown"] == FALL
    drawn = followed.context["fall_board"]
    assert 'data-unit="F MAO"' in drawn
    assert drawn.count("data-unit=") == 3
    assert Client().get("/openings/FRANCE/", {"orders": OTHER, "fall": FALL}).status_code == 404


def test_a_game_that_counts_no_more_is_not_shown() -> None:
    result(1)
    Game.objects.update(visibility="private")
    assert "No game has ended yet" in page("/statistics/")
    assert "No game has ended yet" in page("/openings/FRANCE/")


@pytest.mark.parametrize("path", ["/statistics/", f"/openings/FRANCE/?orders={SPRING}"])
def test_the_number_of_queries_does_not_grow(path: str) -> None:
    numbers = []
    for games in (range(1), range(1, 20)):
        for number in games:
            result(number)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert Client().get(path).status_code == 200
        numbers.append(len(queries))
    assert numbers[0] == numbers[1] <= 6
    with CaptureQueriesContext(connection) as queries:
        Client().get(path)
    assert len(queries) < numbers[0], "the figures are kept"
