"""The site's terms of use, which its operator writes, and who has accepted them.

`settings.TERMS` holds the texts by language, and `settings.TERMS_VERSION` a digest of them all. A
person has accepted one version; after a change of the text they are asked again.
"""

from functools import lru_cache

import nh3
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from accounts import clock
from accounts.models import User

TAGS = {
    *("a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p"),
    *("pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
SCHEMES = {"http", "https", "mailto"}


def text_for_reader() -> tuple[SafeString, str]:
    """Return the terms as HTML, and their language; empty if the operator has not named it."""
    language = get_language() or settings.LANGUAGE_CODE
    if language not in settings.TERMS:
        language = ""
    return _html(settings.TERMS[language]), language


@lru_cache(maxsize=16)
def _html(text: str) -> SafeString:
    """Render Markdown. Headings move down a level: the page has a title of its own."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    html = parser.renderer.render(tokens, parser.options, {})
    clean = nh3.clean(html, tags=TAGS, attributes={"a": {"href"}}, url_schemes=SCHEMES)
    return mark_safe(clean)  # noqa: S308 - cleaned


def must_accept(person: User) -> bool:
    """Whether the site has terms that `person` has not accepted in their present version."""
    return bool(settings.TERMS) and person.terms_version != settings.TERMS_VERSION


def accept(person: User) -> None:
    """Store that `person` accepts the present version."""
    accept_at_sign_up(person)
    User.objects.not_closed().filter(pk=person.pk).update(
        terms_version=person.terms_version, terms_accepted_at=person.terms_accepted_at
    )


def accept_at_sign_up(newcomer: User) -> None:
    """Set what `accept` stores, on a person who is not stored yet. Without terms set nothing."""
    if settings.TERMS:
        newcomer.terms_version = settings.TERMS_VERSION
        newcomer.terms_accepted_at = clock.now()
