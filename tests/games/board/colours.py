"""Differences and contrasts of colours.

The difference is CIEDE2000 (CIE 142-2001, in the form of Sharma, Wu and Dalal 2005); colour
blindness is simulated at its full severity, in linear RGB, with the matrices of Machado, Oliveira
and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG
15, 2009); contrast is that of WCAG 2.
"""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

from games.board.geometry import POWERS
from games.board.palette import THEMES

KEYS: Final = [power.lower() for power in POWERS]
GROUND: Final = ("land", "sea")
# Colours that must not be mistaken for each other.
KINDS: Final = {
    "lands": [*(f"land-{key}" for key in KEYS), *GROUND],
    "units": [f"unit-{key}" for key in KEYS],
    "arrows": [f"line-{key}" for key in KEYS],
}
Triple = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Linear sRGB to XYZ, and the reference white (D65).
_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """Linear RGB, each from 0 to 1, of "#rrggbb"."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return red, green, blue


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def lab(colour: str, sight: str = "normal") -> Triple:
    """CIE L*a*b* of a colour as seen with this kind of colour vision."""
    red, green, blue = (min(1.0, max(0.0, c)) for c in _times(SIGHTS[sight], linear(colour)))
    xyz = _times(_XYZ, (red, green, blue))
    x, y, z = (
        t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29
        for t in (c / white for c, white in zip(xyz, _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 between two colours given as L*a*b*."""
    (light_1, a_1, b_1), (light_2, a_2, b_2) = one, other
    chroma = _seventh((hypot(a_1, b_1) + hypot(a_2, b_2)) / 2)
    a_1, a_2 = a_1 * (1.5 - chroma / 2), a_2 * (1.5 - chroma / 2)
    chroma_1, chroma_2 = hypot(a_1, b_1), hypot(a_2, b_2)
    hue_1, hue_2 = degrees(atan2(b_1, a_1)) % 360, degrees(atan2(b_2, a_2)) % 360
    grey = chroma_1 * chroma_2 == 0
    turn = 0.0 if grey else 180 - (hue_1 - hue_2 + 180) % 360
    hue = hue_1 + hue_2 if grey else _mean_hue(hue_1, hue_2)
    light, chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (light_2 - light_1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bend = -2 * _seventh(chroma) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


def _seventh(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def _mean_hue(one: float, other: float) -> float:
    if abs(one - other) <= 180:
        return (one + other) / 2
    return (one + other + (360 if one + other < 360 else -360)) / 2


def apart(one: str, other: str, sight: str = "normal") -> float:
    return difference(lab(one, sight), lab(other, sight))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG, from 1 to 21."""
    low, high = sorted(_times(_XYZ, linear(colour))[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def tables() -> list[str]:
    """The tables of docs/board.md; `python -m tests.games.board.colours` prints them."""
    lines = ["| power | land | unit | arrow |", "|---|---|---|---|"]
    for power in POWERS:
        each = (
            " / ".join(f"`{THEMES[theme][f'{kind}-{power.lower()}']}`" for theme in THEMES)
            for kind in ("land", "unit", "line")
        )
        lines.append(f"| {power.title()} | {' | '.join(each)} |")
    ground = (" / ".join(f"`{THEMES[theme][name]}`" for theme in THEMES) for name in GROUND)
    lines.append(f"| nobody’s land, sea | {', '.join(ground)} | | |")
    lines += ["", f"| theme | colours of | {' | '.join(SIGHTS)} |", "|---|---|---:|---:|---:|---:|"]
    for theme, colours in THEMES.items():
        for kind, names in KINDS.items():
            least = (closest(colours, names, sight) for sight in SIGHTS)
            lines.append(f"| {theme} | {kind} | {' | '.join(least)} |")
    return lines


def closest(colours: dict[str, str], names: list[str], sight: str) -> str:
    """The two colours that look most alike with this colour vision, and their difference."""
    pairs = combinations(names, 2)
    least, one, other = min((apart(colours[a], colours[b], sight), a, b) for a, b in pairs)
    return f"{least:.1f} ({_plain(one)}–{_plain(other)})"


def _plain(name: str) -> str:
    return name.partition("-")[2].title() or name


if __name__ == "__main__":
    print("\n".join(tables()))
