"""Addresses of the sandbox, below `/sandbox/`."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import compare, export, line, pieces, private, saved, search


class LineConverter(StringConverter):
    """A line of the sandbox; `games.sandbox.address` reads it."""

    regex = "[A-Za-z0-9_-]{1,9000}"


register_converter(LineConverter, "line")

urlpatterns = [
    path("", line.sandbox, name="sandbox"),
    path("private/", private.sandbox_private, name="sandbox_private"),
    path("private/compare/", compare.sandbox_compare_private, name="sandbox_compare_private"),
    path("saved/", saved.saved_list, name="saved_lines"),
    path("saved/new/", saved.save_line, name="save_line"),
    path("saved/<int:saved>/rename/", saved.rename_line, name="rename_line"),
    path("saved/<int:saved>/share/", saved.share_line, name="share_line"),
    path("saved/<int:saved>/stop/", saved.stop_sharing, name="unshare_line"),
    path("saved/<int:saved>/delete/", saved.delete_line, name="delete_line"),
    path("private/search/", search.sandbox_private_search, name="sandbox_private_search"),
    path("<line:line>/", line.sandbox_line, name="sandbox_line"),
    path("<line:line>/pieces/", pieces.sandbox_pieces, name="sandbox_pieces"),
    path("<line:line>/search/", search.sandbox_search, name="sandbox_search"),
    path("<line:line>/<int:number>/", line.sandbox_results, name="sandbox_results"),
    path("<line:line>/compare/", compare.sandbox_compare, name="sandbox_compare"),
    path("<line:line>/<int:number>/board.svg", export.board_svg, name="sandbox_svg"),
    path("<line:line>/<int:number>/board.png", export.board_png, name="sandbox_png"),
    path("<line:line>/<int:number>/report/", export.line_report, name="sandbox_report"),
]
