"""What is stored: one row of each table is described by its class."""

from .beat import Heartbeat, Outage
from .browser import Browser
from .complaint import Complaint
from .conduct import Absence, Conduct, SkippedDate
from .extension import Consent, Extension
from .game import Entry, Game, Mastership, RuleChange
from .hook import Hook, Posting
from .letter import Bookmark, Letter, Mute, Thread
from .motion import Ballot, Motion
from .order import Order, Receipt
from .pause import Pause
from .phase import Center, Phase, Unit
from .record import Event, MailChoice, Notice, PushOff
from .seat import Seat, Tenure, Volunteer

__all__ = [
    "Absence",
    "Ballot",
    "Bookmark",
    "Browser",
    "Center",
    "Complaint",
    "Conduct",
    "Consent",
    "Entry",
    "Event",
    "Extension",
    "Game",
    "Heartbeat",
    "Hook",
    "Letter",
    "MailChoice",
    "Mastership",
    "Motion",
    "Mute",
    "Notice",
    "Order",
    "Outage",
    "Pause",
    "Phase",
    "Posting",
    "PushOff",
    "Receipt",
    "RuleChange",
    "Seat",
    "SkippedDate",
    "Tenure",
    "Thread",
    "Unit",
    "Volunteer",
]
