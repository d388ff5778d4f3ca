"""Help: the texts of docs/help, rendered for pages and searched.

`markdown` turns a file into sections, `generated` makes the tables that files only name, `texts`
keeps the pages of each language, and `search` finds sections.
"""
