"""State of a game for one reader, by which open pages and programs notice what is new."""
