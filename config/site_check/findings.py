"""A finding of the check: a state, a sentence, and what to do."""

import enum
from dataclasses import dataclass
from pathlib import Path


class State(enum.StrEnum):
    OK = "ok"
    NOTE = "note"
    PROBLEM = "PROBLEM"


@dataclass(frozen=True)
class Finding:
    """One line of the page. `advice` says what to do and may be empty."""

    state: State
    text: str
    advice: str = ""

    def advice_in(self, folder: Path) -> str:
        """Return the advice for the code in `folder`: the image of Docker has no `./run`."""
        if (folder / "run").exists():
            return self.advice
        return self.advice.replace("./run manage", "python manage.py")


def ok(text: str) -> Finding:
    return Finding(State.OK, text)


def note(text: str, advice: str = "") -> Finding:
    return Finding(State.NOTE, text, advice)


def problem(text: str, advice: str) -> Finding:
    return Finding(State.PROBLEM, text, advice)


def span(seconds: float) -> str:
    """Return a length of time in its largest unit, such as “3 hours”."""
    for name, length in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {name}{'' if number == 1 else 's'}"
    return f"{int(seconds)} s"


def size(number: float) -> str:
    """Return a number of bytes in MB or GB, such as “1.5 GB”."""
    return f"{number / 1e9:,.1f} GB" if number >= 1e9 else f"{number / 1e6:,.1f} MB"
