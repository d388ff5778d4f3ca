"""The link in mails to players without an account: to confirm the address, or to stop the mails."""

import datetime as dt

from django.core import signing
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts import clock

from ...core.links import absolute_url
from ...models import DeclaredPlayer

# The salt must never change: the links in old mails must still work.
SIGNER = signing.Signer(sep=".", salt="games.notifications.mail.declared_address")
CONFIRM_WITHIN = dt.timedelta(days=14)


def address_url(player: DeclaredPlayer) -> str:
    """The link for the owner of the player's address.

    It is bound to the address, so that it is void once the master has given another one.
    """
    token = SIGNER.sign_object([player.pk, player.owner_digest[:16]])
    return absolute_url(reverse("games:declared_address", args=[token]))


def player_of(token: str) -> DeclaredPlayer | None:
    """Return the player, with the game, to whose address a link was sent.

    None if it is wrong, if the player was given another address since, or if neither the address
    nor a name is left.
    """
    try:
        pk, mark = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    player = DeclaredPlayer.objects.select_related("game__settings").filter(pk=pk).first()
    if player is None or not player.owner_digest or player.owner_digest[:16] != mark:
        return None
    return player if player.email or player.name else None


def may_confirm(player: DeclaredPlayer) -> bool:
    """Whether the owner can still confirm the address: only within two weeks. It stops any time."""
    asked = player.asked_at
    recent = asked is not None and asked > clock.now() - CONFIRM_WITHIN
    return recent and player.until is None and bool(player.email)


def address_digest(email: str) -> str:
    """A keyed hash of an address, for requests that outlive the address itself.

    Addresses that differ by a tag, as in “name+tag@host”, are those of one person.
    """
    name, _at, host = email.strip().lower().rpartition("@")
    mailbox = name.partition("+")[0] or name
    return salted_hmac("games.declared_address", f"{mailbox}@{host}").hexdigest()
