"""Who may read letters, and complain of them."""

from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.models import User

from ..models import Complaint, Extension, Game, Letter, Mastership, Tenure
from .parts import TO_THE_END, Part, Viewer
from .site import administered_games

BETWEEN_SEATS = "."  # in the circle of a thread of several, which is no notebook


def letters(viewer: Viewer, games: Iterable[Game], *, opened: bool = True) -> QuerySet[Letter]:
    """The letters of `games` that `viewer` may read. Takes for granted that they see the games.

    Public ones are everyone's, and so are private ones (not notebooks) after the end where that was
    agreed, if the `opened` ones are wanted. Otherwise a private one is for whoever sat at its
    thread when it was sent: who holds or held a seat of it, from the moment they took it until they
    lost it; who held it when the game ended reads on. So a successor reads nothing of before their
    time and a former holder nothing of after it. What is sent in the very instant of a change both
    may read, except what somebody else wrote from the seat. A seat that joined the thread later
    reads from then on, unless all agreed to more. Rank gives nobody anything.
    """
    found = Letter.objects.filter(_unhidden(viewer), thread__game__in=games)
    public = Q(thread__circle="")
    over = [game for game in games if opened and game.letters_are_open]
    if over:
        public |= Q(thread__game__in=over, thread__circle__contains=BETWEEN_SEATS)
    if not isinstance(viewer, User):
        return found.filter(public)
    # From the tenures to their letters: databases find that quicker than each letter's tenures.
    sat_there = (
        Tenure.objects.filter(person=viewer, seat__game__in=games)
        .annotate(
            letter=F("seat__threads__letters"),
            thread=F("seat__threads"),
            sent_at=F("seat__threads__letters__sent_at"),
            author=F("seat__threads__letters__person"),
            writer=F("seat__threads__letters__seat"),
        )
        .filter(
            TO_THE_END | Q(until__gte=F("sent_at")),
            Q(author=viewer.pk) | ~Q(writer=F("seat")),
            ~_before_it_joined(),
            since__lte=F("sent_at"),
        )
    )
    return found.filter(public | Q(pk__in=sat_there.values("letter")) | _inherited(viewer, games))


def _unhidden(viewer: Viewer) -> Q:
    """What a game master has hidden is for its author and the masters."""
    shown = Q(hidden_at=None)
    if not isinstance(viewer, User):
        return shown
    return shown | Q(person=viewer) | Q(thread__game__in=_mastered_by(viewer))


def _inherited(viewer: User, games: Iterable[Game]) -> Q:
    """Where the game says so, who holds a seat also reads what was written to it before; what is in
    its notebook was written to nobody."""
    held = Tenure.objects.filter(
        TO_THE_END, person=viewer, seat__game__in=games, seat__game__successors_read_letters=True
    )
    letters = held.annotate(
        letter=F("seat__threads__letters"),
        thread=F("seat__threads"),
        circle=F("seat__threads__circle"),
    ).filter(~_before_it_joined(), circle__contains=BETWEEN_SEATS)
    return Q(pk__in=letters.values("letter"))


def _before_it_joined() -> Exists:
    """Whether a `letter` of a `thread` was sent before the `seat` joined it, where all agreed that
    it reads from then on."""
    joined = Extension.objects.filter(thread=OuterRef("thread"), seat=OuterRef("seat"))
    return Exists(joined.filter(unread_to__gte=OuterRef("letter")))


def _mastered_by(person: User) -> QuerySet[Game]:
    """The games in which `is_master` holds."""
    mastered = Mastership.objects.filter(person=person, until=None).values("game")
    played = Tenure.objects.filter(person=person).values("seat__game")
    return Game.objects.filter(pk__in=mastered).exclude(pk__in=played)


def public_letter_or_404(game: Game, key: str) -> Letter:
    """A public letter of a game, hidden or not: for those who may hide it."""
    letters = Letter.objects.select_related("thread")
    letter = letters.filter(thread__game=game, thread__circle="", key=key).first()
    if letter is None:
        raise Http404
    letter.thread.game = game
    return letter


def others_letter_or_404(part: Part, key: str) -> Letter:
    """A letter that somebody who holds or held a seat may read and did not write: to complain of,
    or to mute its power."""
    readable = letters(part.viewer, [part.game]).exclude(person=part.viewer.pk)
    letter = readable.filter(key=key).select_related("thread", "seat").first()
    if letter is None or not part.has_played:
        raise Http404
    letter.thread.game = part.game
    return letter


def complaints(viewer: Viewer) -> QuerySet[Complaint]:
    """The complaints that `viewer` hears: masters those of public letters in their games,
    administrators all but those of games in which they wait, play or played. Nobody hears one of
    a letter of their own."""
    if not isinstance(viewer, User):
        return Complaint.objects.none()
    public = Q(letter__thread__circle="", letter__thread__game__in=_mastered_by(viewer))
    administered = Q(letter__thread__game__in=administered_games(viewer))
    return Complaint.objects.filter(public | administered).exclude(letter__person=viewer)
