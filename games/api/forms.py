"""Forms of pages that the API fills in: their rules are the same."""

from django import forms
from django.utils.translation import gettext as _

from .problems import Problem


def must_be_valid(form: forms.BaseForm) -> None:
    """Raise `Problem` with the errors of a form, by field."""
    if form.is_valid():
        return
    errors = [
        {"field": field, "detail": " ".join(map(str, texts))}
        for field, texts in form.errors.items()
    ]
    raise Problem(422, "wrong_field", errors[0]["detail"], field=errors[0]["field"], errors=errors)


def name_taken() -> Problem:
    text = _("Someone has just taken this name. Choose another.")
    return Problem(422, "wrong_field", text, field="name")
