"""Reads the sources of the board: ``source/`` beside this module."""

from __future__ import annotations

import gzip
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import shapely

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely import Geometry

FOLDER: Final = Path(__file__).with_name("source")


@dataclass(frozen=True)
class Unit:
    """A unit of Natural Earth's first level, such as a French département, in degrees."""

    country: str
    name: str
    shape: Geometry


def _features(file: str) -> Iterator[tuple[dict[str, Any], Geometry]]:
    with gzip.open(FOLDER / file, "rt", encoding="utf-8") as text:
        for feature in json.load(text)["features"]:
            shape = shapely.from_geojson(json.dumps(feature["geometry"]))
            yield feature["properties"], shapely.make_valid(shape)


def units() -> list[Unit]:
    return [
        Unit(about.get("iso", ""), about.get("name", ""), shape)
        for about, shape in _features("units.geojson.gz")
    ]


def lakes() -> list[Geometry]:
    return [shape for _, shape in _features("lakes.geojson.gz")]


def table(file: str) -> dict[str, Any]:
    """Content of ``lands.toml`` or ``waters.toml``; comments in these files explain it."""
    return tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))
