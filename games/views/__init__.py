"""Thin views: `access` gives the object, one function of the room does the work."""
