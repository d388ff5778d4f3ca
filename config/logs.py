"""How the site logs: one line an event, for people on a console, as JSON for machines.

Nothing a person sent is logged, no local variables of a traceback, and no link that lets its bearer
in (password resets, mail confirmations, invitations, maps of private games, a person's feeds).
"""

import logging
import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

BEARER_LINK = re.compile(
    r"(/(?:key|confirm-email|invitation|invite|join|take|calendar|unsubscribe)/|/(?:map|calendar|feed)-)[^/\s?]+"
)
HEALTH = {"GET /healthz", "GET /readyz", "GET /latez", "GET /metrics"}


def cut_bearer_links(text: str) -> str:
    return BEARER_LINK.sub(r"\1…", text)


class BearerLinks(logging.Filter):
    """Cut them out for every handler, those that send mail included: a path becomes a subject."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                cut_bearer_links(arg) if isinstance(arg, str) else arg for arg in record.args
            )
        return True


def hide_bearer_links(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Cut the secret part out of a logged path; the query goes as well."""
    for name in ("request", "event"):
        value = event.get(name)
        if isinstance(value, str):
            event[name] = cut_bearer_links(value)
    if isinstance(event.get("request"), str):
        event["request"] = event["request"].partition("?")[0]
    return event


def drop_health(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Proxies and engines ask every few seconds whether we live; nobody reads the answers."""
    if event.get("request") in HEALTH and event.get("code") == 200:
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
            drop_health,
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
        "filters": {"bearer_links": {"()": BearerLinks}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django's own handlers would mail whole requests, orders included, to the admins.
            "django": {"handlers": ["console"], "level": level, "propagate": False},
            "django.db.backends": {"level": "INFO"},  # below it every statement, orders included
            "django.template": {"level": "INFO"},  # below it all that a page was made of
            # A stranger's wrong Host header: a 400 that stands in request_finished already.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # 4xx stand in request_finished already.
            "django.request": {"level": "ERROR", "filters": ["bearer_links"]},
            "celery.app.trace": {"level": quiet},  # else two lines every two seconds
            "celery.worker": {"level": quiet},
            "celery.beat": {"level": quiet},
            "gunicorn.error": {"level": quiet},
        },
    }
