"""Tournaments: rounds of games with the same settings, scored and ranked together."""
