"""Bookmarks of read messages, and counts of unread ones."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Count, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from accounts.models import User

from .. import access
from ..models import Bookmark, Game, Message, Seat, Thread
from ..models.press import MASTERS
from . import muting


def mark_read(thread: Thread, person: User, newest: Message) -> None:
    """Store that `person` has read `thread` up to `newest`. A bookmark never moves back."""
    mark, made = Bookmark.objects.get_or_create(
        thread=thread, person=person, defaults={"message": newest}
    )
    if not made:
        behind = Bookmark.objects.filter(pk=mark.pk, message__lt=newest.pk)
        behind.update(message=newest)


def last_read(thread: Thread, person: access.Viewer) -> int:
    """Return the primary key of the newest message of `thread` that `person` has read, or 0."""
    mark = Bookmark.objects.filter(thread=thread, person=person.pk).first()
    return mark.message_id if mark else 0


def with_marks(messages: QuerySet[Message], person: User) -> QuerySet[Message]:
    """Join each of `messages` with the bookmark of `person` in its thread, for `unread`."""
    mine = Q(thread__bookmarks__person=person)
    return messages.alias(mark=FilteredRelation("thread__bookmarks", condition=mine))


def unread(person: User) -> Q:
    """Condition for unread messages in a query of `with_marks`.

    A person's own messages, and those that they have muted, never count as unread.
    """
    new = Q(mark__message=None) | Q(pk__gt=F("mark__message"))
    return new & ~Q(person=person) & ~muting.muted(person)


def unread_by_game(person: User, games: Iterable[Game]) -> dict[int, int]:
    """Return the number of unread messages of `person` by the game's primary key; one query.

    To be called with games in which they have bookmarks. Games without unread messages are left
    out; messages that were opened to everyone at the end of a game do not count.
    """
    waiting = with_marks(access.messages(person, games, opened=False), person).filter(
        unread(person)
    )
    # Counted by thread: for a single count of all, PostgreSQL reads the messages of all games.
    in_thread = waiting.filter(thread=OuterRef("pk")).order_by().values("thread")
    number = Subquery(in_thread.annotate(number=Count("pk")).values("number"))
    threads = Thread.objects.filter(game__in=games).order_by().annotate(number=number)
    found: Counter[int] = Counter()
    for game, unread_here in threads.values_list("game", "number"):
        if unread_here:
            found[game] += unread_here
    return found


def unread_in(viewer: access.Viewer, game: Game) -> int:
    """Return the number of unread messages of `viewer` in `game`; 0 if they have no bookmarks."""
    if not isinstance(viewer, User) or not access.keeps_bookmarks(access.Role(viewer, game)):
        return 0
    return unread_by_game(viewer, [game]).get(game.pk, 0)


def number_of_messages(
    game: Game, held: Sequence[Seat], *, is_master: bool = False
) -> tuple[int, int]:
    """Return the number of messages in the threads where `held` sit now, and of hidden ones.

    Public threads count too, and for a master those with the masters. The numbers change when a
    reader who holds these seats gets a message.
    """
    private = Thread.objects.filter(seats__in=held).values("pk")
    there = Message.objects.filter(thread__game=game)
    read = Q(thread__circle="") | Q(thread__in=private)
    if is_master:
        read |= Q(thread__circle__startswith=MASTERS)
    there = there.filter(read)
    found = there.aggregate(all=Count("pk"), hidden=Count("hidden_at"))
    return found["all"], found["hidden"]
