"""What can go wrong with a backup."""


class BackupError(Exception):
    """It was not made, or not restored. `str()` is one line for the operator."""
