"""What is new in a game for one reader: for open pages, and for programs that ask again."""
