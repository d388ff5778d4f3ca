"""The Celery tasks. A message is only a hint to look: the database knows which work is due."""

from celery import shared_task

from accounts import account_closing, address_changes
from accounts.api_keys import idempotency, keys
from accounts.devices import device_traces
from accounts.mails import refusals
from accounts.own_data import data_export
from accounts.sessions import open_sessions

from .adjudication import due_phases
from .board import animations, beforehand
from .bots import process
from .deadlines import control, reminders
from .inbound import received
from .lifecycle import abandonment, joining_time, lobby
from .notifications.mail import declared_mails
from .notifications.mail.delivery import deliver_due as send_mails
from .notifications.push.delivery import push_due as send_pushes
from .notifications.webhooks.delivery import post_due as send_news
from .orders import mail_keys
from .press import drafts
from .seats import invitations
from .statistics import results
from .statistics.ratings import recompute


@shared_task(name="games.resolve_due")
def resolve_due() -> None:
    joining_time.begin_due()
    due_phases.resolve_due()


@shared_task(name="games.expire_lobbies")
def expire_lobbies() -> None:
    lobby.expire_lobbies()
    invitations.delete_expired()


@shared_task(name="games.resume_due")
def resume_due() -> None:
    control.resume_due()
    abandonment.close_abandoned()


@shared_task(name="games.remind")
def remind() -> None:
    reminders.remind()
    declared_mails.queue_results()


@shared_task(name="games.deliver_due")
def deliver_due() -> None:
    send_mails()


@shared_task(name="games.post_due")
def post_due() -> None:
    send_news()


@shared_task(name="games.push_due")
def push_due() -> None:
    send_pushes()


@shared_task(name="games.recompute_ratings")
def recompute_ratings() -> None:
    recompute.recompute_if_due()


@shared_task(name="games.record_results")
def record_results() -> None:
    results.sweep()


@shared_task(name="games.play_bots")
def play_bots() -> None:
    process.start_if_due()


@shared_task(name="games.draw_maps")
def draw_maps() -> None:
    beforehand.draw_newest()


@shared_task(name="games.draw_animations")
def draw_animations() -> None:
    animations.draw_next()


@shared_task(name="games.prepare_data")
def prepare_data() -> None:
    data_export.prepare_next()


@shared_task(name="games.close_accounts")
def close_accounts() -> None:
    account_closing.close_due()


@shared_task(name="games.delete_expired")
def delete_expired() -> None:
    device_traces.delete_expired()
    address_changes.delete_expired()
    open_sessions.delete_expired()
    keys.delete_expired()
    idempotency.delete_expired()
    data_export.delete_expired()
    animations.delete_old()
    refusals.delete_expired()
    drafts.delete_expired()
    received.delete_expired()
    mail_keys.delete_dead()
    declared_mails.forget_addresses()
