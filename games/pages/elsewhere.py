"""What the page of hooks shows: where news goes, how that fares, and what became of the last."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Event, Game, Hook, Posting
from ..telling import chronicle

LAST = 5
# Characters of an address by which its owner tells it from others, where enough stays hidden.
SHOWN_END, HIDDEN = 4, 16
# Why a posting did not arrive, by the word that stands in its row.
TROUBLES: Mapping[str, object] = {
    "private": gettext_lazy("the address leads into a private network, where no hook may go"),
    "not https": gettext_lazy("its address begins with http://, and news goes by https alone"),
    "no host": gettext_lazy("there is no host of that name"),
    "certificate": gettext_lazy("its certificate is not valid for that name"),
    "tls": gettext_lazy("no secure connection could be made"),
    "too slow": gettext_lazy("it took too long to answer"),
    "refused": gettext_lazy("it takes no connections"),
    "broken off": gettext_lazy("it broke off"),
    "not written": gettext_lazy("the site could not write it; its operator finds why in the log"),
}
ANSWERS: Mapping[str, object] = {
    "400": gettext_lazy("it does not understand what is sent there"),
    "401": gettext_lazy("it does not know the key"),
    "403": gettext_lazy("it does not let the key do that"),
    "404": gettext_lazy("there is no such place: the address may have been revoked"),
    "410": gettext_lazy("there is no such place: the address may have been revoked"),
    "422": gettext_lazy("it does not take such a text"),
    "429": gettext_lazy("it wants to be asked less often"),
}


@dataclass(frozen=True)
class Line:
    """A posting: what it says, and what became of it (`badge` is a style, `fate` says it)."""

    posting: Posting
    title: str
    badge: str
    fate: str
    why: str

    @property
    def at(self) -> dt.datetime | None:
        """When it arrived, when it is tried again, or of when it is; empty if it is under way."""
        if self.posting.send_at is None:
            return self.posting.sent_at or self.posting.created_at
        return self.posting.send_at if self.posting.status else None


@dataclass(frozen=True)
class Place:
    """A hook that is on. `address` is not enough to post there."""

    hook: Hook
    address: str
    waiting: int
    lines: list[Line]


def places(game: Game) -> list[Place]:
    hooks = game.hooks.filter(off_at=None).select_related("made_by").order_by("pk")
    return [_place(game, hook) for hook in hooks]


def address(hook: Hook) -> str:
    """Whereto, without what lets its bearer post: many an address is a key."""
    parts = urlsplit(hook.url)
    host = parts.hostname or ""
    if hook.kind == Hook.Kind.DISCOURSE:
        return _("%(host)s, topic %(topic)d") % {"host": host, "topic": hook.topic or 0}
    secret = f"{parts.path}{parts.query}"
    return f"{host}/…{secret[HIDDEN:][-SHOWN_END:]}"


def _place(game: Game, hook: Hook) -> Place:
    postings = hook.postings.select_related(
        "event__phase", "event__seat", "event__actor", "event__subject", "event__motion"
    )
    return Place(
        hook=hook,
        address=address(hook),
        waiting=postings.filter(send_at__isnull=False).count(),
        lines=list(_lines(game, postings.order_by("-pk")[:LAST])),
    )


def _lines(game: Game, postings: Iterable[Posting]) -> Iterator[Line]:
    for posting in postings:
        yield Line(posting, _title(game, posting.event), *_fate(posting))


def _title(game: Game, event: Event | None) -> str:
    if event is None:
        return _("Test")
    if event.kind == Event.Kind.ANNOUNCED:
        return _("An announcement of the game master")
    return chronicle.sentence(event, names_open=game.names_are_open)


def _fate(posting: Posting) -> tuple[str, str, str]:
    if posting.sent_at:
        return "good", _("arrived"), ""
    if posting.send_at is None:
        return "danger", _("given up"), _why(posting.status)
    if posting.status:
        return "warn", _("will be tried again"), _why(posting.status)
    return "info", _("on its way"), ""


def _why(status: str) -> str:
    if status in TROUBLES:
        return str(TROUBLES[status])
    if not status:
        return ""
    said = _("it answered with status %(status)s") % {"status": status}
    return f"{said}: {ANSWERS[status]}" if status in ANSWERS else said
