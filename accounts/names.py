"""Names people go by: how they are tidied, which are refused, and when two are the same."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MAX_LENGTH = 40

# Letters, marks, numbers, punctuation, symbols and the plain space. Everything else is invisible,
# turns the direction of writing, or is not a character at all.
_SHOWN = frozenset("LMNPS")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_LOOKALIKES = str.maketrans(
    "абвгезикмнопрстуухьієјѕԁԛԝαβγεικνορτυχω",
    "a6brezukmhonpctyyxbiejsdqwabyeiknoptuxw",
)


def tidy(name: str) -> str:
    """The name in its one form: compatibility characters resolved, blanks trimmed and collapsed."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def key(name: str) -> str:
    """What two names share when a reader would take one for the other.

    Case, accents' encoding and letters that look alike in Latin, Cyrillic and Greek do not tell two
    people apart: “Ace” (Latin) and “асе” (Cyrillic) have one key.
    """
    return unicodedata.normalize("NFKC", tidy(name).casefold()).translate(_LOOKALIKES)


def check_visible(name: str) -> None:
    """Refuse a tidied text that a reader could not see, or that turns the direction of writing."""
    if any(unicodedata.category(c)[0] not in _SHOWN and c != " " for c in name) or (
        _BLANK & set(name)
    ):
        raise ValidationError(_("A name cannot hold invisible characters."), code="invisible")


def check(name: str) -> None:
    """Refuse a tidied name that could not be read, or could be read as something else."""
    check_visible(name)
    if not any(c.isalnum() for c in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="empty")
    if "@" in name:
        raise ValidationError(
            _("Others read your name: do not use an e-mail address."), code="address"
        )
    if re.search(r"[^\W\d_]", name) and any(_mixes_scripts(word) for word in name.split()):
        raise ValidationError(
            _("A word of a name cannot mix Latin, Cyrillic and Greek letters."), code="mixed"
        )
    if _piled_marks(name):
        raise ValidationError(_("This name has too many accents on one letter."), code="marks")


def _mixes_scripts(word: str) -> bool:
    scripts = {unicodedata.name(c, "").partition(" ")[0] for c in word}
    return len(scripts.intersection(_SCRIPTS)) > 1


def _piled_marks(name: str) -> bool:
    run = 0
    for c in name:
        run = run + 1 if unicodedata.category(c).startswith("M") else 0
        if run > 2:
            return True
    return False
