"""Parts of the help that are made from the data of the code, in the reader's language."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts import notation
from adjudicator import load_setup
from adjudicator.notation import language_data
from adjudicator.notation.guide import ambiguous_words, examples

from .. import __version__, wording
from ..board import choice_signs, legend
from ..core import powers
from ..models import Game, Notification
from ..state import variants
from ..state.edition_texts import EDITIONS

Cell = str | SafeString


def _table(heads: Iterable[str], rows: Iterable[Iterable[Cell]]) -> SafeString:
    """A table whose rows begin with their heads; on narrow screens it scrolls by itself."""
    return format_html(
        '<div class="table-wrap" role="group" aria-label="{}" tabindex="0">'
        '<table class="table"><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>',
        _("Table"),
        format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", ((_row(*row),) for row in rows)),
    )


def _row(head: Cell, *cells: Cell) -> SafeString:
    return format_html('<th scope="row">{}</th>', head) + format_html_join(
        "", "<td>{}</td>", ((cell,) for cell in cells)
    )


def _order_table() -> SafeString:
    """An order of each kind in the reader's notation."""
    heads = (_("Code"), _("Short"), _("In full"), _("In words"))
    rows = (
        (format_html("<code>{}</code>", code), *others)
        for code, *others in examples(notation.current())
    )
    return _table(heads, rows)


def _province_table() -> SafeString:
    language = language_data(notation.current())
    heads = (_("Code"), _("Short"), _("Name"), _("Also read"))
    rows = (
        (format_html("<code>{}</code>", code), name.short, name.name, ", ".join(name.also))
        for code, name in language.provinces.items()
    )
    return _table(heads, rows)


def _word_table() -> SafeString:
    """Letters and names of units, coasts, seasons and powers in the reader's notation."""
    language = language_data(notation.current())
    several = (language.units, language.coasts, language.seasons, language.powers)
    heads = (_("Code"), _("Short"), _("In full"))
    rows = (
        (format_html("<code>{}</code>", code), name.short, name.name)
        for names in several
        for code, name in names.items()
    )
    return _table(heads, rows)


def _ambiguous_table() -> SafeString:
    code = notation.current()
    names = language_data(code).provinces
    rows = (
        (key, ", ".join(names[province].name for _rank, province in places))
        for key, places in ambiguous_words(code)
    )
    return _table((_("Abbreviation"), _("Possible provinces")), rows)


def _notation_name() -> SafeString:
    example = notation.EXAMPLES[notation.current()]
    return format_html(
        "<p>{} <strong>{}</strong>, <code>{}</code></p>",
        _("These tables show your notation:"),
        language_data(notation.current()).name,
        example,
    )


def _signs() -> SafeString:
    """The legend of the board."""
    return _sign_list("signs", ((words, svg) for _name, words, svg in legend.signs()))


def _choices() -> SafeString:
    """The legend of the marks while orders are given."""
    return _sign_list("choices", choice_signs.signs())


def _sign_list(name: str, signs: Iterable[tuple[object, str]]) -> SafeString:
    """A list of signs; pages with a board find it by its name and show it in their legend."""
    pairs = ((mark_safe(svg), words) for words, svg in signs)  # noqa: S308 - drawn by the code
    return format_html(
        '<ul class="board-legend__signs" data-legend="{}">{}</ul>',
        name,
        format_html_join("", "<li>{}<span>{}</span></li>", pairs),
    )


def _power_looks() -> SafeString:
    """The land and the units of each power of the standard game, plain and with its pattern."""
    looks = (
        (powers.look(power), wording.power(power), mark_safe(svg))  # noqa: S308
        for power, svg in legend.power_signs()
    )
    return format_html(
        '<ul class="board-legend__signs">{}</ul>',
        format_html_join("", '<li>{2}<span class="power power--{0}">{1}</span></li>', looks),
    )


def _setups() -> SafeString:
    heads = (_("Set-up"), pgettext("number of people in a set-up", "People"), _("Differences"))
    rows = (
        (
            wording.setup_name(name),
            str(len(load_setup(name).players)),
            wording.setup_sentence(name),
        )
        for name in variants.offered_setups()
    )
    return _table(heads, rows)


def _editions() -> SafeString:
    heads = (_("Edition"), _("Differences"))
    rows = ((str(name), str(EDITIONS[code])) for code, name in Game.Edition.choices)
    return _table(heads, rows)


def _notifications() -> SafeString:
    kinds = ((kind.label,) for kind in Notification.Kind)
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", kinds))


def _key_switch() -> SafeString:
    """The checkbox that turns shortcuts off; it works by a script, which shows it."""
    return format_html(
        '<p data-key-switch hidden><label class="check"><input type="checkbox"> {}</label></p>',
        _("Keyboard shortcuts"),
    )


def _version() -> SafeString:
    facts: Iterator[tuple[str, str]] = iter(
        [(_("Version"), __version__), (_("License"), "BSD 3-Clause")]
    )
    return format_html(
        '<dl class="facts">{}</dl>', format_html_join("", "<dt>{}</dt><dd>{}</dd>", facts)
    )


BLOCKS: Final[Mapping[str, Callable[[], str]]] = {
    "notation": _notation_name,
    "orders": _order_table,
    "words": _word_table,
    "provinces": _province_table,
    "ambiguous": _ambiguous_table,
    "signs": _signs,
    "choices": _choices,
    "powers": _power_looks,
    "setups": _setups,
    "editions": _editions,
    "notifications": _notifications,
    "key-switch": _key_switch,
    "version": _version,
}
"""The parts by the name that a help text has in their place: ``{{ name }}``."""
