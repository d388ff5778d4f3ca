"""Addresses of the sandbox, below `/sandbox/`."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import compare, line, pieces, private


class LineConverter(StringConverter):
    """A line of the sandbox; `games.sandbox.address` reads it."""

    regex = "[A-Za-z0-9_-]{1,9000}"


register_converter(LineConverter, "line")

urlpatterns = [
    path("", line.sandbox, name="sandbox"),
    path("private/", private.sandbox_private, name="sandbox_private"),
    path("private/compare/", compare.sandbox_compare_private, name="sandbox_compare_private"),
    path("<line:line>/", line.sandbox_line, name="sandbox_line"),
    path("<line:line>/pieces/", pieces.sandbox_pieces, name="sandbox_pieces"),
    path("<line:line>/<int:number>/", line.sandbox_results, name="sandbox_results"),
    path("<line:line>/compare/", compare.sandbox_compare, name="sandbox_compare"),
]
