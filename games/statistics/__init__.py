"""Figures of games, which follow from the stored phases alone, and ratings of people."""
