"""Access to messages, and to the complaints about them."""

from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.models import User

from ..models import Complaint, Game, Mastership, MemberProposal, Message, Tenure, Thread
from ..models.press import MASTERS
from ..models.seat import LASTING
from .administration import administered_games
from .roles import Role, Viewer

BETWEEN_SEATS = "."  # a circle without it is that of a public thread or a notebook


def messages(viewer: Viewer, games: Iterable[Game], *, opened: bool = True) -> QuerySet[Message]:
    """Return the messages of `games` that `viewer` may read.

    The caller has checked that they see the games.

    Everyone may read public messages and, unless `opened` is False, the private ones (not
    notebooks) of finished games that open them at the end. Any other private message is for the
    people who held a seat of its thread when it was sent; the last holders go on reading after the
    end. So a successor reads nothing from before their time, and a former holder nothing from after
    it. A message sent at the very instant of a change is for both, unless somebody else wrote it
    from that seat. A seat that joined the thread later reads only messages sent since, unless all
    agreed to show it the past.

    Administrators and game masters have no further rights, but masters have threads of their own:
    with each player, and among themselves. Each message there is read by those who mastered the
    game when it was sent, and by the player. A successor in the seat never inherits them.
    """
    found = Message.objects.filter(_unhidden(viewer), thread__game__in=games)
    public = Q(thread__circle="")
    over = [game for game in games if opened and game.messages_are_open]
    if over:
        public |= Q(thread__game__in=over, thread__circle__contains=BETWEEN_SEATS)
    if not isinstance(viewer, User):
        return found.filter(public)
    # Joined from tenures to messages: faster on both databases than from messages to tenures.
    sat_there = (
        Tenure.objects.filter(person=viewer, seat__game__in=games)
        .annotate(
            message=F("seat__threads__messages"),
            thread=F("seat__threads"),
            sent_at=F("seat__threads__messages__sent_at"),
            author=F("seat__threads__messages__person"),
            writer=F("seat__threads__messages__seat"),
        )
        .filter(
            LASTING | Q(until__gte=F("sent_at")),
            Q(author=viewer.pk) | Q(writer=None) | ~Q(writer=F("seat")),
            ~_before_it_joined(),
            since__lte=F("sent_at"),
        )
    )
    own = Q(pk__in=sat_there.values("message")) | _as_master(viewer, games)
    if any(game.successors_read_messages for game in games):
        own |= _inherited(viewer, games)
    return found.filter(public | own)


def _as_master(viewer: User, games: Iterable[Game]) -> Q:
    """Select messages of threads with the game masters, of the time in which `viewer` was one."""
    played = Tenure.objects.filter(person=viewer).values("seat__game")
    mastered = Mastership.objects.filter(person=viewer, game__in=games).exclude(game__in=played)
    messages = mastered.annotate(
        message=F("game__threads__messages"),
        circle=F("game__threads__circle"),
        sent_at=F("game__threads__messages__sent_at"),
    ).filter(
        Q(until=None) | Q(until__gte=F("sent_at")),
        circle__startswith=MASTERS,
        since__lte=F("sent_at"),
    )
    return Q(pk__in=messages.values("message"))


def _unhidden(viewer: Viewer) -> Q:
    """Exclude hidden messages, except for their author and the masters of the game."""
    shown = Q(hidden_at=None)
    if not isinstance(viewer, User):
        return shown
    return shown | Q(person=viewer) | Q(thread__game__in=_mastered_by(viewer))


def _inherited(viewer: User, games: Iterable[Game]) -> Q:
    """Select earlier messages of seats that `viewer` holds, in games in which successors read them.

    Notebooks are excluded: they were written to nobody. A stand-in is no successor.
    """
    held = Tenure.objects.lasting().filter(
        person=viewer,
        stands_in_for=None,
        seat__game__in=games,
        seat__game__successors_read_messages=True,
    )
    messages = held.annotate(
        message=F("seat__threads__messages"),
        thread=F("seat__threads"),
        circle=F("seat__threads__circle"),
    ).filter(~_before_it_joined(), circle__contains=BETWEEN_SEATS)
    return Q(pk__in=messages.values("message"))


def _before_it_joined() -> Exists:
    """Whether `seat` joined `thread` after `message`, without the right to read the past."""
    joined = MemberProposal.objects.filter(thread=OuterRef("thread"), seat=OuterRef("seat"))
    return Exists(joined.filter(unread_to__gte=OuterRef("message")))


def _mastered_by(person: User) -> QuerySet[Game]:
    """Return the games in which `is_master` holds for `person`."""
    mastered = Mastership.objects.current().filter(person=person).values("game")
    played = Tenure.objects.filter(person=person).values("seat__game")
    return Game.objects.filter(pk__in=mastered).exclude(pk__in=played)


def thread_holders(thread: Thread) -> QuerySet[Tenure]:
    """Return the tenures whose people read a message that is sent to `thread` now.

    A private thread is read by the present holders of its seats, after the end of the game by the
    last ones. Everyone may read a public one; these are then the holders of all seats. Game masters
    have no tenures.
    """
    lasting = Tenure.objects.lasting()
    if thread.is_public:
        return lasting.filter(seat__game=thread.game_id)
    return lasting.filter(seat__threads=thread.pk)


def public_message_or_404(game: Game, key: str) -> Message:
    """Return a public message of a game, hidden or not, for a person who may hide it."""
    messages = Message.objects.select_related("thread")
    message = messages.filter(thread__game=game, thread__circle="", key=key).first()
    if message is None:
        raise Http404
    message.thread.game = game
    return message


def others_message_or_404(role: Role, key: str) -> Message:
    """Return a message that the viewer may read and did not write, to mute its power.

    404 for viewers who never held a seat in the game.
    """
    message = reportable_message_or_404(role, key)
    if not role.has_played:
        raise Http404
    return message


def reportable_message_or_404(role: Role, key: str) -> Message:
    """Return a message that the viewer may read, did not write, and may report.

    Players and former players may report each of them, and masters those that players write to
    them in private: they moderate the others themselves.
    """
    readable = messages(role.viewer, [role.game]).exclude(person=role.viewer.pk)
    message = readable.filter(key=key).select_related("thread", "seat").first()
    if message is None or not (role.has_played or (role.is_master and message.thread.with_masters)):
        raise Http404
    message.thread.game = role.game
    return message


def complaints(viewer: Viewer) -> QuerySet[Complaint]:
    """Return the complaints that `viewer` handles.

    Masters handle those about public messages in their games, administrators all except those of
    games in which they wait, play or played. Nobody handles a complaint about their own message.
    """
    if not isinstance(viewer, User):
        return Complaint.objects.none()
    public = Q(message__thread__circle="", message__thread__game__in=_mastered_by(viewer))
    administered = Q(message__thread__game__in=administered_games(viewer))
    return Complaint.objects.filter(public | administered).exclude(message__person=viewer)
