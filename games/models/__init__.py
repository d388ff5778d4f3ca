"""What is stored: one row of each table is described by its class."""

from .game import Entry, Game, Mastership
from .order import Order, Receipt
from .phase import Center, Phase, Unit
from .record import Event, Notice
from .seat import Seat, Tenure

__all__ = [
    "Center",
    "Entry",
    "Event",
    "Game",
    "Mastership",
    "Notice",
    "Order",
    "Phase",
    "Receipt",
    "Seat",
    "Tenure",
    "Unit",
]
