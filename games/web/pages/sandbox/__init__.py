"""Pages of the sandbox."""
