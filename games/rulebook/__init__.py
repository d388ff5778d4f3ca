"""The rules in chapters, with their boards and addresses."""
