"""Reporting titles and words of clubs and tournaments; administrators close the reports."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from accounts import account_closing, clock
from accounts.mails import account_mails
from accounts.models import User

from .. import access
from ..clubs import creation
from ..models import Club, TextReport, Tournament
from ..tournaments import details


def register() -> None:
    """Delete the reports of people who close their accounts."""
    account_closing.on_close.append(erase)


def erase(person: User) -> None:
    TextReport.objects.filter(by=person).delete()


def text_of(subject: Club | Tournament) -> str:
    """The title and the words of a club or a tournament, as a report keeps them."""
    return f"{subject}\n\n{subject.about}".strip()


def report(subject: Club | Tournament, *, by: User, reason: str) -> None:
    """Report the texts of a club or a tournament, and tell the administrators.

    A second report while one is open changes nothing.
    """
    which = {"club": subject} if isinstance(subject, Club) else {"tournament": subject}
    with transaction.atomic():
        _found, made = TextReport.objects.get_or_create(
            **which,
            by=by,
            closed_at=None,
            defaults={"reason": reason, "text": text_of(subject), "made_at": clock.now()},
        )
        if made:
            for each in User.objects.taking_part().filter(is_superuser=True):
                account_mails.queue_template(
                    each,
                    "games/reported_texts/mail/reported.txt",
                    gettext_lazy("A text was reported"),
                    name=str(subject),
                )


def open_reports() -> QuerySet[TextReport]:
    return TextReport.objects.unclosed()


def close(found: TextReport, *, by: User, remark: str, remove: bool) -> None:
    """Close a report; with `remove`, remove the texts, and tell the people who wrote them.

    Other open reports of the same texts are closed with it then. If somebody else has closed the
    report already, nothing happens.
    """
    with transaction.atomic():
        same = TextReport.objects.filter(
            closed_at=None, club=found.club_id, tournament=found.tournament_id
        )
        if not same.select_for_update().filter(pk=found.pk).exists():
            return
        closing = same if remove else same.filter(pk=found.pk)
        closing.update(closed_at=clock.now(), closed_by=by, removed=remove, remark=remark)
        if remove:
            _remove(found.subject, remark)


def _remove(subject: Club | Tournament, remark: str) -> None:
    """Remove the texts, and write to the masters or organizers."""
    name = str(subject)
    if isinstance(subject, Club):
        creation.remove_texts(subject)
        people = [row.person for row in subject.memberships.masters().select_related("person")]
    else:
        details.remove_texts(subject)
        people = [row.person for row in access.current_organizers(subject)]
    for person in people:
        account_mails.queue_template(
            person,
            "games/reported_texts/mail/removed.txt",
            gettext_lazy("Title and words were removed"),
            name=name,
            reason=remark,
        )
