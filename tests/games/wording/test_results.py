"""Late orders and corrected readings, which everyone reads wherever results are told."""

import datetime as dt
import io
import zipfile

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.archive import zip_file
from games.deadlines import publication
from games.models import Order, Phase, ReadingCorrection
from games.notifications.mail import delivery
from games.notifications.webhooks import content
from games.orders import order_sheets, reading_corrections, submission
from games.reports.write import FORMATS, write
from games.seats import declared_players, tenures
from games.wording.results import corrected_readings, late_orders
from tests import factories

from ..archive.conftest import finished, imported, small_archive_of, written

pytestmark = pytest.mark.django_db
DOUBTFUL = "A Par - Bur, Pic"
LATE = "as game master, "
READ_ANEW = "was read as A PAR - BUR."
REASON = "Picardy was meant."


@pytest.fixture
def phase(master: User, players: list[User]) -> Phase:
    """A published phase: England's orders came late, and one of France was read anew."""
    game = factories.begun_game(master, players, orders_by_master=True, publish_hours=12)
    england, france = factories.seat(game, "ENGLAND"), factories.seat(game, "FRANCE")
    tenures.resign(england, factories.holder(england))
    declared_players.declare(england, name="Nell", email="", by=master)
    phase = factories.open_phase(game)
    sheet = order_sheets.read_text(phase, france, DOUBTFUL, "en", {"PAR": "A PAR - BUR"})
    submission.submit_text(phase, france, sheet, person=factories.holder(france))
    deadline = factories.deadline(game)
    with time_machine.travel(deadline, tick=False):
        due_phases.resolve_due()
    with time_machine.travel(deadline + dt.timedelta(hours=1), tick=False):
        lines = [submission.Line("line-1", "F LON - NTH")]
        submission.submit(factories.open_phase(game), england, lines, person=master)
        publication.mark_previewed(game, by=master)
        order = Order.objects.get(phase=phase, seat=france)
        reading_corrections.correct_reading(game, order.pk, "A PAR - PIC", reason=REASON, by=master)
        publication.publish(game, by=master)
        due_phases.resolve_due()
    return Phase.objects.get(pk=phase.pk)


def tells_all(text: str) -> bool:
    return LATE in text and READ_ANEW in text and REASON in text


@pytest.mark.parametrize("format_", FORMATS)
def test_reports_tell_them(phase: Phase, format_: str):
    assert tells_all(write(phase, format_, "en"))


def test_mails_with_results_tell_them(phase: Phase):
    assert phase.resolved_at is not None
    with time_machine.travel(phase.resolved_at + dt.timedelta(minutes=5)):
        delivery.deliver_due()
    told = [each for each in mail.outbox if "results of Spring 1901" in each.subject]
    assert told
    assert all(tells_all(str(each.body)) for each in told)


def test_feeds_and_webhooks_tell_them(phase: Phase, client: Client):
    feed = client.get(reverse("games:news", args=[phase.game.slug]))
    assert tells_all(feed.content.decode())
    resolved = phase.events.get(kind="phase_resolved")
    assert tells_all(content.news_item(resolved).text)


def test_the_pages_of_an_archive_tell_them(phase: Phase):
    with zipfile.ZipFile(io.BytesIO(b"".join(zip_file.stream(phase.game)))) as archive:
        page = archive.read(f"phases/{phase.code}.html").decode()
        log = archive.read("log.html").decode()
    assert tells_all(page)
    assert "The orders of England were entered after the deadline of Spring 1901" in log


def test_an_imported_game_tells_them_too(phase: Phase, master: User):
    with time_machine.travel(clock.now() + dt.timedelta(days=3)):
        over = finished(phase.game, master)
        copied = imported(small_archive_of(over), master)
    there = copied.phases.get(number=phase.number)
    assert late_orders(there) == late_orders(phase)
    assert corrected_readings(there) == corrected_readings(phase)
    assert ReadingCorrection.objects.get(phase=there).by is None
    assert written(copied) == written(over)
