"""SOAK is true in `./run soak`, which tests every promise with its full count."""

import os

SOAK = os.environ.get("SOAK") == "1"
