"""Lines of the log → values of the API."""

from ...wording.log import LogRow
from ..schemas import log as schemas


def log_entry(row: LogRow) -> schemas.LogEntry:
    event = row.event
    return schemas.LogEntry(
        at=row.at,
        kind=event.kind,
        phase=event.phase.code if event.phase else None,
        power=event.seat.power if event.seat else None,
        sentence=row.sentence,
        author=row.author,
        reason=row.reason,
        changes=list(row.changes),
        superseded=[phase.code for phase in row.superseded],
    )
