"""What programs fetch: calendars of deadlines, and news of games. None of it is read by cookie."""
