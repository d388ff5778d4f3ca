"""The pages of the help."""

from pathlib import Path

from . import generated
from .books import Book

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "help"
PAGES = (
    "first-steps",
    "practice",
    "orders",
    "notation",
    "press",
    "deadlines",
    "endings",
    "map",
    "replay",
    "statistics",
    "site-statistics",
    "reliability",
    "ratings",
    "tournaments",
    "sandbox",
    "new-game",
    "game-masters",
    "account",
    "profiles",
    "clubs",
    "api",
    "keyboard",
    "about",
)
"""The names of the pages in the order of the list of contents: those of their files and URLs."""
HELP = Book(FOLDER, PAGES, "games:help_page", generated.BLOCKS)
