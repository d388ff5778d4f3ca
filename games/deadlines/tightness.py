"""Whether the turns of a timetable fit between its deadlines."""

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from ..pages import conduct_words


def too_tight(weekdays: Sequence[int], least: int, window: int) -> str:
    """What happens where the hours that a turn takes do not fit between two deadlines of a week;
    empty where they do."""
    gap = _closest(weekdays)
    if least > gap:
        message = _(
            "Two deadlines are only %(gap)s apart, less than the %(least)s to negotiate. Turns pass"
            " over dates: each ends on the first one that leaves enough time."
        )
    elif least + window > gap:
        message = _(
            "Two deadlines are only %(gap)s apart. After retreats of %(window)s, less than"
            " %(least)s to negotiate would be left: the turn after them passes over the next date,"
            " and ends on the one after it."
        )
    elif least + 2 * window > gap:
        message = _(
            "Two deadlines are only %(gap)s apart. After a fall with retreats and builds of"
            " %(window)s each, less than %(least)s to negotiate would be left: the turn after them"
            " passes over the next date, and ends on the one after it."
        )
    else:
        return ""
    return message % {
        "gap": conduct_words.length(gap),
        "least": conduct_words.length(least),
        "window": conduct_words.length(window),
    }


def _closest(weekdays: Sequence[int]) -> int:
    """How many hours the two nearest deadlines of a week are apart."""
    days = sorted(weekdays)
    return 24 * min(after - day for day, after in pairwise([*days, days[0] + 7]))
