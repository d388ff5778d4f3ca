"""What can be wrong with a request, each with a message that says what would be right."""

from collections.abc import Sequence
from dataclasses import dataclass


class Refused(Exception):  # noqa: N818 - what it is, not a fault
    """The request was understood, is refused, and changed nothing. `str()` is for the person."""


@dataclass(frozen=True)
class LineError:
    """What is wrong with one line of a sheet. `key` is the row's or line's name in the form."""

    key: str
    line: str
    message: str


class SheetRefused(Refused):
    """Lines of a sheet of orders that cannot be taken; nothing of the sheet was stored."""

    def __init__(self, errors: Sequence[LineError]) -> None:
        super().__init__(f"{len(errors)} lines refused")  # no order text: this may be logged
        self.errors = list(errors)
