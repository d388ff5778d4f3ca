"""Reads docker-compose.yml like Docker Compose, to start its processes without Docker."""

import re
import shlex
import sys
from collections.abc import Mapping
from typing import Any

import yaml

from .site import ROOT

VARIABLE = re.compile(r"\$(?:\$|\{(?P<name>\w+)(?:(?P<how>:[-?+])(?P<word>[^}]*))?\})")


class MissingError(Exception):
    """A variable that the file requires is missing."""


def read(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the whole file, with every `${…}` replaced by the variables in `given`."""
    source = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    resolved: dict[str, Any] = _resolve(yaml.safe_load(source), given)
    return resolved


def _resolve(part: Any, given: Mapping[str, str]) -> Any:
    if isinstance(part, dict):
        return {key: _resolve(value, given) for key, value in part.items()}
    if isinstance(part, list):
        return [_resolve(value, given) for value in part]
    if isinstance(part, str):
        return VARIABLE.sub(lambda found: _value(found, given), part)
    return part


def _value(found: re.Match[str], given: Mapping[str, str]) -> str:
    if found[0] == "$$":
        return "$"
    value, how, word = given.get(found["name"], ""), found["how"], found["word"] or ""
    if how == ":?" and not value:
        raise MissingError(f"{found['name']}: {word}")
    if how == ":+":
        return word if value else ""
    return value or (word if how == ":-" else "")


def command(service: Mapping[str, Any]) -> list[str]:
    """Return the command of a service; the image's own command if it names none."""
    words = list(map(str, service.get("command") or _of_the_image()))
    at = words.index("python")  # after the words that start it
    return [*words[:at], sys.executable, *words[at + 1 :]]


def mounted(service: Mapping[str, Any]) -> dict[str, str]:
    """Map each mounted path of a service to the name of a volume, or to a path of the host."""
    parts = [volume.split(":") for volume in service.get("volumes", [])]
    return {path: source for source, path, *_options in parts}


def check(service: Mapping[str, Any]) -> list[str]:
    """Return the command of the health check."""
    kind, *words = service["healthcheck"]["test"]
    if kind == "CMD-SHELL":
        return ["sh", "-c", *words]
    assert kind == "CMD"
    return [sys.executable if words[0] == "python" else words[0], *words[1:]]


def _of_the_image() -> list[str]:
    source = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (line,) = re.findall(r"^CMD \[(.*)\]$", source, re.M)
    return [word.strip(",") for word in shlex.split(line)]
