"""Addresses of players without an account: asked to confirm themselves, confirmed, refused.

A game master types an address, and its owner may know nothing of it. So it gets one mail with a
link, and nothing else before the owner has confirmed it. An address that its owner or its mail
server refused is never written to again.
"""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ...core.errors import Refused
from ...models import AddressRequest, DeclaredPlayer
from . import declared_mails
from .declared_links import address_digest

# An address is asked once in this time, whichever master and game asks.
ASKED_EVERY = dt.timedelta(days=7)
MOST_ASKED = 3
"""Number of mails that ask one address at all."""
MOST_ASKED_BY_MASTER = 10
"""Number of addresses that one game master can have asked within a day."""


def ask(player: DeclaredPlayer, email: str, *, by: User) -> None:
    """Store the address of a player, and queue the mail that asks its owner to confirm it.

    Raises `Refused` if the address refused mail, or was asked too often or by too busy a master.
    To be called in a transaction that holds the player's row or has made it.
    """
    email = email.strip().lower()
    digest, now = address_digest(email), clock.now()
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # one request of a master at a time
    known = AddressRequest.objects.filter(digest=digest)
    if known.filter(refused=True).exists():
        raise Refused(_("The owner of this address wants no emails from here. Leave it empty."))
    if known.filter(at__gt=now - ASKED_EVERY).exists() or known.count() >= MOST_ASKED:
        raise Refused(_("This address was asked recently. Leave it empty, or wait for a week."))
    today = AddressRequest.objects.filter(by=by, at__gt=now - dt.timedelta(days=1))
    if today.count() >= MOST_ASKED_BY_MASTER:
        raise Refused(_("You’ve entered many addresses today. Try again tomorrow."))
    AddressRequest.objects.create(digest=digest, at=now, by=by)
    player.email, player.owner_digest = email, digest
    player.asked_at, player.confirmed_at = now, None
    player.save(update_fields=["email", "owner_digest", "asked_at", "confirmed_at"])
    declared_mails.queue_request(player, by=by)


def confirm(player: DeclaredPlayer) -> None:
    """Store that the owner of the address wants the mails of the game. Twice changes nothing.

    Earlier results are not sent.
    """
    last = player.game.phases.resolved().order_by("-number").values_list("number", flat=True)
    same = DeclaredPlayer.objects.current().filter(pk=player.pk, email=player.email)
    same.filter(confirmed_at=None).update(confirmed_at=clock.now(), told_phase=last.first() or 0)


def stop(player: DeclaredPlayer, *, remove_names: bool) -> None:
    """Never write to the player's address again, if it was not deleted before.

    With `remove_names` all names that were declared with it are removed too.
    """
    with transaction.atomic():
        if player.email:
            refuse(player.email)
        if remove_names:
            DeclaredPlayer.objects.filter(owner_digest=player.owner_digest).update(name="")


def refuse(email: str) -> bool:
    """Never write to an address again: its owner or its mail server has refused it.

    The site keeps a keyed hash of the address only. Returns whether players were declared with it:
    others are not affected.
    """
    with transaction.atomic():
        players = DeclaredPlayer.objects.filter(email=email)
        if not players.exists():
            return False
        AddressRequest.objects.create(digest=address_digest(email), at=clock.now(), refused=True)
        players.update(email="", confirmed_at=None)
    return True
