"""The JSON API for programs of players, and the page on which to read and try it."""
