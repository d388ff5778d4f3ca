"""Texts of Django and allauth that our pages show, for our own catalogues to translate again.

Theirs are complete, but their Spanish says “usted” where the rest of our pages says “tú”.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

FORMS = (
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)
ACCOUNTS = (
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Please type your current password."),
    gettext_noop("You have signed out."),
)
