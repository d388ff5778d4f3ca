from pathlib import Path

from django import template

from accounts.mail import folder_in_use

register = template.Library()


@register.simple_tag
def mail_folder() -> Path | None:
    """Where to look for mail on a site without a mail server, else None."""
    return folder_in_use()
