from django.urls import path, register_converter

from .views import lobby, mastering, play, public


class PhaseCodeConverter:
    """A phase in a URL, such as S1901M."""

    regex = "[SFW][0-9]{4}[MRA]"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PhaseCodeConverter, "phase")

app_name = "games"
urlpatterns = [
    path("", public.front, name="front"),
    path("games/", public.index, name="index"),
    path("games/mine/", public.mine, name="mine"),
    path("games/new/", lobby.new, name="new"),
    path("games/<slug:slug>/", play.game, name="game"),
    path("games/<slug:slug>/join/", lobby.join, name="join"),
    path("games/<slug:slug>/invitation/<str:key>/", lobby.join, name="invitation"),
    path("games/<slug:slug>/leave/", lobby.leave, name="leave"),
    path("games/<slug:slug>/remove/<int:entry>/", lobby.remove, name="remove"),
    path("games/<slug:slug>/resume/", mastering.resume, name="resume"),
    path("games/<slug:slug>/<phase:code>/", play.phase, name="phase"),
    path("games/<slug:slug>/<phase:code>/orders/<str:power>/", play.orders, name="orders"),
    path("games/<slug:slug>/<phase:code>/ready/<str:power>/", play.ready, name="ready"),
]
