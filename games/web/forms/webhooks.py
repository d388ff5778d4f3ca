"""The form for a webhook: an address that gets the news of a game."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...models import Webhook
from ...models.webhook import LONGEST_ADDRESS, LONGEST_SECRET
from ...notifications.webhooks import places
from ...notifications.webhooks.places import SHORTEST_KEY

KIND = Webhook.Kind
VISIBLE_ASCII = RegexValidator(
    r"\A[\x21-\x7e]+\Z", gettext_lazy("Use only ASCII letters, digits and symbols, without spaces.")
)

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

    def __init__(self, kind: str, language: str, data: Any = None) -> None:
        super().__init__(data, initial={"language": language})
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
        problem = places.url_problem(self.kind, url)
        if problem:
            raise forms.ValidationError(problem)
        return url

    @property
    def webhook_fields(self) -> dict[str, Any]:
        """Fields of the `Webhook` to create. Expects valid data."""
        return places.webhook_fields(self.kind, self.cleaned_data)
