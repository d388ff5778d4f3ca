"""Set-ups around boards of tests."""

import dataclasses

from adjudicator import Board, Setup, load_setup


def on(board: Board) -> Setup:
    """Return the standard set-up on another board."""
    return dataclasses.replace(load_setup("standard"), board=board)
