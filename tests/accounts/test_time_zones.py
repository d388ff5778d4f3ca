"""The names of time zones in words, and their list in forms."""

import re
from typing import Any

import pytest
from django.utils import translation

from accounts import time_zones


@pytest.mark.parametrize(
    ("language", "zone", "words"),
    [
        ("en", "Europe/Madrid", "Madrid time"),
        ("en", "America/Argentina/Buenos_Aires", "Buenos Aires time"),
        ("en", "America/Indiana/Knox", "Knox, Indiana time"),
        ("en", "Asia/Calcutta", "Kolkata time"),
        ("en", "UTC", "UTC"),
        ("en", "Etc/UTC", "UTC"),
        ("en", "GMT", "UTC"),
        ("en", "Etc/GMT+3", "UTC−3"),
        ("en", "Etc/GMT-14", "UTC+14"),
        ("bg", "UTC", "UTC"),
        ("en", "EST", "UTC−5"),
        ("en", "HST", "UTC−10"),
        ("es", "EST5EDT", "hora de Nueva York"),
        ("en", "CET", "Brussels time"),
    ],
)
def test_a_zone_is_named_by_its_city(language: str, zone: str, words: str):
    with translation.override(language):
        assert time_zones.in_words(zone) == words


@pytest.mark.parametrize(
    ("language", "cities"),
    [
        ("en", ["New York", "Sofia", "Brussels"]),
        ("es", ["Nueva York", "Sofía", "Bruselas"]),
        ("it", ["New York", "Sofia", "Bruxelles"]),
        ("bg", ["Ню Йорк", "София", "Брюксел"]),
    ],
)
def test_cities_have_their_names_in_the_readers_language(language: str, cities: list[str]):
    zones = ["America/New_York", "Europe/Sofia", "Europe/Brussels"]
    with translation.override(language):
        assert [time_zones.city(zone) for zone in zones] == cities


def test_every_zone_has_a_name_in_every_language():
    for language in ("en", "es", "it", "bg"):
        with translation.override(language):
            for zone in time_zones.names():
                name = time_zones.city(zone)
                assert name, zone
                assert not re.search(r"[/_]|[A-Z]{3}[0-9]|^(?!UTC)[A-Z]{3}\b", name), zone


@pytest.mark.parametrize("name", ["Factory", "localtime", "Nowhere/Else"])
def test_what_is_no_zone_of_a_place_is_not_offered(name: str):
    assert name not in time_zones.names()


def test_an_unknown_language_or_zone_has_a_name_too():
    with translation.override("tlh"):
        assert time_zones.city("Europe/Madrid") == "Madrid"
    assert time_zones.city("Nowhere/Else_There") == "Else There"


def test_a_form_lists_zones_by_continent_and_city():
    choices = time_zones.choices()
    assert choices[0] == ("UTC", "UTC")
    by_area: dict[str, Any] = dict(choices)
    assert ("Europe/Madrid", "Madrid") in by_area["Europe"]
    assert "Indian Ocean" in by_area
    names = [name for _zone, name in by_area["America"]]
    assert names == sorted(names)
    old = time_zones.choices("Asia/Calcutta")
    assert old[1] == ("Asia/Calcutta", "Kolkata")
