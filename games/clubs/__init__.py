"""Clubs: creating and changing them, and who belongs to them."""
