"""Outlives the supervisor by a moment. Run as a script, it leads the group of its processes.

It reads its standard input, which ends when the supervisor is gone, however that died. Then it asks
the group to stop and kills what is left of it, itself included. It needs nothing of Python's site.
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
