"""Form of a club."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import reserved_names, spelling

from ...models import Club


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name, words and visibility of a club."""

    class Meta:
        model = Club
        fields = ["name", "about", "is_listed"]
        widgets = {"about": forms.Textarea(attrs={"rows": 4})}

    def clean_name(self) -> str:
        name = spelling.normalize(self.cleaned_data["name"])
        spelling.validate(name)
        if reserved_names.is_reserved(name):
            raise ValidationError(_("This name is reserved. Choose another."))
        return name

    def fields_of_club(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}
