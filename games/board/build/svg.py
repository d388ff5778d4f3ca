"""Writes ``standard.svg``: shapes only, without colours or texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import mesh, paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .mesh import Arc
    from .terms import Terms

_STAR: Final = "l1.2 3.2 3.4.1-2.7 2.1.9 3.3-2.8-1.9-2.8 1.9.9-3.3-2.7-2.1 3.4-.1z"


def _path(name: str, d: str) -> str:
    return f'<path id="{name}" d="{d}"/>\n'


def _group(name: str, shapes: Mapping[str, str]) -> str:
    return f'<g id="{name}">\n{"".join(_path(*one) for one in shapes.items())}</g>\n'


def _area(arcs: list[Arc], name: str) -> str:
    return paths.outline(mesh.rings(arcs, lambda side: side == name))


def _areas(arcs: list[Arc], names: Iterable[str]) -> dict[str, str]:
    return {name.replace("@", "strait-"): _area(arcs, name) for name in names}


def _between(arcs: list[Arc], wanted: Callable[[str, str], bool]) -> list[Arc]:
    return [arc for arc in arcs if arc.left and arc.right and wanted(arc.left, arc.right)]


def document(
    arcs: list[Arc],
    lakes: list[Arc],
    centers: Iterable[tuple[float, float]],
    terms: Terms,
    size: tuple[int, int],
) -> str:
    """The file, with straits named ``strait-CON``.

    ``shore`` is coarse, because only wide lines are drawn along it.
    """
    land, wet = terms.lands, terms.waters
    coasts = _between(arcs, lambda a, b: (a in wet) != (b in wet))
    sea_borders = _between(arcs, lambda a, b: a in wet and b in wet)
    borders = _between(
        arcs,
        lambda a, b: a not in wet and b not in wet and terms.home(a) != terms.home(b),
    )
    neutral = paths.outline(
        mesh.rings(arcs, lambda side: side is not None and side not in land and side not in wet)
    )
    places = sorted(centers)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}">\n',
        "<!-- Written by ./run build-board; NOTICE beside this file says from what. -->\n",
        _group("seas", _areas(arcs, terms.seas)),
        _group("straits", _areas(arcs, terms.straits)),
        _path("shore", paths.path_data(mesh.eased(arc, 8) for arc in coasts)),
        _path("sea-borders", paths.path_data(sea_borders)),
        _path("neutral", neutral),
        _group("lands", _areas(arcs, land)),
        _path("borders", paths.path_data(borders)),
        _path("lakes", paths.path_data(lakes)),
        _path(
            "centers",
            "".join(
                f"M{x - 6.4:.1f} {y:.1f}a6.4 6.4 0 1 0 12.8 0 6.4 6.4 0 1 0-12.8 0z"
                for x, y in places
            ),
        ),
        _path("stars", "".join(f"M{x:.1f} {y - 4.8:.1f}{_STAR}" for x, y in places)),
        "</svg>\n",
    ]
    return "".join(parts)
