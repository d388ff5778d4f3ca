"""Parsing and writing of orders in the notation of a language.

Languages are data in ``languages/``. `parse_order` reads a line in context, `read_sheet` a pasted
block, `mentions` finds orders in running text, and `render` writes. Canonical text, which is
``str(order)``, is read without a context by `parse_canonical`. The rest is imported when it is
first asked for, so that programs which read only canonical text start sooner.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from adjudicator.notation.canonical import (
    clear_parse_cache,
    parse_all,
    parse_canonical,
    parser_of,
)

if TYPE_CHECKING:
    from adjudicator.notation.joint_sheets import split_sheet
    from adjudicator.notation.language import (
        LANGUAGES,
        Language,
        Name,
        check_language,
        language_data,
    )
    from adjudicator.notation.parser import parse_order
    from adjudicator.notation.renderer import Style, render, render_place, render_unit
    from adjudicator.notation.running_text import Mention, mentions
    from adjudicator.notation.sheet_reader import Line
    from adjudicator.notation.sheets import Sheet, read_sheet, read_texts
else:
    _HOMES = {
        "joint_sheets": ("split_sheet",),
        "language": ("LANGUAGES", "Language", "Name", "check_language", "language_data"),
        "parser": ("parse_order",),
        "renderer": ("Style", "render", "render_place", "render_unit"),
        "running_text": ("Mention", "mentions"),
        "sheet_reader": ("Line",),
        "sheets": ("Sheet", "read_sheet", "read_texts"),
    }
    _HOME = {name: module for module, names in _HOMES.items() for name in names}

    def __getattr__(name: str) -> object:
        """Import a name from its module."""
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = value
        return value


__all__ = [
    "LANGUAGES",
    "Language",
    "Line",
    "Mention",
    "Name",
    "Sheet",
    "Style",
    "check_language",
    "clear_parse_cache",
    "language_data",
    "mentions",
    "parse_all",
    "parse_canonical",
    "parse_order",
    "parser_of",
    "read_sheet",
    "read_texts",
    "render",
    "render_place",
    "render_unit",
    "split_sheet",
]
