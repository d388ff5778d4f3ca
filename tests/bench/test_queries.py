import datetime as dt

import pytest

from games.models import Order, Phase

from . import course, tables

MOST = 25


@pytest.mark.django_db
def test_phases_that_people_played_take_at_most_25_queries_each():
    games = tables.fill(20, due_in=dt.timedelta(days=1))
    counted = course.queries_a_phase(games)
    assert len(counted) == 20
    assert max(counted) <= MOST
    done = Order.objects.filter(phase__status=Phase.Status.RESOLVED)
    assert done.filter(kind="convoy", typed__isnull=False).exists()
    assert done.filter(fate="dislodged").exists()
    assert not done.filter(outcome="").exists()
