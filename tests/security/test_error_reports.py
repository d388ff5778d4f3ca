"""Error reports by mail say where an error happened, and the log says no more at any level.

test_secrets.py checks that neither contains orders or messages.
"""

import logging
from unittest import mock

import pytest
from django.core import mail
from django.template import Context, Template
from django.test import RequestFactory, override_settings
from django.urls import reverse
from django.utils.log import AdminEmailHandler
from django.views.debug import ExceptionReporter

from config.monitoring import error_reports
from games import access
from tests import factories

from .test_secrets import logged, mailed_to_admins
from .world import World

pytestmark = pytest.mark.django_db
WORDS = "what an error may quote"


def mailed() -> str:
    """Return the text of all mails, in all their parts."""
    told = []
    for message in mail.outbox:
        told += [str(message.subject), str(message.body), message.message().as_string()]
        told += [str(part[0]) for part in getattr(message, "alternatives", [])]
    return "\n".join(told)


def crash(world: World, role: str, path: str, place: str, **headers: str) -> tuple[str, str]:
    """Return the mailed report and the log of a page that raises."""
    mail.outbox.clear()
    broken = mock.patch(place, side_effect=RuntimeError(WORDS))
    with logged() as log, mailed_to_admins(), broken:
        answer = world.client(role).get(path, headers=headers)
    assert answer.status_code == 500
    assert len(mail.outbox) == 2
    return mailed(), log.getvalue()


def invitation(world: World) -> str:
    lobby = world.private.lobby
    return reverse("games:invitation", args=[lobby.slug, lobby.invitation_key])


def test_a_report_has_no_link_that_lets_its_bearer_in(world: World):
    key = world.private.lobby.invitation_key
    report, log = crash(world, "guest", invitation(world), "games.web.views.lobby.render")
    assert key not in report + log
    assert "GET games:invitation" in report
    assert "in join" in report
    page = world.public.game.get_absolute_url()
    came_from = {"referer": f"http://testserver{invitation(world)}"}
    report, log = crash(
        world, "guest", f"{page}?{key}", "games.web.views.play.game_page", **came_from
    )
    assert key not in report + log
    assert "GET games:game" in report


def test_a_report_has_no_link_by_which_a_seat_may_be_taken(world: World):
    seat = factories.seat(world.private.game, "AUSTRIA")
    key = seat.game.invitation_key
    path = access.seat_invitation_path(seat)
    report, log = crash(world, "guest", path, "games.web.views.seats.render")
    assert key not in report + log
    assert "GET games:take_invited" in report


def test_a_report_names_nobody(world: World):
    person = factories.holder(factories.seat(world.private.game, "AUSTRIA"))
    role = world.sign_in(person)
    page = world.private.game.get_absolute_url()
    report, log = crash(world, role, page, "games.web.views.play.game_page")
    for secret in (person.name, person.email, world.sessions[role], WORDS):
        assert secret not in report
    assert person.name not in log
    assert f"user_id: {person.pk}" in report


def test_a_report_says_what_broke_where_and_in_which_request(world: World):
    report, log = crash(
        world, "own", world.public.game.get_absolute_url(), "games.web.views.play.game_page"
    )
    assert "builtins.RuntimeError" in report
    assert 'games/web/views/play.py", line' in report
    request = report.split("request_id: ")[1].split()[0]
    assert request in log


def test_a_report_follows_the_errors_that_led_to_one():
    with override_settings(ADMINS=[("Ada", "ada@x.test")]):
        logger = logging.Logger("here")
        logger.addHandler(AdminEmailHandler())
        try:
            try:
                raise KeyError(WORDS)
            except KeyError as error:
                raise ValueError(WORDS) from error
        except ValueError as error:
            error.__cause__.__context__ = error  # type: ignore[union-attr]  # a cycle of causes
            logger.exception("it broke")
        logger.error("no exception at all")
    first, second = (str(message.body) for message in mail.outbox)
    assert first.index("builtins.ValueError") < first.index("builtins.KeyError")
    assert WORDS not in first
    assert "no exception at all" in second


def test_django_s_own_report_would_tell(world: World):
    """Negative control of the tests above."""
    with mock.patch.object(error_reports.ErrorReporter, "get_traceback_text", _django_s_text):
        page = world.public.game.get_absolute_url()
        key = world.private.lobby.invitation_key
        report, _log = crash(world, "own", f"{page}?{key}", "games.web.views.play.game_page")
    assert key in report
    assert WORDS in report
    assert world.people["own"].name in report


def _django_s_text(reporter: ExceptionReporter) -> str:
    return ExceptionReporter.get_traceback_text(reporter)


def test_a_page_for_developers_is_django_s():
    request = RequestFactory().get("/")
    try:
        raise RuntimeError(WORDS)
    except RuntimeError as error:
        reporter = error_reports.ErrorReporter(request, type(error), error, error.__traceback__)
    assert WORDS in reporter.get_traceback_html()
    assert WORDS in reporter.get_traceback_text()


def test_no_level_of_the_log_tells_what_pages_are_made_of(world: World):
    """At DEBUG, Django logs the whole context when a template names a missing variable."""
    with logged() as log:
        page = Template("{{ message.nobody }}").render(Context({"message": {"text": WORDS}}))
        world.client("guest").get(invitation(world))
    assert not page
    assert "request_finished" in log.getvalue()
    assert WORDS not in log.getvalue()
    assert world.private.lobby.invitation_key not in log.getvalue()


def test_no_log_has_the_address_of_a_private_map(world: World):
    game = world.private.game
    with logged() as log:
        for code in ("S1901M", "F1901M"):
            path = reverse("games:shared_picture", args=[game.slug, code, game.map_key])
            world.client("guest").get(path)
    assert log.getvalue().count('"GET games:shared_picture"') >= 2
    assert str(game.map_key) not in log.getvalue()


def test_no_log_has_the_key_of_a_persons_feeds(world: World):
    game, key = world.private.game, world.people["own"].feed_key
    with logged() as log:
        for name in ("keyed_calendar", "keyed_news"):
            world.client("guest").get(reverse(f"games:{name}", args=[game.slug, key]))
        world.client("guest").get(reverse("games:own_calendar", args=[key]))
    for name in ("keyed_calendar", "keyed_news", "own_calendar"):
        assert f'"GET games:{name}"' in log.getvalue()
    assert str(key) not in log.getvalue()
