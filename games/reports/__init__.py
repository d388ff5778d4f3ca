"""Reports: the results of a resolved phase as a text to paste into a forum, a chat or a mail.

`content` holds the values of a report, `gather` reads them from rows, `layout` puts them into
words, and each module in `formats` renders them; `write` does all of these.
"""
