"""The words of mail. Each is written when it is sent, in the language, notation and zone of its
reader."""
