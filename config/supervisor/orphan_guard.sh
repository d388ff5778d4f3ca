#!/bin/sh
# Stops the site's processes when the supervisor has died, even by SIGKILL. A shell takes a tenth of
# the memory of Python.
#
# It leads their process group. Its standard input is a pipe from the supervisor, which ends with it.
# Then the guard sends SIGTERM to the group, waits for the seconds given as its argument, and kills
# the group, itself included.
trap '' INT TERM HUP
while read -r _; do :; done
kill -TERM 0
sleep "$1"
kill -KILL 0
