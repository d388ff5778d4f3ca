"""Hiding public messages, showing them again, and complaints about messages."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core import audit
from ..core.errors import Refused
from ..models import Complaint, Event, Game, Message
from ..notifications import notify, recipients


def hide(message: Message, *, by: User, reason: str) -> None:
    """Hide a public message from everyone but its author and the masters."""
    with transaction.atomic():
        message = _locked(message)
        if message.hidden_at is not None:
            raise Refused(_("This message is already hidden."))
        message.hidden_at = clock.now()
        _store(message, Event.Kind.MESSAGE_HIDDEN, by, reason)


def show(message: Message, *, by: User) -> None:
    with transaction.atomic():
        message = _locked(message)
        if message.hidden_at is None:
            raise Refused(_("This message is already visible."))
        message.hidden_at = None
        _store(message, Event.Kind.MESSAGE_SHOWN, by, "")


def _locked(message: Message) -> Message:
    messages = Message.objects.select_for_update(of=("self",), no_key=True)
    return messages.select_related("thread__game").get(pk=message.pk, thread__circle="")


def _store(message: Message, kind: Event.Kind, by: User, reason: str) -> None:
    message.save(update_fields=["hidden_at"])
    # The event names no seat: for an unsigned message that would disclose who wrote it.
    notify.notify_event(audit.log(kind, game=message.thread.game, actor=by, text=reason))


def complain(message: Message, *, by: User, reason: str) -> Complaint:
    """Report a message that `by` may read, and notify those who handle the complaint.

    Raises `Refused` if `by` has reported it already, or if nobody could handle the complaint, since
    all administrators have a role in the game and it is not for a master.
    """
    fields = {"reason": reason, "text": message.text, "made_at": clock.now()}
    with transaction.atomic():
        complaint, made = Complaint.objects.get_or_create(
            message=message, person=by, defaults=fields
        )
        if not made:
            raise Refused(_("You’ve already reported this message."))
        if not can_be_heard(message):
            raise Refused(_("Nobody on this site outside this game can review your report."))
        notify.notify_complaint(complaint, _complaint_readers(complaint))
    return complaint


def can_be_heard(message: Message) -> bool:
    """Whether somebody could handle a complaint about the message now (see `access.complaints`)."""
    game = message.thread.game
    author = [] if message.person_id is None else [message.person_id]
    if access.administrators_of(game).exclude(pk__in=author).exists():
        return True
    others = User.objects.taking_part().exclude(pk__in=author)
    masters = others.filter(pk__in=recipients.masters(game))
    return message.thread.is_public and any(access.is_master(each, game) for each in masters)


def hears_alone(person: User, game: Game | None = None) -> bool:
    """Whether `person` is the only administrator who could hear complaints about `game`.

    Without `game`: about games in which no administrator plays.
    """
    if not access.runs_site(person):
        return False
    able = access.administrators() if game is None else access.administrators_of(game)
    return set(able.values_list("pk", flat=True)) == {person.pk}


def alone_warning(person: User, game: Game | None = None) -> str:
    """The warning for an administrator who is about to play: nobody else would hear complaints.

    Empty for everyone else. Without `game` as in `hears_alone`.
    """
    if not hears_alone(person, game):
        return ""
    if game is None:
        text = _(
            "You’re the only administrator of this site. If you play in a game, nobody handles "
            "reports about its private messages."
        )
    else:
        text = _(
            "You’re the only administrator who can handle reports about this game. If you play, "
            "nobody handles reports about its private messages."
        )
    advice = _("Appoint a second administrator first.")
    return f"{text} {advice}"


def consequence_of_complaint(message: Message) -> str:
    """The sentence that says who is told of a complaint, to be read before it is made."""
    if not can_be_heard(message):
        return nobody_hears()
    if not message.thread.is_public:
        return _(
            "This message is private. If you report it, the site’s administrators get a "
            "copy of this message and of no other. The game masters don’t see the report."
        )
    if message.thread.game.masterships.present().exists():
        return _("The game masters of this game and the site’s administrators are notified.")
    return _("The site’s administrators are notified.")


def nobody_hears() -> str:
    """The warning that nobody could handle a complaint about a message now."""
    return _("Right now, nobody on this site outside this game can review reports of this message.")


def is_reported(message: Message, *, by: User) -> bool:
    return Complaint.objects.filter(message=message, person=by).exists()


def _complaint_readers(complaint: Complaint) -> list[int]:
    """Return the primary keys of the people whose `access.complaints` include it.

    Also administrators who lack the second factor: its page asks them to set one up.
    """
    game = complaint.message.thread.game
    asked = [*recipients.admins(), *recipients.masters(game)]
    return [
        person.pk
        for person in User.objects.taking_part().filter(pk__in=asked)
        if access.complaints(person).filter(pk=complaint.pk).exists()
    ]


def close_complaint(complaint: Complaint, *, by: User, remark: str) -> None:
    still_open = Complaint.objects.filter(pk=complaint.pk, closed_at=None)
    if not still_open.update(closed_at=clock.now(), closed_by=by, remark=remark):
        raise Refused(_("Someone else has already closed this report."))
