"""Calendars of deadlines and Atom feeds of news. Programs fetch them without cookies."""
