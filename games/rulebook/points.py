"""Tables of the points on which the editions differ, with the answer of each edition."""

from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ..models import Game
from ..state import editions
from ..state.edition_texts import RULE_POINTS


def point_table(field: str, own: str = "", reader: str = "") -> SafeString:
    """The table of a field of the rules; raises `KeyError` for an unknown one.

    The row with the answer `own` is the first and is marked with `reader`, the words for the
    reader's edition or game.
    """
    point = RULE_POINTS[field]
    note = format_html('<p class="small muted">{}</p>', point.note) if point.note else ""
    return format_html(
        '<div class="rules-point" data-point="{}"><table class="table"><caption>{}</caption>'
        '<thead class="visually-hidden"><tr><th scope="col">{}</th><th scope="col">{}</th></tr>'
        "</thead><tbody>{}</tbody></table>{}</div>",
        field,
        point.question,
        _("Edition"),
        _("Answer"),
        format_html_join("", "{}", ((row,) for row in _rows(field, own, reader))),
        note,
    )


def _rows(field: str, own: str, reader: str) -> Iterator[SafeString]:
    """Yield a row for each answer that an edition or the reader's game has."""
    answers = RULE_POINTS[field].answers
    if own:
        yield format_html(
            '<tr class="is-own"><th scope="row">{} <span class="badge badge--info">{}</span></th>'
            "<td>{}</td></tr>",
            capfirst(editions.editions_answering(field, own)),
            reader,
            answers.get(own, own),
        )
    used = {editions.edition_answer(edition, field) for edition in Game.Edition.values}
    for answer, words in answers.items():
        if answer in used and answer != own:
            names = capfirst(editions.editions_answering(field, answer))
            yield format_html('<tr><th scope="row">{}</th><td>{}</td></tr>', names, words)
