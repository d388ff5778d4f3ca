from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        # It imports models, which can be loaded only now.
        from .second_factors import changes

        changes.connect()
