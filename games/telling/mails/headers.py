"""The headers of a mail: which one it is, what it belongs to, and how its reader stops it."""

from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac

from ...models import Notice


def of(notice: Notice, unsubscribe_url: str, *, thread: str) -> dict[str, str]:
    """Those of the mail of `notice`; mails of one `thread` stand together."""
    before = _identity(thread)
    return {
        # Sent twice after a crash, a mail is the same one: mail programs show one of them.
        "Message-ID": _identity(f"notice.{notice.pk}"),
        "In-Reply-To": before,
        "References": before,
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _identity(name: str) -> str:
    """A Message-ID, always the same for the same name.

    It does not tell the name: the numbers of notices count what others are told in private.
    """
    digest = salted_hmac("games.telling.mails.identity", name).hexdigest()[:32]
    host = (urlsplit(settings.SITE_URL).hostname or "localhost").replace(":", ".")
    return f"<{digest}@{host}>"
