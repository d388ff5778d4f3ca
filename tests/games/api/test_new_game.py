"""Opening a game by the API."""

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.api.schemas.new_game import NewGame
from games.clubs import creation
from games.lifecycle.settings import FIELDS
from games.models import Game, LobbyInvitation
from games.state.edition_texts import RULE_POINTS
from games.web.forms.game import GameForm
from games.web.forms.pace import DEADLINE_FIELDS, PaceForm
from games.web.forms.terms import TermsForm
from tests import factories

from ..web.views.conftest import signed_in
from .conftest import Program, program


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def sent_from(page: Any) -> dict[str, Any]:
    """The form as a browser sends it from the page without a change."""
    return sent_from_forms(page, "form", "settings")


def sent_from_forms(page: Any, *names: str) -> dict[str, Any]:
    fields = [field for name in names for field in page.context[name]]
    values = {each.html_name: each.value() for each in fields}
    return {
        name: value.strftime("%H:%M") if isinstance(value, dt.time) else value
        for name, value in values.items()
        if value is not None and value is not False
    }


def agreed(game: Game) -> dict[str, Any]:
    """The terms and settings of a game."""
    assert game.settings is not None
    terms = {name: getattr(game, name) for name in [*TermsForm.Meta.fields, "allotment"]}
    settings = {name: getattr(game.settings, name) for name in FIELDS}
    return terms | settings | {"masters": game.masterships.count()}


def test_a_game_with_the_usual_terms_is_that_of_the_page(mia: Program, master: User):
    answer = mia.post("/games", {"title": "By a program"})
    assert answer.status_code == 201, answer.content
    one = Game.objects.get(slug=answer.json()["slug"])
    page = signed_in(master)
    usual = sent_from(page.get(reverse("games:new")))
    opened = page.post(reverse("games:new"), usual | {"title": "By a program", "role": "master"})
    assert opened.status_code == 302
    other = Game.objects.exclude(pk=one.pk).get()
    assert agreed(one) == agreed(other)


def test_a_game_that_is_sent_again_with_its_key_is_one(mia: Program):
    sent = {"title": "Once", "role": "player", "pace": "two_days"}
    slugs = {mia.post("/games", sent, Idempotency_Key="a").json()["slug"] for _time in range(2)}
    assert len(slugs) == Game.objects.count() == 1
    assert mia.post("/games", sent, Idempotency_Key="b").status_code == 201
    assert Game.objects.count() == 2


def test_a_key_that_may_not_join_games_takes_no_seat_by_opening_one(master: User):
    small = program(master, account=False)
    refused = small.post("/games", {"title": "Mine", "role": "player"})
    assert (refused.status_code, refused.json()["needed_scope"]) == (403, "account")
    assert not Game.objects.exists()
    assert small.post("/games", {"title": "Mine", "role": "master"}).status_code == 201


def test_people_are_invited(mia: Program):
    people = factories.PersonFactory.create_batch(2)
    answer = mia.post("/games", {"title": "For friends", "names": [each.name for each in people]})
    assert answer.status_code == 201, answer.content
    assert LobbyInvitation.objects.count() == 2


def test_deadlines_of_ones_own_are_those_of_the_page(mia: Program, master: User):
    club = creation.create(master, name="The table", about="", is_listed=True)
    deadlines = {"phase_hours": 36, "window_hours": 12, "build_hours": 24}
    sent: dict[str, Any] = {"title": "Ours", "deadlines": deadlines, "club": club.slug}
    answer = mia.post("/games", sent | {"bots_in_disorder": True, "ready_minutes": 5})
    assert answer.status_code == 201, answer.content
    one = Game.objects.get()
    page = signed_in(master)
    form = sent_from(page.get(reverse("games:new"))) | {
        "title": "Ours", "role": "master", "pace": "own", "rhythm": "lengths", "length": "36",
        "length_unit": "hours", "short_length": "12", "short_unit": "hours", "build_length": "24",
        "build_unit": "hours", "club": str(club.pk), "bots_in_disorder": "on", "ready_minutes": "5",
    }  # fmt: skip
    assert page.post(reverse("games:new"), form).status_code == 302
    other = Game.objects.exclude(pk=one.pk).get()
    assert agreed(one) | {"club": one.club} == agreed(other) | {"club": club}


def test_dates_and_holidays_go_with_a_pace_on_weekdays(mia: Program):
    sent = {"title": "Slow", "skipped": ["2050-12-25", "2050-12-24"], "holidays": "ES"}
    assert mia.post("/games", sent).status_code == 201
    settings = Game.objects.get().settings
    assert settings is not None
    assert [str(row.date) for row in settings.skipped_dates.all()] == ["2050-12-24", "2050-12-25"]
    assert settings.holidays == "ES"


def test_a_field_of_the_page_is_a_field_of_the_api(mia: Program, master: User):
    form = {*GameForm(opener=master).fields, *PaceForm().fields} | {"club"}
    of_deadlines = {*DEADLINE_FIELDS, "live_ready_minutes"}  # those of `deadlines`
    points = {name for name in form if name.startswith("rule-")}
    missing = form - NewGame.model_fields.keys() - of_deadlines - points - {"request_key"}
    assert not missing


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"title": ""}, ["title"]),
        ({"press": "shouting"}, ["press"]),
        ({"setup": "chess"}, ["setup"]),
        ({"zone": "Atlantis"}, ["zone"]),
        ({"club": "no-such-club"}, ["club"]),
        ({"confirms_mail": True}, ["confirms_mail"]),
        ({"pace": "weekly", "deadlines": {"phase_hours": 24}}, ["deadlines"]),
        ({"deadlines": {"at": "25:00"}}, ["deadlines.at"]),
        ({"deadlines": {"phase_hours": 24, "at": "20:00"}}, ["deadlines.at"]),
        ({"pace": "two_days", "zone": "Europe/Madrid"}, ["zone"]),
        ({"names": ["Nobody at all"]}, ["names"]),
        ({"rule_changes": {"nothing": "x"}}, ["rule_changes"]),
        ({"rule_changes": {"surplus_builds": "x"}}, ["rule_changes.surplus_builds"]),
        ({"pace": "live"}, ["starts_at"]),
        ({"role": "player", "publish_hours": 24}, ["publish_hours"]),
        ({"role": "player", "allotment": "master"}, ["allotment"]),
        ({"ends": "date", "ends_on": "2001-01-01"}, ["ends_on"]),
        ({"ends": "years", "solo_centers": 99}, ["solo_centers", "ends_after"]),
        ({"stalemate_years": 21}, ["stalemate_years"]),
        ({"least_reliability": 101}, ["least_reliability"]),
        ({"unknown": True}, ["unknown"]),
    ],
)
def test_wrong_fields_are_named_and_nothing_is_opened(
    mia: Program, fields: dict[str, Any], wrong: list[str]
):
    answer = mia.post("/games", {"title": "A table", **fields})
    assert answer.status_code == 422, answer.content
    assert [each["field"] for each in answer.json()["errors"]] == wrong
    assert not Game.objects.exists()


def test_possible_changes_of_the_rules_are_described_and_named_in_refusals(mia: Program):
    described = NewGame.model_json_schema()["properties"]["rule_changes"]["properties"]
    assert described["surplus_builds"]["enum"] == ["first", "last", "none", ""]
    assert described.keys() == RULE_POINTS.keys()
    for changes, possible in (
        ({"nothing": "x"}, list(RULE_POINTS)),
        ({"surplus_builds": "x"}, ["first", "last", "none"]),
    ):
        refused = mia.post("/games", {"title": "A table", "rule_changes": changes}).json()
        assert [each for each in possible if f"“{each}”" not in refused["detail"]] == []


def test_a_live_game_has_a_joining_time(mia: Program):
    at = clock.now() + dt.timedelta(days=2)
    sent = {"title": "Tonight", "pace": "live", "starts_at": at.isoformat()}
    answer = mia.post("/games", sent)
    assert answer.status_code == 201, answer.content
    assert Game.objects.get().starts_at == at


def test_only_a_master_decides_about_seats(mia: Program):
    sent = {"title": "A table", "role": "player", "disorder_after": "master"}
    answer = mia.post("/games", sent, Accept_Language="es")
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert "This game" not in answer.json()["detail"]
