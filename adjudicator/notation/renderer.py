"""Writing of orders in the notation of a language.

Three styles: ``short`` and ``full`` as players and rulebooks write orders, with abbreviations or
with whole names (*E Mar A E Par-Bor*, *E Marsella apoya E París-Borgoña*), and ``words``, a
sentence.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from adjudicator.notation.language import language_data
from adjudicator.orders import Disband, Move, Order, SupportHold, SupportMove
from adjudicator.terms import PhaseType, UnitType

if TYPE_CHECKING:
    from adjudicator.notation.language import Language, Name
    from adjudicator.position import Position
    from adjudicator.units import Unit

Style: TypeAlias = Literal["short", "full", "words"]


def render(
    order: Order, language: str, style: Style = "short", position: Position | None = None
) -> str:
    """Return the order as `language` writes it; raises `SetupError` for an unknown language.

    With a `position`, foreign units get their nationality, as in the rulebooks, and a removal is
    told from the disbanding of a dislodged unit.

    >>> from adjudicator.notation import parse_canonical
    >>> order = parse_canonical("A MAR S A PAR - BUR")
    >>> [render(order, language) for language in ("en", "es", "it", "bg")]
    ['A MAR S A PAR - BUR', 'E Mar A E Par-Bor', 'A Mar APP A Par-Bor', 'А Мар П А Пар-Бур']
    >>> render(order, "es", "full"), render(order, "en", "words")
    ('E Marsella apoya E París-Borgoña', 'Army Marseilles supports army Paris to Burgundy')
    """
    return _Writer(language_data(language), style, position).order(order)


def render_unit(unit: Unit, language: str, style: Style = "short") -> str:
    """Return a unit as ``E Par``, ``E París`` or ``Ejército París``; raises `SetupError`."""
    return _Writer(language_data(language), style, None).unit(unit)


_WHOLE_COAST = "{province} ({coast})"
"""Pattern of a location with whole names, in every language."""


@lru_cache(maxsize=4096)
def render_place(location: str, language: str, style: Style = "short") -> str:
    """Return a location as ``Esp (cs)`` or ``España (costa sur)``; raises `SetupError`.

    >>> render_place("SPA/SC", "en"), render_place("SPA/SC", "en", "full")
    ('SPA/SC', 'Spain (south coast)')
    """
    code, _slash, coast = location.partition("/")
    data = language_data(language)
    name = data.provinces.get(code)
    written = code if name is None else _form(name, style)
    if not coast:
        return written
    word = data.coasts.get(coast)
    shape = data.coast if style == "short" else _WHOLE_COAST
    return shape.format(province=written, coast=coast if word is None else _form(word, style))


_SHAPES = {
    "hold": "{unit} {hold}",
    "move": "{unit}{dash}{target}",
    "via": "{unit}{dash}{target} {via}",
    "support_hold": "{unit} {support} {other}",
    "support_move": "{unit} {support} {other}{dash}{target}",
    "convoy": "{unit} {convoy} {other}{dash}{target}",
    "retreat": "{unit} {retreat} {target}",
    "disband": "{unit} {disband}",
    "build": "{build} {unit}",
    "remove": "{remove} {unit}",
    "waive": "{waive}",
}
"""Patterns of abbreviated orders, with the language's words from `orders` and its dash."""


@lru_cache
def _words(language: str, style: Style) -> dict[str, str]:
    """The language's word for each type of order."""
    return {key: _form(name, style) for key, name in language_data(language).orders.items()}


def _form(name: Name, style: Style) -> str:
    return name.short if style == "short" else name.name


class _Writer:
    """Writer of orders in one language and style."""

    def __init__(self, language: Language, style: Style, position: Position | None) -> None:
        self.language = language
        self.style = style
        self.position = position

    def order(self, order: Order) -> str:
        kind = self._kind(order)
        retreat = self.language.orders["retreat"]
        if self.style == "words":
            shape = self.language.words[kind]
        elif kind == "retreat" and not _form(retreat, self.style):
            shape = _SHAPES["move"]  # most rulebooks write retreats as moves
        else:
            shape = _SHAPES[kind]
        other = getattr(order, "supported", None) or getattr(order, "army", None)
        target = getattr(order, "target", "")
        text = shape.format(
            unit=self.unit(order.unit) if order.unit else "",
            other=self._other(order, other) if other else "",
            target=self.place(target) if target else "",
            dash=self.language.dash,
            **_words(self.language.code, self.style),
        )
        return text[0].upper() + text[1:] if self.style == "words" else text

    def _kind(self, order: Order) -> str:
        match order:
            case Move(via=True):
                return "via"
            case SupportHold():
                return "support_hold"
            case SupportMove():
                return "support_move"
            case Disband() if self._in_winter():
                return "remove"
        return str(order.type)

    def _in_winter(self) -> bool:
        return self.position is not None and self.position.phase.type is PhaseType.ADJUSTMENT

    def unit(self, unit: Unit) -> str:
        return f"{self._letter(unit)} {self.place(unit.location)}"

    def _other(self, order: Order, other: Unit) -> str:
        """A supported or convoyed unit, with its nationality if it is foreign."""
        letter, nationality = self._letter(other), self._nationality(order, other)
        if self.style == "words":
            letter = letter.lower()
        first = (nationality, letter) if self.language.adjective_first else (letter, nationality)
        return " ".join(filter(None, (*first, self.place(other.location))))

    def _nationality(self, order: Order, other: Unit) -> str:
        if self.position is None or order.unit is None:
            return ""
        mine = self.position.unit_at(order.unit.location)
        theirs = self.position.unit_at(other.location)
        if mine is None or theirs is None or mine[0] == theirs[0]:
            return ""
        power = self.language.powers.get(theirs[0])
        if power is None:
            return theirs[0]
        return power.adjective[-1 if other.type is UnitType.FLEET else 0]

    def _letter(self, unit: Unit) -> str:
        name = self.language.units[unit.type]
        return name.name if self.style == "words" else name.short

    def place(self, location: str) -> str:
        return render_place(location, self.language.code, self.style)
