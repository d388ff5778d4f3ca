"""Rules for new passwords. They say nothing of the characters that a password may consist of."""
