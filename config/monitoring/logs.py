"""Logging: one line per event, as text for a console or as JSON for machines.

The log never has what people sent, local variables of a traceback, or bearer links. These give
access to anyone who has them: password resets, mail confirmations, invitations, maps of private
games, feeds. Of a request it has the name of its address (see `request_log`).
"""

import re
import traceback
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

BEARER_LINK = re.compile(
    r"(/(?:key|confirm-email|invitation|invite|join|take|calendar|unsubscribe)/|/(?:map|calendar|feed)-)[^/\s?]+"
)
# Characters that end a line, or that a terminal obeys.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# They come every few seconds, or every second from each page of a live game.
FREQUENT_REQUESTS = {"GET healthz", "GET readyz", "GET latez", "GET metrics", "GET games:state"}
# Votes can be secret, and are deleted when they are counted: the log must not keep who voted.
VOTES = {"POST games:votes", "POST games:vote", "POST games:withdraw_vote"}


def cut_bearer_links(text: str) -> str:
    """Return the text with the secret part of bearer links replaced by “…”."""
    return BEARER_LINK.sub(r"\1…", text)


def hide_bearer_links(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Structlog processor: cut bearer links, which libraries may quote in what they log."""
    if isinstance(event.get("event"), str):
        event["event"] = cut_bearer_links(event["event"])
    return event


def drop_frequent_requests(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Structlog processor: drop successful requests that come all the time."""
    if event.get("request") in FREQUENT_REQUESTS and event.get("code") == 200:
        raise structlog.DropEvent
    return event


def hide_voters(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Structlog processor: leave out who has sent a vote."""
    if event.get("request") in VOTES:
        event["user_id"] = None
    return event


def escape_controls(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Structlog processor: escape control characters, so that nobody's text forges a line.

    For the console: JSON escapes them itself.
    """
    return {name: _escaped(part) if isinstance(part, str) else part for name, part in event.items()}


def _escaped(text: str) -> str:
    return CONTROLS.sub(lambda found: ascii(found[0])[1:-1], text)


def write_traceback(output: TextIO, exc_info: ExcInfo) -> None:
    """Write a traceback for the console, indented: no line of it looks like an event."""
    for line in "".join(traceback.format_exception(*exc_info)).splitlines():
        output.write(f"\n    {_escaped(line)}")


def configure(*, as_json: bool, level: str) -> dict[str, Any]:
    """Configure structlog and return Django's LOGGING."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_bearer_links,
        hide_voters,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            drop_frequent_requests,
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
            escape_controls,
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=write_traceback),
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
        "filters": {"paths": {"()": "config.monitoring.request_log.PathFilter"}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["paths"],
            }
        },
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
            # Handlers that an operator adds, such as one that mails errors, need the filter too.
            "django.security.csrf": {"filters": ["paths"]},
            # request_finished logs 4xx already.
            "django.request": {"level": "ERROR", "filters": ["paths"]},
            "celery.app.trace": {"level": quiet},  # otherwise two lines every two seconds
            "celery.worker": {"level": quiet},
            "celery.beat": {"level": quiet},
            "gunicorn.error": {"level": quiet},
            "fido2": {"level": "WARNING"},  # INFO logs the number of each passkey that is used
        },
    }
