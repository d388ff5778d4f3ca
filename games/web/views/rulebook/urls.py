"""Addresses of the rules, below `/rules/`."""

from django.urls import path

from . import chapters

urlpatterns = [
    path("", chapters.rules_index, name="rules"),
    path("print/", chapters.rules_to_print, name="rules_print"),
    path("rule/<slug:rule>/", chapters.lasting_address, name="rule"),
    path("<slug:chapter>/", chapters.rules_chapter, name="rules_chapter"),
]
