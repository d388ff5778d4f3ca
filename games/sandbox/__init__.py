"""Positions that somebody tries: lines of play that no game has, and their addresses.

Nothing here uses the database, and no line is stored.
"""
