from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        # It imports models, which can be loaded only now.
        from .clubs import membership
        from .course import progress
        from .lifecycle import account_closing
        from .own_data import sections
        from .reported_texts import reports
        from .sandbox import saved
        from .tournaments import personal

        account_closing.register()
        sections.register()
        saved.register()
        progress.register()
        personal.register()
        membership.register()
        reports.register()
