"""Parsing and writing of orders in the notation of a language.

Languages are data in ``languages/``. `parse_order` reads a line in context, `read_sheet` a pasted
block, `mentions` finds orders in running text, and `render` writes. Canonical text, which is
``str(order)``, is read without a context by `parse_canonical`.
"""

from adjudicator.notation.canonical import clear_parse_cache, parse_all, parse_canonical
from adjudicator.notation.joint_sheets import split_sheet
from adjudicator.notation.language import LANGUAGES, Language, Name, check_language, language_data
from adjudicator.notation.mentions import Mention, mentions
from adjudicator.notation.parser import parse_order
from adjudicator.notation.renderer import Style, render, render_place, render_unit
from adjudicator.notation.sheet_reader import Line
from adjudicator.notation.sheets import Sheet, read_sheet, read_texts

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
    "read_sheet",
    "read_texts",
    "render",
    "render_place",
    "render_unit",
    "split_sheet",
]
