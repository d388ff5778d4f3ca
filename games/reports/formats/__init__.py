"""The formats of a report: one module each, whose `write` renders a `LaidOutReport`."""
