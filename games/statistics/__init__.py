"""Figures of games: what powers had and did. They follow from the stored phases alone."""
