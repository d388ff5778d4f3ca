"""Games with everything that an archive holds, and what it must not hold."""

import io
import json
import uuid
import zipfile
from typing import Any

import pytest

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.archive import document, gather, importing, zip_file
from games.core import audit
from games.deadlines import control
from games.game_master import corrections
from games.lifecycle import endings, settings
from games.models import Event, Game, Vote
from games.orders import submission
from games.orders.submission import Line
from games.press import sending
from games.votes import voting
from tests import factories

PRIVATE = "the medlar is ripe between two powers"
PUBLIC = "Hear, hear: **A PAR - BUR** is _not_ ordered. [map S1901M]"
SECRET_ORDER = "A PAR - GAS"


def order(game: Game, power: str, *texts: str) -> None:
    seat, phase = factories.seat(game, power), factories.open_phase(game)
    lines = [Line(f"line-{number}", text) for number, text in enumerate(texts)]
    submission.submit(phase, seat, lines, person=factories.holder(seat))


def write(game: Game, power: str, to: list[str], text: str, **more: Any) -> None:
    seats = {seat.power: seat for seat in game.seats.order_by("place")}
    circle = [seat for name, seat in seats.items() if name in (power, *to)] if to else []
    person, key = factories.holder(seats[power]), uuid.uuid4()
    sender = seats[power]
    sending.send(game, circle, sender=sender, person=person, text=text, request_key=key, **more)


def resolve(game: Game) -> None:
    factories.keep_played(game)
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    game.refresh_from_db()


def season(master: User, players: list[User], **fields: Any) -> Game:
    """A game with bounces, a dislodged unit, press, a roll-back, a vote and an open phase."""
    game = factories.begun_game(master, players, unsigned_messages=True, **fields)
    write(game, "FRANCE", [], PUBLIC)
    write(game, "ITALY", [], "Nobody signs this.", unsigned=True)
    write(game, "FRANCE", ["ENGLAND"], PRIVATE)
    write(game, "FRANCE", ["ENGLAND", "ITALY"], "Of three.", topic="The triple entente")
    control.extend(game, to=None, by=master, reason="A holiday.")
    order(game, "FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR")
    order(game, "GERMANY", "A MUN - BUR", "F KIE - HOL")
    order(game, "AUSTRIA", "A VIE - GAL", "A BUD - RUM")
    resolve(game)
    order(game, "GERMANY", "A MUN H")
    order(game, "FRANCE", "A BUR - MUN", "A MAR - BUR")
    order(game, "ITALY", "A VEN - TYR")
    resolve(game)
    write(game, "GERMANY", [], "About the winter.", topic=game.phases.get(code="F1901M"))
    corrections.roll_back(game, 2, by=master, reason="A mistake.")
    order(game, "FRANCE", "A MAR - SPA")
    settings.change(game, factories.settings(phase_hours=48), [], by=master, reason="More time.")
    resolve(game)
    if factories.open_phase(game).code == "W1901A":
        order(game, "FRANCE", "A PAR B")
        resolve(game)
    order(game, "FRANCE", "A BUR - MUN", "F BRE - MAO")
    order(game, "RUSSIA", "A WAR - PRU")
    resolve(game)
    seat = factories.seat(game, "FRANCE")
    voting.propose(factories.open_phase(game), seat, Vote.Kind.DRAW, person=factories.holder(seat))
    audit.log(Event.Kind.ANNOUNCED, game=game, actor=master, text="Read the **rules**.")
    return game


def finished(game: Game, master: User) -> Game:
    """End a game as a draw, for good."""
    endings.draw(game, among=["FRANCE", "ITALY"], by=master, reason="Enough of it.")
    Game.objects.filter(pk=game.pk).update(final_at=clock.now())
    game.refresh_from_db()
    return game


def archive_of(game: Game) -> bytes:
    return b"".join(zip_file.stream(Game.objects.get(pk=game.pk)))


def members(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def document_of(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written(game))
    return found


def written(game: Game) -> bytes:
    """The document of an archive, without the maps, which take a while."""
    return document.write(gather.gather(Game.objects.get(pk=game.pk)))


def small_archive_of(game: Game) -> bytes:
    return zipped({"game.json": written(game)})


def imported(content: bytes, person: User, **terms: Any) -> Game:
    """Import an archive as the form does."""
    checked = importing.preview(io.BytesIO(content), len(content), by=person)
    return importing.import_game(
        checked,
        **{
            "by": person,
            "request_key": uuid.uuid4(),
            "visibility": Game.Visibility(checked.record.terms["visibility"]),
            **terms,
        },
    )


def zipped(files: dict[str, bytes | str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


@pytest.fixture
def finished_game(master: User, players: list[User]) -> Game:
    return finished(season(master, players, messages_open_at_end=True), master)


@pytest.fixture
def running_game(master: User, players: list[User]) -> Game:
    """A running game whose open phase has orders that nobody else may read."""
    game = season(master, players)
    order(game, "FRANCE", SECRET_ORDER, "A SPA H")
    return game
