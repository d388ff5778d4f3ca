"""Letters: sending one, and how far a person has read. Who may read what stands in `access`.

A thread is named by its seats: the same seats always write in the same one, but for those that
somebody gave a title, and it is stored with its first letter. Public threads have no seats.
"""

import re
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts.models import User

from .. import access, clock
from ..errors import Refused, SaveFailedError, describe
from ..models import Bookmark, Extension, Game, Letter, Mastership, Phase, Seat, Thread
from ..models.fields import new_key
from ..models.letter import LONGEST_LETTER
from ..telling import notifications
from . import muting, reports, rules

# PostgreSQL cannot store a NUL, and nobody means any other control but a new line and a tab.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class TextRefused(Refused):
    """The letter itself cannot be taken: it is empty or too long."""


def tidy(text: str) -> str:
    """`text` as it is stored: new lines of one kind, no other controls, no blanks at the ends."""
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def check(text: str) -> None:
    """Raise `TextRefused` for a tidied text that nobody could see, or that is too long."""
    if not any(each.isprintable() and not each.isspace() for each in text):
        raise TextRefused(_("Write something first."))
    if len(text) > LONGEST_LETTER:
        raise TextRefused(
            _("A letter has at most %(most)d characters; this one has %(number)d.")
            % {"most": LONGEST_LETTER, "number": len(text)}
        )


@sensitive_variables()  # nor what it calls, in any report of an error
def send(
    game: Game,
    circle: Sequence[Seat],
    *,
    sender: Seat | None,
    person: User,
    text: str,
    request_key: uuid.UUID,
    unsigned: bool = False,
    topic: Thread | Phase | str = "",
) -> Letter:
    """Send a letter from `sender`, or from the game master where that is None, to `circle`.

    `circle` is all the seats of the thread, the sender's too; empty for a public one. `topic` is a
    thread with a title, the title of one that this letter opens, or the resolved phase whose report
    it is about; without it the letter goes where these seats always write. In a private thread
    those write who hold one of its seats, or held it when the game ended; in a public one whoever
    holds a seat of the game, and its masters; all as far as the press rules let them. The same form
    sent twice (one `request_key`) makes one letter and is answered alike.

    Raises `TextRefused` for the text, `Refused` if `person` may not write as `sender` (any more).
    Whatever else goes wrong comes out as `SaveFailedError`, so that no log quotes letters.
    """
    text = tidy(text)
    check(text)
    unsigned = unsigned and sender is not None and rules.allow_unsigned(game, circle)
    written = {"seat": sender, "person": person, "text": text, "unsigned": unsigned}
    try:
        return _send(game, circle, topic, request_key, written)
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


def _send(
    game: Game,
    circle: Sequence[Seat],
    topic: Thread | Phase | str,
    request_key: uuid.UUID,
    written: dict[str, Any],
) -> Letter:
    sender, person = written["seat"], written["person"]
    with transaction.atomic():
        lock_writer(game, sender, person)
        if (circle and sender not in circle) or not access.may_write_as(person, game, sender):
            raise Refused(_("You may not write here any more; nothing was sent."))
        if sender is not None and (silence := rules.silence(game, circle)):
            raise Refused(rules.nothing_sent(silence))
        if topic:
            thread = _lock_topic(game, circle, topic, request_key)
        else:
            thread = lock_thread(game, circle)
        letter, made = _store(request_key, thread=thread, **written)
        if made:
            notifications.tell_of_letter(letter)
    return letter


def _store(request_key: uuid.UUID, **fields: Any) -> tuple[Letter, bool]:
    """The letter of this form, and whether it is new."""
    for key in (request_key, uuid.uuid5(request_key, str(fields))):
        letter, made = Letter.objects.get_or_create(
            request_key=key, defaults={"sent_at": clock.now(), **fields}
        )
        if made or all(getattr(letter, name) == value for name, value in fields.items()):
            break
        # Changed and sent again, as the back button allows: that is another letter.
    return letter, made


def welcome(thread: Thread, extension: Extension) -> Letter:
    """Send the first letter that a newcomer reads in a locked thread, from who proposed to let it
    in."""
    letter = Letter.objects.create(
        thread=thread,
        seat=extension.proposer,
        person=extension.person,
        text=extension.words,
        sent_at=clock.now(),
        request_key=uuid.uuid4(),
    )
    notifications.tell_of_letter(letter)
    return letter


def lock_writer(game: Game, sender: Seat | None, person: User) -> None:
    """Until we are done nobody takes the seat, or the mastership, away.

    Not the strongest lock: that one would wait for whoever merely refers to the seat, and two who
    open one thread for each other would wait for one another.
    """
    if sender is None:
        masters = Mastership.objects.select_for_update(no_key=True)
        masters.filter(game=game, person=person, until=None).order_by("pk").first()
    else:
        # An order of its own: the usual one joins the game, whose row would be locked with it.
        Seat.objects.select_for_update(no_key=True).filter(pk=sender.pk).order_by("pk").first()


def lock_thread(game: Game, circle: Sequence[Seat]) -> Thread:
    """The thread of these seats, opened if need be, and locked: its letters come one by one.

    So the numbers of letters grow in the order in which readers meet them, and a bookmark never
    passes over a letter that was still being stored.
    """
    thread, opened = Thread.objects.get_or_create(
        game=game, circle=circle_name(circle), title="", defaults={"opened_at": clock.now()}
    )
    if opened:
        thread.seats.set(circle)
    return locked(thread)


def _lock_topic(
    game: Game, circle: Sequence[Seat], topic: Thread | Phase | str, request_key: uuid.UUID
) -> Thread:
    """As `lock_thread`, with a title. The form that opens one opens no second, however often it is
    sent; and a report has one thread, whoever opens it."""
    if isinstance(topic, Thread):
        return locked(topic)
    if isinstance(topic, Phase):
        return locked(_discussion(topic))
    key = uuid.uuid5(request_key, f"{circle_name(circle)} {topic}").hex
    thread, opened = Thread.objects.get_or_create(
        game=game,
        circle=circle_name(circle),
        title=topic,
        key=key,
        defaults={"opened_at": clock.now()},
    )
    if opened:
        thread.seats.set(circle)
    return locked(thread)


def _discussion(phase: Phase) -> Thread:
    made = {"title": reports.stored_title(phase), "key": new_key(), "opened_at": clock.now()}
    return Thread.objects.get_or_create(game=phase.game, phase=phase, circle="", defaults=made)[0]


def locked(thread: Thread) -> Thread:
    return Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)


def circle_name(circle: Iterable[Seat]) -> str:
    """How a thread's row names its seats: their places, such as “0.2.5”."""
    return ".".join(str(place) for place in sorted(seat.place for seat in circle))


# How far somebody has read


def mark_read(thread: Thread, person: User, newest: Letter) -> None:
    """Remember that `person` has read `thread` up to `newest`. Never goes back."""
    mark, made = Bookmark.objects.get_or_create(
        thread=thread, person=person, defaults={"letter": newest}
    )
    if not made:
        behind = Bookmark.objects.filter(pk=mark.pk, letter__lt=newest.pk)
        behind.update(letter=newest)


def last_read(thread: Thread, person: access.Viewer) -> int:
    """The primary key of the newest letter of `thread` that `person` has read, or 0."""
    mark = Bookmark.objects.filter(thread=thread, person=person.pk).first()
    return mark.letter_id if mark else 0


def with_marks(letters: QuerySet[Letter], person: User) -> QuerySet[Letter]:
    """`letters`, beside each the bookmark of `person` (see `unread`)."""
    mine = Q(thread__bookmarks__person=person)
    return letters.alias(mark=FilteredRelation("thread__bookmarks", condition=mine))


def unread(person: User) -> Q:
    """What is unread among letters `with_marks`: one's own letters, and muted ones, never are."""
    new = Q(mark__letter=None) | Q(pk__gt=F("mark__letter"))
    return new & ~Q(person=person) & ~muting.muted(person)


def unread_by_game(person: User, games: Iterable[Game]) -> dict[int, int]:
    """How many letters `person` has yet to read, by the primary key of the game; one query.

    For games in which they keep bookmarks. Games without unread letters are missing, and what was
    opened to everyone after the end waits for nobody.
    """
    waiting = with_marks(access.letters(person, games, opened=False), person).filter(unread(person))
    # Counted thread by thread: asked for all at once, PostgreSQL reads the letters of all games.
    in_thread = waiting.filter(thread=OuterRef("pk")).order_by().values("thread")
    number = Subquery(in_thread.annotate(number=Count("pk")).values("number"))
    threads = Thread.objects.filter(game__in=games).order_by().annotate(number=number)
    found: Counter[int] = Counter()
    for game, unread_here in threads.values_list("game", "number"):
        if unread_here:
            found[game] += unread_here
    return found


def unread_in(viewer: access.Viewer, game: Game) -> int:
    """How many letters of `game` `viewer` has yet to read; none where they keep no bookmarks."""
    if not isinstance(viewer, User) or not access.keeps_bookmarks(access.Part(viewer, game)):
        return 0
    return unread_by_game(viewer, [game]).get(game.pk, 0)
