"""Mails that come in: another door to orders and messages, beside the pages of `web`.

`lmtp` and `maildir` hand a mail over to `receive`. `mail` reads it, `order_mails` and `press_mails`
do what it asks for, and `answers` writes to its sender.
"""
