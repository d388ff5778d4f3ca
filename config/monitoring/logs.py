"""Logging: one line per event, as text for a console or as JSON for machines.

The log never has what people sent, local variables of a traceback, or bearer links. These give
access to anyone who has them: password resets, mail confirmations, invitations, maps of private
games, feeds.
"""

import logging
import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

BEARER_LINK = re.compile(
    r"(/(?:key|confirm-email|invitation|invite|join|take|calendar|unsubscribe)/|/(?:map|calendar|feed)-)[^/\s?]+"
)
HEALTH_REQUESTS = {"GET /healthz", "GET /readyz", "GET /latez", "GET /metrics"}


def cut_bearer_links(text: str) -> str:
    """Return the text with the secret part of bearer links replaced by “…”."""
    return BEARER_LINK.sub(r"\1…", text)


class BearerLinkFilter(logging.Filter):
    """Filter that cuts bearer links for all handlers.

    In error mails the path becomes part of the subject.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                cut_bearer_links(arg) if isinstance(arg, str) else arg for arg in record.args
            )
        return True


def hide_bearer_links(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Structlog processor: cut bearer links, and the query string of a request."""
    for name in ("request", "event"):
        value = event.get(name)
        if isinstance(value, str):
            event[name] = cut_bearer_links(value)
    if isinstance(event.get("request"), str):
        event["request"] = event["request"].partition("?")[0]
    return event


def drop_health_requests(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Structlog processor: drop successful health requests, which come every few seconds."""
    if event.get("request") in HEALTH_REQUESTS and event.get("code") == 200:
        raise structlog.DropEvent
    return event


def configure(*, as_json: bool, level: str) -> dict[str, Any]:
    """Configure structlog and return Django's LOGGING."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_bearer_links,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            drop_health_requests,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    render: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str)]
        if as_json
        else [
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    quiet = "WARNING" if level == "INFO" else level
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
                "foreign_pre_chain": shared,
            }
        },
        "filters": {"bearer_links": {"()": BearerLinkFilter}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # In place of Django's handlers, which mail whole requests, orders included, to ADMINS.
            "django": {"handlers": ["console"], "level": level, "propagate": False},
            "django.db.backends": {
                "level": "INFO"
            },  # DEBUG logs every SQL statement, orders included
            "django.template": {"level": "INFO"},  # DEBUG logs all values of a page
            # A wrong Host header gives a 400, which the event request_finished logs already.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # request_finished logs 4xx already.
            "django.request": {"level": "ERROR", "filters": ["bearer_links"]},
            "celery.app.trace": {"level": quiet},  # otherwise two lines every two seconds
            "celery.worker": {"level": quiet},
            "celery.beat": {"level": quiet},
            "gunicorn.error": {"level": quiet},
        },
    }
