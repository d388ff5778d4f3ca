"""Acts of a game master in a game that has begun.

`by` is the person who acts, or None after a vote of the players and for acts of the site itself.
Callers check with `access` that the person may act.
"""
