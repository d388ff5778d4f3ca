"""Static files under names that tell their content apart, so that browsers may keep them for good.

Scripts import each other by these names too. Django does so only where it is asked for.
"""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)


class Named(ManifestStaticFilesStorage):
    support_js_module_import_aggregation = True


class NamedAndCompressed(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    support_js_module_import_aggregation = True
