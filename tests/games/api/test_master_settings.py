"""Settings of a game by the API, and what they have in common with the page."""

from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from games.lifecycle import settings
from games.models import Event, Game
from tests import factories
from tests.threads import Act, is_waited_for

from ..web.views.conftest import signed_in
from .conftest import Program, program
from .test_new_game import sent_from_forms

TABLE = {
    "weekdays": ["monday", "thursday"],
    "at": "19:30",
    "least_hours": 24,
    "window_hours": 24,
    "build_hours": 24,
    "retreat_weekdays": ["friday"],
}


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game) -> str:
    return f"/games/{game.slug}/master/settings"


def stored(game: Game) -> dict[str, Any]:
    newest = Game.objects.get(pk=game.pk).settings
    assert newest is not None
    dates = [str(row.date) for row in newest.skipped_dates.order_by("date")]
    return {name: getattr(newest, name) for name in settings.FIELDS} | {"skipped": dates}


def test_what_the_api_changes_is_what_the_page_changes(mia: Program, master: User):
    one, other = factories.begun_game(master), factories.begun_game(master)
    sent = {
        "deadlines": TABLE,
        "zone": "Europe/Madrid",
        "holidays": "ES",
        "seats_open_to": "chosen",
    }
    sent |= {"skipped": ["2050-12-24"], "on_missed": "none", "reason": "As agreed."}
    answer = mia.send("PATCH", path(one), sent)
    assert answer.status_code == 200, answer.content
    page = signed_in(master)
    form = sent_from_forms(page.get(reverse("games:settings", args=[other.slug])), "settings")
    form |= {
        "rhythm": "timetable", "weekdays": ["0", "3"], "at": "19:30", "zone": "Europe/Madrid",
        "least_hours": "24", "window_hours": "24", "build_hours": "24", "retreat_weekdays": ["4"],
        "holidays": "ES", "skipped": "2050-12-24", "on_missed": "none", "seats_open_to": "chosen",
        "reason": "As agreed.",
    }  # fmt: skip
    assert page.post(reverse("games:settings", args=[other.slug]), form).status_code == 302
    assert stored(one) == stored(other)
    changed = one.events.get(kind=Event.Kind.SETTINGS_CHANGED)
    assert (changed.text, changed.actor) == ("As agreed.", master)


def test_settings_that_are_sent_back_as_they_were_read_change_nothing(mia: Program, master: User):
    game = factories.begun_game(master)
    mia.send("PATCH", path(game), {"deadlines": TABLE, "skipped": ["2050-12-24"]})
    read, events = mia.get(path(game)).json(), game.events.count()
    assert read["deadlines"]["retreat_at"] == "19:30"
    sent = {name: value for name, value in read.items() if name != "pace"}
    assert mia.send("PATCH", path(game), sent).json() == read
    assert game.events.count() == events


def test_what_a_new_pace_has_no_use_for_can_be_sent_back_as_it_was_read(mia: Program, master: User):
    game = factories.begun_game(master)
    sent = {"deadlines": TABLE, "zone": "Europe/Madrid", "holidays": "ES"}
    mia.send("PATCH", path(game), sent | {"skipped": ["2050-12-24"]})
    read = mia.get(path(game)).json()
    changed = mia.send("PATCH", path(game), read | {"deadlines": None, "pace": "two_days"})
    assert changed.status_code == 200, changed.content
    assert (changed.json()["zone"], changed.json()["skipped"]) == (None, [])


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_at_once_both_count():
    game = factories.begun_game(master := factories.person("Mia Master"))
    mia = program(master)
    assert mia.get(path(game)).status_code == 200  # the next request writes nothing about its key
    with transaction.atomic():
        mine = settings.lock(game)
        second = Act(lambda: mia.send("PATCH", path(game), {"ready_minutes": 10}))
        while not is_waited_for():
            pass
        fields = {name: getattr(mine.settings, name) for name in settings.FIELDS}
        settings.change(mine, fields | {"grace_hours": 48}, [], by=master)
    second.join(30)
    assert second.error is None
    assert second.result.status_code == 200, second.result.content
    assert (stored(game)["grace_hours"], stored(game)["ready_minutes"]) == (48, 10)


def test_a_pace_changes_the_deadlines_alone(mia: Program, master: User):
    game = factories.begun_game(master)
    before = stored(game)
    read = mia.send("PATCH", path(game), {"pace": "two_days"}).json()
    assert (read["pace"], read["deadlines"]["phase_hours"], read["zone"]) == ("two_days", 48, None)
    kept = ("ready_minutes", "on_missed", "grace_hours", "seats_open_to", "orders_by_key")
    assert {name: stored(game)[name] for name in kept} == {name: before[name] for name in kept}


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"deadlines": {}}, "deadlines"),
        ({"deadlines": {"phase_hours": 24, "live_minutes": 10}}, "deadlines"),
        ({"deadlines": {"phase_hours": 24}, "pace": "daily"}, "deadlines"),
        ({"deadlines": {"phase_hours": 24, "at": "20:00"}}, "deadlines.at"),
        ({"deadlines": TABLE | {"at": None}}, "deadlines.at"),
        ({"deadlines": TABLE | {"window_hours": 700}}, "deadlines.window_hours"),
        ({"deadlines": TABLE | {"weekdays": ["someday"]}}, "deadlines.weekdays.0"),
        ({"pace": "live"}, "deadlines"),
        ({"deadlines": TABLE, "zone": "Atlantis"}, "zone"),
        ({"holidays": "XX"}, "holidays"),
        ({"deadlines": TABLE | {"build_at": "20:00"}}, "deadlines.build_weekdays"),
        ({"pace": "two_days", "zone": "Europe/Madrid"}, "zone"),
        ({"pace": "two_days", "skipped": ["2050-12-24"]}, "skipped"),
        ({"pace": "two_days", "absence_cap_days": 3}, "absence_cap_days"),
        ({"disorder_after": "first", "disorder_misses": 5}, "disorder_misses"),
        ({"bots_in_disorder": True}, "bots_in_disorder"),
        ({"title": "Another"}, "title"),
    ],
)
def test_wrong_settings_are_named_and_nothing_changes(
    game: Game, mia: Program, sent: dict[str, Any], field: str
):
    before = stored(game)
    answer = mia.send("PATCH", path(game), sent)
    assert (answer.status_code, answer.json().get("field")) == (422, field), answer.content
    assert stored(game) == before


def test_a_lobby_can_still_let_bots_play_and_a_finished_game_keeps_its_settings(
    mia: Program, master: User
):
    game = factories.open_game(master)
    assert mia.send("PATCH", path(game), {"bots_in_disorder": True}).json()["bots_in_disorder"]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.EXPIRED)
    for answer in (mia.get(path(game)), mia.send("PATCH", path(game), {"pace": "daily"})):
        assert (answer.status_code, answer.json()["code"]) == (409, "refused")
