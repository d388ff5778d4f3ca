"""Pages of the course: its lessons, their boards, and the quiz."""
