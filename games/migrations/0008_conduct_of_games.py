"""Games that stand already go on as they were: phases of one length, over once all are ready."""

from django.db import migrations
from django.db.models import F


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


class Migration(migrations.Migration):
    dependencies = [("games", "0007_running_games")]
    operations = [migrations.RunPython(give_conduct, migrations.RunPython.noop)]
