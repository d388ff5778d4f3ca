"""The tag around those parts of a template that are the same for all readers of a game."""

from django import template
from django.template import Context, Node, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.utils.safestring import SafeString

from ..web.pages.shared_parts import SharedParts

register = template.Library()


class SharedNode(Node):
    """HTML that is taken from the page's `parts` if they have it; without parts it is rendered."""

    def __init__(self, nodelist: NodeList, name: str, values: list[FilterExpression]) -> None:
        self.nodelist, self.name, self.values = nodelist, name, values

    def render(self, context: Context) -> SafeString:
        parts = context.get("parts")
        if not isinstance(parts, SharedParts):
            return self.nodelist.render(context)
        values = " ".join(str(value.resolve(context)) for value in self.values)
        return parts.part(f"{self.name} {values}", lambda: self.nodelist.render(context))


@register.tag
def shared(parser: Parser, token: Token) -> SharedNode:
    """Render `{% shared name values… %}…{% endshared %}` once for each version of the game.

    `values` are all that the content depends on besides the game, its newest phase, and what
    `SharedParts` tells apart. Nothing in it may be secret or of one reader.
    """
    name, *values = token.split_contents()[1:]
    nodelist = parser.parse(("endshared",))
    parser.delete_first_token()
    return SharedNode(nodelist, name, [parser.compile_filter(value) for value in values])
