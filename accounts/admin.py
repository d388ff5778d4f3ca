"""People, as an operator sees them: whom to let in, never how they sign in."""

from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import zones
from accounts.forms import NameField, NotationField, ZoneField, check_name_is_free
from accounts.lists import OfferedLookups
from accounts.models import User


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    name = NameField()
    notation = NotationField()
    time_zone = ZoneField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "time_zone" in self.fields:
            select = self.fields["time_zone"].widget
            assert isinstance(select, forms.Select)
            select.choices = zones.choices(self["time_zone"].value() or "")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name, but=self.instance)
        return name


@admin.register(User)
class PersonAdmin(OfferedLookups):
    """No password, not even its hash, and none can be set: that would be signing in as another.

    People sign up themselves, and closing an account keeps the row: nothing is added or deleted.
    Suspending has a page of its own, which asks why.
    """

    form = PersonForm
    fieldsets = (
        (None, {"fields": ("name", "email", "time_zone", "language", "notation", "pattern_fills")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "closed_at")}),
    )
    readonly_fields = ("email", "is_active", "date_joined", "last_login", "closed_at")
    list_display = ("name", "email", "is_active", "is_staff", "date_joined", "closed_at")
    list_filter = ("is_active", "is_staff", "is_superuser", "language")
    search_fields = ("name", "email")
    ordering = ("name",)
    filter_horizontal = ("groups",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only a superuser hands out rights."""
        assert isinstance(request.user, User)
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *rights)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A closed account stays as it was scrubbed."""
        closed = obj is not None and obj.closed_at is not None
        return not closed and super().has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Write what the form changed and nothing else."""
        columns = [name for name in form.changed_data if name != "groups"]
        obj.save(update_fields=columns)


admin.site.unregister([EmailAddress, Group])


@admin.register(EmailAddress)
class AddressAdmin(OfferedLookups):
    """An operator may vouch for an address, but not turn a password reset to another one."""

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
class RightsAdmin(OfferedLookups, GroupAdmin):
    """Groups of rights, as Django shows them."""
