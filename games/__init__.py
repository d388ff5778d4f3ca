"""Games of Diplomacy on the site; docs/architecture.md describes the rooms."""

__version__ = "0.1.0"
