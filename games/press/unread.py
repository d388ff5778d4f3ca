"""Bookmarks of read messages, and counts of unread ones."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Count, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from accounts.compiled_queries import CompiledQuery
from accounts.models import User

from .. import access
from ..models import Bookmark, Game, Message, Thread
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
    found: Counter[int] = Counter()
    for game, unread_here in _by_thread(waiting, games):
        if unread_here:
            found[game] += unread_here
    return found


def _by_thread(
    messages: QuerySet[Message], games: Iterable[Game], key: str = "game"
) -> "QuerySet[Thread, tuple[int, int | None]]":
    """A key, that of its game or its own, and the number of `messages` for each thread of `games`.

    Counted by thread: for a single count of all, PostgreSQL reads the messages of all games.
    """
    in_thread = messages.filter(thread=OuterRef("pk")).order_by().values("thread")
    number = Subquery(in_thread.annotate(number=Count("pk")).values("number"))
    threads = Thread.objects.filter(game__in=games).order_by().annotate(number=number)
    return threads.values_list(key, "number")


def _unread_by_thread(person: int, game: int) -> "QuerySet[Thread, tuple[int, int | None]]":
    # The SQL is shared by all games, so it must include the part about successors.
    reader, games = User(pk=person), [Game(pk=game, successors_read_messages=True)]
    found = with_marks(access.messages(reader, games, opened=False), reader)
    return _by_thread(found.filter(unread(reader)), games, "pk")


_UNREAD = CompiledQuery(_unread_by_thread, person=int, game=int)


def unread_in(viewer: access.Viewer, game: Game, role: access.Role | None = None) -> int:
    """Return the number of unread messages of `viewer` in `game`; 0 if they have no bookmarks."""
    role = role or access.Role(viewer, game)
    if not isinstance(viewer, User) or not access.keeps_bookmarks(role):
        return 0
    return sum(number or 0 for _thread, number in _UNREAD.rows(person=viewer.pk, game=game.pk))


def unread_by_thread(role: access.Role) -> dict[int, int]:
    """Return the number of unread messages by the primary key of their thread, without zeros.

    Empty if the viewer has no bookmarks in the game.
    """
    viewer = role.viewer
    if not isinstance(viewer, User) or not access.keeps_bookmarks(role):
        return {}
    rows = _UNREAD.rows(person=viewer.pk, game=role.game.pk)
    return {thread: number for thread, number in rows if number}


def numbers_of_messages(
    game: int, held: Sequence[int], *, is_master: bool = False
) -> tuple[Subquery, Subquery]:
    """The numbers of messages in the threads where the seats `held` sit now, and of hidden ones.

    Public threads count too, and for a master those with the masters. The numbers change when a
    reader who holds these seats gets a message. All arguments are primary keys.
    """
    private = Thread.objects.filter(seats__in=held).values("pk")
    read = Q(thread__circle="") | Q(thread__in=private)
    if is_master:
        read |= Q(thread__circle__startswith=MASTERS)
    there = Message.objects.filter(read, thread__game=game).order_by().values("thread__game")
    return (
        Subquery(there.annotate(number=Count("pk")).values("number")),
        Subquery(there.annotate(number=Count("hidden_at")).values("number")),
    )
