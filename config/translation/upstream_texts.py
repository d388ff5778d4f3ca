"""Texts of Django and allauth that our catalogues translate again.

Their Spanish says “usted” where our pages say “tú”, and Django's Italian and Bulgarian translations
are out of date for some texts.
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
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
ACCOUNTS = (gettext_noop("You must type the same password each time."),)
