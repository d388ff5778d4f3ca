"""The kinds of votes, one module for each.

A new kind is a module here with a `KIND`, a line in `KINDS`, a name in `VoteKind` of the models
and a sentence in `games.wording.votes`; a test asks for all of them.
"""

from collections.abc import Mapping

from . import amend, concede, draw, extend, pause, resume
from .kind import VoteKind

__all__ = ["KINDS", "VoteKind"]

# By name, in the order in which the form offers them.
KINDS: Mapping[str, VoteKind] = {
    kind.name: kind
    for kind in (resume.KIND, extend.KIND, pause.KIND, draw.KIND, concede.KIND, amend.KIND)
}
