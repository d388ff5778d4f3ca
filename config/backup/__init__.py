"""One file that holds the whole database, and the way back from it. docs/backup.md says how to use
both.

`files` knows names and how a file comes to be whole or not at all; `sqlite` and `postgresql` each
write a backup, read what is in one, and put it in the database's place; `restoring` asks whether
this code can take a backup and brings it up to date.
"""
