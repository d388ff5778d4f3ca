from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from accounts.terms.views import read_terms

from .http.manifest import manifest
from .http.well_known import change_password, security_txt
from .monitoring.views import healthz, latez, metrics, not_found, readyz

# Allauth's sign-in for the administration too: Django's has no rate limit and needs no verified
# address.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("latez", latez, name="latez"),
    path("metrics", metrics, name="metrics"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path(".well-known/change-password", change_password, name="change_password"),
    path("terms/", read_terms, name="terms"),
    # Django's “view on site” redirect would show the URLs of private games to all staff.
    path("admin/r/<path:content_type_id>/<path:object_id>/", not_found, name="no_view_on_site"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.urls")),
]
