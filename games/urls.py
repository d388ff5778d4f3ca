from django.urls import path, register_converter
from django.urls.converters import StringConverter

from .views import lobby, mastering, play, public


class PhaseCodeConverter(StringConverter):
    """A phase in a URL, such as S1901M."""

    regex = "[SFW][0-9]{4}[MRA]"


class KeyConverter(StringConverter):
    """The secret part of an invitation. What has not its shape never reaches the database."""

    regex = "[0-9a-f]{32}"


class PowerConverter(StringConverter):
    """A power in a URL, such as FRANCE."""

    regex = "[A-Z]{1,20}"


register_converter(PhaseCodeConverter, "phase")
register_converter(KeyConverter, "key")
register_converter(PowerConverter, "power")

app_name = "games"
urlpatterns = [
    path("", public.front, name="front"),
    path("games/", public.index, name="index"),
    path("games/mine/", public.mine, name="mine"),
    path("games/new/", lobby.new, name="new"),
    path("games/<slug:slug>/", play.game, name="game"),
    path("games/<slug:slug>/join/", lobby.join, name="join"),
    path("games/<slug:slug>/invitation/<key:key>/", lobby.join, name="invitation"),
    path("games/<slug:slug>/leave/", lobby.leave, name="leave"),
    path("games/<slug:slug>/remove/<int:entry>/", lobby.remove, name="remove"),
    path("games/<slug:slug>/resume/", mastering.resume, name="resume"),
    path("games/<slug:slug>/<phase:code>/", play.phase, name="phase"),
    path("games/<slug:slug>/<phase:code>/map.svg", play.board, name="board"),
    path("games/<slug:slug>/<phase:code>/orders/<power:power>/", play.orders, name="orders"),
    path("games/<slug:slug>/<phase:code>/ready/<power:power>/", play.ready, name="ready"),
]
