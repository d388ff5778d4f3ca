"""Template tag about the terms of use."""

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


@register.simple_tag
def terms_url() -> str:
    """Return the address of the terms, or "" on a site without any."""
    return reverse("terms") if settings.TERMS else ""
