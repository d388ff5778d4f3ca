"""The form of the settings of a game."""

import datetime as dt
from collections.abc import Mapping

import pytest
import time_machine
from django.utils import timezone, translation
from django.utils.datastructures import MultiValueDict

from games.lifecycle import settings
from games.models import Game, GameSettings
from games.web.forms import dates as forms_dates
from games.web.forms.settings import SettingsForm
from games.wording.settings import deadlines
from games.wording.tight_timetable import tight_timetable_warning
from tests import factories, settings_sheets

SUNDAY = 1 << 6
TUESDAY = dt.datetime(2026, 11, 24, 12, tzinfo=dt.UTC)

HOURS = {"length_unit": "hours", "short_unit": "hours"}

pytestmark = pytest.mark.django_db


def filled(
    sheet: Mapping[str, object] = settings_sheets.WEEKLY, /, **fields: object
) -> SettingsForm:
    return SettingsForm(as_sent({**sheet, **fields}))


def as_sent(values: Mapping[str, object]) -> MultiValueDict[str, object]:
    return MultiValueDict(
        {name: value if isinstance(value, list) else [value] for name, value in values.items()}
    )


def errors(form: SettingsForm) -> dict[str, str]:
    return {name: " ".join(map(str, found)) for name, found in form.errors.items()}


def test_a_weekly_game_gets_the_settings_that_were_typed():
    form = filled(skipped="2026-12-27, 27 Dec 2026\n3 Jan 2027", holidays="ES")
    assert form.is_valid(), form.errors
    fields, skipped = form.settings_values()
    assert fields == {
        "weekdays": SUNDAY,
        "at": dt.time(20),
        "zone": "Europe/Madrid",
        "least_hours": 72,
        "window_hours": 48,
        "build_hours": None,
        "retreat_weekdays": 0,
        "retreat_at": None,
        "build_weekdays": 0,
        "build_at": None,
        "holidays": "ES",
        "absence_cap_days": 7,
        "ready_minutes": 30,
        "on_missed": "grace",
        "grace_hours": 24,
        "disorder_after": "first",
        "seats_open_to": "anyone",
        "bots_in_disorder": False,
        "orders_by_key": True,
        "press_by_key": True,
    }
    assert skipped == [dt.date(2026, 12, 27), dt.date(2027, 1, 3)]


def test_several_weekdays_are_one_mask():
    form = filled(weekdays=["2", "6"])
    assert form.is_valid()
    assert form.settings_values()[0]["weekdays"] == 0b1000100


def test_a_weekday_that_was_sent_twice_is_one_day():
    form = filled(weekdays=["6", "6", "2"], build_weekdays=["2", "2"])
    assert form.is_valid()
    fields, _skipped = form.settings_values()
    assert (fields["weekdays"], fields["build_weekdays"]) == (0b1000100, 0b100)


def test_retreats_and_builds_have_deadlines_of_their_own():
    form = filled(window_hours="24", build_weekdays=["2"], build_hours="12")
    assert form.is_valid(), form.errors
    fields, _skipped = form.settings_values()
    assert (fields["window_hours"], fields["build_hours"]) == (24, 12)
    assert (fields["build_weekdays"], fields["build_at"]) == (0b100, dt.time(20))
    assert (fields["retreat_weekdays"], fields["retreat_at"]) == (0, None)
    said = deadlines(GameSettings(**fields))[1]
    apart = "until the next Wednesday, 20:00, at least 12 hours"
    assert said == f"Retreats: 1 day. Builds: {apart}."
    fields, _skipped = only_valid(build_weekdays=["0"], build_at="08:30").settings_values()
    assert fields["build_at"] == dt.time(8, 30)
    assert only_valid(build_at="08:30").settings_values()[0]["build_at"] is None


def only_valid(**typed: object) -> SettingsForm:
    form = filled(**typed)
    assert form.is_valid(), form.errors
    return form


def test_builds_that_are_as_long_as_retreats_are_not_apart():
    assert only_valid(build_hours="48").settings_values()[0]["build_hours"] is None
    lengths = {**settings_sheets.LENGTHS, "short_length": "2", "build_length": "48"}
    form = filled(lengths, build_unit="hours")
    assert form.is_valid(), form.errors
    assert form.settings_values()[0]["build_hours"] is None
    form = filled(lengths, build_unit="days", build_length="1")
    assert form.is_valid(), form.errors
    assert form.settings_values()[0]["build_hours"] == 24


def test_builds_of_a_live_game_are_no_longer_than_its_movement_phases():
    form = filled(settings_sheets.LIVE, live_build_minutes="2")
    assert form.is_valid(), form.errors
    assert form.settings_values()[0]["live_build_minutes"] == 2
    said = deadlines(GameSettings(**form.settings_values()[0]))[1]
    assert said == "Retreats: 1 minute. Builds: 2 minutes."
    wrong = filled(settings_sheets.LIVE, live_build_minutes="4")
    assert list(errors(wrong)) == ["live_build_minutes"]


def test_the_fold_of_retreats_and_builds_is_open_where_they_are_apart():
    assert not filled().has_windows_apart
    assert filled(build_hours="12").has_windows_apart
    assert filled(build_at="late").has_windows_apart


@time_machine.travel(TUESDAY, tick=False)
def test_a_window_without_any_date_left_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forms_dates, "MOST_DATES", 1000)
    every = [str(dt.date(2026, 11, 25) + dt.timedelta(weeks=number)) for number in range(150)]
    form = filled(build_weekdays=["2"], skipped=",".join(every))
    assert "leaves no deadline" in errors(form)["skipped"]


@pytest.mark.parametrize(
    ("typed", "phase", "window"),
    [
        ({}, 168, 168),
        ({"short_length": "2"}, 168, 48),
        ({**HOURS, "length": "36", "short_length": "12"}, 36, 12),
    ],
)
def test_plain_lengths_have_a_window_of_their_own_or_the_same(typed, phase, window):
    form = filled(settings_sheets.LENGTHS, **typed)
    assert form.is_valid(), form.errors
    fields, skipped = form.settings_values()
    assert (fields["phase_hours"], fields["window_hours"], skipped) == (phase, window, [])
    assert "weekdays" not in fields


@pytest.mark.parametrize(
    ("sheet", "other"),
    [
        (settings_sheets.WEEKLY, {"length": "x", "length_unit": "", "short_length": "-1"}),
        (
            settings_sheets.LENGTHS,
            {"weekdays": "9", "at": "late", "zone": "Mars", "skipped": "soon", "least_hours": ""},
        ),
    ],
)
def test_values_of_the_other_rhythm_are_ignored_and_kept_on_the_page(sheet, other):
    form = filled(sheet, **other)
    assert form.is_valid(), form.errors
    page = form.as_p()
    assert all(f'value="{typed}"' in page for typed in ("x", "late") if typed in other.values())


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "weekdays": ({"weekdays": []}, "Choose at least one weekday."),
    "at": ({"at": "25:00"}, "Enter the time like this: 20:00."),
    "zone": ({"zone": "Europe/Atlantis"}, "is not a time zone"),
    "least_hours": ({"least_hours": "337"}, "less than or equal to 336"),
    "window_hours": ({"window_hours": "0"}, "greater than or equal to 1"),
    "build_hours": ({"build_hours": "169"}, "less than or equal to 168"),
    "retreat_weekdays": ({"retreat_weekdays": ["7"]}, "7 is not one of"),
    "retreat_at": ({"retreat_at": "late"}, "Enter the time like this: 20:00."),
    "build_weekdays": ({"build_weekdays": ["x"]}, "x is not one of"),
    "build_at": ({"build_at": "25:00"}, "Enter the time like this: 20:00."),
    "holidays": ({"holidays": "XX"}, "XX is not one of"),
    "absence_cap_days": ({"absence_cap_days": "31"}, "less than or equal to 30"),
    "ready_minutes": ({"ready_minutes": "1441"}, "less than or equal to 1440"),
    "on_missed": ({"on_missed": "shrug"}, "shrug is not one of"),
    "grace_hours": ({"grace_hours": ""}, "required"),
    "disorder_after": ({"disorder_after": "never"}, "never is not one of"),
    "disorder_misses": (
        {"disorder_after": "in_all", "disorder_misses": "1"},
        "greater than or equal to 2",
    ),
    "seats_open_to": ({"seats_open_to": "nobody"}, "nobody is not one of"),
    "rhythm": ({"rhythm": "moon"}, "moon is not one of"),
}


@pytest.mark.parametrize("field", WRONG)
def test_an_error_stands_at_its_field(field: str):
    typed, says = WRONG[field]
    form = filled(**typed)
    assert list(errors(form)) == [field]
    assert says in errors(form)[field]


@pytest.mark.parametrize("field", ["weekdays", "at", "zone", "least_hours", "window_hours"])
def test_a_timetable_needs_all_its_fields(field: str):
    assert list(errors(filled(**{field: ""}))) == [field]


def test_the_length_of_a_grace_period_is_asked_for_only_where_there_is_one():
    assert filled(on_missed="none", grace_hours="").is_valid()


def test_missed_turns_are_counted_only_where_their_number_decides():
    sheet = {"disorder_misses": "x"}
    assert filled(disorder_after="first", **sheet).is_valid()
    assert filled(disorder_after="master", **sheet).is_valid()
    assert list(errors(filled(disorder_after="in_a_row", **sheet))) == ["disorder_misses"]
    form = filled(disorder_after="in_a_row", disorder_misses="3")
    assert form.is_valid()
    assert form.settings_values()[0]["disorder_misses"] == 3


def test_a_live_game_can_keep_seats():
    form = filled(settings_sheets.LIVE, disorder_after="in_all", disorder_misses="4")
    assert form.is_valid(), form.errors
    fields, _skipped = form.settings_values()
    assert (fields["disorder_after"], fields["disorder_misses"]) == ("in_all", 4)


def test_no_window_of_plain_lengths_is_longer_than_thirty_days():
    form = filled(settings_sheets.LENGTHS, short_length="31")
    assert "at most 30 days" in errors(form)["short_length"]


@time_machine.travel(TUESDAY, tick=False)
def test_a_timetable_without_any_date_left_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forms_dates, "MOST_DATES", 1000)
    first = dt.date(2026, 11, 29)
    every = [str(first + dt.timedelta(weeks=number)) for number in range(150)]
    assert filled(skipped=",".join(every[:10])).is_valid()
    assert "leaves no deadline" in errors(filled(skipped=",".join(every)))["skipped"]


# Typed dates


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "2027-12-24"),
        ("en", "24 Dec 2027"),
        ("en", "December 24 2027"),
        ("es", "24/12/2027"),
        ("it", "24-12-2027"),
        ("bg", "24.12.2027"),
        ("bg", "2027-12-24"),
    ],
)
def test_dates_are_read_as_the_reader_writes_them(language: str, text: str):
    with translation.override(language):
        assert forms_dates.read_date(text) == dt.date(2027, 12, 24)


def test_an_ambiguous_date_is_refused_in_english():
    assert forms_dates.read_date("04/05/2027") is None


def test_an_error_names_the_line_and_shows_valid_dates():
    form = filled(skipped="2027-12-24\n24 Dec 2027, 31.12.\n\n2027-02-30")
    assert form.errors["skipped"] == [
        "Line 2: “31.12.” is not a date. Write it like 2027-12-24 or 24 Dec 2027.",
        "Line 4: “2027-02-30” is not a date. Write it like 2027-12-24 or 24 Dec 2027.",
    ]


def test_a_hundred_dates_can_be_skipped_and_no_more():
    dates = [str(dt.date(2027, 1, 1) + dt.timedelta(days=number)) for number in range(101)]
    assert filled(skipped="\n".join(dates[:100])).is_valid()
    assert (
        "There are 101 dates here. You can skip at most 100."
        in errors(filled(skipped="\n".join(dates)))["skipped"]
    )


def test_a_text_without_dates_gets_few_errors():
    assert len(filled(skipped="\n".join(["a"] * 500)).errors["skipped"]) == 5


# Deadlines and warnings


@time_machine.travel(TUESDAY, tick=False)
def test_the_next_five_deadlines_are_shown_as_they_would_fall_from_now_on():
    form = filled(skipped="2026-12-13")
    assert form.is_valid()
    sundays = ["29 Nov", "6 Dec", "20 Dec", "27 Dec", "3 Jan"]
    assert [f"{each.when:%-d %b}" for each in form.deadlines] == sundays
    assert {each.when.hour for each in form.deadlines} == {19}
    assert [each.in_game_zone for each in form.deadlines] == ["Sun 20:00"] * 5


@time_machine.travel(TUESDAY, tick=False)
def test_the_time_in_the_zone_of_the_game_is_not_repeated_if_it_is_the_same():
    with timezone.override("Europe/Paris"):
        form = filled()
        assert form.is_valid()
    assert [each.in_game_zone for each in form.deadlines] == [""] * 5


@pytest.mark.parametrize(
    ("weekdays", "least", "window", "says"),
    [
        ([6], 72, 48, ""),
        ([6], 72, 49, "After a fall with retreats and builds (98 hours in all)"),
        ([2, 6], 48, 12, ""),
        ([2, 6], 48, 24, "After a fall with retreats and builds (2 days in all)"),
        (
            [2, 6],
            72,
            1,
            "only 3 days apart. After retreats (1 hour) there would be less than 3 days",
        ),
        (
            [2, 6],
            73,
            1,
            "only 3 days apart, and the minimum time to negotiate is 73 hours",
        ),
        ([0, 6], 1, 12, "only 1 day apart"),
    ],
)
def test_a_turn_that_is_too_long_for_its_deadlines_gets_a_warning(weekdays, least, window, says):
    mask = sum(1 << day for day in weekdays)
    warning = tight_timetable_warning(
        GameSettings(weekdays=mask, at=dt.time(20), least_hours=least, window_hours=window)
    )
    assert (says in warning) if says else not warning


def test_a_window_on_weekdays_that_leaves_too_little_time_gets_a_warning():
    fields = {"weekdays": SUNDAY, "at": dt.time(20), "least_hours": 72, "window_hours": 24}
    fits = GameSettings(**fields, build_weekdays=0b100, build_at=dt.time(20))
    assert not tight_timetable_warning(fits)
    late = GameSettings(**fields, build_weekdays=0b1000, build_at=dt.time(20, 30))
    warning = tight_timetable_warning(late)
    assert "retreats and builds (4 days in all)" in warning


def test_a_warning_does_not_refuse():
    form = filled(window_hours="60")
    assert form.is_valid()
    assert len(form.warnings()) == 1
    assert not filled(settings_sheets.LENGTHS).warnings()


# Initial values


def sent_by(form: SettingsForm) -> MultiValueDict[str, object]:
    """Return the data that a browser sends for an unchanged form."""
    values = {name: form[name].value() for name in form.fields}
    return as_sent({name: value for name, value in values.items() if value is not None})


SETTINGS: dict[str, dict[str, object]] = {
    "weekly": {
        "weekdays": SUNDAY, "at": dt.time(20), "zone": "Europe/Madrid", "least_hours": 72,
        "window_hours": 36, "holidays": "ES", "absence_cap_days": 3, "ready_minutes": 0,
    },
    "apart": {
        "weekdays": SUNDAY, "at": dt.time(20), "zone": "Europe/Madrid", "window_hours": 24,
        "build_hours": 12, "build_weekdays": 0b100, "build_at": dt.time(8, 30),
        "retreat_weekdays": 0b11, "retreat_at": dt.time(20),
    },
    "builds of a day": {"phase_hours": 72, "window_hours": 48, "build_hours": 24},
    "days": {"phase_hours": 72},
    "hours": {"phase_hours": 36, "window_hours": 12, "on_missed": "extension"},
    "nothing for missed orders": {"phase_hours": 24, "on_missed": "none", "grace_hours": 12},
}  # fmt: skip


@pytest.mark.parametrize("fields", SETTINGS.values(), ids=list(SETTINGS))
def test_an_unchanged_form_gives_the_stored_settings(fields):
    game = factories.open_game(factories.person(), skipped=[dt.date(2026, 12, 27)], **fields)
    assert game.settings is not None
    if not game.settings.is_timetable:
        game.settings.skipped_dates.all().delete()
    form = SettingsForm(
        sent_by(SettingsForm(game_settings=game.settings)), game_settings=game.settings, game=game
    )
    assert form.is_valid(), form.errors
    assert settings.is_same(game.settings, *form.settings_values())


def test_a_new_game_ends_its_phases_on_sundays_in_the_readers_own_zone():
    with timezone.override("Europe/Sofia"):
        form = SettingsForm(sent_by(SettingsForm()))
    assert form.is_valid(), form.errors
    fields, _skipped = form.settings_values()
    assert (fields["weekdays"], fields["at"]) == (SUNDAY, dt.time(20))
    assert (fields["zone"], fields["least_hours"]) == ("Europe/Sofia", 72)


def test_the_database_accepts_the_limits_of_the_form():
    for number in ("1", "720"):
        game: Game = factories.open_game(factories.person())
        form = filled(settings_sheets.LENGTHS, length=number, length_unit="hours")
        assert form.is_valid(), form.errors
        settings.store(game, *form.settings_values())
    edges = {"least_hours": "336", "window_hours": "168", "absence_cap_days": "30"}
    form = filled(**edges, ready_minutes="1440", grace_hours="168")
    assert form.is_valid(), form.errors
    assert isinstance(settings.store(game, *form.settings_values()), GameSettings)
