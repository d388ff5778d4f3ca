"""Script that stops the site's processes when the supervisor has died, even by SIGKILL.

It leads their process group. Its standard input is a pipe from the supervisor, which ends with it.
Then the guard sends SIGTERM to the group, waits for the seconds given as its argument, and kills
the group, itself included. It imports the standard library only (`python -I -S`).
"""

import os
import signal
import sys
import time


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 64):
        pass
    os.killpg(0, signal.SIGTERM)
    time.sleep(float(sys.argv[1]))
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
