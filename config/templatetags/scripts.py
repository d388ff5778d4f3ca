"""The tag for a script and the modules that it imports."""

from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ..http import joined_files

register = template.Library()


@register.simple_tag
def script(name: str) -> SafeString:
    """The elements that load a script of modules.

    A browser finds imports only when it has read a module. If the page names all of them, it
    fetches them at the same time.
    """
    links = format_html_join(
        "", '<link rel="modulepreload" href="{}">', ((static(each),) for each in modules(name))
    )
    return format_html('{}<script type="module" src="{}"></script>', links, static(name))


@cache
def modules(name: str) -> tuple[str, ...]:
    """The modules that a script imports, as they are served."""
    return tuple(joined_files.imported(name, _served))


def _served(name: str) -> str:
    """The text of a module as it is served: the collected one, if files are collected."""
    if isinstance(staticfiles_storage, ManifestFilesMixin) and not settings.DEBUG:
        with staticfiles_storage.open(name) as file:
            return str(file.read().decode())
    return Path(str(finders.find(name))).read_text(encoding="utf-8")
