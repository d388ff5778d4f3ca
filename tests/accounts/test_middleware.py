import datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from accounts.middleware import reader_middleware
from accounts.models import User

NOON = datetime.datetime(2026, 11, 22, 19, 0, tzinfo=datetime.UTC)


def seen_by(user, **cookies) -> str:
    """Return NOON as a page shows it to this reader."""
    request = RequestFactory().get("/")
    request.user = user
    request.COOKIES.update(cookies)
    template = Template("{% load dates %}{{ noon|local_time }}")
    page = reader_middleware(lambda _: HttpResponse(template.render(Context({"noon": NOON}))))
    with translation.override("en"):
        return page(request).content.decode()


def test_a_time_is_shown_in_the_readers_zone_and_the_zone_named():
    shown = seen_by(User(name="A", time_zone="Europe/Madrid", language="en"))
    assert shown == (
        '<time datetime="2026-11-22T19:00:00+00:00">Sun 22 Nov 2026, 20:00 (Madrid time)</time>'
    )


def test_a_time_is_shown_in_the_readers_language():
    shown = seen_by(User(name="A", time_zone="Europe/Madrid", language="es"))
    assert ">dom 22 " in shown


def test_a_stranger_sees_the_zone_of_the_browser():
    assert "(New York time)" in seen_by(AnonymousUser(), time_zone="America/New_York")


@pytest.mark.parametrize("zone", ["", "Nowhere/Else", "../../etc/passwd", "\x00", "a" * 5000])
def test_a_senseless_zone_shows_the_sites_own(zone):
    assert "(UTC)" in seen_by(AnonymousUser(), time_zone=zone)


def test_a_stored_language_that_no_longer_exists_is_passed_over():
    assert "Sun 22 Nov" in seen_by(User(name="A", time_zone="UTC", language="xx"))


def test_the_zone_of_one_request_does_not_reach_the_next():
    seen_by(User(name="A", time_zone="Asia/Tokyo", language="en"))
    assert timezone.get_current_timezone_name() == "UTC"


def test_no_time_is_no_text():
    assert Template("{% load dates %}{{ x|local_time }}{{ x|local_date }}").render(Context()) == ""


def test_a_deadline_offers_itself_to_the_script():
    template = Template("{% load dates %}{{ noon|local_time_relative }}")
    html = template.render(Context({"noon": NOON}))
    assert html.startswith('<time datetime="2026-11-22T19:00:00+00:00" data-relative>')
