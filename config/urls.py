from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from .manifest import manifest
from .views import healthz, latez, metrics, nothing, readyz

# One door: the administration's own knows no limits and asks for no confirmed address.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("latez", latez, name="latez"),
    path("metrics", metrics, name="metrics"),
    path("manifest.webmanifest", manifest, name="manifest"),
    # Django's way from a row to its page would tell every staff member where private games are.
    path("admin/r/<path:content_type_id>/<path:object_id>/", nothing, name="no_way_from_rows"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.urls")),
]
