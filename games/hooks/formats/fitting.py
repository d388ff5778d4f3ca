"""Texts as long as a receiver takes them, and bodies of JSON."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

CUT = "…"
JSON = {"Content-Type": "application/json"}


def length(text: str) -> int:
    """Of a text, as browsers count: what lies beyond the first plane of Unicode is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fitting(lines: Iterable[str], most: int) -> str:
    """As many whole lines as fit; of a first one that does not, as much as fits.

    A backslash never loses what it stands before.
    """
    kept: list[str] = []
    left = most - length(CUT) - 1  # and the end of the line before it
    for line in lines:
        if length(line) > left:
            kept.append(CUT if kept else _beginning(line, left + 1) + CUT)
            break
        kept.append(line)
        left -= length(line) + 1
    return "\n".join(kept)


def _beginning(line: str, most: int) -> str:
    line = line[:most]
    while length(line) > most:
        line = line[:-1]
    backslashes = len(line) - len(line.rstrip("\\"))
    return line[:-1] if backslashes % 2 else line


def body(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()
