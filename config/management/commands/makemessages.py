"""Bring the message catalogues up to date with the sources (needs xgettext and msgmerge).

They hold nothing that changes while the texts stay the same: no dates, line numbers or fuzzy
guesses.
"""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

DATE = re.compile(r'^"(?:POT-Creation|PO-Revision)-Date: .*\\n"\n', re.MULTILINE)


class Command(makemessages.Command):
    # A changed text must be translated again: msgmerge's fuzzy guesses look like translations.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        options["locale"] = options["locale"] or [
            code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE
        ]
        options["no_location"] = options["no_obsolete"] = options["no_wrap"] = True
        options["ignore_patterns"] += ["tests", "data", "staticfiles", ".venv"]
        super().handle(*args, **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        super().write_po_file(potfile, locale)
        folder = Path(potfile).parent / locale / "LC_MESSAGES"
        catalogue = folder / f"{self.domain}.po"
        text = catalogue.read_text(encoding="utf-8")
        catalogue.write_text(DATE.sub("", text), encoding="utf-8")
