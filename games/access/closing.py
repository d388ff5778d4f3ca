"""What somebody leaves behind who closes their account. It is for themselves."""

from django.utils.translation import gettext as _

from accounts.models import User

from ..models import Game, Mastership, Tenure


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
