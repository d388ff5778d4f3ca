"""Press: threads, messages, and what one sends."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from .common import Input, Output


class Thread(Output):
    id: str = Field(
        description="public, the powers as FRANCE.GERMANY, topic.…, or master.FRANCE with the "
        "game masters."
    )
    title: str
    powers: list[str]
    with_masters: bool
    newest_at: dt.datetime


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
    sent_at: dt.datetime
    text: str


class MessagePage(Output):
    thread: str
    messages: list[Message] = Field(description="The newest first.")
    next_cursor: str | None = Field(description="For the page with earlier messages.")


class NewMessage(Input):
    text: Annotated[str, Field(max_length=20_000)]
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
