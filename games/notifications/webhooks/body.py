"""Texts cut to the length that a receiver takes, and bodies of JSON."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

ELLIPSIS = "…"
JSON_HEADERS = {"Content-Type": "application/json"}


def length(text: str) -> int:
    """The length in UTF-16 code units, as the receivers count."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fit_lines(lines: Iterable[str], most: int) -> str:
    """Join as many whole lines as fit into `most`, or the beginning of the first if it is too long.

    A backslash is never separated from the character that it escapes.
    """
    kept: list[str] = []
    left = most - length(ELLIPSIS) - 1  # and the line end before it
    for line in lines:
        if length(line) > left:
            kept.append(ELLIPSIS if kept else _beginning(line, left + 1) + ELLIPSIS)
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


def json_body(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()
