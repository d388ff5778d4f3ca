"""Press: threads, messages, and what one sends."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from .common import Input, Output


class Thread(Output):
    id: str = Field(
        description="public, the powers as FRANCE.GERMANY, topic.…, report.S1901M, or "
        "master.FRANCE with the game masters."
    )
    title: str
    powers: list[str]
    with_masters: bool
    newest_at: dt.datetime
    unread: int = Field(description="Messages that you have not read; 0 in games of others.")


class ThreadList(Output):
    threads: list[Thread] = Field(description="Those in which you may read a message.")


class Message(Output):
    key: str
    power: str | None = Field(description="Null for the game master and for an unsigned message.")
    by_master: bool
    author: str = Field(description="The name, empty if you may not know it.")
    mine: bool
    unsigned: bool
    hidden: bool
    muted: bool = Field(description="Whether you have muted its power.")
    sent_at: dt.datetime
    text: str


class MessagePage(Output):
    thread: str
    messages: list[Message] = Field(description="The newest first.")
    next_cursor: str | None = Field(description="For the page with earlier messages.")


class NewMessage(Input):
    text: Annotated[str, Field(max_length=20_000)] = Field(examples=["Hello."])
    sender: Annotated[str, Field(max_length=20)] | None = Field(
        None, description="One of your powers, or “master”; needed if you have several."
    )
    unsigned: bool = Field(False, description="Only in public, where the game allows it.")
    title: Annotated[str, Field(max_length=80)] | None = Field(
        None, description="Begins a thread of its own with this title, for the same readers."
    )


class Sent(Output):
    thread: str
    message: Message


class Draft(Output):
    """An unsent message. Only you can read it."""

    thread: str
    title: str | None = Field(description="Of the thread that the message would begin; else null.")
    sender: str = Field(description="A power of yours, or “master”.")
    text: str
    unsigned: bool
    version: str = Field(description="Send it as “seen” when you save the draft again.")
    saved_at: dt.datetime


class DraftList(Output):
    drafts: list[Draft] = Field(description="The newest first.")


class NewDraft(Input):
    """A draft. Without text and title it is deleted."""

    text: Annotated[str, Field(max_length=20_000)] = Field(examples=["Dear neighbor,"])
    sender: Annotated[str, Field(max_length=20)] | None = Field(
        None, description="One of your powers, or “master”; needed if you have several."
    )
    unsigned: bool = False
    title: Annotated[str, Field(max_length=80)] | None = Field(
        None, description="For the first message of a new thread; may be empty."
    )
    seen: Annotated[str, Field(max_length=40)] = Field("", description="The version that you know.")


class SavedDraft(Output):
    draft: Draft | None = Field(description="Null if it was deleted.")
    replaced: str = Field(description="The text that was stored elsewhere meanwhile, else empty.")


class ReadMark(Input):
    message: Annotated[str, Field(max_length=40)] = Field(
        description="The key of the newest message that you have read.",
        examples=["0123456789abcdef" * 2],
    )


class Complaint(Input):
    reason: Annotated[str, Field(max_length=500)] = Field(examples=["It insults a player."])
    confirmed: bool = Field(False, description="True if you have read who reads the report.")


class Muting(Input):
    muted: bool
