"""Clubs: founding and changing them, and who belongs to them."""
