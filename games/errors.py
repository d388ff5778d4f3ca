"""What can be wrong with a request, each with a message that says what would be right."""

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


class Refused(Exception):  # noqa: N818 - what it is, not a fault
    """The request was understood, is refused, and changed nothing. `str()` is for the person."""


class PageOutdated(Refused):
    """A page is sent that does not know what was saved since; nothing of it was stored."""


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


class SaveFailedError(Exception):
    """Something broke while orders were read or saved; says where, and not a word of them."""


def describe(error: BaseException) -> str:
    """What went wrong and where, without the words of the error: they may hold secret orders."""
    places = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places[-3:]))
    return f"{type(error).__name__} in {where}"


@contextmanager
def quoting_nothing() -> Iterator[None]:
    """What is refused inside says why; what breaks comes out as `SaveFailedError`, so that no log
    quotes orders."""
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None
