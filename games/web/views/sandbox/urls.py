"""Addresses of the sandbox, below `/sandbox/`."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import export, line, pieces


class LineConverter(StringConverter):
    """A line of the sandbox; `games.sandbox.address` reads it."""

    regex = "[A-Za-z0-9_-]{1,9000}"


register_converter(LineConverter, "line")

urlpatterns = [
    path("", line.sandbox, name="sandbox"),
    path("<line:line>/", line.sandbox_line, name="sandbox_line"),
    path("<line:line>/pieces/", pieces.sandbox_pieces, name="sandbox_pieces"),
    path("<line:line>/<int:number>/", line.sandbox_results, name="sandbox_results"),
    path("<line:line>/<int:number>/board.svg", export.board_svg, name="sandbox_svg"),
    path("<line:line>/<int:number>/board.png", export.board_png, name="sandbox_png"),
    path("<line:line>/<int:number>/report/", export.line_report, name="sandbox_report"),
]
