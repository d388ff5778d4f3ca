"""What each kind of mail says: its subject, and what its template in `games/mail/` is given.

The active language and zone are the reader's. Players' names stand in mails of open games alone:
others can be anonymous. A function answers None where there is nothing left to tell.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import notation
from accounts.models import User
from accounts.templatetags.when import in_words

from ... import access, phases, wording
from ...board.picture import GOOD
from ...deadlines import readiness
from ...models import Game, Letter, MailChoice, Notice, Order, Phase, Tenure
from ...pages import contents, outcome
from ...templatetags.games import notice_text, notice_url
from .. import notifications
from ..memory import remembered


@dataclass(frozen=True)
class Words:
    subject: str
    template: str
    context: dict[str, Any]


@dataclass(frozen=True)
class Turn:
    """What a reader still has to order: for which powers, in which phase, until when."""

    powers: str
    phase: str
    until: str

    @property
    def sentence(self) -> str:
        return _(
            "It is your turn in %(phase)s: %(powers)s.\n"
            "Your orders count if they are in before %(time)s."
        ) % {"phase": self.phase, "powers": self.powers, "time": self.until}


def _turn(person: User, phase: Phase) -> Turn | None:
    """What `person` has to order in `phase`; none if it is over or their orders are in."""
    if not phase.is_open or phase.due_at is None:
        return None
    waiting = remembered(("waiting", phase.pk), lambda: _waiting(phase))
    if person.pk not in waiting:
        return None
    powers = ", ".join(map(wording.power, waiting[person.pk]))
    return Turn(powers, wording.phase(phase), in_words(phase.due_at))


def _waiting(phase: Phase) -> dict[int, list[str]]:
    """The powers whose orders are missing, by place, for each person who has to give them."""
    seats = readiness.undecided(phase, phases.due(phase))
    held = Tenure.objects.filter(seat__in=seats.order_by(), until=None).order_by("seat__place")
    found: dict[int, list[str]] = {}
    for person, power in held.values_list("person", "seat__power"):
        found.setdefault(person, []).append(power)
    return found


def _link(path: str) -> str:
    return settings.SITE_URL + path


def _phase(notice: Notice) -> Phase:
    phase = notice.phase
    assert phase is not None, f"{notice} names no phase"
    phase.game = notice.game
    return phase


def _follower(phase: Phase) -> Phase | None:
    """The phase that counts after `phase`."""
    later = phase.game.phases.exclude(status=Phase.Status.SUPERSEDED).filter(
        number__gt=phase.number
    )
    found = later.order_by("number").first()
    if found is not None:
        found.game = phase.game
    return found


def game_begun(notice: Notice, _how: str) -> Words | None:
    phase, person, game = _phase(notice), notice.person, notice.game
    turn = _turn(person, phase)
    held = game.seats.filter(tenures__person=person, tenures__until=None).order_by("place")
    if not held and not access.is_master(person, game):
        return None  # they have lost their seat, or the mastership, since
    subject = _("%(game)s: the game has begun")
    if turn:
        subject = _("%(game)s: the game has begun – your turn until %(time)s")
    return Words(
        subject % {"game": game.title, "time": turn and turn.until},
        "game_begun",
        {
            "game": game.title,
            "powers": ", ".join(wording.power(seat.power) for seat in held),
            "turn": turn,
            "url": _link(game.get_absolute_url()),
        },
    )


def your_turn(notice: Notice, _how: str) -> Words | None:
    turn = _turn(notice.person, _phase(notice))
    subject = _("%(game)s: your turn in %(phase)s until %(time)s")
    return _about_turn(notice.game, turn, subject, "your_turn") if turn else None


def reminder(notice: Notice, _how: str) -> Words | None:
    turn = _turn(notice.person, _phase(notice))
    subject = _("%(game)s: your orders are missing – %(phase)s ends %(time)s")
    return _about_turn(notice.game, turn, subject, "reminder") if turn else None


def _about_turn(game: Game, turn: Turn, subject: str, template: str) -> Words:
    return Words(
        subject % {"game": game.title, "phase": turn.phase, "time": turn.until},
        template,
        {"game": game.title, "turn": turn, "url": _link(game.get_absolute_url())},
    )


def results(notice: Notice, _how: str) -> Words | None:
    phase, game = _phase(notice), notice.game
    if phase.status != Phase.Status.RESOLVED:
        return None  # rolled back since
    following = remembered(("following", phase.pk), lambda: _follower(phase))
    turn = _turn(notice.person, following) if following else None
    subject = _("%(game)s: results of %(phase)s")
    if turn:
        subject = _("%(game)s: results of %(phase)s – your turn until %(time)s")
    return Words(
        subject % {"game": game.title, "phase": wording.phase(phase), "time": turn and turn.until},
        "results",
        {
            "game": game.title,
            "phase": wording.phase(phase),
            **remembered(
                ("results", phase.pk, get_language(), notation.current()), lambda: _results(phase)
            ),
            "turn": turn,
            "next": _what_is_next(following),
            "url": _link(phase.get_absolute_url()),
            "game_url": _link(game.get_absolute_url()),
        },
    )


def _results(phase: Phase) -> dict[str, Any]:
    """What became of a phase: the same for all who read it in one language and notation."""
    given, write = contents.resolved_orders(phase), wording.writer(phase)
    powers = [
        f"\n{wording.power(seat.power)}\n{''.join(_line(order, write) for order in orders)}"
        for seat in phase.game.seats.all()
        if (orders := given.get(seat.power))
    ]
    return {"orders": "".join(powers), "silent": ", ".join(contents.no_moves(phase))}


def _line(order: Order, write: Callable[..., str]) -> str:
    text, marks = write(order.text, style="full"), _marks(order)
    return f"  {text} [{marks}]\n" if marks else f"  {text}\n"


def _marks(order: Order) -> str:
    """What is to say of an order beyond that it went as it was told."""
    said = []
    if order.given and order.outcome not in GOOD:
        said.append(str(wording.OUTCOMES[order.outcome]))
    if not order.given:
        said.append(_("no order"))
    if order.fate:
        said.append(str(wording.FATES[order.fate]))
    return "; ".join(said)


def _what_is_next(following: Phase | None) -> str:
    """The phase that is open now, for whoever has nothing to order in it."""
    if following is None or not following.is_open or following.due_at is None:
        return ""
    return _("%(phase)s is open until %(time)s.") % {
        "phase": wording.phase(following),
        "time": in_words(following.due_at),
    }


def letter(notice: Notice, how: str) -> Words | None:
    """A letter is for whoever may read it at this moment and still sits at its thread."""
    told = notice.letter
    assert told is not None, f"{notice} names no letter"
    game, person = notice.game, notice.person
    if not (
        access.letters(person, [game]).filter(pk=told.pk).exists()
        and notifications.readers(told).filter(pk=person.pk).exists()
    ):
        return None
    writer = _writer(told)
    public = told.thread.is_public
    subject = _("%(game)s: a letter from %(writer)s")
    if public and writer:
        subject = _("%(game)s: a public letter from %(writer)s")
    elif public:
        subject = _("%(game)s: an unsigned public letter")
    seats = list(told.thread.seats.order_by("place"))
    return Words(
        subject % {"game": game.title, "writer": writer},
        "letter",
        {
            "game": game.title,
            "writer": writer,
            "public": public,
            "title": told.thread.title,
            "circle": ", ".join(wording.power(seat.power) for seat in seats),
            "text": "" if how == MailChoice.How.WITHOUT_TEXT else told.text,
            "url": _link(reverse("games:letter", args=[game.slug, told.key])),
        },
    )


def _writer(told: Letter) -> str:
    """Who wrote a letter, as its readers are told; nobody where it is unsigned."""
    if told.unsigned:
        return ""
    return wording.power(told.seat.power) if told.seat else _("the game master")


def game_over(notice: Notice, _how: str) -> Words:
    game = notice.game
    winner = wording.power(game.winner.power) if game.winner else ""
    subject = _("%(game)s is over")
    if winner:
        subject = _("%(game)s: %(power)s has won")
    return Words(
        subject % {"game": game.title, "power": winner},
        "game_over",
        {
            "game": game.title,
            "ending": outcome.sentence(game),
            "reason": outcome.reason(game),
            "url": _link(game.get_absolute_url()),
        },
    )


def news(notice: Notice, _how: str) -> Words:
    """What the site says in one sentence."""
    text = notice_text(notice)
    return Words(
        f"{notice.game.title}: {notice.get_kind_display()}",
        "news",
        {"text": text, "url": _link(notice_url(notice))},
    )


WORDS: dict[Notice.Kind, Callable[[Notice, str], Words | None]] = {
    Notice.Kind.GAME_BEGUN: game_begun,
    Notice.Kind.YOUR_TURN: your_turn,
    Notice.Kind.REMINDER: reminder,
    Notice.Kind.RESULTS: results,
    Notice.Kind.LETTER: letter,
    Notice.Kind.GAME_OVER: game_over,
    Notice.Kind.LOBBY_EXPIRED: news,
    Notice.Kind.REMOVED: news,
    Notice.Kind.SET_ASIDE: news,
    Notice.Kind.ANNOUNCEMENT: news,
    Notice.Kind.NEWS: news,
    Notice.Kind.VOTE: news,
    Notice.Kind.COMPLAINT: news,
}
