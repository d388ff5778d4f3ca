"""Sections about games in a person's own data: what is theirs, and what they may read now."""
