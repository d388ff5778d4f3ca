"""What is stored: one row of each table is described by its class."""

from .game import Entry, Game, Mastership, RuleChange
from .letter import Bookmark, Letter, Thread
from .order import Order, Receipt
from .phase import Center, Phase, Unit
from .record import Event, MailChoice, Notice
from .seat import Seat, Tenure

__all__ = [
    "Bookmark",
    "Center",
    "Entry",
    "Event",
    "Game",
    "Letter",
    "MailChoice",
    "Mastership",
    "Notice",
    "Order",
    "Phase",
    "Receipt",
    "RuleChange",
    "Seat",
    "Tenure",
    "Thread",
    "Unit",
]
