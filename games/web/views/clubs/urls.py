"""Addresses of clubs, under `/clubs/`. That of an invitation link is in `games.urls`."""

from django.urls import path

from .. import reported_texts
from . import manage, members, show

urlpatterns = [
    path("", show.club_list, name="clubs"),
    path("new/", manage.new_club, name="new_club"),
    path("<slug:slug>/", show.club, name="club"),
    path("<slug:slug>/leave/", members.leave_club, name="leave_club"),
    path("<slug:slug>/settings/", manage.club_settings, name="club_settings"),
    path("<slug:slug>/report/", reported_texts.report_club, name="report_club"),
    path("<slug:slug>/link/", manage.renew_club_link, name="renew_club_link"),
    path("<slug:slug>/close/", manage.close_club, name="close_club"),
    *(
        path(
            f"<slug:slug>/members/<int:member>/{name}/",
            members.change_member,
            {"change": name},
            name=f"club_member_{name}",
        )
        for name in members.CHANGES
    ),
]
