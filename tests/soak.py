"""Whether all is asked for: `./run soak` tests every promise with its full count."""

import os

SOAK = os.environ.get("SOAK") == "1"
