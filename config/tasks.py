"""The Celery tasks of the site itself. Those of the games are in `games.tasks`."""

from celery import shared_task

from .backup import scheduled

SIX_HOURS = 6 * 3600  # a large database takes longer than the limit of other tasks


@shared_task(name="site.back_up", time_limit=SIX_HOURS)
def back_up() -> None:
    scheduled.back_up_if_due()
