"""Taking over a game that already runs elsewhere: its position out of a pasted text, and back.

`docs/takeover.md` says how a position is written down. Nothing here asks the database.
"""

from .reading import Pasted, read
from .writing import write

__all__ = ["Pasted", "read", "write"]
