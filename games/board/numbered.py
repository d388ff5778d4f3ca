"""The looks of powers that only a set-up file names: colours by number, letters instead of emblems.

Number n belongs to the n-th power of its set-up (`core.powers.look`). The hue turns by the same
angle from number to number, and lightness and chroma change in cycles. These figures were searched
so that powers that are neighbours in the list, or on the board of the set-up Chaos, differ well; a
test measures it. Colours are CIE L*C*h, with less chroma where sRGB has no such colour.

``static/css/powers.css`` has these looks for pages. Only pages that show such powers load it, after
``board.css``; a test compares it with what `stylesheet` gives. To write it:

    python -c 'from games.board.numbered import stylesheet as s; print(end=s())' \\
        > static/css/powers.css
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from ..core.powers import NUMBERS

_TURN: Final = 166
_FIRST_HUE: Final = 165
_CHROMAS: Final = (62, 34)  # one after the other, each for three numbers
_LANDS: Final = {"light": (84, 56, 70), "dark": (63, 32, 43)}
_UNITS: Final = {"light": (62, 30, 44), "dark": (66, 36, 47)}
_LINES: Final = {"light": _UNITS["light"], "dark": (80, 58, 69)}
_DARK_TEXT: Final = "#0d0b08"
_PALE_TEXT: Final = "#ffffff"
_WHITE: Final = (0.95047, 1.0, 1.08883)  # D65
_RGB: Final = (  # XYZ to linear sRGB
    (3.2404542, -1.5371385, -0.4985314),
    (-0.9692660, 1.8760108, 0.0415560),
    (0.0556434, -0.2040259, 1.0572252),
)


def _linear(light: float, chroma: float, hue: float) -> tuple[float, ...]:
    """Linear sRGB of a colour; a part below 0 or above 1 means that there is no such colour."""
    y = (light + 16) / 116
    x, z = y + chroma * cos(radians(hue)) / 500, y - chroma * sin(radians(hue)) / 200
    xyz = [
        white * (t**3 if t > 6 / 29 else 3 * (6 / 29) ** 2 * (t - 4 / 29))
        for t, white in zip((x, y, z), _WHITE, strict=True)
    ]
    return tuple(sum(a * b for a, b in zip(row, xyz, strict=True)) for row in _RGB)


def _colour(light: float, chroma: float, hue: float) -> str:
    """The colour as “#rrggbb”, with as much of its chroma as sRGB has."""
    parts = _linear(light, chroma, hue)
    while chroma > 0 and not all(0 <= part <= 1 for part in parts):
        chroma -= 1
        parts = _linear(light, chroma, hue)
    encoded = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in parts)
    return "#" + "".join(f"{round(255 * min(1, max(0, c))):02x}" for c in encoded)


def _text_on(light: int) -> str:
    """The colour of text on a ground of this lightness."""
    return _PALE_TEXT if light < 50 else _DARK_TEXT


def _colours(theme: str) -> dict[str, str]:
    found = {}
    for number in range(1, NUMBERS + 1):
        at = (number - 1) % 3
        chroma = _CHROMAS[(number - 1) // 3 % len(_CHROMAS)]
        hue = (_FIRST_HUE + _TURN * (number - 1)) % 360
        for kind, lights in (("land", _LANDS), ("unit", _UNITS), ("line", _LINES)):
            found[f"{kind}-n{number}"] = _colour(lights[theme][at], chroma, hue)
        found[f"on-n{number}"] = _text_on(_LANDS[theme][at])
        found[f"emblem-n{number}"] = _text_on(_UNITS[theme][at])
        found[f"on-line-n{number}"] = _text_on(_LINES[theme][at])
    return found


COLOURS: Final = {"light": _colours("light"), "dark": _colours("dark")}
COLOURS["contrast"] = COLOURS["light"]


def _styles() -> dict[str, dict[str, str]]:
    styles = {
        "letters": {
            "font-family": "'Noto Serif', Georgia, 'DejaVu Serif', serif",
            "font-size": "8.5",
            "text-anchor": "middle",
            "stroke-width": "0.5",
        }
    }
    for look in (f"n{number}" for number in range(1, NUMBERS + 1)):
        styles |= {
            f"owner-{look}": {"fill": f"$land-{look}"},
            f"on-{look}": {
                "fill": f"$on-{look}",
                "stroke": f"$land-{look}",
                "stroke-width": "4",
                "stroke-opacity": "1",
            },
            f"power-{look}": {"fill": f"$unit-{look}"},
            f"emblem-{look}": {"fill": f"$emblem-{look}", "stroke": f"$emblem-{look}"},
            f"head-{look}": {"fill": f"$line-{look}"},
            f"line-{look}": {"stroke": f"$line-{look}"},
        }
    return styles


STYLES: Final = _styles()

_SHIELD: Final = """\
.power[data-letters]::before {
  content: attr(data-letters);
  content: attr(data-letters) / "";
  width: 2.9em;
  height: 1.9em;
  border: 1px solid var(--ink);
  border-radius: 0.25em 0.25em 0.9em 0.9em;
  background: var(--power);
  color: var(--on-power);
  font: 600 0.72em / 1.8 var(--sans);
  text-align: center;
  vertical-align: 0;
}
.power-choices:has([data-letters]) { grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); }
"""


def stylesheet() -> str:
    """The text of powers.css."""
    rules = [
        "/* Written by games/board/numbered.py, whose first lines say how: change it there */\n",
        _SHIELD,
    ]
    for look in (f"n{number}" for number in range(1, NUMBERS + 1)):
        power, text = _both(f"line-{look}", light=f"unit-{look}"), _both(f"on-line-{look}")
        rules.append(f".power--{look} {{ --power: {power}; --on-power: {text}; }}\n")
    for name, style in STYLES.items():
        body = " ".join(f"{key}: {_value(key, value)};" for key, value in style.items())
        rules.append(f".board .{name} {{ {body} }}\n")
    return "".join(rules)


def _both(name: str, *, light: str = "") -> str:
    """A colour in both themes."""
    one, other = COLOURS["light"][light or name], COLOURS["dark"][name]
    return one if one == other else f"light-dark({one}, {other})"


def _value(key: str, value: str) -> str:
    if value.startswith("$"):
        return _both(value[1:])
    return f"{value}px" if key == "font-size" else value
