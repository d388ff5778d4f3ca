"""People, as an operator sees them: whom to let in, never how they sign in."""

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts import zones
from accounts.forms import NameField, ZoneField, check_name_is_free
from accounts.models import User


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    name = NameField()
    time_zone = ZoneField()

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        zone = self.fields.get("time_zone")
        if zone is not None:
            assert isinstance(zone.widget, forms.Select)
            zone.widget.choices = zones.choices(self["time_zone"].value() or "")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name, but=self.instance)
        return name


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """No password, not even its hash; no way to add or delete a person.

    People sign up themselves, and closing keeps the row. A forgotten password is reset by mail.
    """

    form = PersonForm
    fieldsets = (
        (None, {"fields": ("name", "email", "time_zone", "language")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "closed_at")}),
    )
    readonly_fields = ("email", "date_joined", "last_login", "closed_at")
    list_display = ("name", "email", "is_active", "is_staff", "date_joined", "closed_at")
    list_filter = ("is_active", "is_staff", "is_superuser", "language")
    search_fields = ("name", "email")
    ordering = ("name",)
    filter_horizontal = ("groups",)

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False
