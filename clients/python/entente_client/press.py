"""Methods about messages, drafts, and proposals in threads."""

import uuid
from collections.abc import Iterator
from typing import Literal

from .transport import Requests, path_of
from .types.press import (
    BotProposals,
    Draft,
    DraftList,
    MemberProposal,
    MemberProposals,
    Message,
    SavedDraft,
    Sent,
    Thread,
    ThreadList,
)


class PressMethods(Requests):
    # Messages

    def threads(self, slug: str) -> list[Thread]:
        """The threads in which you may read a message."""
        return self._read(ThreadList, path_of("games", slug, "threads"))["threads"]

    def messages(self, slug: str, thread: str) -> Iterator[Message]:
        """The messages of a thread such as `public` or `FRANCE.GERMANY`, the newest first.

        Further pages are read when needed. Nothing is marked as read.
        """
        yield from self._list(
            Message, "messages", path_of("games", slug, "threads", thread, "messages")
        )

    def send_message(
        self,
        slug: str,
        thread: str,
        text: str,
        *,
        sender: str | None = None,
        unsigned: bool = False,
        title: str | None = None,
        idempotency_key: str | None = None,
    ) -> Sent:
        """Send a message. `sender` is one of your powers or `master`, needed if you have several.

        Sent again with the same `idempotency_key` it is one message. Give one of your own if you
        repeat the call after a failure; otherwise each call has a new one.
        """
        sent = {"text": text, "sender": sender, "unsigned": unsigned, "title": title}
        path = path_of("games", slug, "threads", thread, "messages")
        return self._write(Sent, "POST", path, sent, idempotency_key or str(uuid.uuid4()))

    def mark_read(self, slug: str, thread: str, message: str) -> str:
        """Say that you have read a thread up to the message with this key. Returns a sentence."""
        path = path_of("games", slug, "threads", thread, "read")
        return self._act("PUT", path, {"message": message})

    def mute(self, slug: str, message: str, *, muted: bool = True) -> str:
        """Mute the power that signed a message, or unmute it. Returns a sentence."""
        return self._act(
            "PUT", path_of("games", slug, "messages", message, "mute"), {}, muted=muted
        )

    def report_message(
        self, slug: str, message: str, reason: str, *, confirmed: bool = False
    ) -> str:
        """Report a message. Without `confirmed`, who is told of it is refused first."""
        path = path_of("games", slug, "messages", message, "report")
        return self._act("POST", path, {"reason": reason}, confirmed=confirmed)

    # Drafts

    def drafts(self, slug: str) -> list[Draft]:
        """Your unsent messages in a game, the newest first."""
        return self._read(DraftList, path_of("games", slug, "drafts"))["drafts"]

    def save_draft(
        self,
        slug: str,
        thread: str,
        text: str,
        *,
        sender: str | None = None,
        unsigned: bool = False,
        title: str | None = None,
        seen: str = "",
    ) -> SavedDraft:
        """Replace your draft in a thread; without text it is deleted. Nothing is sent.

        With a `title`, which may be empty, it is that of the first message of a new thread. `seen`
        is the version that you know: another text is returned as `replaced`. A draft of the game
        master also needs a key with the scope `master`.
        """
        typed = {"text": text, "sender": sender, "unsigned": unsigned, "title": title, "seen": seen}
        path = path_of("games", slug, "threads", thread, "draft")
        return self._write(SavedDraft, "PUT", path, typed)

    def delete_draft(self, slug: str, thread: str, *, titled: bool = False) -> str:
        """Delete your draft in a thread, or that for a new thread. Returns a sentence."""
        query = "?titled=true" if titled else ""
        return self._act("DELETE", path_of("games", slug, "threads", thread, "draft") + query)

    # Proposals

    def member_proposals(self, slug: str, thread: str) -> MemberProposals:
        """Proposals to add a power to a thread with a title, and the powers that you could add."""
        return self._read(MemberProposals, path_of("games", slug, "threads", thread, "members"))

    def propose_member(
        self,
        slug: str,
        thread: str,
        newcomer: str,
        text: str,
        *,
        power: str | None = None,
        with_past: bool = False,
    ) -> MemberProposal:
        """Propose to add a power; `text` is what it reads first, once everyone accepts."""
        wanted = {"newcomer": newcomer, "text": text, "power": power, "with_past": with_past}
        path = path_of("games", slug, "threads", thread, "members")
        return self._write(MemberProposal, "POST", path, wanted)

    def answer_member_proposal(
        self, slug: str, thread: str, key: str, power: str, *, agrees: bool
    ) -> str:
        """Accept or decline a proposal for a power of yours. Returns a sentence."""
        path = path_of("games", slug, "threads", thread, "members", key)
        return self._act("PUT", path, {"power": power}, agrees=agrees)

    def bot_proposals(self, slug: str, thread: str) -> BotProposals:
        """Proposals that you can make to the bot of a thread in a practice game with press."""
        return self._read(BotProposals, path_of("games", slug, "threads", thread, "bot-proposals"))

    def propose_to_bot(
        self,
        slug: str,
        thread: str,
        kind: Literal["peace", "support", "demilitarise"],
        *,
        order: str | None = None,
        province: str | None = None,
        idempotency_key: str | None = None,
    ) -> Sent:
        """Propose something to a bot. `order` is its support, `province` the one to keep free."""
        wanted = {"kind": kind, "order": order, "province": province}
        path = path_of("games", slug, "threads", thread, "bot-proposals")
        return self._write(Sent, "POST", path, wanted, idempotency_key or str(uuid.uuid4()))
