"""Prometheus metrics of the games: numbers of the whole site, never of a game or a person.

Events are counted after their transaction has been committed, so rolled-back ones do not count.
All labels are created here, so that every counter is exported as 0 before its first event.
"""

from prometheus_client import Counter, Histogram

from adjudicator.terms import PhaseType

from ..models import Phase

RESOLVED = Counter("entente_phases_resolved", "Phases that were resolved.", ["type"])
for _type in PhaseType:
    RESOLVED.labels(_type.name.lower())

# Buckets in seconds. Beat runs every 2 seconds: a healthy site stays in the first three.
LATENESS = Histogram(
    "entente_phase_lateness_seconds",
    "How long after its deadline a phase was resolved.",
    buckets=(0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600),
)

FAILURES = Counter(
    "entente_adjudication_failures",
    "Due phases that were not resolved, by what came of it.",
    ["to"],
)
SET_ASIDE, NOT_SET_ASIDE, LEFT_FOR_LATER = (
    FAILURES.labels(to) for to in ("set_aside", "not_set_aside", "left_for_later")
)

MAILS = Counter("entente_mails", "What became of mails, by attempt.", ["outcome"])
MAIL_SENT, MAIL_NOT_SENT, MAIL_GIVEN_UP, MAIL_NEEDLESS = (
    MAILS.labels(outcome) for outcome in ("sent", "not_sent", "given_up", "needless")
)

DELIVERIES = Counter(
    "entente_deliveries", "What became of deliveries to webhooks, by attempt.", ["outcome"]
)
DELIVERY_SENT, DELIVERY_NOT_SENT, DELIVERY_GIVEN_UP = (
    DELIVERIES.labels(outcome) for outcome in ("sent", "not_sent", "given_up")
)

PUSHES = Counter("entente_pushes", "What became of messages to browsers, by attempt.", ["outcome"])
PUSH_SENT, PUSH_NOT_SENT, PUSH_GIVEN_UP, PUSH_NEEDLESS = (
    PUSHES.labels(outcome) for outcome in ("sent", "not_sent", "given_up", "needless")
)

RECEIVED = Counter("entente_received_mails", "What became of mails that came in.", ["outcome"])
RECEIVED_OUTCOMES = (
    *("saved", "not_saved", "sent", "not_sent", "stranger"),
    *("unknown", "automatic", "repeated", "limited", "unreadable"),
)
for _outcome in RECEIVED_OUTCOMES:
    RECEIVED.labels(_outcome)


def mail_received(outcome: str) -> None:
    """Count a mail that came in, by what became of it."""
    assert outcome in RECEIVED_OUTCOMES
    RECEIVED.labels(outcome).inc()


def phase_resolved(phase: Phase) -> None:
    """Count a phase with a deadline whose resolution has been committed."""
    assert phase.due_at
    assert phase.resolved_at
    RESOLVED.labels(phase.type.name.lower()).inc()
    LATENESS.observe((phase.resolved_at - phase.due_at).total_seconds())
