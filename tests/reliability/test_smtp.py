"""The tests' own mail server fails only in the ways that a test asks for."""

import smtplib
from collections.abc import Iterator

import pytest

from config.services.smtp import ReplyLimitedSMTP

from .smtp import Fault, Sink

PATIENCE = 5.0  # seconds
# A client that nobody answers need not wait as long, but a mail must be taken before that.
IN_VAIN = {Fault.TRICKLE: 0.5, Fault.STALL: 0.5, Fault.HOLD_AFTER: 2.0}
TEXT = "Subject: Results\r\nMessage-ID: <1@x.test>\r\n\r\n.hidden dot\r\nend\r\n"


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


def send(sink: Sink) -> None:
    host, port = sink.url.removeprefix("smtp://").split(":")
    timeout = IN_VAIN.get(sink.fault, PATIENCE)
    with ReplyLimitedSMTP(host, int(port), timeout=timeout) as client:
        client.sendmail("entente@x.test", ["ada@x.test"], TEXT)


def test_what_is_taken_is_kept_as_it_was_sent(sink: Sink) -> None:
    send(sink)
    [mail] = sink.mails
    assert (mail.sender, mail.recipients) == ("entente@x.test", ("ada@x.test",))
    assert mail.message["Subject"] == "Results"
    assert mail.message.get_content().splitlines() == [".hidden dot", "end"]
    assert sink.message_ids() == {"<1@x.test>": 1}


@pytest.mark.parametrize(
    ("fault", "error", "kept"),
    [
        (Fault.REFUSE, ConnectionRefusedError, 0),
        (Fault.TURN_AWAY, smtplib.SMTPConnectError, 0),
        (Fault.BABBLE, smtplib.SMTPConnectError, 0),
        (Fault.TRICKLE, smtplib.SMTPServerDisconnected, 0),
        (Fault.BUSY, smtplib.SMTPRecipientsRefused, 0),
        (Fault.REJECT, smtplib.SMTPRecipientsRefused, 0),
        (Fault.STALL, smtplib.SMTPServerDisconnected, 0),
        (Fault.DROP_BEFORE, smtplib.SMTPServerDisconnected, 0),
        (Fault.DROP_AFTER, smtplib.SMTPServerDisconnected, 1),
        (Fault.HOLD_AFTER, smtplib.SMTPServerDisconnected, 1),
    ],
)
def test_a_fault_is_met_until_it_is_lifted(
    sink: Sink, fault: Fault, error: type[Exception], kept: int
) -> None:
    sink.fault = fault
    for _ in range(2):
        with pytest.raises(error):
            send(sink)
    assert len(sink.mails) == 2 * kept
    sink.fault = Fault.NONE
    send(sink)
    assert len(sink.mails) == 2 * kept + 1
