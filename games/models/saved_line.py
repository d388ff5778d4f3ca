from django.conf import settings
from django.db import models

LONGEST_TITLE = 80
LONGEST_LINE = 3_800


class SavedLine(models.Model):
    """A line of the sandbox that somebody saved. Only its owner reads it unless it is shared.

    `text` is what `games.sandbox.address` reads. `holds_orders` says that it begins with its
    owner's orders of a running game. `key` is the secret of the link by which anybody opens it,
    null while it is private.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="saved_lines"
    )
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.CharField(max_length=LONGEST_LINE)
    holds_orders = models.BooleanField(default=False)
    key = models.CharField(max_length=32, unique=True, null=True, editable=False)  # noqa: DJ001
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"saved line {self.pk} of {self.owner_id}"
