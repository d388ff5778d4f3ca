"""The log of a game."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from ...wording.events import SENTENCES
from .common import Output

Kind = Annotated[str, Field(json_schema_extra={"enum": sorted(str(kind) for kind in SENTENCES)})]


class LogEntry(Output):
    """A line of the log, as the page has it."""

    at: dt.datetime
    kind: Kind
    phase: str | None = Field(description="The phase that it is about.")
    power: str | None = Field(description="The power that it is about.")
    sentence: str = Field(description="In your language, with times in UTC.")
    author: str = Field(
        description="The game master or administrator; empty if the sentence names them."
    )
    reason: str = Field(description="The reason that was given, or the text that was announced.")
    changes: list[str] = Field(description="Settings or house rules that were changed.")
    superseded: list[str] = Field(description="Phases that no longer count since then.")


class LogPage(Output):
    events: list[LogEntry] = Field(description="The newest first.")
    next_cursor: str | None
