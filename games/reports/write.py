"""Writes a report in a format and a language."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import notation

from ..models import Phase
from .content import Report
from .formats import bbcode, html, markdown, plain
from .gather import gather
from .layout import LaidOutReport, lay_out

# Name in URLs -> name for users, and the function that writes it.
FORMATS: Mapping[str, tuple[object, Callable[[LaidOutReport], str]]] = {
    "bbcode": ("BBCode (phpBB)", bbcode.write),
    "markdown": ("Markdown (Discord, GitHub, Discourse)", markdown.write),
    "html": ("HTML", html.write),
    "text": (_("Plain text"), plain.write),
}


def write(shown: Phase, format_: str, language: str) -> str:
    """The report of a resolved phase, its orders in the notation of `language`.

    Raises `KeyError` for an unknown format.
    """
    return write_gathered(lambda: gather(shown), format_, language)


def write_gathered(report: Callable[[], Report], format_: str, language: str) -> str:
    """The same for a report that `report` gathers in the active language and notation."""
    writer = FORMATS[format_][1]
    with translation.override(language), notation.override(language):
        return writer(lay_out(report()))


def show(shown: Phase) -> SafeString:
    """The report of a resolved phase for a page of this site, in the reader's notation.

    It always has the map, which everyone who sees the game may see.
    """
    picture = reverse("games:picture", args=[shown.game.slug, shown.code])
    return html.article(replace(lay_out(gather(shown)), picture=picture))
