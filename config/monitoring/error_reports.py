"""Error reports without private data, for operators who have errors mailed or collected.

They say where an error happened, but hold no values of variables and nothing that people sent.
"""

import traceback
from collections.abc import ItemsView, Iterator
from types import FrameType
from typing import Any

import structlog
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

from .request_log import address_name

# Values of the log context in a report: by them an operator finds the request in the log.
LOG_CONTEXT = ("request_id", "user_id", "game", "phase")


class ErrorReporter(ExceptionReporter):
    """Reports by mail hold only the classes of errors, lines of code, and the log context.

    Django's own reports also have error messages, the whole URL, headers and the person's name. Its
    DEBUG pages, which production never shows, are left unchanged.
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
            yield f"{self.request.method} {address_name(self.request)}"
        context = structlog.contextvars.get_contextvars()
        yield from (f"{name}: {context[name]}" for name in LOG_CONTEXT if name in context)

    def _errors(self) -> Iterator[str]:
        """Yield the error and its causes, the last error first."""
        error: object = self.exc_value
        seen: set[int] = set()
        while isinstance(error, BaseException) and id(error) not in seen:
            yield f"\n{type(error).__module__}.{type(error).__qualname__}"
            yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
            seen.add(id(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class RedactingFilter(SafeExceptionReporterFilter):
    """Filter that hides all form values and local variables: any may be orders or messages."""

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        sent = request.POST if request is not None else {}
        return dict.fromkeys(sent, self.cleansed_substitute)

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        return dict.fromkeys(tb_frame.f_locals, self.cleansed_substitute).items()
