"""Addresses of the sandbox, below `/sandbox/`."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import line, pieces, search


class LineConverter(StringConverter):
    """A line of the sandbox; `games.sandbox.address` reads it."""

    regex = "[A-Za-z0-9_-]{1,9000}"


register_converter(LineConverter, "line")

urlpatterns = [
    path("", line.sandbox, name="sandbox"),
    path("private/search/", search.sandbox_private_search, name="sandbox_private_search"),
    path("<line:line>/", line.sandbox_line, name="sandbox_line"),
    path("<line:line>/pieces/", pieces.sandbox_pieces, name="sandbox_pieces"),
    path("<line:line>/search/", search.sandbox_search, name="sandbox_search"),
    path("<line:line>/<int:number>/", line.sandbox_results, name="sandbox_results"),
]
