from django.urls import path, re_path

from accounts import views
from accounts.api_keys import views as api_key_views
from accounts.profiles import views as profile_views
from accounts.providers import urls as provider_urls
from accounts.second_factors import views as second_factor_views
from accounts.sessions import views as session_views
from accounts.sign_in import views as sign_in_views
from accounts.terms import views as terms_views

app_name = "accounts"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("profile/", profile_views.own_profile, name="profile"),
    path("profile/report/<int:person>/", profile_views.report_profile, name="report_profile"),
    path("profile/reports/", profile_views.profile_reports, name="profile_reports"),
    path(
        "profile/reports/<int:report>/",
        profile_views.close_profile_report,
        name="close_profile_report",
    ),
    path("sessions/", session_views.sessions_page, name="sessions"),
    path("api-keys/", api_key_views.key_list, name="api_keys"),
    path("api-keys/new/", api_key_views.new_key, name="new_api_key"),
    path("api-keys/<slug:prefix>/revoke/", api_key_views.revoke_key, name="revoke_api_key"),
    path("close/", views.close, name="close"),
    path("keep/", views.keep_account, name="keep"),
    path("data/", views.my_data, name="my_data"),
    path("data/download/", views.download_data, name="download_data"),
    path("address/undo/<str:token>/", views.undo_address_change, name="undo_address_change"),
    path("terms/", terms_views.accept_terms, name="accept_terms"),
    path("suspensions/", views.suspensions, name="suspensions"),
    path("suspensions/<int:person>/lift/", views.lift_suspension, name="lift_suspension"),
    path("language/", views.choose_language, name="language"),
    path("appearance/", views.choose_appearance, name="appearance"),
    path("time-zone/", views.choose_time_zone, name="time_zone"),
    path("password/set/", views.set_password, name="set_password"),
    path(
        "2fa/webauthn/reauthenticate/",
        second_factor_views.reauthenticate_by_passkey,
        name="reauthenticate_by_passkey",
    ),
    path("2fa/webauthn/login/", second_factor_views.passkey_sign_in, name="passkey_sign_in"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$", sign_in_views.confirm_address, name="confirm_address"
    ),
    path("email/", sign_in_views.change_address, name="change_address"),
    *provider_urls.urlpatterns,
]
