"""Names of the powers of all set-ups and of the coasts of all boards, by code, translatable.

Provinces are named by the notation of a language (`wording.place`).
"""

from typing import Final

from django.utils.translation import gettext_lazy

POWERS: Final = {
    "AUSTRIA": gettext_lazy("Austria"),
    "ENGLAND": gettext_lazy("England"),
    "FRANCE": gettext_lazy("France"),
    "GERMANY": gettext_lazy("Germany"),
    "ITALY": gettext_lazy("Italy"),
    "RUSSIA": gettext_lazy("Russia"),
    "TURKEY": gettext_lazy("Turkey"),
}


COASTS: Final = {
    "NC": gettext_lazy("north coast"),
    "EC": gettext_lazy("east coast"),
    "SC": gettext_lazy("south coast"),
    "WC": gettext_lazy("west coast"),
}
