"""What happened in a resolved phase, as a text to paste elsewhere: in a forum, a chat, a mail.

`contents` says what a report holds, `gathering` reads it from rows, `layout` puts it into words,
and a module for each format writes it down; `making` does all of it.
"""
