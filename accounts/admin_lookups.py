"""Administration lists that can be filtered only by what `list_filter` names."""

from django.contrib import admin
from django.http import HttpRequest


class RestrictedLookupAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Base of all our administration classes.

    Django accepts any column or relation as a filter in the query string. With it, staff could
    guess character by character what no list shows: a password hash, an invitation key, or who
    wrote a message in an anonymous game. Here only the filters of `list_filter` are accepted; any
    other gives a 400.
    """

    def lookup_allowed(
        self, lookup: str, value: object, request: HttpRequest | None = None
    ) -> bool:
        """Allow fields of `list_filter`. It must hold field names: filter classes are not read."""
        names = [str(name) for name in self.list_filter]
        return lookup in {f"{name}{how}" for name in names for how in ("", "__exact", "__isnull")}

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Allow the primary key only, which the links of the list contain anyway."""
        return to_field in ("pk", self.opts.pk.name)
