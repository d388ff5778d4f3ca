"""The database models of accounts: users and what belongs to them."""

from .api_key import LONGEST_KEY_NAME, ApiKey, ApiKeyQuerySet, IdempotencyKey
from .data_export import DataExport
from .mail import (
    LONGEST_MESSAGE_ID,
    LONGEST_SUBJECT,
    AccountMail,
    AddressChange,
    MailRefusal,
)
from .profile import LONGEST_ABOUT, Profile, ProfileReport, ProfileVisibility, SpokenLanguage
from .session import Session, SessionQuerySet, Trace, TraceKind
from .suspension import LONGEST_REASON, Suspension
from .user import Bot, HeldName, User, UserManager, active_now, check_time_zone

__all__ = [
    "LONGEST_ABOUT",
    "LONGEST_KEY_NAME",
    "LONGEST_MESSAGE_ID",
    "LONGEST_REASON",
    "LONGEST_SUBJECT",
    "AccountMail",
    "AddressChange",
    "ApiKey",
    "ApiKeyQuerySet",
    "Bot",
    "DataExport",
    "HeldName",
    "IdempotencyKey",
    "MailRefusal",
    "Profile",
    "ProfileReport",
    "ProfileVisibility",
    "Session",
    "SessionQuerySet",
    "SpokenLanguage",
    "Suspension",
    "Trace",
    "TraceKind",
    "User",
    "UserManager",
    "active_now",
    "check_time_zone",
]
