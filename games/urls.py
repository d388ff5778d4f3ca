from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import acts
from .views import (
    absences,
    browsers,
    complaints,
    elsewhere,
    extending,
    feeds,
    here,
    lobby,
    log,
    mail,
    maps,
    mastering,
    motions,
    muting,
    play,
    press,
    public,
    reading,
    replacing,
    report,
    seats,
    settings,
    takeover,
)


class PhaseCodeConverter(StringConverter):
    """A phase in a URL, such as S1901M."""

    regex = "[SFW][0-9]{4}[MRA]"


class KeyConverter(StringConverter):
    """The secret part of an invitation, of a map's address or of a person's feeds.

    What has not its shape never reaches the database.
    """

    regex = "[0-9a-f]{32}"


class TokenConverter(StringConverter):
    """What we have signed: letters, digits and a point."""

    regex = "[A-Za-z0-9_-]{1,200}[.][A-Za-z0-9_-]{1,100}"


class PowerConverter(StringConverter):
    """A power in a URL, such as FRANCE."""

    regex = "[A-Z]{1,20}"


class CircleConverter:
    """The powers of a private thread, or the one of a notebook, in a URL: FRANCE-GERMANY."""

    regex = "[A-Z]{1,20}(?:-[A-Z]{1,20})*"

    def to_python(self, value: str) -> list[str]:
        return value.split("-")

    def to_url(self, powers: list[str]) -> str:
        return "-".join(powers)


register_converter(PhaseCodeConverter, "phase")
register_converter(KeyConverter, "key")
register_converter(PowerConverter, "power")
register_converter(TokenConverter, "token")
register_converter(CircleConverter, "circle")

app_name = "games"
urlpatterns = [
    path("", public.front, name="front"),
    path("games/", public.index, name="index"),
    path("games/mine/", public.mine, name="mine"),
    path("games/new/", lobby.new, name="new"),
    path("games/seats/", seats.open_seats, name="open_seats"),
    path("games/volunteer/", seats.volunteer, name="volunteer"),
    path("games/disorder/", replacing.disorder, name="disorder"),
    path("games/shared/", replacing.shared, name="shared"),
    path("games/complaints/", complaints.complaints, name="complaints"),
    path(
        "games/complaints/<int:complaint>/close/",
        complaints.close_complaint,
        name="close_complaint",
    ),
    path("games/take-over/", takeover.take_over, name="take_over"),
    path("push-worker.js", browsers.worker, name="push_worker"),
    path("mail/browser/", browsers.add, name="add_browser"),
    path("mail/browser/stop/", browsers.stop, name="stop_browsers"),
    path("mail/", mail.mail, name="mail"),
    path("mail/unsubscribe/<token:token>/", mail.unsubscribe, name="unsubscribe"),
    path("feeds/", feeds.feeds, name="feeds"),
    path("calendar-<key:key>.ics", feeds.own_calendar, name="own_calendar"),
    path("games/<slug:slug>/calendar.ics", feeds.game_calendar, name="calendar"),
    path("games/<slug:slug>/calendar-<key:key>.ics", feeds.game_calendar, name="keyed_calendar"),
    path("games/<slug:slug>/feed.atom", feeds.game_news, name="news"),
    path("games/<slug:slug>/feed-<key:key>.atom", feeds.game_news, name="keyed_news"),
    path("games/<slug:slug>/", play.game, name="game"),
    path("games/<slug:slug>/join/", lobby.join, name="join"),
    path("games/<slug:slug>/invitation/<key:key>/", lobby.join, name="invitation"),
    path("games/<slug:slug>/leave/", lobby.leave, name="leave"),
    path("games/<slug:slug>/remove/<int:entry>/", lobby.remove, name="remove"),
    path("games/<slug:slug>/seats/<power:power>/take/", seats.take, name="take"),
    path("games/<slug:slug>/seats/<power:power>/take/<key:key>/", seats.take, name="take_invited"),
    path("games/<slug:slug>/seats/<power:power>/resign/", seats.resign, name="resign"),
    path("games/<slug:slug>/seats/<power:power>/replace/", replacing.replace, name="replace"),
    path("games/<slug:slug>/seats/<power:power>/return/", replacing.give_back, name="give_back"),
    path("games/<slug:slug>/motions/", motions.propose, name="motions"),
    path("games/<slug:slug>/motions/<int:motion>/vote/<power:power>/", motions.vote, name="vote"),
    path("games/<slug:slug>/resume/", mastering.resume, name="resume"),
    path("games/<slug:slug>/settings/", settings.settings, name="settings"),
    path("games/<slug:slug>/absence/<power:power>/", absences.absence, name="absence"),
    path(
        "games/<slug:slug>/absence/<power:power>/<int:absence>/withdraw/",
        absences.withdraw,
        name="withdraw_absence",
    ),
    path(
        "games/<slug:slug>/seats/<power:power>/disorder/",
        mastering.act,
        {"kind": acts.Disorder},
        name="declare_disorder",
    ),
    path("games/<slug:slug>/log/", log.log, name="log"),
    path("games/<slug:slug>/here/", here.here, name="here"),
    path("games/<slug:slug>/master/", mastering.desk, name="master"),
    *(
        path(
            f"games/<slug:slug>/master/{name}/",
            mastering.act,
            {"kind": kind},
            name=f"master_{name}",
        )
        for name, kind in (
            acts.OF_THE_CLOCK | acts.OF_THE_GAME | acts.OF_MAPS | acts.OF_MASTERS
        ).items()
    ),
    path("games/<slug:slug>/elsewhere/", elsewhere.places, name="elsewhere"),
    path("games/<slug:slug>/elsewhere/add/<slug:kind>/", elsewhere.add, name="add_hook"),
    path("games/<slug:slug>/elsewhere/<int:hook>/test/", elsewhere.try_out, name="try_hook"),
    path(
        "games/<slug:slug>/elsewhere/<int:hook>/off/", elsewhere.switch_off, name="switch_hook_off"
    ),
    path("games/<slug:slug>/letters/", press.letters, name="letters"),
    path("games/<slug:slug>/letters/public/", press.public_letters, name="public_letters"),
    path("games/<slug:slug>/letters/public/new/", press.new_topic, name="new_public_letters"),
    path("games/<slug:slug>/letters/to/<circle:powers>/", press.letters_to, name="letters_to"),
    path(
        "games/<slug:slug>/letters/to/<circle:powers>/new/", press.new_topic, name="new_letters_to"
    ),
    path("games/<slug:slug>/letters/reports/", press.reports, name="reports"),
    path("games/<slug:slug>/letters/search/", press.search, name="search_letters"),
    path("games/<slug:slug>/letters/topics/<key:key>/", press.topic, name="topic"),
    path("games/<slug:slug>/letters/topics/<key:key>/extend/", extending.extend, name="extend"),
    path(
        "games/<slug:slug>/letters/proposals/<key:key>/",
        extending.answer,
        name="answer_extension",
    ),
    path("games/<slug:slug>/letters/<key:key>/", press.letter, name="letter"),
    path(
        "games/<slug:slug>/letters/<key:key>/report/",
        complaints.report_letter,
        name="report_letter",
    ),
    path(
        "games/<slug:slug>/letters/<key:key>/mute/",
        muting.mute,
        {"wanted": True},
        name="mute_power",
    ),
    path(
        "games/<slug:slug>/letters/<key:key>/unmute/",
        muting.mute,
        {"wanted": False},
        name="unmute_power",
    ),
    path(
        "games/<slug:slug>/letters/<key:key>/hide/",
        mastering.act,
        {"kind": acts.HideLetter},
        name="hide_letter",
    ),
    path(
        "games/<slug:slug>/letters/<key:key>/show/",
        mastering.act,
        {"kind": acts.ShowLetter},
        name="show_letter",
    ),
    path("games/<slug:slug>/<phase:code>/", reading.phase, name="phase"),
    path("games/<slug:slug>/<phase:code>/after/", reading.after, name="after"),
    path(
        "games/<slug:slug>/<phase:code>/superseded/<int:number>/",
        reading.superseded,
        name="superseded",
    ),
    path("games/<slug:slug>/<phase:code>/report/", report.report, name="report"),
    path("games/<slug:slug>/<phase:code>/report/discuss/", press.discuss, name="discuss"),
    path("games/<slug:slug>/<phase:code>/map.svg", maps.svg, name="board"),
    path("games/<slug:slug>/<phase:code>/map.png", maps.png, name="picture"),
    path(
        "games/<slug:slug>/<phase:code>/map-<key:key>.png", maps.shared_png, name="shared_picture"
    ),
    path("games/<slug:slug>/<phase:code>/orders/<power:power>/", play.orders, name="orders"),
    path("games/<slug:slug>/<phase:code>/echo/<power:power>/", play.echo, name="echo"),
    path("games/<slug:slug>/<phase:code>/ready/<power:power>/", play.ready, name="ready"),
]
