"""The form for a webhook: an address that gets the news of a game."""

import ipaddress
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...models import Game, Webhook
from ...models.webhook import LONGEST_ADDRESS, LONGEST_SECRET
from ...notifications import ssrf_guard

KIND = Webhook.Kind
SHORTEST_KEY = 16
VISIBLE_ASCII = RegexValidator(
    r"\A[\x21-\x7e]+\Z", gettext_lazy("Use only ASCII letters, digits and symbols, without spaces.")
)
# …/t/the-slug/123 or …/t/123, optionally followed by the number of a post.
TOPIC = re.compile(r"(.*)/t/(?:(?![0-9]+(?:/|\Z))[^/]+/)?([0-9]{1,9})(?:/[0-9]+)?/?")

# Help text of the address.
ADDRESS_HELP: Mapping[str, object] = {
    KIND.DISCORD: gettext_lazy(
        "In Discord: the channel’s settings → Integrations → Webhooks → New webhook → Copy its URL."
    ),
    KIND.SLACK: gettext_lazy(
        "In Slack: your app → Incoming webhooks → Add new webhook → Copy its URL."
    ),
    KIND.MATTERMOST: gettext_lazy(
        "In Mattermost: Integrations → Incoming webhooks → Add → Copy its URL."
    ),
    KIND.DISCOURSE: gettext_lazy(
        "Each piece of news becomes a reply in this topic. Copy the address from your "
        "browser: https://forum.example.org/t/the-game/123"
    ),
    KIND.JSON: gettext_lazy(
        "Your program receives each piece of news there as a POST request with JSON."
    ),
}


def _secret(label: str, help_text: str, **kwargs: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_SECRET,
        validators=[VISIBLE_ASCII],
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        **kwargs,
    )


class WebhookForm(forms.Form):
    """A webhook of one kind; each kind needs other fields."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_ADDRESS,
        validators=[VISIBLE_ASCII],
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language and notation"), choices=settings.LANGUAGES
    )

    def __init__(self, kind: str, game: Game, data: Any = None) -> None:
        super().__init__(data, initial={"language": game.language})
        self.kind = kind
        self.fields["url"].help_text = str(ADDRESS_HELP[kind])
        if kind == KIND.DISCOURSE:
            self.fields["url"].label = _("Address of the topic")
            self.fields["username"] = forms.CharField(
                label=_("Forum account"),
                help_text=_("The name of the forum account that posts the news."),
                max_length=60,
                validators=[VISIBLE_ASCII],
            )
            self.fields["secret"] = _secret(
                _("API key"),
                _(
                    "A forum administrator creates it: Admin → API → New key, for that "
                    "one user, with the scope “topics: write”."
                ),
            )
        elif kind == KIND.JSON:
            self.fields["secret"] = _secret(
                _("Signing key"),
                _(
                    "Choose it at random. Your program uses it to check that the news "
                    "comes from this site."
                ),
                min_length=SHORTEST_KEY,
            )
        self.order_fields(["url", "username", "secret", "language"])

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        problem = address_problem(url)
        if problem:
            raise forms.ValidationError(problem)
        if self.kind == KIND.DISCOURSE and not TOPIC.fullmatch(urlsplit(url).path):
            raise forms.ValidationError(
                _(
                    "This isn’t the address of a topic. After the forum’s address it must "
                    "have /t/ and the topic’s number."
                )
            )
        return url

    @property
    def webhook_fields(self) -> dict[str, Any]:
        """Fields of the `Webhook` to create. Expects valid data."""
        fields = {"kind": self.kind, **self.cleaned_data}
        if self.kind == KIND.DISCOURSE:
            parts = urlsplit(fields["url"])
            found = TOPIC.fullmatch(parts.path)
            assert found is not None
            fields["url"] = f"{parts.scheme}://{parts.netloc}{found[1]}"
            fields["topic"] = int(found[2])
        return fields


def address_problem(url: str) -> str:
    """Return a sentence about a problem with an address; empty if there is none.

    Its host name is resolved and checked each time something is sent there, not here.
    """
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        return _("This isn’t a full address. Copy all of it, starting with https://.")
    if parts.scheme not in ("https", "http") or not parts.hostname:
        return _("This isn’t a full address. Copy all of it, starting with https://.")
    if parts.scheme == "http" and not settings.PRIVATE_WEBHOOKS:
        return _(
            "The address must begin with https://. News and keys are sent only over "
            "secure connections."
        )
    if parts.username is not None or parts.password is not None:
        return _("Remove the name and the password before the host name.")
    if parts.fragment:
        return _("Remove the # and everything after it.")
    if _is_private(parts):
        return _(
            "This address leads to a private network. Use one that can be reached "
            "from the internet."
        )
    return ""


def _is_private(parts: SplitResult) -> bool:
    """Whether the host is visibly private, without resolving its name."""
    host = (parts.hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return not settings.PRIVATE_WEBHOOKS
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return not ssrf_guard.is_allowed(host)
