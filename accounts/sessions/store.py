"""The session engine: Django's sessions in the database, with what a person is shown of them.

All of a session stands in one row, so that deleting the row ends it everywhere at once. A session
ends `SESSION_IDLE_LIMIT` after its last use, and `SESSION_LIMIT` after its sign-in in any case. The
last use is written at most once in `UPDATE_INTERVAL`.
"""

import datetime as dt
from typing import Any

import structlog
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.middleware import SessionMiddleware as DjangoSessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts import clock
from accounts.compiled_queries import CompiledQuery
from accounts.devices import device_names
from accounts.models import Session, session
from accounts.models.session import SessionQuerySet

UPDATE_INTERVAL = dt.timedelta(hours=1)

log = structlog.get_logger(__name__)


def _alive(key: str, **limits: dt.datetime) -> SessionQuerySet:
    return Session.objects.filter(~session.over(**limits), session_key=key).order_by()


_ALIVE = CompiledQuery(_alive, key=str, unused_since=dt.datetime, started=dt.datetime)


class SessionStore(DatabaseStore):
    """Stores sessions as rows of `accounts.Session`.

    `user_agent` is the header of the request that the session belongs to.
    """

    user_agent = ""
    _row: Session | None = None  # as it was read or written last

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        """Return the row. Without one, forget the key, as Django does: nobody may choose a key."""
        self._row = _ALIVE.first(key=self.session_key or "", **session.limits())
        if self._row is None:
            self._session_key = None
        return self._row

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row to be written. Another person than before makes it a session anew."""
        now = clock.now()
        person = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row = Session(
            session_key=self._get_or_create_session_key(),  # type: ignore[attr-defined]
            session_data=self.encode(data),
            person_id=person,
            used_at=now,
        )
        before = self._row
        if before is not None and before.person_id == person:
            row.started_at = before.started_at
            row.browser, row.system = before.browser, before.system
        else:
            row.started_at = now
            row.browser, row.system = device_names.parse(self.user_agent) if person else ("", "")
        row.expire_date = row.ends_at()
        self._row = row
        return row

    def flush(self) -> None:
        super().flush()
        self._row = None

    @classmethod
    def clear_expired(cls) -> None:
        Session.objects.expired().delete()

    def note_use(self) -> None:
        """Write that a signed-in session was used, at most once in `UPDATE_INTERVAL`.

        Only these columns are written, so that a session that has ended meanwhile stays ended.
        """
        row, now = self._row, clock.now()
        if row is None or row.person_id is None or row.used_at > now - UPDATE_INTERVAL:
            return
        row.used_at = now
        row.expire_date = row.ends_at()
        if not (row.browser or row.system):  # it began before devices were noted
            row.browser, row.system = device_names.parse(self.user_agent)
        Session.objects.filter(pk=row.pk).update(
            used_at=row.used_at,
            expire_date=row.expire_date,
            browser=row.browser,
            system=row.system,
        )


class SessionMiddleware(DjangoSessionMiddleware):
    """Django's middleware, which also tells the session its browser, and notes its use."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        assert isinstance(request.session, SessionStore)
        request.session.user_agent = request.headers.get("User-Agent", "")

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answer = super().process_response(request, response)
        try:
            request.session.note_use()  # type: ignore[attr-defined]
        except DatabaseError as error:  # the answer must not be lost for it
            log.warning("session_use_not_stored", error=type(error).__name__)
        return answer
