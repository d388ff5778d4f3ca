"""Answers about threads, messages and drafts."""

from typing import TypedDict

from .orders import LegalRow


class Thread(TypedDict):
    # public, the powers as FRANCE.GERMANY, topic.…, report.S1901M, or master.FRANCE with the
    # game masters
    id: str
    title: str
    powers: list[str]
    with_masters: bool
    newest_at: str
    unread: int  # messages that you have not read; 0 in games of others


class ThreadList(TypedDict):
    threads: list[Thread]  # threads in which you may read a message


class Message(TypedDict):
    key: str
    power: str | None  # None for the game master and for an unsigned message
    by_master: bool
    author: str  # the name, empty if you may not know it
    mine: bool
    unsigned: bool
    hidden: bool
    muted: bool  # whether you have muted its power
    sent_at: str
    text: str


class MessagePage(TypedDict):
    thread: str
    messages: list[Message]  # the newest first
    next_cursor: str | None  # for the page with earlier messages


class Sent(TypedDict):
    thread: str
    message: Message


class Draft(TypedDict):
    """An unsent message. Only you can read it."""

    thread: str
    title: str | None  # of the thread that the message would begin; else None
    sender: str  # a power of yours, or “master”
    text: str
    unsigned: bool
    version: str  # send it as “seen” when you save the draft again
    saved_at: str


class DraftList(TypedDict):
    drafts: list[Draft]  # the newest first


class SavedDraft(TypedDict):
    draft: Draft | None  # None if it was deleted
    replaced: str  # the text that was stored elsewhere meanwhile, else empty


class NamedProvince(TypedDict):
    code: str
    name: str


class BotProposals(TypedDict):
    """Proposals that a bot understands in a thread now."""

    phase: str | None  # None if nothing can be proposed now
    power: str | None  # that of the bot
    until: int | None  # the year at whose end agreements are over
    supports: list[LegalRow]
    provinces: list[NamedProvince]


class MemberProposal(TypedDict):
    """A proposal to add a power to a thread."""

    key: str
    power: str  # which proposes it
    newcomer: str
    with_past: bool
    made_at: str
    is_open: bool
    outcome: str  # joined, refused, lapsed; empty while it is open
    answers: dict[str, bool]
    text: str
    waits_for: list[str]  # powers of yours that have not answered


class MemberProposals(TypedDict):
    proposals: list[MemberProposal]
    newcomers: list[str]
