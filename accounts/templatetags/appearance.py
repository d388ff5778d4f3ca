"""Template tags about the looks of pages."""

from django import template
from django.template import Context

from accounts import appearance

register = template.Library()


@register.simple_tag(takes_context=True)
def looks(context: Context) -> dict[str, str]:
    """Return the value of each choice of the browser; without a request, the first ones."""
    found = {name: values[0] for name, values in appearance.CHOICES.items()}
    request = context.get("request")
    return found | appearance.chosen(request) if request else found
