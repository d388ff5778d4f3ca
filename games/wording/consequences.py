"""Sentences about what an act of a game master leads to, for the question before it."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Game, Phase
from .names import phase as phase_name


def of_removal(name: object) -> str:
    """Sentence about taking a person out of a lobby."""
    return _("The seat becomes free, and %(name)s is notified.") % {"name": name}


def of_leaving_lobby() -> str:
    """Sentence about leaving a game before it begins."""
    return _("You can join again as long as a seat is free.")


def of_new_link() -> str:
    """Sentences about a new invitation link of a lobby."""
    return _("Earlier links stop working. People who have joined stay.")


def of_deletion(notified: int) -> str:
    """Sentences about deleting a game that has not begun; `notified` people wait or are invited."""
    told = ngettext(
        "%(count)d person who waits or is invited is notified.",
        "%(count)d people who wait or are invited are notified.",
        notified,
    ) % {"count": notified}
    goes = _("Its page, its lobby, its invitations and links, and its house rules are deleted.")
    return f"{goes} {told}" if notified else goes


def not_to_be_undone() -> str:
    return _("This can’t be undone.")


def of_end(game: Game) -> str:
    """Sentences about ending a game in progress."""
    days = game.provisional_days
    undone = not_to_be_undone()
    if days:
        undone = ngettext(
            "You can undo the end for %(count)d day.",
            "You can undo the end for %(count)d days.",
            days,
        ) % {"count": days}
    hidden = _("Nobody will ever see the orders of the open phase.")
    return f"{undone} {hidden}"


def of_reopening(again: Phase) -> str:
    """Sentences about undoing the end of a game; `again` is the phase that opens again."""
    return _(
        "%(phase)s opens again with its full time. Each player is offered the orders they "
        "had given. Everyone who held a seat at the end gets it back."
    ) % {"phase": phase_name(again)}


def of_rolling_back(again: Phase, *, undone: Iterable[Phase], opened: Phase | None) -> str:
    """Sentences about a return to the phase `again`; `undone` are it and those after it."""
    return _(
        "These phases no longer count but stay readable: %(phases)s. The orders "
        "given in %(open)s become void, and nobody will ever read them. %(chosen)s "
        "opens again with its full time."
    ) % {
        "phases": "; ".join(map(phase_name, undone)),
        "open": phase_name(opened) if opened else "",
        "chosen": phase_name(again),
    }


def of_correction(opened: Phase | None) -> str:
    """Sentences about another position of the open phase."""
    return _(
        "All orders given in %(open)s become void and must be given again. The phase "
        "starts over with its full time."
    ) % {"open": phase_name(opened) if opened else ""}


def of_disorder(power: str) -> str:
    """Sentences about civil disorder of `power`, as named with all that its player plays."""
    return _(
        "%(power)s: the game no longer waits for these orders, and others may take "
        "over. Until someone does, the player can return by giving orders."
    ) % {"power": power}


def of_hiding() -> str:
    """Sentences about hiding a public message."""
    return _(
        "Only its author and the game masters can still read the message. Everyone "
        "else no longer sees it on pages, in feeds or in unsent emails. You can show "
        "it again later."
    )


def of_webhook_that_ends() -> str:
    """Sentence about switching a webhook off."""
    return _("Unsent news is dropped, and the site forgets the address and its key.")


def of_new_master() -> str:
    """Sentence about a person whom a master adds to the masters of a game."""
    return _("They can do everything you can, and you can’t remove them.")


def of_return() -> str:
    """Sentences about ending a substitution early."""
    return _(
        "The substitute’s orders for this phase no longer count, and the player gets "
        "a whole phase. Everyone is notified."
    )


def of_undoing_replacement() -> str:
    """Sentences about giving a seat back to the player who was replaced."""
    return _(
        "The former player gets the seat back and reads what was sent meanwhile. Their orders "
        "for this phase have to be given again. Everyone is notified. This works only until "
        "the new player has saved orders, voted or written."
    )


def of_leaving(others: list[str]) -> str:
    """Sentence about a game whose master steps down; `others` are its other masters."""
    if others:
        names = ", ".join(others)
        return _("The game continues with %(names)s as game master.") % {"names": names}
    return _(
        "The game then has no game master. It continues with its settings, and its "
        "players vote on extensions, pauses and a draw."
    )


def warning_of_leaving(game: Game) -> str:
    """Sentences about what a master who steps down can't undo."""
    alone = _("You can’t come back on your own: another game master would have to add you.")
    return " ".join(filter(None, [alone, of_removing_a_master(game)]))


def of_removing_a_master(game: Game) -> str:
    """Sentences about a game that loses a master; empty if others enter orders after it."""
    others = game.masterships.current().count() > 1
    if not game.is_running or others or not game.declared_players.current().exists():
        return ""
    return _(
        "Players without an account lose their seats then, as nobody enters their orders. To "
        "prevent this, add another game master first."
    )


def of_declaring_in_lobby() -> str:
    """Sentences about a place in a lobby for a player without an account."""
    return _(
        "The person sends you the orders, and you enter them. The game is unrated then, and "
        "the person can’t vote or read messages here."
    )


def of_leaving_declared_place() -> str:
    """Sentences about taking a player without an account out of a lobby."""
    return _("The seat becomes free. Name and address are deleted.")


def of_declaring(power: str) -> str:
    """Sentences about a player without an account for `power`, with all that belongs to it."""
    return _(
        "%(power)s: the person sends you the orders, and you enter them. They have the time "
        "of a whole phase. Everyone is notified."
    ) % {"power": power}


def warning_of_declaring(game: Game) -> str:
    """Sentence about what a player without an account changes for good; empty if nothing."""
    return _("The game is unrated from then on, to its end.") if game.is_rated else ""


def of_undeclaring() -> str:
    """Sentence about a seat whose player without an account has gone."""
    return _("The power is in civil disorder then, and others may take it over.")


def of_account_link() -> str:
    """Sentences about the link by which a player without an account takes the seat with one."""
    return _(
        "Anyone who signs in by this link gets the seat. Saved orders become void then, and "
        "only the player gives orders."
    )


def of_letting_master_order() -> str:
    """Sentences about a player who lets the game master enter their orders."""
    return _(
        "You can send your orders to the game master, who enters them. The game master then "
        "reads your orders before the deadline. Everyone sees that you use this."
    )


def of_assigning() -> str:
    """Sentences about a master who assigns the powers instead of chance or wishes."""
    return _(
        "Those who wait have agreed to something else: they’re notified and can leave. "
        "Preferences are deleted, and nobody reads them."
    )


def of_showing_maps() -> str:
    """Sentences about public addresses of the maps of a private game."""
    return _(
        "The map of each finished phase gets an address that nobody can guess. The "
        "address opens without signing in, shows that phase’s orders, and appears in "
        "the reports that players copy. It shows nothing else of the game, and no "
        "open phase."
    )


def of_hiding_maps() -> str:
    """Sentences about revoking the public addresses of maps."""
    return _(
        "Reports posted elsewhere will no longer show maps. This can’t be undone: if "
        "you open the maps again, they get new addresses."
    )


def of_withdrawing_lobby_invitation() -> str:
    """Sentence about a person whose invitation to a lobby is withdrawn."""
    return _("Anyone who knows the invitation link can still use it.")


def of_withdrawing_seat_invitation() -> str:
    """Sentences about a person whose invitation to a seat is withdrawn."""
    return _("The seat stays as it is. You can invite someone else.")


def of_ending_practice() -> str:
    """Sentences about ending a practice game."""
    return _("The game ends without a result. You can still look at it.")
