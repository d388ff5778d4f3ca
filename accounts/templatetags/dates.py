"""Filters for dates and times in the reader's zone."""

from django import template

from accounts import dates

register = template.Library()
for show in (
    dates.local_time,
    dates.local_time_relative,
    dates.local_time_text,
    dates.clock_time,
    dates.local_date,
):
    register.filter(show.__name__, show, expects_localtime=False)
