"""Bots: the seats that they hold, and the process in which their programs play."""
