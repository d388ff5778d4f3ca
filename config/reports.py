"""What the report of an error may hold, should an operator have errors mailed or a tool collect
them: where it happened, and nothing of what people sent or the code held in its hands."""

import traceback
from collections.abc import ItemsView, Iterator
from types import FrameType
from typing import Any

import structlog
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

from .logs import cut_bearer_links

# What the log says of a request, by which its lines are found.
KNOWN = ("request_id", "user_id", "game", "phase")


class Reporter(ExceptionReporter):
    """A mail has the kinds of the errors, the lines of code and what finds the request in the log.

    Django's own has the words of an error, the whole address, headers and the person's name, too.
    Pages of DEBUG, which no production shows, stay Django's.
    """

    def get_traceback_text(self) -> str:  # type: ignore[override]  # no markup, so never “safe”
        if not self.is_email:
            return super().get_traceback_text()
        return "\n".join([*self._request(), *self._errors()])

    def get_traceback_html(self) -> SafeString:
        if not self.is_email:
            return super().get_traceback_html()
        return format_html("<pre>{}</pre>", self.get_traceback_text())

    def _request(self) -> Iterator[str]:
        if self.request is not None:
            yield f"{self.request.method} {cut_bearer_links(self.request.path)}"
        known = structlog.contextvars.get_contextvars()
        yield from (f"{name}: {known[name]}" for name in KNOWN if name in known)

    def _errors(self) -> Iterator[str]:
        """The error and those that led to it, the last first."""
        error: object = self.exc_value
        told: set[int] = set()
        while isinstance(error, BaseException) and id(error) not in told:
            yield f"\n{type(error).__module__}.{type(error).__qualname__}"
            yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
            told.add(id(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class Discreet(SafeExceptionReporterFilter):
    """No view has to remember which of its variables are orders or letters."""

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        sent = request.POST if request is not None else {}
        return dict.fromkeys(sent, self.cleansed_substitute)

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        return dict.fromkeys(tb_frame.f_locals, self.cleansed_substitute).items()
