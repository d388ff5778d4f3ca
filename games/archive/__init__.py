"""Whole games: written as an archive for everyone who sees them, and read with their history.

docs/archive.md describes the archive. `formats` has a module for each format that can be read.
"""
