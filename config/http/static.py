"""Storage of static files under names with a hash of the content, so that browsers cache them.

Scripts import each other by the hashed names too, which Django supports only if asked.
"""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)


class HashedStaticFiles(ManifestStaticFilesStorage):
    support_js_module_import_aggregation = True


class CompressedHashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    support_js_module_import_aggregation = True
