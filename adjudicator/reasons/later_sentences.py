"""English sentences for how retreats, builds and removals end.

The entries are those of `result_sentences`.
"""

from __future__ import annotations

from adjudicator.reasons.input_sentences import Catalogue, gettext_noop

RETREATS: Catalogue = {
    code: ("retreats", text)
    for code, text in {
        "retreat_succeeds": gettext_noop("It retreated to %(province)s."),
        "retreat_clash": gettext_noop(
            "This unit and %(with)s retreated to %(province)s, so they were disbanded."
        ),
        "retreat_left_to_another": gettext_noop(
            "%(with)s also had %(province)s as its only retreat and took it, so this"
            " unit was disbanded."
        ),
        "disbanded": gettext_noop("It was disbanded."),
        "disbanded_without_order": gettext_noop("It had no retreat order and was disbanded."),
    }.items()
}
"""Outcomes of a retreat phase."""

WINTER: Catalogue = {
    "built": ("adjustments", gettext_noop("It was built.")),
    "waived": ("adjustments", gettext_noop("A build was waived.")),
    "removed": ("adjustments", gettext_noop("The unit was disbanded.")),
    "removed_farthest": (
        "civil disorder",
        gettext_noop("Orders were missing, so this unit was disbanded: it was the farthest away."),
    ),
    "removed_fleet_first": (
        "civil disorder",
        gettext_noop(
            "Orders were missing, so this unit was disbanded: of units equally far away"
            " (%(with)s), fleets are disbanded first."
        ),
    ),
    "removed_by_name": (
        "civil disorder",
        gettext_noop(
            "Orders were missing, so this unit was disbanded: of units equally far away"
            " (%(with)s), the first in the alphabet is disbanded."
        ),
    ),
    "removed_off_center": (
        "DATC 4.D.8",
        gettext_noop(
            "Orders were missing, so this unit was disbanded: units on supply centers"
            " (%(with)s) are disbanded last."
        ),
    ),
    "measured_no_way": (
        "civil disorder",
        gettext_noop("It had no route home, which counts as the greatest distance."),
    ),
    "measured_to_homeland": (
        "civil disorder",
        gettext_noop("Its distance to the homeland of %(power)s was %(distance)s."),
    ),
    "measured_to_home_centers": (
        "civil disorder",
        gettext_noop("Its distance to the nearest home center of %(power)s was %(distance)s."),
    ),
    "measured_to_owned_centers": (
        "civil disorder",
        gettext_noop("Its distance to the nearest center that %(power)s owns was %(distance)s."),
    ),
}
"""Outcomes of an adjustment phase."""
