"""The colours of the board, and the style of each class of the drawing.

Pages and self-contained pictures both get their styles from here. Pages load
``static/css/board.css``, which ``stylesheet()`` writes (its first lines say how; a test compares
them). A self-contained picture has the same declarations as presentation attributes: a strict CSP
forbids a style sheet inside it, and resvg does not support ``var()``.

The fills of lands differ for colour-blind readers as much as seven colours can. Every unit also has
its power's emblem, so that colour is never the only cue. Powers that a set-up file names have their
looks in `numbered`.
"""

from __future__ import annotations

from typing import Final

from . import numbered
from .geometry import POWERS

LIGHT: Final[dict[str, str]] = {
    "sea": "#b9cbd1",
    "wave": "#9db6c0",
    "shore": "#e0ebec",
    "sea-border": "#3f6a7d",
    "sea-label": "#1f4252",
    "land": "#eadbba",
    "neutral": "#cfc5ae",
    "hatch": "#b5aa90",
    "coast": "#4a3f33",
    "label": "#211a12",
    "halo": "#fbf5e6",
    "center": "#2c241b",
    "center-fill": "#fff7e0",
    "ink": "#17120c",
    "ring": "#fbf5e6",
    "trace": "#17120c",
    "ghost": "#6d665c",
    "pattern": "#17110b",
    "bad": "#c1121f",
    "good": "#1b7f4b",
    "badge": "#ffffff",
}
DARK: Final[dict[str, str]] = {
    "sea": "#102632",
    "wave": "#1a3a4a",
    "shore": "#1f4356",
    "sea-border": "#6f9fb4",
    "sea-label": "#a9cbd9",
    "land": "#4a4237",
    "neutral": "#2a2b2a",
    "hatch": "#383a39",
    "coast": "#05080a",
    "label": "#fffaf0",
    "halo": "#14120f",
    "center": "#fffaf0",
    "center-fill": "#2b261d",
    "ink": "#0b0b0b",
    "ring": "#f6efdf",
    "trace": "#fffaf0",
    "ghost": "#8f887d",
    "pattern": "#fffaf0",
    "bad": "#ec4446",
    "good": "#2fae6d",
    "badge": "#0b0b0b",
}
_LANDS: Final = {
    "light": ("#de705c", "#7a8ccb", "#7fcef1", "#8b8985", "#82b78d", "#f9f8f1", "#f1c65c"),
    "dark": ("#ab483b", "#46599e", "#3f9fc2", "#6e6e6f", "#769371", "#c2bdb3", "#bd9a3d"),
}
_LABELS: Final = {
    "light": ("#17110b", "#120f0a", "#17110b", "#0d0b08", "#17110b", "#17110b", "#17110b"),
    "dark": ("#fffaf0", "#fffaf0", "#0e0c09", "#fffaf0", "#0e0c09", "#0e0c09", "#0e0c09"),
}
_UNITS: Final = {
    "light": ("#aa1b13", "#2b2f88", "#1f86c9", "#1a1714", "#1f7a52", "#ffffff", "#fcc225"),
    "dark": ("#c0342a", "#4f56b8", "#33c3f3", "#1d1c1b", "#2f8f66", "#ffffff", "#f2d30e"),
}
_LINES: Final = {  # lighter than units on the dark board, where an arrow is thin against the sea
    "light": _UNITS["light"],
    "dark": ("#e8574b", "#8288f0", "#3dc6f6", "#bcb7b0", "#45b17a", "#ffffff", "#f2d30e"),
}
_EMBLEMS: Final = {
    "light": ("#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#2a4fa3", "#7a1010"),
    "dark": ("#ffffff", "#ffffff", "#06222e", "#ffffff", "#ffffff", "#2a4fa3", "#7a1010"),
}
for _name, _theme in (("light", LIGHT), ("dark", DARK)):
    for _i, _power in enumerate(POWERS):
        _key = _power.lower()
        _theme[f"land-{_key}"] = _LANDS[_name][_i]
        _theme[f"on-{_key}"] = _LABELS[_name][_i]
        _theme[f"unit-{_key}"] = _UNITS[_name][_i]
        _theme[f"line-{_key}"] = _LINES[_name][_i]
        _theme[f"emblem-{_key}"] = _EMBLEMS[_name][_i]

THEMES: Final = {"light": LIGHT, "dark": DARK}

# The map with high contrast, which readers can choose in either theme: what differs from the light
# one.
CONTRAST: Final[dict[str, str]] = LIGHT | {
    "sea": "#c8dcde",
    "wave": "#c8dcde",
    "shore": "#ffffff",
    "sea-border": "#000000",
    "sea-label": "#00202e",
    "land": "#e4cfa2",
    "neutral": "#c4c4c4",
    "hatch": "#7a7a7a",
    "coast": "#000000",
    "label": "#000000",
    "halo": "#ffffff",
    "center": "#000000",
    "center-fill": "#ffffff",
    "ink": "#000000",
    "ring": "#ffffff",
    "trace": "#000000",
    "ghost": "#4d4d4d",
    "bad": "#b00010",
    "good": "#00662f",
    "land-austria": "#f2a99f",
    "land-england": "#aeb9ee",
    "land-france": "#7fcef1",
    "land-germany": "#b4b2ae",
    "land-italy": "#a5d8b0",
    "land-russia": "#ffffff",
    "land-turkey": "#ffdf7e",
    **{f"on-{power.lower()}": "#000000" for power in POWERS},
}
_PICTURES: Final = {**THEMES, "contrast": CONTRAST}

# What the map with high contrast draws more strongly, by class.
_BOLD: Final[dict[str, dict[str, str]]] = {
    "borders": {"stroke-width": "3"},
    "province": {"stroke-width": "3"},
    "label": {"stroke-opacity": "1", "font-weight": "600"},
}

# Class -> declarations; "$x" is a colour of the theme. If an element has several classes, the
# one that is later here wins, as in the style sheet.
STYLES: Final[dict[str, dict[str, str]]] = {
    "water": {"fill": "$sea"},
    "waves": {"stroke": "$wave", "stroke-width": "0.9", "fill": "none"},
    "shore": {"fill": "none", "stroke": "$shore", "stroke-linejoin": "bevel"},
    # Smooth edges would take a fifth of a picture's time and make no visible difference.
    "shore-1": {"stroke-width": "18", "stroke-opacity": "0.32", "shape-rendering": "crispEdges"},
    "shore-2": {"stroke-width": "6", "stroke-opacity": "0.6"},
    "sea-borders": {
        "fill": "none",
        "stroke": "$sea-border",
        "stroke-width": "1.7",
        "stroke-dasharray": "8 4.5",
        "stroke-linecap": "round",
    },
    "neutral": {"fill": "$neutral", "stroke": "$coast", "stroke-width": "1.1"},
    "hatch": {"stroke": "$hatch", "stroke-width": "1.6"},
    "province": {
        "fill": "$land",
        "stroke": "$coast",
        "stroke-width": "1.1",
        "stroke-linejoin": "round",
    },
    "sea": {"fill": "$sea", "stroke": "none"},
    "pattern": {
        "fill": "none",
        "stroke": "$pattern",
        "stroke-width": "1.4",
        "stroke-opacity": "0.26",
    },
    "pattern-points": {"stroke-width": "3.4", "stroke-linecap": "round"},
    "lakes": {"fill": "$sea", "stroke": "$sea-border", "stroke-width": "0.6"},
    "borders": {
        "fill": "none",
        "stroke": "$coast",
        "stroke-width": "2",
        "stroke-linejoin": "round",
    },
    "center": {"fill": "$center-fill", "stroke": "$center", "stroke-width": "1.1"},
    "star": {"fill": "$center"},
    "label": {
        "font-family": "'Noto Serif', Georgia, 'DejaVu Serif', serif",
        "text-anchor": "middle",
        "letter-spacing": "0.8",
        "fill": "$label",
        "stroke": "$halo",
        "stroke-width": "2.6",
        "stroke-opacity": "0.6",
        "stroke-linejoin": "bevel",
        "paint-order": "stroke",
    },
    "sea-label": {
        "font-style": "italic",
        "letter-spacing": "1.6",
        "fill": "$sea-label",
        "stroke": "$sea",
    },
    "coast-label": {"font-size": "13.5", "font-style": "italic"},
    "legend": {"text-anchor": "start", "letter-spacing": "0.8"},
    "line": {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"},
    "line-ring": {"stroke": "$ring", "stroke-width": "9.2", "stroke-opacity": "0.8"},
    "line-ink": {"stroke": "$ink", "stroke-width": "7.2"},
    "line-core": {"stroke-width": "4.6"},
    "dashed": {"stroke-dasharray": "8 8.5"},
    "dotted": {"stroke-dasharray": "0.1 10.5"},
    "dot-dashed": {"stroke-dasharray": "11 5 2 5"},
    "trace": {
        "fill": "none",
        "stroke": "$trace",
        "stroke-width": "2.4",
        "stroke-dasharray": "1.5 5",
        "stroke-linecap": "round",
    },
    "solid": {"stroke": "$ink", "stroke-width": "1.6", "stroke-linejoin": "round"},
    "ghost": {"stroke": "$ghost", "stroke-width": "6"},
    "ghost-core": {"stroke": "$ring", "stroke-width": "3.2"},
    "ghost-solid": {"fill": "$ring", "stroke": "$ghost"},
    "cut-ring": {"stroke": "$ring", "stroke-width": "7.4", "stroke-linecap": "round"},
    "cut": {"stroke": "$bad", "stroke-width": "3.6", "stroke-linecap": "round"},
    "cross-ring": {"stroke": "$ring", "stroke-width": "8", "stroke-linecap": "round"},
    "cross": {"stroke": "$bad", "stroke-width": "4.4", "stroke-linecap": "round"},
    "unit-ring": {
        "fill": "none",
        "stroke": "$ring",
        "stroke-width": "4",
        "stroke-linejoin": "round",
    },
    "ousted": {
        "fill": "none",
        "stroke": "$bad",
        "stroke-width": "2.4",
        "stroke-dasharray": "4 3",
    },
    "badge-good": {"fill": "$good", "stroke": "$ring", "stroke-width": "1.6"},
    "badge-bad": {"fill": "$bad", "stroke": "$ring", "stroke-width": "1.6"},
    "badge-sign": {
        "fill": "none",
        "stroke": "$badge",
        "stroke-width": "2.6",
        "stroke-linecap": "round",
    },
}
for _power in POWERS:
    _key = _power.lower()
    STYLES[f"owner-{_key}"] = {"fill": f"$land-{_key}"}
    # The rim has the land's own colour, so that a name can be read across a border.
    STYLES[f"on-{_key}"] = {
        "fill": f"$on-{_key}",
        "stroke": f"$land-{_key}",
        "stroke-width": "4",
        "stroke-opacity": "1",
    }
    STYLES[f"power-{_key}"] = {"fill": f"$unit-{_key}"}
    STYLES[f"emblem-{_key}"] = {"fill": f"$emblem-{_key}"}
    STYLES[f"head-{_key}"] = {"fill": f"$line-{_key}"}
    STYLES[f"line-{_key}"] = {"stroke": f"$line-{_key}"}

# Classes of lines that a page scales with the signs, by `--board-line`.
_GROWING: Final = (
    "line-ring",
    "line-ink",
    "line-core",
    "ghost",
    "ghost-core",
    "dashed",
    "dotted",
    "dot-dashed",
    "trace",
)

# Rules for pages only. `--board-sign` is the scale of signs: larger on a narrow screen, where the
# board shrinks to a quarter; static/js/board/view.js sets it when the reader zooms. `--board-line`
# is 1 inside a figure, whose lines are scaled with the figure already. A board less than 1070 px
# wide has large letters, until view.js finds that the reader has zoomed in. DejaVu Serif, which
# Linux has in place of Noto Serif, is wider: in the places of names its letters would touch.
_PAGE: Final = """\
.board { display: block; width: 100%; height: auto; background: var(--board-sea); }
.board { --board-line: var(--board-sign, 1); }
.board .figure { --board-line: 1; transform: scale(var(--board-sign, 1)); }
.board .backdrop, .board .marks { pointer-events: none; }
.board.board--sign { --board-sign: 1; background: var(--board-land); }
@font-face { font-family: "Board serif"; src: local("DejaVu Serif"); size-adjust: 87%; }
@font-face { font-family: "Board serif"; font-style: italic; src: local("DejaVu Serif Italic");
  size-adjust: 87%; }
.board .label {
  font-family: "Noto Serif", Georgia, "DejaVu Serif Condensed", "Board serif", serif;
}
.board .large-labels { display: none; font-size: 22px; }
.board .large-labels .coast-label { font-size: inherit; }
@container board (max-width: 1069px) {
  .board-view:not(.is-fine) .small-labels { display: none; }
  .board-view:not(.is-fine) .large-labels { display: inline; }
}
@media (max-width: 40rem) {
  .board { --board-sign: 1.55; }
  .board .label { stroke-width: 3.4; }
}
@media print {
  .board { break-inside: avoid; }
}
"""


def attributes(classes: tuple[str, ...], theme: str) -> dict[str, str]:
    """The presentation attributes that have the effect of these classes in a theme."""
    colours = _PICTURES[theme] | numbered.COLOURS[theme]
    merged: dict[str, str] = {}
    for name, style in (STYLES | numbered.STYLES).items():
        if name in classes:
            merged |= style
    if theme == "contrast":
        for name, style in _BOLD.items():
            if name in classes:
                merged |= style
    return {
        key: colours[value[1:]] if value.startswith("$") else value for key, value in merged.items()
    }


def _properties(theme: dict[str, str], indent: str) -> str:
    return "".join(f"{indent}--board-{name}: {colour};\n" for name, colour in theme.items())


def _rule(name: str, style: dict[str, str]) -> str:
    body = " ".join(f"{key}: {_value(name, key, value)};" for key, value in style.items())
    return f".board .{name} {{ {body} }}\n"


def _value(name: str, key: str, value: str) -> str:
    if value.startswith("$"):
        return f"var(--board-{value[1:]})"
    if name in _GROWING and key in {"stroke-width", "stroke-dasharray"}:
        return " ".join(f"calc({each}px * var(--board-line))" for each in value.split())
    # In CSS these two need a unit; as attributes they are plain numbers.
    return f"{value}px" if key in {"font-size", "letter-spacing"} else value


def _body(style: dict[str, str]) -> str:
    return " ".join(f"{key}: {value};" for key, value in style.items())


def contrast_stylesheet() -> str:
    """The text of board-contrast.css, which a page loads after board.css."""
    wanted = ":root[data-map=contrast] .board"
    return (
        "/* Written by games/board/palette.py: see board.css. */\n"
        f"{wanted} {{\n{_properties(CONTRAST, '  ')}}}\n"
        + "".join(f"{wanted} .{name} {{ {_body(style)} }}\n" for name, style in _BOLD.items())
    )


def stylesheet() -> str:
    """The text of board.css."""
    return (
        "/* Written by games/board/palette.py: change it there, then run\n"
        "   python -c 'from games.board.palette import stylesheet as s; print(end=s())'"
        " > static/css/board.css */\n"
        f".board {{\n{_properties(LIGHT, '  ')}}}\n"
        "@media (prefers-color-scheme: dark) {\n"
        f"  :root:not([data-theme=light]) .board {{\n{_properties(DARK, '    ')}  }}\n}}\n"
        f":root[data-theme=dark] .board {{\n{_properties(DARK, '  ')}}}\n"
        + "".join(_rule(name, style) for name, style in STYLES.items())
        + _PAGE
    )
