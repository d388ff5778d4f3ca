"""Players that are programs: a seat's view in, canonical orders out. They know nothing of rows or pages."""
