"""Reliability of people: how they have kept the deadlines of their games."""

from .figures import FEWEST_DUE, HALF_LIFE, Reliability
from .played import most_at_once, of_people, of_person

__all__ = ["FEWEST_DUE", "HALF_LIFE", "Reliability", "most_at_once", "of_people", "of_person"]
