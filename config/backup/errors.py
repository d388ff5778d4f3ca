"""Errors of backups."""


class BackupError(Exception):
    """A backup was not made or not restored. The message is one line for the operator."""
