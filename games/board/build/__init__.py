"""Draws the board from its sources; run by ``./run build-board``, never imported by the site.

From ``source/`` it makes ``static/board/standard.svg`` (the shapes) and ``maps/standard.json`` in
the package ``games.board`` (the places of units, centers and names). The same sources and the same
libraries (``requirements-board.txt``) give the same bytes.

Every coordinate is a unit of the SVG's viewBox, y downwards, unless degrees are named.
"""
