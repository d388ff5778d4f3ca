"""Thin views: `access` loads the objects that the URL names, another function does the work."""
