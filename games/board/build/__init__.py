"""Draws the board from its sources; run by ``./run build-board``, never imported by the site.

From ``source/`` come ``static/board/standard.svg`` (the shapes) and ``standard.json`` beside the
package ``games.board`` (where units, centers and names stand). The same sources and the same
libraries (``requirements-board.txt``) give the same bytes.

Every coordinate is a unit of the SVG's viewBox, y downwards, unless degrees are named.
"""
