"""Items of the privacy page that the reader’s own browser keeps."""

import datetime as dt
from collections.abc import Iterator

from django.utils.translation import gettext as _

from accounts.kept_data import KeptItem, in_words

from .order_choices import CHOICES_KEPT

# Of static/js/drafts.js.
DRAFTS_KEPT = dt.timedelta(days=30)


def in_the_browser() -> Iterator[KeptItem]:
    """Yield the items that scripts keep there."""
    yield KeptItem(
        _("Drafts of messages"),
        _("You don’t lose text if the connection fails."),
        _("Until the site has saved them or you sign out, at most %(time)s.")
        % {"time": in_words(DRAFTS_KEPT)},
        cookies=("draft:…",),
    )
    yield KeptItem(
        _("Orders that you’re typing as text"),
        _("You don’t lose text when you leave the page. The site never receives unsaved orders."),
        _("Until you save them, open the game in a later phase or sign out, at most %(time)s.")
        % {"time": in_words(DRAFTS_KEPT)},
        cookies=("draft:orders:…",),
    )
    yield KeptItem(
        _("The order you’re choosing on the map"),
        _("You can look at another page and go on. The site receives it once it’s complete."),
        _("Until you finish or cancel it, or close the tab."),
        cookies=("order:half-made",),
    )
    yield KeptItem(
        _("What you try in the sandbox with your own orders, in the history of the browser"),
        _("Reloading the page shows it again. The site keeps none of it."),
        _("Until you clear the history."),
    )
    yield KeptItem(
        _("The lines that you have tried in the sandbox, with the names you gave them"),
        _("You can go back to them, compare them, and undo a change."),
        _("Until you close the tab."),
        cookies=("sandbox:…",),
    )
    yield KeptItem(
        _("All orders your units may be given in a phase"),
        _("The page of the game loads sooner."),
        _("Until you sign out, at most %(time)s.") % {"time": in_words(CHOICES_KEPT)},
        cookies=("…/choices/…",),
    )
    yield KeptItem(
        _("Which boards of the course you have done, and your answers in the quiz"),
        _("You can go on where you stopped, also without an account."),
        _("Until your account takes the boards over, or you clear the site’s data."),
        cookies=("course", "quiz"),
    )
    yield KeptItem(
        _("The part of the map you’re viewing"),
        _("The next page shows the same part."),
        _("Until you close the page."),
        cookies=("board:view",),
    )
    yield KeptItem(
        _("How far you’ve scrolled on a game’s page"),
        _("The page reloads by itself and shows the same part."),
        _("Until you close the page."),
        cookies=("game:follow",),
    )
    yield KeptItem(
        _("How far you’ve scrolled when you save orders as text"),
        _("The page that follows shows the same part."),
        _("Until that page is open."),
        cookies=("order:scroll",),
    )
    yield KeptItem(
        _("That you’ve turned off keyboard shortcuts"),
        _("They stay off on all pages."),
        _("Until you turn them on again."),
        cookies=("keys:off",),
    )
