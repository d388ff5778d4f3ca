"""Page of the sandbox on which a position is set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from .... import wording
from ....board import pictures
from .line import bare_line, counts_of, line_url

if TYPE_CHECKING:
    from ....sandbox.line import Line
    from ...forms.sandbox_pieces import PhaseForm, PiecesForm


def pieces_page(line: Line, pieces_form: PiecesForm, phase_form: PhaseForm) -> dict[str, Any]:
    """Context of the page for the last position of a line."""
    name = wording.phase_name(line.position.phase)
    return {
        "heading": name,
        "board": pictures.draw_position(_("Sandbox"), line.position),
        "pieces_form": pieces_form,
        "phase_form": phase_form,
        "counts": counts_of(line),
        "line_url": line_url(bare_line(line)),
        "choices": {"map_places": pictures.places_of(line.position.board)},
        "has_phases": bool(line.phases or line.orders),
    }
