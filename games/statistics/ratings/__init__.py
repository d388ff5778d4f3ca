"""Ratings of people, computed from the results of rated games alone, in the order of their ends."""
