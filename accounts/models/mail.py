"""Changes of addresses, mails about accounts, and addresses that refuse mail."""

from django.db import models

from .user import User

LONGEST_SUBJECT = 200
LONGEST_MESSAGE_ID = 250


class AddressChange(models.Model):
    """A change of a person's e-mail address that can still be undone (see `address_changes`)."""

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="address_changes")
    old_email = models.EmailField()
    new_email = models.EmailField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["at"], name="accounts_changes_by_age")]

    def __str__(self) -> str:
        return f"change {self.pk} of {self.person_id}"


class AccountMail(models.Model):
    """A mail about an account that waits to be sent: the part of the outbox with texts.

    With `in_reply_to`, the Message-ID of a mail, it is the answer to that; `reply_to` is the
    address to which people answer it.

    A mail about a game is written when it is sent, from rows. This one may hold a link that was
    made for one request, so that its text is stored, but no longer than needed: the row is deleted
    once it was sent or given up. A row without an address is deleted unsent (`account_mails`).
    `games.notifications.mail.account_mails` sends them, by the rule of its `leases`.
    """

    to = models.EmailField(blank=True)
    subject = models.CharField(max_length=LONGEST_SUBJECT, blank=True)
    text = models.TextField(blank=True)
    in_reply_to = models.CharField(max_length=LONGEST_MESSAGE_ID, blank=True, db_default="")
    reply_to = models.CharField(max_length=254, blank=True, db_default="")
    created_at = models.DateTimeField()
    send_at = models.DateTimeField(null=True, db_index=True)  # when to send it, or to try again
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"account mail {self.pk}"


class MailRefusal(models.Model):
    """An address of a person at which a mail server takes no mail (see `refusals`).

    `code` is that of the server's last answer. The row says nothing once the person has another
    address.
    """

    person = models.OneToOneField(User, on_delete=models.PROTECT, related_name="mail_refusal")
    address = models.EmailField()
    code = models.PositiveSmallIntegerField()
    since = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"mail refusal {self.pk} of {self.person_id}"
