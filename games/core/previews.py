"""Digests of previews: an act is refused if it would do something else than what was shown."""

from django.utils.crypto import salted_hmac


def digest(*shown: object) -> str:
    """The digest of the values on which a preview depends.

    A phase is named by its row, as a correction keeps its code.
    """
    text = "\n".join(map(str, shown))
    return salted_hmac("games.core.previews", text, algorithm="sha256").hexdigest()
