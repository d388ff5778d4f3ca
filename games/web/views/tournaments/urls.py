"""Addresses of tournaments, under `/tournaments/`."""

from django.urls import path

from .. import reported_texts
from . import entries, organize, show

urlpatterns = [
    path("", show.tournament_list, name="tournaments"),
    path("new/", organize.new_tournament, name="new_tournament"),
    path("<slug:slug>/", show.tournament, name="tournament"),
    path("<slug:slug>/round/<int:number>/", show.tournament_round, name="tournament_round"),
    path("<slug:slug>/standings.csv", show.standings_csv, name="standings_csv"),
    path("<slug:slug>/enter/", entries.enter_tournament, name="enter_tournament"),
    path("<slug:slug>/leave/", entries.leave_tournament, name="leave_tournament"),
    path("<slug:slug>/team/", entries.choose_team, name="tournament_team"),
    path("<slug:slug>/settings/", organize.tournament_settings, name="tournament_settings"),
    path("<slug:slug>/report/", reported_texts.report_tournament, name="report_tournament"),
    path("<slug:slug>/draw/", organize.draw_round, name="draw_round"),
    path("<slug:slug>/end/", organize.end_tournament, name="end_tournament"),
    path("<slug:slug>/organizers/add/", organize.add_organizer, name="add_organizer"),
    path("<slug:slug>/organizers/leave/", organize.stop_organizing, name="stop_organizing"),
    path(
        "<slug:slug>/entrants/<int:entrant>/remove/",
        organize.remove_entrant,
        name="remove_entrant",
    ),
    path(
        "<slug:slug>/entrants/<int:entrant>/readmit/",
        organize.readmit_entrant,
        name="readmit_entrant",
    ),
]
