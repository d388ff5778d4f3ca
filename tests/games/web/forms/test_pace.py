"""The paces of a new game, beside deadlines of its own."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.http import QueryDict
from django.utils import timezone

from games.lifecycle.paces import PACES
from games.models import GameSettings
from games.web.forms.pace import DEADLINE_FIELDS, OWN, PaceForm
from games.wording import settings as settings_wording
from tests import settings_sheets

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 11, 26, 12, tzinfo=dt.UTC)
IN_WORDS = {
    "weekly": ["Every Sunday at 20:00, Madrid time.", "2 days each for retreats and for builds."],
    "two_days": ["2 days for each movement phase.", "1 day each for retreats and for builds."],
    "daily": ["Every day at 20:00, Madrid time.", "12 hours each for retreats and for builds."],
    "live": [
        "10 minutes for each movement phase, with everyone present.",
        "3 minutes each for retreats and for builds.",
    ],
}


@pytest.fixture(autouse=True)
def _thursday_in_madrid():
    with time_machine.travel(NOW, tick=False), timezone.override("Europe/Madrid"):
        yield


def sent(**fields: str | list[str]) -> PaceForm:
    data = QueryDict(mutable=True)
    usual = {**settings_sheets.WEEKLY, "live_ready_minutes": "0"}
    for name, value in {**usual, **fields}.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return PaceForm(data)


def stored(form: PaceForm) -> dict[str, Any]:
    assert form.is_valid(), form.errors
    return form.settings_values()[0]


@pytest.mark.parametrize("name", PACES)
def test_each_pace_says_its_deadlines_in_words(name: str):
    assert settings_wording.deadlines(PACES[name].settings("Europe/Madrid")) == IN_WORDS[name]


@pytest.mark.parametrize("name", PACES)
def test_each_pace_stores_its_deadlines_and_is_recognized_again(name: str):
    settings = GameSettings(**stored(sent(pace=name)))
    assert PACES[name].is_that_of(settings)
    assert [each for each in PACES.values() if each.is_that_of(settings)] == [PACES[name]]


def test_a_live_game_waits_for_nobody():
    fields = stored(sent(pace="live", ready_minutes="45"))
    assert (fields["on_missed"], fields["ready_minutes"]) == ("none", 0)


def test_a_pace_needs_none_of_the_fields_of_own_deadlines():
    data = settings_sheets.WEEKLY
    form = PaceForm(
        {name: data[name] for name in data if name not in DEADLINE_FIELDS} | {"pace": "weekly"}
    )
    assert stored(form)["weekdays"] == 1 << 6


def test_what_was_chosen_beside_the_deadlines_counts_with_every_pace():
    fields = stored(sent(pace="daily", ready_minutes="5", grace_hours="3", absence_cap_days="2"))
    assert (fields["ready_minutes"], fields["grace_hours"]) == (5, 3)
    assert (fields["absence_cap_days"], fields["weekdays"]) == (2, 0b1111111)


def test_own_deadlines_beside_a_pace_are_a_question_and_stay_on_the_page():
    form = sent(pace="daily", at="21:30", weekdays=["1", "4"])
    assert "You’ve also entered your own deadlines" in str(form.errors["pace"])
    assert (form["at"].value(), form["weekdays"].value()) == ("21:30", ["1", "4"])
    again = sent(pace="daily", at="21:30", weekdays=["1", "4"], asked_pace="daily")
    assert stored(again)["at"] == dt.time(20)
    other = sent(pace="weekly", at="21:30", weekdays=["1", "4"], asked_pace="daily")
    assert list(other.errors) == ["pace"]


@pytest.mark.parametrize("pace", [OWN, None])
def test_without_a_pace_the_deadlines_are_the_own_ones(pace: str | None):
    typed: dict[str, str | list[str]] = {"at": "21:30", "weekdays": ["1", "4"]}
    if pace:
        typed["pace"] = pace
    fields = stored(sent(**typed))
    assert (fields["at"], fields["weekdays"]) == (dt.time(21, 30), 0b10010)


def test_an_unknown_pace_is_refused():
    assert "is not one of" in str(sent(pace="hourly").errors["pace"])


def test_the_form_begins_with_the_weekly_game_in_the_zone_of_the_reader():
    form = PaceForm()
    assert (form["pace"].value(), form.pace_zone) == ("weekly", "Europe/Madrid")


@pytest.mark.parametrize(
    ("fields", "pace"), [({"at": dt.time(20)}, "weekly"), ({"at": dt.time(21)}, OWN)]
)
def test_the_settings_of_a_game_are_recognized_as_a_pace_or_as_own(fields, pace):
    usual = {"weekdays": 64, "zone": "Asia/Tokyo", "least_hours": 72, "window_hours": 48}
    settings = GameSettings(**usual, **fields)
    settings.pk = 1
    form = PaceForm(game_settings=settings)
    assert (form["pace"].value(), form.pace_zone) == (pace, "Asia/Tokyo")
