"""The rules of Diplomacy as a pure Python library."""
