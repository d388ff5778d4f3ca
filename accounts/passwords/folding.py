"""Forms of a password: the one that is stored, and those in which passwords are compared."""

import unicodedata

# Characters written for letters. 1 and ! stand for two letters, so there are two tables.
_AS_I = str.maketrans("013457@$!", "oieastasi")
_AS_L = str.maketrans("013457@$!", "oleastasl")


def normalize(password: str) -> str:
    """Return the form that is hashed: NFKC, as NIST SP 800-63B advises.

    Keyboards send “é” as one character or as two, and spaces of several kinds. The person
    typed the same password each time.
    """
    return unicodedata.normalize("NFKC", password)


def fold(text: str) -> str:
    """Return `text` in small letters without accents."""
    letters = unicodedata.normalize("NFKD", normalize(text).casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))


def readings(password: str) -> set[str]:
    """Return the folded password as it is, and with digits and signs read as letters."""
    folded = fold(password)
    return {folded, folded.translate(_AS_I), folded.translate(_AS_L)}
