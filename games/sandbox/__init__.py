"""Positions that somebody tries: lines of play that no game has, and their addresses.

Only `saved` uses the database, for lines that people save; no other line is stored.
"""
