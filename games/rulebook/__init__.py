"""The rules in chapters, with their boards and addresses.

`chapters` is the book of docs/rules, a book like the help. `addresses` finds the section of a rule,
`points` makes the tables of points on which editions differ, and `readers_rules` puts first what
counts in a reader's game.
"""
