"""The parts of a text that are code, in which nothing is a tag."""

import re
from collections.abc import Iterator

_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})([^\n]*)")
_RUN = re.compile(r"`+")


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Start and end of each piece of code, in order: fenced lines, and `spans` within a line.

    As in Markdown, a fence that is not closed goes to the end of the text.
    """
    return _scan(text)[0]


def unclosed_fence(text: str) -> str:
    """The fence that is not closed in `text`; empty if there is none."""
    return _scan(text)[1]


def _scan(text: str) -> tuple[list[tuple[int, int]], str]:
    found: list[tuple[int, int]] = []
    fence, since, position = "", 0, 0
    for line in text.split("\n") if "`" in text or "~~~" in text else ():
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                found.append((since, position + len(line)))
                fence = ""
        elif mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence, since = mark[1], position
        else:
            found += ((position + start, position + end) for start, end in _spans(line))
        position += len(line) + 1
    if fence:
        found.append((since, len(text)))
    return found, fence


def _spans(line: str) -> Iterator[tuple[int, int]]:
    """Start and end of each code span; it ends with as many backticks as it begins with."""
    runs = [run.span() for run in _RUN.finditer(line)]
    following: dict[int, int] = {}
    ends: list[int | None] = [None] * len(runs)
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        ends[number] = following.get(length)
        following[length] = number
    number = 0
    while number < len(runs):
        end = ends[number]
        if end is not None:
            yield runs[number][0], runs[end][1]
            number = end
        number += 1
