"""Lists of the administration that answer no questions but those they offer."""

from django.contrib import admin
from django.http import HttpRequest


class OfferedLookups(admin.ModelAdmin):  # type: ignore[type-arg]
    """The base of every list of ours.

    Django takes any column, and any relation from here or to here, for a condition in the address:
    so it would tell letter by letter what no list shows, such as a password's hash, an invitation's
    key, or who wrote a letter in an anonymous game. Here the conditions of `list_filter` are all;
    every other is answered with 400.
    """

    def lookup_allowed(
        self, lookup: str, value: object, request: HttpRequest | None = None
    ) -> bool:
        """Takes names of fields alone for filters: a filter class would bring its own parameter."""
        names = [str(name) for name in self.list_filter]
        return lookup in {f"{name}{how}" for name in names for how in ("", "__exact", "__isnull")}

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Rows are named by their keys, which stand in the list's links anyway."""
        return to_field in ("pk", self.opts.pk.name)
