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


def refusal_code(error: Exception) -> int | None:
    """The code with which a server refuses a recipient for good; None for any other error.

    Answers that name a policy (5.7.x), such as a forbidden relay, are about us and not about the
    recipient. https://www.rfc-editor.org/rfc/rfc3463
    """
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return None
    answers = list(error.recipients.values())
    if all(500 <= code < 600 and not _is_policy(text) for code, text in answers):
        return max((code for code, _text in answers), default=None)
    return None


def _is_policy(text: bytes | str) -> bool:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return said.startswith("5.7.")


def description(error: Exception) -> str:
    """The error for a log, without its message, which may hold addresses and texts."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = sorted({code for code, _text in error.recipients.values()})
        return f"{type(error).__name__} {codes}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{type(error).__name__} {error.smtp_code}"
    return describe(error)
