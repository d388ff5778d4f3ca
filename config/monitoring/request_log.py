"""The log lines of requests: each names the address of its request, not the path.

The values in a path are nobody's business beside the person's primary key: the powers of a thread
or of an order form tell who plays what, and some keys give access to anyone who has them.
"""

import logging
from functools import lru_cache

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django_structlog.middlewares import RequestMiddleware


def address_name(request: HttpRequest) -> str:
    """Return the name of the pattern that the request's path fits, such as “games:thread”.

    A pattern without a name is called by its view; a path that fits no pattern is “unknown”.
    """
    match = request.resolver_match
    if match is None:  # before the view is looked up, and where a middleware refuses the request
        return _name(request.path_info)
    return match.view_name


@lru_cache(maxsize=512)
def _name(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return "unknown"


class RequestLogMiddleware(RequestMiddleware):
    """The middleware of django-structlog, with the address's name in place of path and query."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {address_name(request)}"


class PathFilter(logging.Filter):
    """Filter that replaces the path in the log lines that Django itself writes about a request.

    In error mails these lines are the subject.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            # Django escapes what it logs.
            paths = {request.path, request.path.encode("unicode_escape").decode("ascii")}
            record.args = tuple(
                address_name(request) if isinstance(arg, str) and arg in paths else arg
                for arg in record.args
            )
        return True
