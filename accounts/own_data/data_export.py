"""A person's own data as a file: asked for on a page, prepared by a task, kept for three days.

The row of `DataExport` is the state. A worker claims it under a lease in a short transaction and
writes the file outside of any, so that it holds no lock; if it dies, another one begins anew when
the lease has run out. The whole file is stored at once, or nothing.
"""

import datetime as dt

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.mails import account_mails
from accounts.models import DataExport, User
from accounts.own_data import data_archive

log = structlog.get_logger(__name__)

KEPT = dt.timedelta(days=3)
# Longer than CELERY_TASK_TIME_LIMIT. An embedded site's worker knows no such limit, but is alone: a
# file that takes longer there is not begun a second time meanwhile.
LEASE = dt.timedelta(minutes=10)
PAUSE = dt.timedelta(minutes=1)  # after an error
MOST_ATTEMPTS = 5


def export_of(person: User) -> DataExport | None:
    """Return the person's export without its content; None if there is none, or it is too old."""
    found = DataExport.objects.defer("content").filter(person=person).first()
    is_old = found is not None and _is_expired(found)
    return None if is_old else found


def content_of(person: User) -> bytes | None:
    """Return the person's file; None if it is not ready or too old."""
    found = DataExport.objects.filter(person=person, ready_at__isnull=False).first()
    if found is None or found.content is None or _is_expired(found):
        return None
    return bytes(found.content)


def ask(person: User) -> None:
    """Have the file prepared, in place of an older one. Asking again meanwhile changes nothing."""
    with transaction.atomic():
        if not _lock(person):
            return
        exports = DataExport.objects.filter(person=person)
        if exports.filter(prepare_at__isnull=False).exists():
            return
        exports.delete()
        now = clock.now()
        DataExport.objects.create(person=person, asked_at=now, prepare_at=now)


def forget(person: User) -> None:
    DataExport.objects.filter(person=person).delete()


def delete_expired() -> None:
    """Delete files that are older than `KEPT`, and exports that were given up."""
    before = clock.now() - KEPT
    DataExport.objects.filter(ready_at__lte=before).delete()
    DataExport.objects.filter(ready_at=None, asked_at__lte=before).delete()


def prepare_next() -> bool:
    """Prepare the file that is due longest; return whether one was stored.

    One at a time, because mails wait meanwhile: see `config.schedule`.
    """
    export = claim()
    if export is None:
        return False
    with structlog.contextvars.bound_contextvars(data_export=export.pk):
        return _prepare(export)


def claim() -> DataExport | None:
    """Lease the export that is due longest; None if none is due.

    One that was tried too often is given up. This is decided before the attempt, because it may be
    one that kills every worker that tries it.
    """
    skip = connection.features.has_select_for_update_skip_locked
    now = clock.now()
    while True:
        with transaction.atomic():
            due = DataExport.objects.defer("content").filter(
                prepare_at__lte=now, person__in=User.objects.taking_part()
            )
            due = due.select_for_update(of=("self",), skip_locked=skip)
            export = due.order_by("prepare_at", "pk").first()
            if export is None:
                return None
            given_up = export.attempts >= MOST_ATTEMPTS
            export.prepare_at = None if given_up else now + LEASE
            export.attempts += 1
            export.save(update_fields=["prepare_at", "attempts"])
        if not given_up:
            return export
        log.error("data_export_given_up", data_export=export.pk)


def _prepare(export: DataExport) -> bool:
    """Write and store the file of a claimed export; return whether it was stored."""
    ours = DataExport.objects.filter(pk=export.pk, prepare_at=export.prepare_at)
    person = User.objects.get(pk=export.person_id)
    try:
        content = data_archive.write(person)
    except Exception as error:  # never its text, which could quote the data
        log.error("data_export_failed", attempts=export.attempts, error=type(error).__name__)
        ours.update(prepare_at=clock.now() + PAUSE)
        return False
    with transaction.atomic():
        # Otherwise an account that is closed at this moment would get a mail.
        if not _lock(person):
            return False
        if not ours.update(content=content, ready_at=clock.now(), prepare_at=None):
            return False
        person.refresh_from_db(fields=["email"])
        _send_mail(person)
    log.info("data_export_ready", size=len(content))
    return True


def _lock(person: User) -> bool:
    """Lock the person's row; return False if the site is no longer open to them."""
    rows = User.objects.taking_part().select_for_update(no_key=True)
    return rows.filter(pk=person.pk).exists()


def _send_mail(person: User) -> None:
    url = f"{settings.SITE_URL}{reverse('accounts:my_data')}"
    account_mails.queue_template(
        person,
        "accounts/mail/data_ready.txt",
        _("Your data is ready"),
        url=url,
        days=KEPT.days,
    )


def _is_expired(export: DataExport) -> bool:
    return (export.ready_at or export.asked_at) <= clock.now() - KEPT
