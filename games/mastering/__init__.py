"""What a game master does beyond the lobby, one idea a module. Whose act it is, `by`, is none where
the players have voted for it or the site itself acts. Who may act is for `access` to say."""
