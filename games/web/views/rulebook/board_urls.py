"""Addresses of the boards of the rules, below `/rules/`."""

from django.urls import path

from . import boards

urlpatterns = [
    path("boards/<slug:board>/", boards.rules_board, name="rules_board"),
    path("datc/", boards.datc_cases, name="datc"),
]
