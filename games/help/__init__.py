"""Help: the texts of docs/help, rendered for pages and searched.

`markdown` turns a file into sections, `generated` makes the tables that files only name, `books`
keeps the pages of each language, and `search` finds sections. The rules are such a book, too; that
of the help is in `texts`.
"""
