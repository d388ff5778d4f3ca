"""The database models of games; each class describes one row of its table."""

from .amendment import AmendedRule, Amendment, RuleChange
from .animation import Animation
from .bot_request import BotRequest
from .club import Club, ClubMembership
from .course import LessonDone
from .declared_player import AddressRequest, DeclaredPlayer
from .event import Event
from .game import Game
from .inbound import MailKey, ReceivedMail
from .lobby import LobbyEntry, LobbyInvitation, PowerWish
from .mastership import Mastership
from .notification import Browser, MailChoice, Notification, PushOptOut
from .order import Order, ReadingCorrection, Receipt
from .outage import Heartbeat, Outage
from .phase import Center, Pause, Phase, Unit
from .press import (
    Bookmark,
    Complaint,
    Draft,
    MemberAnswer,
    MemberProposal,
    Message,
    Mute,
    Thread,
)
from .rating import Rating, RatingChange
from .results import GameResult, PowerResult
from .saved_line import SavedLine
from .seat import Seat, Tenure, Volunteer
from .seat_invitation import SeatInvitation
from .settings import Absence, GameSettings, SkippedDate
from .sharing import DismissedSharing
from .text_report import TextReport
from .tournament import Entrant, Organizer, Round, Table, TablePlace, Team, Tournament
from .vote import Ballot, Sharer, Vote
from .webhook import Webhook, WebhookDelivery

__all__ = [
    "Absence",
    "AddressRequest",
    "AmendedRule",
    "Amendment",
    "Animation",
    "Ballot",
    "Bookmark",
    "BotRequest",
    "Browser",
    "Center",
    "Club",
    "ClubMembership",
    "Complaint",
    "DeclaredPlayer",
    "DismissedSharing",
    "Draft",
    "Entrant",
    "Event",
    "Game",
    "GameResult",
    "GameSettings",
    "Heartbeat",
    "LessonDone",
    "LobbyEntry",
    "LobbyInvitation",
    "MailChoice",
    "MailKey",
    "Mastership",
    "MemberAnswer",
    "MemberProposal",
    "Message",
    "Mute",
    "Notification",
    "Order",
    "Organizer",
    "Outage",
    "Pause",
    "Phase",
    "PowerResult",
    "PowerWish",
    "PushOptOut",
    "Rating",
    "RatingChange",
    "ReadingCorrection",
    "Receipt",
    "ReceivedMail",
    "Round",
    "RuleChange",
    "SavedLine",
    "Seat",
    "SeatInvitation",
    "Sharer",
    "SkippedDate",
    "Table",
    "TablePlace",
    "Team",
    "Tenure",
    "TextReport",
    "Thread",
    "Tournament",
    "Unit",
    "Volunteer",
    "Vote",
    "Webhook",
    "WebhookDelivery",
]
