"""The pages about saved lines, and the questions before they are shared or deleted."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User

from ....core.links import absolute_url
from ....models import SavedLine
from ....sandbox.line import Line
from ...forms.saved_line import TitleForm
from .line import position_page


def list_page(person: User) -> dict[str, Any]:
    """Context of the list of a person's saved lines, newest first, each with its shared link."""
    return {
        "saved_lines": [
            (
                saved,
                absolute_url(reverse("games:shared_line", args=[saved.key])) if saved.key else "",
            )
            for saved in person.saved_lines.all()
        ]
    }


def shared_page(saved: SavedLine, line: Line) -> dict[str, Any]:
    """Context of a shared line: its last position and its title, without the owner's name."""
    return position_page(line, None) | {"saved_title": saved.title}


def saving_page(form: TitleForm, text: str, *, holds_orders: bool) -> dict[str, Any]:
    """Context of the form that saves a line, with what is wrong about it."""
    hidden = [("line", text)]
    if holds_orders:
        hidden.append(("holds_orders", "yes"))
    return {
        "title": _("Save this line"),
        "action": _("Save"),
        "form": form,
        "hidden": hidden,
        "cancel_url": reverse("games:saved_lines"),
    }


def renaming_page(form: TitleForm) -> dict[str, Any]:
    return {
        "title": _("Rename this line"),
        "action": _("Rename"),
        "form": form,
        "cancel_url": reverse("games:saved_lines"),
    }


def sharing_question(saved: SavedLine) -> dict[str, Any]:
    orders = _("This line begins with your orders of a running game.")
    return {
        "title": _("Share this line?"),
        "text": saved.title,
        "warning": orders if saved.holds_orders else "",
        "hidden": [("confirmed", "yes")],
        "action": _("Share by link"),
        "danger": saved.holds_orders,
        "cancel_url": reverse("games:saved_lines"),
    }


def deleting_question(saved: SavedLine) -> dict[str, Any]:
    return {
        "title": _("Delete this line?"),
        "text": saved.title,
        "warning": _("Its shared link will lead nowhere.") if saved.key else "",
        "action": _("Delete"),
        "danger": True,
        "cancel_url": reverse("games:saved_lines"),
    }
