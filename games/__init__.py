"""Games of Diplomacy on the site; docs/architecture.md describes the rooms."""

__version__ = "1.0.0.dev0"
