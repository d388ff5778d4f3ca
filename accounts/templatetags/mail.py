"""Template tags about mail."""

from pathlib import Path
from urllib.parse import urlsplit

from django import template
from django.conf import settings

from accounts.mails.folder_backend import folder_in_use

register = template.Library()


@register.simple_tag
def mail_folder() -> Path | None:
    """Return the folder of the mail files on a site without a mail server, else None."""
    return folder_in_use()


@register.simple_tag
def site_domain() -> str:
    """Return the host of the site, with its port if it has one of its own, as mails name it."""
    return urlsplit(settings.SITE_URL).netloc
