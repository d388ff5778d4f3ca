"""Seats by the API: open ones, taking, resigning, coming back, absences, and accepting an end."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from games.models import Absence, Event, Game, GameSettings, Seat, Tenure
from games.seats import tenures
from tests import factories

from .conftest import Program, Table, program


def left(game: Game, power: str = "FRANCE") -> Seat:
    seat = factories.seat(game, power)
    tenures.resign(seat, factories.holder(seat))
    return seat


def away(days: int = 30) -> dict[str, str]:
    first = clock.now().date() + dt.timedelta(days=days)
    return {"first": first.isoformat(), "last": (first + dt.timedelta(days=2)).isoformat()}


def test_a_newcomer_finds_an_open_seat_and_takes_it(table: Table):
    left(table.game)
    bot = program(factories.person())
    [found] = bot.get("/open-seats").json()["seats"]
    assert (found["game"], found["power"], found["powers"]) == (
        table.game.slug, "FRANCE", ["FRANCE"],
    )  # fmt: skip
    assert (found["units"], found["centers"], found["phase"]) == (3, 3, "S1901M")
    assert bot.post(f"{table.seat('FRANCE')}/take", {}).status_code == 200
    assert bot.get(table.path).json()["my_powers"] == ["FRANCE"]
    assert bot.get("/open-seats").json()["seats"] == []
    late = program(factories.person()).post(f"{table.seat('FRANCE')}/take", {})
    assert (late.status_code, late.json()["detail"]) == (409, "This seat isn’t open.")


def test_pages_of_open_seats_have_each_once(table: Table):
    for power in ("FRANCE", "ITALY", "TURKEY"):
        left(table.game, power)
    bot, powers, cursor = program(factories.person()), [], ""
    while cursor is not None:
        page = bot.get("/open-seats?limit=2" + (f"&cursor={cursor}" if cursor else "")).json()
        powers += [each["power"] for each in page["seats"]]
        cursor = page["next_cursor"]
    assert powers == ["FRANCE", "ITALY", "TURKEY"]


def test_a_seat_that_is_not_for_anyone_needs_the_invitation(table: Table):
    left(table.game)
    Game.objects.filter(pk=table.game.pk).update(house_rules="Be kind.")
    GameSettings.objects.update(seats_open_to=GameSettings.SeatsOpenTo.INVITED)
    bot, take = program(factories.person()), f"{table.seat('FRANCE')}/take"
    assert bot.get("/open-seats").json()["seats"] == []
    assert bot.post(take, {"house_rules_accepted": True}).status_code == 409
    assert bot.post(take, {"invitation": "0" * 32}).status_code == 404
    invited = {"invitation": Game.objects.get(pk=table.game.pk).invitation_key}
    asked = bot.post(take, invited).json()
    assert (asked["code"], asked["house_rules"]) == ("needs_confirmation", "Be kind.")
    assert bot.post(take, {**invited, "house_rules_accepted": True}).status_code == 200


def test_a_player_resigns_after_reading_what_follows(table: Table):
    france, resign = table.programs["FRANCE"], f"{table.seat('FRANCE')}/resign"
    asked = france.post(resign, {}, Accept_Language="it")
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    assert asked.json()["detail"].startswith("Tutti")
    assert Tenure.objects.current().count() == 7
    assert france.post(resign, {"confirmed": True}).status_code == 200
    ended = Tenure.objects.get(seat__power="FRANCE")
    assert ended.ending == Tenure.Ending.RESIGNED
    assert table.programs["ITALY"].post(resign, {"confirmed": True}).status_code == 404


def test_a_player_comes_back_unless_programs_may_not_act(table: Table):
    Seat.objects.filter(power="FRANCE").update(disorder_since=clock.now())
    france, back = table.programs["FRANCE"], f"{table.seat('FRANCE')}/come-back"
    GameSettings.objects.update(orders_by_key=False)
    assert france.post(back, None).json()["code"] == "game_refuses_keys"
    GameSettings.objects.update(orders_by_key=True)
    assert france.post(back, None).status_code == 200
    assert factories.seat(table.game, "FRANCE").disorder_since is None


def test_a_game_that_refuses_programs_keeps_its_seats_from_them(table: Table):
    GameSettings.objects.update(orders_by_key=False)
    france, seat = table.programs["FRANCE"], table.seat("FRANCE")
    for answer in (
        france.post(f"{seat}/resign", {"confirmed": True}),
        france.post(f"{seat}/absences", away()),
        france.send("DELETE", f"{seat}/absences/{away()['first']}"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "game_refuses_keys")
    assert Tenure.objects.current().count() == 7
    assert not Absence.objects.exists()
    left(table.game, "ITALY")
    taken = program(factories.person()).post(f"{table.seat('ITALY')}/take", {})
    assert taken.status_code == 200, taken.content


def test_the_last_acceptance_of_a_result_is_confirmed(table: Table):
    from games.lifecycle import endings

    Game.objects.filter(pk=table.game.pk).update(provisional_days=2)
    table.game.refresh_from_db()
    master = table.game.masterships.get().person
    endings.close(table.game, by=master, reason="Over.")
    assert not Game.objects.get(pk=table.game.pk).is_final
    *others, last = table.programs
    for power in others:
        answer = table.programs[power].post(f"{table.seat(power)}/accept-end", {})
        assert answer.json()["final"] is False, answer.content
    asked = table.programs[last].post(f"{table.seat(last)}/accept-end", {})
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    done = table.programs[last].post(f"{table.seat(last)}/accept-end", {"confirmed": True})
    assert done.json()["final"] is True


@pytest.fixture
def sundays(db: None) -> Table:
    """A game that waits for absent players, with programs of two of its people."""
    game = factories.begun_game(
        weekdays=1 << 6, at=dt.time(20), zone="Europe/Madrid", least_hours=72, absence_cap_days=7
    )
    seats = game.seats.filter(power__in=["FRANCE", "ITALY"])
    return Table(game, {seat.power: program(factories.holder(seat)) for seat in seats})


def test_an_absence_by_key_has_the_rows_of_one_by_the_page(sundays: Table):
    table = sundays
    path = f"{table.seat('FRANCE')}/absences"
    made = table.programs["FRANCE"].post(path, away())
    assert (made.status_code, made.json()) == (201, away())
    browser = Client()
    browser.force_login(factories.holder(factories.seat(table.game, "ITALY")))
    browser.post(reverse("games:absence", args=[table.game.slug, "ITALY"]), away())

    def rows(power: str) -> list[Any]:
        found = Absence.objects.filter(seat__power=power).values_list("first", "last")
        events = Event.objects.filter(seat__power=power, kind=Event.Kind.ABSENCE)
        return [*found, *events.values_list("text")]

    assert rows("FRANCE") == rows("ITALY") != []
    listed = table.programs["FRANCE"].get(path).json()
    assert (listed["absences"], listed["waits"]) == ([away()], True)
    twice = table.programs["FRANCE"].post(path, away())
    assert (twice.status_code, twice.json()["code"]) == (409, "refused")
    gone = table.programs["FRANCE"].send("DELETE", f"{path}/{away()['first']}")
    assert gone.status_code == 200
    assert table.programs["FRANCE"].send("DELETE", f"{path}/2050-01-01").status_code == 404
    assert table.programs["FRANCE"].get(path).json()["absences"] == []
    assert table.programs["ITALY"].get(path).status_code == 404


@pytest.mark.parametrize("day", ["24.12.2050", "2050-13-01", 20500101, None, "2050-1-1"])
def test_a_day_that_is_none_is_refused(table: Table, day: Any):
    path = f"{table.seat('FRANCE')}/absences"
    refused = table.programs["FRANCE"].post(path, {**away(), "first": day})
    assert (refused.status_code, refused.json()["field"]) == (422, "first")


def test_seats_need_the_scope_of_the_account(table: Table):
    person = factories.holder(factories.seat(table.game, "FRANCE"))
    small: Program = program(person, account=False)
    for act, body in (("resign", {"confirmed": True}), ("take", {}), ("absences", away())):
        refused = small.post(f"{table.seat('FRANCE')}/{act}", body)
        assert (refused.status_code, refused.json()["needed_scope"]) == (403, "account"), act
