"""What the game room counts for Prometheus: numbers of the site, never a game or a person.

A thing is counted when its transaction is over, so that what was rolled back counts nothing. Every
label is named here, so that each count is there, as nought, before it first happens.
"""

from prometheus_client import Counter, Histogram

from adjudicator.terms import PhaseType

from .models import Phase

RESOLVED = Counter("entente_phases_resolved", "Phases that were resolved.", ["type"])
for _type in PhaseType:
    RESOLVED.labels(_type.name.lower())

# Seconds. Beat asks every two: a site in good health stays in the first three.
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

POSTINGS = Counter("entente_postings", "What became of postings to hooks, by attempt.", ["outcome"])
POSTING_SENT, POSTING_NOT_SENT, POSTING_GIVEN_UP = (
    POSTINGS.labels(outcome) for outcome in ("sent", "not_sent", "given_up")
)

PUSHES = Counter("entente_pushes", "What became of messages to browsers, by attempt.", ["outcome"])
PUSH_SENT, PUSH_NOT_SENT, PUSH_GIVEN_UP, PUSH_NEEDLESS = (
    PUSHES.labels(outcome) for outcome in ("sent", "not_sent", "given_up", "needless")
)


def phase_resolved(phase: Phase) -> None:
    """Count a phase that had a deadline, now that it is resolved for good."""
    assert phase.due_at
    assert phase.resolved_at
    RESOLVED.labels(phase.type.name.lower()).inc()
    LATENESS.observe((phase.resolved_at - phase.due_at).total_seconds())
