"""Shared by the measurements of this folder: a server, what it cost, and how fast it was."""

import json
import os
import signal
import subprocess


class Server:
    """`BUILD/apothecary serve` on a free port, until the end of `with`; its log goes to `log`."""

    def __init__(self, build, data, *options, log=None):
        command = [os.path.join(build, "apothecary"), "serve", "--listen", "127.0.0.1:0"]
        self.child = subprocess.Popen(
            [*command, "--data", data, *options], stdout=subprocess.PIPE, stderr=log, text=True
        )
        self.log = log
        self.pid = self.child.pid
        self.usage = None
        self.own_kb = 0

    def __enter__(self):
        self.url = self.child.stdout.readline().split()[1].rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        self.own_kb = self.peak_kb()
        self.child.send_signal(signal.SIGTERM)
        _, status, self.usage = os.wait4(self.pid, 0)
        self.child.returncode = os.waitstatus_to_exitcode(status)
        self.child.stdout.close()

    def peak_kb(self):
        """The peak memory of the server's own process."""
        with open("/proc/%d/status" % self.pid, encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))

    def cost(self):
        """What it used, once it has ended. For a process that has ended, the kernel reports the
        peak of whichever was largest: the process or one of its children."""
        return "%.1f s of processor time, at most %.0f MB of memory, %.0f with its children" % (
            self.usage.ru_utime + self.usage.ru_stime,
            self.own_kb / 1024,
            self.usage.ru_maxrss / 1024,
        )

    def entries(self):
        """The lines of its log, once it has ended."""
        with open(self.log.name, encoding="utf-8") as log:
            return [json.loads(line) for line in log]


def use_two_processors():
    """For this program and those that it starts."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])


def print_moves(entries):
    """Times of accepted moves from the end of a request's head to the response."""
    times = sorted(
        entry["us"] / 1000
        for entry in entries
        if entry.get("route") == "/api/games/:id/moves" and entry.get("status") == 200
    )
    if times:
        parts = [times[(len(times) - 1) * part // 1000] for part in (500, 900, 990, 1000)]
        print(
            "in the server alone     %8d   median %7.2f   90%% %7.2f   99%% %7.2f   "
            "longest %7.2f ms" % (len(times), *parts)
        )
