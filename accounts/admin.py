"""Administration of people, their e-mail addresses and groups. No passwords, no second factors."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.admin_lookups import RestrictedLookupAdmin
from accounts.api_keys import keys
from accounts.forms import NameField, NotationField, TimeZoneField, check_name_is_free
from accounts.models import User
from accounts.sessions import open_sessions


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    name = NameField()
    notation = NotationField()
    time_zone = TimeZoneField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "time_zone" in self.fields:
            select = self.fields["time_zone"].widget
            assert isinstance(select, forms.Select)
            select.choices = time_zones.choices(self["time_zone"].value() or "")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name, exclude=self.instance)
        return name


@admin.register(User)
class PersonAdmin(RestrictedLookupAdmin):
    """Administration of users, without add and delete.

    Passwords are neither shown (not even hashes) nor set: an administrator could sign in as another
    person. People sign up themselves, and a closed account keeps its row. Suspending has a page of
    its own, which asks for a reason.
    """

    form = PersonForm
    fieldsets = (
        (None, {"fields": ("name", "email", "time_zone", "language", "notation", "pattern_fills")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "closing_at", "closed_at")}),
    )
    readonly_fields = (
        "email",
        "is_active",
        "date_joined",
        "last_login",
        "closing_at",
        "closed_at",
    )
    list_display = ("name", "email", "is_active", "is_staff", "date_joined", "closed_at")
    list_filter = ("is_active", "is_staff", "is_superuser", "language")
    search_fields = ("name", "email")
    ordering = ("name",)
    filter_horizontal = ("groups",)
    actions = ("end_sessions",)

    @admin.action(description=_("End all sessions"))
    def end_sessions(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """End all sessions of the chosen people and revoke their keys; log who did it."""
        for person in people:
            open_sessions.end_all(person)
            keys.revoke_all(person)
            self.log_change(request, person, "Ended all sessions.")
        messages.success(
            request, gettext("All their sessions have ended, and their API keys are revoked.")
        )

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Only a superuser may sign others out, as only a superuser suspends people."""
        actions: dict[str, Any] = super().get_actions(request)
        if not request.user.is_superuser:
            actions.pop("end_sessions", None)
        return actions

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only a superuser may grant rights."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *rights)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A closed account cannot be changed."""
        closed = obj is not None and obj.closed_at is not None
        return not closed and super().has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Write only the columns that the form changed."""
        columns = [name for name in form.changed_data if name != "groups"]
        obj.save(update_fields=columns)


admin.site.unregister([EmailAddress, Group, Authenticator])
# Providers come from settings, no tokens are stored, and links are their owner's.
admin.site.unregister([SocialAccount, SocialApp, SocialToken])


@admin.register(EmailAddress)
class EmailAddressAdmin(RestrictedLookupAdmin):
    """An operator may mark an address as verified, but not change where password resets go."""

    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    search_fields = ("email", "user__name")
    fields = ("email", "user", "primary", "verified")
    readonly_fields = ("email", "user", "primary")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: EmailAddress | None = None) -> bool:
        return False


@admin.register(Group)
class RestrictedGroupAdmin(RestrictedLookupAdmin, GroupAdmin):
    """Django's administration of groups, with restricted lookups."""
