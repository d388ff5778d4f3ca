"""Filters for dates and times in the reader's zone, and for the names of zones."""

from django import template

from accounts import dates, time_zones

register = template.Library()
for show in (
    dates.local_time,
    dates.local_time_relative,
    dates.local_time_text,
    dates.clock_time,
    dates.local_date,
):
    register.filter(show.__name__, show, expects_localtime=False)
register.filter("zone_in_words", time_zones.in_words)
register.filter("zone_city", time_zones.city)
