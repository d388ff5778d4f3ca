"""Question marks that lead from settings to the help."""

from django import forms, template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ..web.pages import help_links

register = template.Library()


@register.filter
def field_help(field: BoundField) -> SafeString:
    """The question mark beside the label of a field; empty if no section is about it."""
    section = help_links.section_of(field)
    return help_mark(section, str(field.label)) if section else SafeString()


@register.filter
def action_help(form: forms.BaseForm) -> SafeString:
    """The question mark beside the title of an action of a game master; empty without help."""
    section = help_links.section_of_action(form)
    return help_mark(section, str(getattr(form, "title", ""))) if section else SafeString()


@register.simple_tag
def help_mark(section: str, about: str) -> SafeString:
    """A question mark that opens a section in a new tab, so that what was typed is not lost."""
    return format_html(
        '<a class="help-mark" href="{}" target="_blank" rel="noopener">'
        '<span aria-hidden="true">?</span><span class="visually-hidden">{}</span></a>',
        help_links.url_of(section),
        _("Help: %(label)s (opens in a new tab)") % {"label": about},
    )
