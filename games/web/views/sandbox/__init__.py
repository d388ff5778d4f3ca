"""The sandbox: positions and orders that anybody tries."""
