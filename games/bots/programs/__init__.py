"""Programs that play: a seat's view in, canonical orders out. They know no rows and no pages."""
