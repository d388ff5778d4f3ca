"""Addresses of the API. The operations are loaded with the first request for one of them.

So processes that never answer one, such as workers that only write links, do without the packages
that it needs.
"""

from django.urls import path, re_path

from . import entry, pages

urlpatterns = [
    path("api/", pages.operations_page, name="api"),
    path("api/v1/openapi.json", pages.openapi_json, name="openapi"),
    # Any text: a path with a line break is answered by a problem as well.
    re_path(r"^api/v1/(?P<rest>[\s\S]*)$", entry.answer, name="api_v1"),
]
