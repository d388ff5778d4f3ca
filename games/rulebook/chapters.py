"""The chapters of the rules."""

from pathlib import Path

from ..help.books import Book
from .blocks import BLOCKS

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
CHAPTERS = (
    "aim",
    "board",
    "phases",
    "orders",
    "conflicts",
    "convoys",
    "retreats",
    "adjustments",
    "special-cases",
    "civil-disorder",
    "fewer-players",
    "endings",
    "editions",
    "experts",
    "glossary",
    "summary",
)
"""The names of the chapters in their order: those of their files and addresses."""
RULES = Book(FOLDER, CHAPTERS, "games:rules_chapter", BLOCKS)
