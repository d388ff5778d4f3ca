"""Backup of the whole database into one file, and restoring it. See docs/backup.md.

`files` handles names and writes files atomically. `sqlite` and `postgresql` each write a backup,
read its migrations, and replace the database by it. `restoring` checks whether this code can use a
backup, and brings a restored database up to date.
"""
