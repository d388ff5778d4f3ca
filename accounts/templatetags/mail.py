"""Template tags about mail."""

from pathlib import Path

from django import template

from accounts.mails.folder_backend import folder_in_use

register = template.Library()


@register.simple_tag
def mail_folder() -> Path | None:
    """Return the folder of the mail files on a site without a mail server, else None."""
    return folder_in_use()
