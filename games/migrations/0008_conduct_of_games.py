"""Games that stand already go on as they were: phases of one length, over once all are ready.

Accounts that were closed before have given up their seats and masterships, as they do now.
"""

import datetime as dt

from django.db import migrations
from django.db.models import F
from django.utils import timezone

REMINDERS = (48, 24, 3)  # hours before a deadline


def give_conduct(apps, schema_editor):
    Game, Phase = apps.get_model("games", "Game"), apps.get_model("games", "Phase")
    Conduct = apps.get_model("games", "Conduct")
    for game in Game.objects.only("pk", "phase_hours", "created_at").iterator():
        conduct = Conduct.objects.create(
            game=game,
            since=game.created_at,
            phase_hours=game.phase_hours,
            window_hours=game.phase_hours,
            ready_minutes=0,
            on_missed="none",
            seats_open_to="chosen",
        )
        Game.objects.filter(pk=game.pk).update(conduct=conduct)
        Phase.objects.filter(game=game).update(conduct=conduct)
    Phase.objects.update(deadline=F("due_at"))
    over = Game.objects.filter(status="finished")
    over.filter(winner__isnull=False).update(ending="solo")
    over.filter(winner=None).update(ending="closed")
    apps.get_model("games", "Heartbeat").objects.create(pk=1)
    _plan_reminders(Phase)
    _say_farewell(apps)


def _plan_reminders(Phase):
    now = timezone.now()
    for phase in Phase.objects.filter(status="open", due_at__gt=now).iterator():
        moments = [phase.due_at - dt.timedelta(hours=hours) for hours in REMINDERS]
        phase.remind_at = min((moment for moment in moments if moment > now), default=None)
        phase.save(update_fields=["remind_at"])


def _say_farewell(apps):
    Mastership, Tenure = apps.get_model("games", "Mastership"), apps.get_model("games", "Tenure")
    for row in Mastership.objects.exclude(person__closed_at=None).select_related("person"):
        row.until = row.person.closed_at
        row.save(update_fields=["until"])
    left = Tenure.objects.filter(until=None).exclude(person__closed_at=None)
    for tenure in left.select_related("person", "seat"):
        tenure.until, tenure.ending = tenure.person.closed_at, "resigned"
        tenure.save(update_fields=["until", "ending"])
        tenure.seat.disorder_since = tenure.until
        tenure.seat.save(update_fields=["disorder_since"])


class Migration(migrations.Migration):
    dependencies = [("games", "0007_running_games")]
    operations = [migrations.RunPython(give_conduct, migrations.RunPython.noop)]
