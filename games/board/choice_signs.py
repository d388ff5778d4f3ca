"""The legend of the marks that scripts draw on the board while orders are given.

``static/js/board/marks.js`` draws them with the same classes; ``order-entry.css`` has their looks.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy

from .legend import HEIGHT, WIDTH
from .svg import Pen
from .units import figure

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_MIDDLE: Final = (WIDTH / 2, HEIGHT / 2)
_AREA: Final = f'x="40" y="8" width="{WIDTH - 80}" height="{HEIGHT - 16}"'
_STRIPES: Final = (
    '<defs><pattern id="sign-stripes" width="14" height="14" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><path class="choice-stripe" d="M3.5 0V14"/>'
    '<path class="choice-gap" d="M10.5 0V14"/></pattern></defs>'
)
# Classes of each mark, and whether it is around a unit instead of over a province.
_MARKS: Final = (
    ("is-waiting", True, gettext_lazy("Your unit without an order: a dashed ring")),
    ("is-source", True, gettext_lazy("The unit you are ordering: a thick ring")),
    ("is-target", False, gettext_lazy("A province you can choose: stripes and a ring")),
    (
        "is-target is-far",
        False,
        gettext_lazy("A move over your own fleets: faint stripes and a dotted ring"),
    ),
    (
        "is-target is-foreign",
        False,
        gettext_lazy("A move that needs another power’s fleet: an outline and a dotted ring"),
    ),
)


@cache
def signs() -> tuple[tuple[_StrPromise, str], ...]:
    """The meaning and ``<svg>`` of each mark; the first of them over land defines the stripes."""
    first = next(look for look, on_unit, _words in _MARKS if not on_unit)
    return tuple(
        (words, _sign(look, _STRIPES if look == first else "", on_unit=on_unit))
        for look, on_unit, words in _MARKS
    )


def _sign(look: str, definitions: str, *, on_unit: bool) -> str:
    pen = Pen()
    land = f'<rect{pen.paint("province")} width="{WIDTH}" height="{HEIGHT}"/>'
    if on_unit:
        body = pen.group(figure(pen, "FRANCE", "A"), place=_MIDDLE)
    else:
        body = f'<g class="choice {look}"><rect {_AREA} fill="url(#sign-stripes)"/></g>'
    ring = pen.group(
        pen.circle((0, 0), 22, "choice-ring__rim") + pen.circle((0, 0), 22, "choice-ring__line"),
        name=f"choice-ring {look}",
        place=_MIDDLE,
    )
    return (
        f'<svg class="board board--sign" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f"{definitions}{land}{body}{ring}</svg>"
    )
