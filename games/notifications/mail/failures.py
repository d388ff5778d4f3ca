"""Errors of a mail server: which stop the next mail as well, and how a log names them."""

import smtplib

from ...core.errors import describe

MAILS_PER_CONNECTION = 50  # servers cut off clients that send too many
SERVER_IS_CLOSING = 421


class ServerTroubleError(Exception):
    """The mail server cannot be used now: the next mail would fail as well."""


def is_server_trouble(error: Exception) -> bool:
    """Whether the next mail would fail as well; False if the server refused only this one."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return SERVER_IS_CLOSING in {code for code, _text in error.recipients.values()}
    if isinstance(error, smtplib.SMTPDataError):
        return error.smtp_code == SERVER_IS_CLOSING
    return isinstance(error, OSError)  # no connection, a timeout, any other error of SMTP


def is_refused_for_good(error: Exception) -> bool:
    """Whether the server refused the address itself, and will do so again."""
    refused = error.recipients if isinstance(error, smtplib.SMTPRecipientsRefused) else {}
    return bool(refused) and all(500 <= code < 600 for code, _text in refused.values())


def description(error: Exception) -> str:
    """The error for a log, without its message, which may hold addresses and texts."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = sorted({code for code, _text in error.recipients.values()})
        return f"{type(error).__name__} {codes}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{type(error).__name__} {error.smtp_code}"
    return describe(error)
