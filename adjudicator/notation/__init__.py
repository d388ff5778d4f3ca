"""Reading and writing orders in the notation of a language. Languages are data in ``languages/``.

`parse_order` reads a line in context, `read_sheet` a pasted block, `mentions` what a running text
speaks of; `render` writes. Canonical text, which is ``str(order)``, is read without a context by
`parse_canonical`.
"""

from adjudicator.notation.canonical import forget, parse_canonical
from adjudicator.notation.language import LANGUAGES, Language, Name, check_language, language_data
from adjudicator.notation.mentions import Mention, mentions
from adjudicator.notation.reading import parse_order
from adjudicator.notation.sheets import Line, Sheet, read_sheet, read_texts
from adjudicator.notation.writing import Style, render, render_place, render_unit

__all__ = [
    "LANGUAGES",
    "Language",
    "Line",
    "Mention",
    "Name",
    "Sheet",
    "Style",
    "check_language",
    "forget",
    "language_data",
    "mentions",
    "parse_canonical",
    "parse_order",
    "read_sheet",
    "read_texts",
    "render",
    "render_place",
    "render_unit",
]
