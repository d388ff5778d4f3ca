"""Public names: how they are normalized, which are invalid, and when two count as the same."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names import confusables

MAX_LENGTH = 40
KEY_LENGTH = 3 * MAX_LENGTH

# Unicode categories of visible characters: letters, marks, numbers, punctuation, symbols. All
# others but the plain space are invisible, change the direction of writing, or are unassigned.
_VISIBLE_CATEGORIES = frozenset("LMNPS")
# Characters of these categories that are drawn blank all the same.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_EUROPEAN = frozenset({"LATIN", "CYRILLIC", "GREEK"})
# Beginnings of the names of letters that may stand in a word beside those of one of the above:
# apostrophes and other modifiers, and the scripts of East Asia, whose letters look different. It
# is the level “highly restrictive” of Unicode Technical Standard #39.
_NEUTRAL = frozenset(
    {"MODIFIER", "CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL"}
    | {"BOPOMOFO"}
)


def normalize(name: str) -> str:
    """Return the name in NFKC, with blanks trimmed and runs of blanks collapsed into one space."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def comparison_key(name: str) -> str:
    """Return a key that is equal for names which a reader could confuse.

    It ignores case, the encoding of accents, and differences between letters that look alike
    (see `confusables`): “Ace” (Latin) and “асе” (Cyrillic), “Admin” and “Admın” have the same key.
    """
    letters = unicodedata.normalize("NFKD", normalize(name).casefold())
    # Only names with several accents on each letter have longer keys.
    return unicodedata.normalize("NFC", confusables.fold(letters))[:KEY_LENGTH]


def validate_visible(name: str) -> None:
    """Raise ValidationError if a normalized text has invisible or direction-changing characters."""
    if any(unicodedata.category(c)[0] not in _VISIBLE_CATEGORIES and c != " " for c in name) or (
        _BLANK & set(name)
    ):
        raise ValidationError(_("A name can’t contain invisible characters."), code="invisible")


def clean_title(title: str) -> str:
    """Normalize a title. Raise ValidationError if it has invisible characters."""
    title = normalize(title)
    validate_visible(title)
    return title


def validate(name: str) -> None:
    """Raise ValidationError if a normalized name is unreadable or misleading."""
    validate_visible(name)
    if not any(c.isalnum() for c in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="empty")
    if "@" in name:
        raise ValidationError(
            _("Everyone can see your name. Don’t use an email address."), code="address"
        )
    if re.search(r"[^\W\d_]", name) and any(_mixes_scripts(word) for word in name.split()):
        raise ValidationError(
            _("A word in a name can’t mix letters of different alphabets."), code="mixed"
        )
    if _has_stacked_marks(name):
        raise ValidationError(_("This name has too many accents on one letter."), code="marks")


def _mixes_scripts(word: str) -> bool:
    letters = (c for c in word if unicodedata.category(c).startswith("L"))
    scripts = {unicodedata.name(c, "").partition(" ")[0] for c in letters} - _NEUTRAL
    return len(scripts) > 1 and not scripts.isdisjoint(_EUROPEAN)


def _has_stacked_marks(name: str) -> bool:
    run = 0
    for c in name:
        run = run + 1 if unicodedata.category(c).startswith("M") else 0
        if run > 2:
            return True
    return False
