"""Addresses of sign-in with accounts elsewhere.

They stand before those of allauth and hide the ones with the same paths. The addresses to which
providers send people back are allauth's own: `discord_callback` and the like.
"""

from django.urls import path

from accounts.providers import views

urlpatterns = [
    path("confirm-elsewhere/", views.confirm, name="confirm_elsewhere"),
    path("3rdparty/", views.list_links, name="links"),
    path("3rdparty/<int:link>/unlink/", views.unlink, name="unlink"),
    path("3rdparty/signup/", views.sign_up, name="provider_sign_up"),
    path("3rdparty/login/cancelled/", views.cancelled, name="provider_cancelled"),
    path("3rdparty/login/error/", views.failed, name="provider_failed"),
    path("discord/login/", views.start, {"provider_id": "discord"}, name="start_discord"),
    path("google/login/", views.start, {"provider_id": "google"}, name="start_google"),
    path("google/login/token/", views.not_found, name="no_google_tokens"),
    path("oidc/<str:provider_id>/login/", views.start, name="start_oidc"),
    path("social/<path:rest>", views.not_found, name="no_old_addresses"),
]
