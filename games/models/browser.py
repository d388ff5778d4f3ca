from django.conf import settings
from django.db import models

LONGEST_ENDPOINT = 1000
KEY_LENGTH, AUTH_LENGTH = 87, 22  # 65 and 16 bytes in base64url without its padding


class Browser(models.Model):
    """A browser in which a person is told of things, by the push service of its maker.

    Whoever has `endpoint` can reach it, so it is nobody's to read again; `key` and `auth` are what
    each message is sealed with (RFC 8291). `bond` says by which password and for which key of the
    site it was given: with another, it is told nothing. `trouble` is a word of `hooks.calling` or
    the status of HTTP by which the last message failed; empty after one that arrived.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="browsers"
    )
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    key = models.CharField(max_length=KEY_LENGTH)
    auth = models.CharField(max_length=AUTH_LENGTH)
    bond = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    trouble = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["person_id", "pk"]

    def __str__(self) -> str:
        return f"browser {self.pk} of {self.person_id}"
