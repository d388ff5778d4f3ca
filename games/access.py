"""Every "may X see or do Y". Nobody passes by rank: staff and superusers are people like others."""

import secrets
from collections.abc import Iterable, Sequence
from functools import cached_property

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User

from .models import (
    Complaint,
    Entry,
    Event,
    Extension,
    Game,
    Letter,
    Mastership,
    Phase,
    Seat,
    Tenure,
    Thread,
)

Viewer = User | AnonymousUser
# Whether a power has ordered is for whom the game lets see it.
SECRET_UNTIL_RESOLVED = [Event.Kind.ORDERS_SAVED, Event.Kind.READY, Event.Kind.NOT_READY]
# Talk goes on after the end: who held a seat to the end writes and reads its letters for good.
BETWEEN_SEATS = "."  # in the circle of a thread of several, which is no notebook
TO_THE_END = Q(until=None) | Q(ending=Tenure.Ending.GAME_OVER)


class Part:
    """The part that `viewer` has and had in a game. Read once, for a page: whoever writes asks the
    functions below."""

    def __init__(self, viewer: Viewer, game: Game) -> None:
        self.viewer, self.game = viewer, game

    @cached_property
    def tenures(self) -> list[Tenure]:
        if not isinstance(self.viewer, User):
            return []
        mine = Tenure.objects.filter(seat__game=self.game, person=self.viewer)
        return list(mine.select_related("seat").order_by("seat__place", "pk"))

    @property
    def has_played(self) -> bool:
        return bool(self.tenures)

    @property
    def sat_in(self) -> set[int]:
        """The primary keys of the seats that they hold or held."""
        return {tenure.seat_id for tenure in self.tenures}

    @property
    def held(self) -> list[Seat]:
        """The seats that they hold, or held when the game ended, by place."""
        return list({each.seat_id: each.seat for each in self.tenures if each.lasts}.values())

    @cached_property
    def is_master(self) -> bool:
        return not self.has_played and is_master(self.viewer, self.game)


def visible_games(viewer: Viewer) -> QuerySet[Game]:
    """Public games, and those that `viewer` waits in, plays, played or masters."""
    public = Q(visibility=Game.Visibility.PUBLIC)
    if not isinstance(viewer, User):
        return Game.objects.filter(public)
    return Game.objects.filter(public | Q(pk__in=games_of(viewer)))


def sees(viewer: Viewer, game: Game) -> bool:
    """Whether `game` is no secret to `viewer`; of a public one nobody is asked."""
    public = game.visibility == Game.Visibility.PUBLIC
    return public or visible_games(viewer).filter(pk=game.pk).exists()


def games_of(person: User) -> QuerySet[Game]:
    """The games that `person` waits in, plays, played or masters."""
    return Game.objects.filter(
        Q(pk__in=Entry.objects.filter(person=person).values("game"))
        | Q(pk__in=Tenure.objects.filter(person=person).values("seat__game"))
        | Q(pk__in=Mastership.objects.filter(person=person, until=None).values("game"))
    )


def games_in_hand(person: User) -> QuerySet[Game]:
    """The games that `person` plays or masters, and those that they did to the end."""
    played = Tenure.objects.filter(person=person)
    mastered = Mastership.objects.filter(person=person, until=None)
    mastered = mastered.exclude(game__in=played.values("seat__game"))
    return Game.objects.filter(
        Q(pk__in=played.filter(TO_THE_END).values("seat__game")) | Q(pk__in=mastered.values("game"))
    )


def seats_in_hand(viewer: Viewer) -> QuerySet[Seat]:
    """The seats that `viewer` holds, or held when their game ended, in whatever game."""
    if not isinstance(viewer, User):
        return Seat.objects.none()
    held = Tenure.objects.filter(TO_THE_END, person=viewer)
    return Seat.objects.filter(pk__in=held.values("seat")).order_by("game_id", "place")


def reader_or_404(key: str) -> User:
    """The person as whom a program reads that has the key of their feeds."""
    person = User.objects.filter(feed_key=key, is_active=True, closed_at=None).first()
    if person is None:
        raise Http404
    return person


def game_or_404(viewer: Viewer, slug: str) -> Game:
    """The game, or 404 also where its existence is a secret."""
    return _found(visible_games(viewer).filter(slug=slug).first())


def _found(game: Game | None) -> Game:
    """The game, if there is one. All that the request logs from here on says which it is."""
    if game is None:
        raise Http404
    structlog.contextvars.bind_contextvars(game=game.slug)
    return game


def left_game_or_404(person: User, slug: str) -> Game:
    """The game, also where it is out of sight since `person` left its lobby: they know of it."""
    left = Event.objects.filter(kind=Event.Kind.LEFT, actor=person).values("game")
    known = visible_games(person) | Game.objects.filter(pk__in=left)
    return _found(known.filter(slug=slug).first())


def invited_game_or_404(slug: str, key: str) -> Game:
    """The game to which an invitation link leads."""
    return _found(Game.objects.filter(slug=slug, invitation_key=key).first())


def phase_or_404(game: Game, code: str) -> Phase:
    """The phase of that code that counts: none that was rolled back."""
    phase = game.phases.filter(code=code).exclude(status=Phase.Status.SUPERSEDED).first()
    if phase is None:
        raise Http404
    phase.game = game
    structlog.contextvars.bind_contextvars(phase=phase.code)
    return phase


def mapped_phase_or_404(slug: str, code: str, key: str) -> Phase:
    """The resolved phase whose map is at an address with the key of its game, whoever asks."""
    game = Game.objects.filter(slug=slug).first()
    if game is None or game.map_key is None or not secrets.compare_digest(key, game.map_key):
        raise Http404
    phase = phase_or_404(_found(game), code)
    if not may_read_orders(phase):
        raise Http404
    return phase


def seat_or_404(viewer: Viewer, game: Game, power: str) -> Seat:
    """The seat of `power` that `viewer` holds now. To everyone else it does not exist."""
    seat = held_seats(viewer, game).filter(power=power).first()
    if seat is None:
        raise Http404
    seat.game = game
    return seat


def held_seats(viewer: Viewer, game: Game) -> QuerySet[Seat]:
    """The seats that `viewer` holds, or held when the game ended."""
    if not isinstance(viewer, User):
        return Seat.objects.none()
    return game.seats.filter(pk__in=Tenure.objects.filter(TO_THE_END, person=viewer).values("seat"))


def holds(person: User, seat: Seat) -> bool:
    return Tenure.objects.filter(seat=seat, person=person, until=None).exists()


def has_played(person: User, game: Game) -> bool:
    return Tenure.objects.filter(seat__game=game, person=person).exists()


def is_master(viewer: Viewer, game: Game) -> bool:
    """Masters `game` and never sat in it: whoever holds or held a seat has no such powers."""
    return (
        isinstance(viewer, User)
        and Mastership.objects.filter(game=game, person=viewer, until=None).exists()
        and not has_played(viewer, game)
    )


def mastered_game_or_404(viewer: Viewer, slug: str) -> Game:
    game = game_or_404(viewer, slug)
    if not is_master(viewer, game):
        raise Http404
    return game


def run_game_or_404(viewer: Viewer, slug: str) -> Game:
    """The game, if it has begun and `viewer` masters it."""
    game = mastered_game_or_404(viewer, slug)
    if not game.has_begun:
        raise Http404
    return game


def seat_of_or_404(game: Game, power: str) -> Seat:
    """The seat of `power`, whoever holds it: for those who act on seats, not from them."""
    seat = game.seats.filter(power=power).first()
    if seat is None:
        raise Http404
    seat.game = game
    return seat


def superseded_or_404(game: Game, code: str, number: int) -> Phase:
    """A phase that was rolled back: it counts no more and can be read."""
    superseded = game.phases.filter(status=Phase.Status.SUPERSEDED)
    phase = superseded.filter(code=code, number=number).first()
    if phase is None:
        raise Http404
    phase.game = game
    structlog.contextvars.bind_contextvars(phase=phase.code)
    return phase


def may_read_orders(phase: Phase) -> bool:
    """Orders are everyone's once the phase was resolved; until then each seat sees its own. Those
    of a phase that was rolled back, or in which the game ended, before that are nobody's."""
    return phase.resolved_at is not None


def sees_who_is_in(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may see whether (never what) other powers have ordered."""
    return game.orders_watched_by == Game.Watch.EVERYONE or is_master(viewer, game)


def sees_names(viewer: Viewer, game: Game) -> bool:
    """Whether the names of the players of `game` are open to `viewer`."""
    return game.names_are_open or is_master(viewer, game)


def shown_name(viewer: Viewer, seat: Seat, *, names_open: bool | None = None) -> str:
    """The name of the holder of `seat`, or of who held it when the game ended, as `viewer` may read
    it.

    The only way of a player's name into a page. `names_open` is `sees_names(…)` where a page
    shows many seats. Expects `seat.tenures` to be prefetched with their people.
    """
    if names_open is None:
        names_open = sees_names(viewer, seat.game)
    last = max(seat.tenures.all(), key=lambda tenure: tenure.pk, default=None)
    if last is None or last.ending == Tenure.Ending.RESIGNED:
        return _("nobody")
    if names_open or last.person_id == viewer.pk:
        return str(last.person)
    return _("hidden")


def suspended_seats(viewer: Viewer, game: Game) -> set[int]:
    """The seats whose holders are suspended, by their primary keys, for the masters: to others,
    administrators too, it would tell who plays."""
    if not is_master(viewer, game):
        return set()
    held = Tenure.objects.filter(seat__game=game, until=None)
    out = held.filter(person__is_active=False, person__closed_at=None)
    return set(out.values_list("seat", flat=True))


def waiting_name(viewer: Viewer, entry: Entry, *, names_open: bool) -> str:
    """The name of someone in a lobby as `viewer` may read it."""
    if names_open or entry.person_id == viewer.pk:
        return str(entry.person)
    return _("hidden")


def begun_game_or_404(viewer: Viewer, slug: str) -> Game:
    """The game, if there are seats that may write to one another."""
    game = game_or_404(viewer, slug)
    if not game.has_begun:
        raise Http404
    return game


def circle_or_404(part: Part, powers: Sequence[str]) -> list[Seat]:
    """The seats of a private thread, or the one of a notebook, by place, for whoever holds or held
    one of them.

    To everyone else, masters and operators included, it does not exist, whether or not a letter
    was ever written in it, unless the private letters of the game are everyone's by now. Which of
    its letters they read is for `letters` to say.
    """
    game = part.game
    seats = list(game.seats.filter(power__in=powers).order_by("place"))
    if len(seats) < min(2, len(powers)) or len(seats) != len(set(powers)):
        raise Http404
    everybodys = game.letters_are_open and len(seats) > 1
    if not everybodys and part.sat_in.isdisjoint(seat.pk for seat in seats):
        raise Http404
    for seat in seats:
        seat.game = game
    return seats


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


def extensions(viewer: Viewer, thread: Thread | OuterRef) -> QuerySet[Extension]:
    """What was proposed in a private thread while `viewer` sat there, who still does. A seat that
    joined it reads of no proposal before the one that let it in."""
    if not isinstance(viewer, User):
        return Extension.objects.none()
    let_in_later = Extension.objects.filter(
        outcome=Extension.Outcome.JOINED,
        thread=OuterRef(OuterRef("thread")),
        seat=OuterRef("seat"),
        pk__gt=OuterRef(OuterRef("pk")),
    )
    sat_there = Tenure.objects.filter(
        TO_THE_END,
        ~Exists(let_in_later),
        person=viewer,
        seat__threads=OuterRef("thread"),
        since__lte=OuterRef("made_at"),
    )
    return Extension.objects.filter(Exists(sat_there), thread=thread).order_by("pk")


def extension_or_404(viewer: Viewer, game: Game, key: str) -> Extension:
    found = Extension.objects.filter(thread__game=game, key=key).select_related("thread").first()
    if found is None or not extensions(viewer, found.thread).filter(pk=found.pk).exists():
        raise Http404
    return found


def may_take_seat(viewer: Viewer, seat: Seat, key: str = "") -> bool:
    """Whether a seat in civil disorder is offered to `viewer`; `key` is that of an invitation."""
    game = seat.game
    if not game.is_running or seat.disorder_since is None or game.conduct is None:
        return False
    open_to, kinds = game.conduct.seats_open_to, game.conduct.SeatsOpenTo
    if open_to == kinds.CHOSEN:
        return False
    invited = secrets.compare_digest(key.encode(), game.invitation_key.encode())
    return invited or (open_to == kinds.ANYONE and game.visibility == Game.Visibility.PUBLIC)


def may_administer(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may act in `game` as an administrator of the site: none who waits, plays or
    played in it."""
    return (
        isinstance(viewer, User)
        and viewer.is_active
        and viewer.is_superuser
        and not has_played(viewer, game)
        and not Entry.objects.filter(game=game, person=viewer).exists()
    )


def runs_site(viewer: Viewer) -> bool:
    """Whether `viewer` is an administrator of the site."""
    return isinstance(viewer, User) and viewer.is_active and viewer.is_superuser


def administered_games(viewer: Viewer) -> QuerySet[Game]:
    """The games in which `viewer` may act as an administrator: all but those in which they wait,
    play or played."""
    if not isinstance(viewer, User) or not runs_site(viewer):
        return Game.objects.none()
    waiting = Entry.objects.filter(person=viewer).values("game")
    played = Tenure.objects.filter(person=viewer).values("seat__game")
    return Game.objects.exclude(pk__in=waiting).exclude(pk__in=played)


def offered_seat_or_404(viewer: Viewer, slug: str, power: str, key: str = "") -> Seat:
    """A seat of a game that `viewer` sees, or to which the invitation of that `key` leads. Whether
    it is offered to them is for `may_take_seat` to say."""
    game = invited_game_or_404(slug, key) if key else game_or_404(viewer, slug)
    return _seat_of(game, power)


def governed_seat_or_404(viewer: Viewer, slug: str, power: str) -> Seat:
    """A seat, for whoever may give it to somebody: the game's masters, and administrators who have
    no part in it. To everyone else it does not exist."""
    game = Game.objects.select_related("conduct").filter(slug=slug).first()
    if game is None or not (is_master(viewer, game) or may_administer(viewer, game)):
        raise Http404
    return _seat_of(_found(game), power)


def _seat_of(game: Game, power: str) -> Seat:
    seat = game.seats.filter(power=power).first()
    if seat is None:
        raise Http404
    seat.game = game
    return seat


def writing_seats(part: Part, circle: Sequence[Seat]) -> list[Seat]:
    """The seats from which they may write to `circle`; to the public where it is empty."""
    return [seat for seat in part.held if not circle or seat in circle]


def may_write_as(person: User, game: Game, seat: Seat | None) -> bool:
    """Whether `person` may sign as `seat`, or without one as the game master."""
    if seat is None:
        return game.has_begun and is_master(person, game)
    return held_seats(person, game).filter(pk=seat.pk).exists()


def keeps_bookmarks(part: Part) -> bool:
    """Whether the site remembers what they have read: players, former ones, and masters."""
    return part.has_played or part.is_master


def signs(viewer: Viewer, letter: Letter) -> bool:
    """Whether `viewer` may know who wrote a letter: an unsigned one is nobody's but to its author,
    whatever becomes of the game."""
    return not letter.unsigned or letter.person_id == viewer.pk


def author_name(viewer: Viewer, letter: Letter, *, names_open: bool) -> str:
    """The name of who wrote a letter, whoever holds the seat by now, as `viewer` may read it.

    A game master's name is never hidden. Expects `letter.person` at hand, and `signs`.
    """
    if names_open or letter.seat_id is None or letter.person_id == viewer.pk:
        return str(letter.person)
    return _("hidden")


def events_for_operator(events: QuerySet[Event], reader: Viewer) -> QuerySet[Event]:
    """Those of `events` that the administration may show to `reader`: none of a game in which
    they wait, hold or held a seat, where they know no more than the other players, and of no game
    who has ordered in the open phase."""
    if not isinstance(reader, User):
        return events.none()
    waiting = Entry.objects.filter(person=reader).values("game")
    played = Tenure.objects.filter(person=reader).values("seat__game")
    telling = Q(kind__in=SECRET_UNTIL_RESOLVED, phase__status=Phase.Status.OPEN)
    return events.exclude(game__in=waiting).exclude(game__in=played).exclude(telling)


def invitation_path(game: Game) -> str:
    """The link by which a game may be joined, private ones included. For those who are in it."""
    return reverse("games:invitation", args=[game.slug, game.invitation_key])


def seat_invitation_path(seat: Seat) -> str:
    """The link by which an open seat may be taken, in private games too. For the masters."""
    return reverse(
        "games:take_invited", args=[seat.game.slug, seat.power, seat.game.invitation_key]
    )


def seats_in_words(person: User) -> str:
    """What someone who wants to close their account still plays; empty if nothing."""
    held = Tenure.objects.filter(person=person, until=None).select_related("seat__game")
    titles = sorted({tenure.seat.game.title for tenure in held})
    if not titles:
        return ""
    return _("Your seats in these games will give no more orders: %(games)s.") % {
        "games": ", ".join(titles)
    }


def masterships_in_words(person: User) -> str:
    """What someone who wants to close their account still masters; empty if nothing."""
    mastered = Game.objects.filter(
        masterships__in=Mastership.objects.filter(person=person, until=None)
    ).exclude(status__in=[Game.Status.FINISHED, Game.Status.EXPIRED])
    titles = sorted(mastered.values_list("title", flat=True))
    if not titles:
        return ""
    return _("These games will be without their game master: %(games)s.") % {
        "games": ", ".join(titles)
    }
