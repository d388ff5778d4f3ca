"""A report as a text, in one of the formats and languages that there are."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import notation

from ..models import Phase
from . import bbcode, html, markdown, plain
from .gathering import gather
from .layout import Sheet, lay_out

# By its name in an address: how it is called, and what writes it.
FORMATS: Mapping[str, tuple[object, Callable[[Sheet], str]]] = {
    "bbcode": ("BBCode (phpBB)", bbcode.write),
    "markdown": ("Markdown (Discord, GitHub, Discourse)", markdown.write),
    "html": ("HTML", html.write),
    "text": (_("Plain text"), plain.write),
}


def write(shown: Phase, format_: str, language: str) -> str:
    """The report of a resolved phase, its orders in the notation of `language`.

    Raises `KeyError` for a format that there is not.
    """
    writer = FORMATS[format_][1]
    with translation.override(language), notation.override(language):
        return writer(lay_out(gather(shown)))


def show(shown: Phase) -> SafeString:
    """The report of a resolved phase for a page of this site, as its reader writes orders; with its
    map, which whoever sees the game may see."""
    picture = reverse("games:picture", args=[shown.game.slug, shown.code])
    return html.article(replace(lay_out(gather(shown)), picture=picture))
