"""Errors of a request. Their messages tell the user what to do instead."""

import traceback
from collections.abc import Sequence
from dataclasses import dataclass


class Refused(Exception):  # noqa: N818 - a normal answer, not a fault
    """The request was refused and changed nothing. `str()` is the message for the user."""


class PageOutdated(Refused):
    """A form came from a page older than what is stored; nothing of it was stored."""


class NeedsConfirmation(Refused):
    """The act has consequences that were not confirmed, as the end of a game. `str()` says so."""


@dataclass(frozen=True)
class LineError:
    """An error in one line of an order sheet. `key` is the name of the row or line in the form."""

    key: str
    line: str
    message: str


class SheetRefused(Refused):
    """Lines of an order sheet are wrong; nothing of the sheet was stored."""

    def __init__(self, errors: Sequence[LineError]) -> None:
        super().__init__(f"{len(errors)} lines refused")  # no order text: this may be logged
        self.errors = list(errors)


class SaveFailedError(Exception):
    """Reading or saving orders crashed. The message says where and never quotes an order."""


def describe(error: BaseException) -> str:
    """The type and place of an error, without its message, which may quote secret orders."""
    places = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places[-3:]))
    return f"{type(error).__name__} in {where}"
