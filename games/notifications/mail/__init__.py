"""Notifications by mail.

A mail is composed when it is sent, in its reader's language, notation and time zone.
"""
