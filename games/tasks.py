"""What Celery runs. A message says only "look": what is due stands in the database."""

from celery import shared_task

from accounts import traces

from . import lobby
from .deadlines import reminders, resolving
from .hooks import posting
from .mastering import clockwork
from .telling import deliveries
from .telling.pushes import sending


@shared_task(name="games.resolve_due")
def resolve_due() -> None:
    resolving.resolve_due()


@shared_task(name="games.expire_lobbies")
def expire_lobbies() -> None:
    lobby.expire_lobbies()


@shared_task(name="games.resume_due")
def resume_due() -> None:
    clockwork.resume_due()


@shared_task(name="games.remind")
def remind() -> None:
    reminders.remind()


@shared_task(name="games.deliver_due")
def deliver_due() -> None:
    deliveries.deliver_due()


@shared_task(name="games.post_due")
def post_due() -> None:
    posting.post_due()


@shared_task(name="games.push_due")
def push_due() -> None:
    sending.push_due()


@shared_task(name="games.forget_traces")
def forget_traces() -> None:
    traces.forget()
