# SPDX-License-Identifier: GPL-2.0
"""How long a terminal browser takes to show its first rows, through tmux."""

import errno
import itertools
import os
import re
import subprocess
import time

from measure import Measured, fail

ROW = re.compile(r"^[+ ] *[0-9]+\.[0-9]+%", re.MULTILINE)
READING = re.compile(r"^reading [0-9]+%", re.MULTILINE)
MOST_SECONDS = 300
START_SECONDS = 30
SERVERS = itertools.count()
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


class Terminal:
    """A server of tmux of its own: the one before may still be ending."""

    def __init__(self):
        self.name = f"perf-bench-{os.getpid()}-{next(SERVERS)}"

    def tmux(self, *arguments):
        """What it says to a command."""
        return subprocess.run(["tmux", "-L", self.name, "-f", "/dev/null", *arguments],
                              check=False, capture_output=True, text=True,
                              env=dict(os.environ, LC_ALL="C.UTF-8")).stdout


def open_gate(gate):
    """The writing end of a fifo when somebody reads, lest this waits for ever if nobody does."""
    start = time.monotonic()
    while True:
        try:
            return open(os.open(gate, os.O_WRONLY | os.O_NONBLOCK), "w", encoding="ascii")
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() - start > START_SECONDS:
                fail(f"tmux starts no terminal: {error.strerror}")
        time.sleep(0.005)


def process_cost(pid):
    """CPU seconds and MB of a process that runs."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            memory = re.search(r"VmHWM:\s+(\d+)", file.read())
    except OSError:
        return 0.0, 0.0
    return ((int(fields[11]) + int(fields[12])) / CLOCK_TICKS,
            int(memory.group(1)) / 1024 if memory else 0.0)


def first_rows(tool, data, folder):
    """Until rows are on the screen, Measured, until anything is, and until all has been read;
    None for what never is. CPU time and memory are those of reading all.

    The shell in the terminal waits at a fifo, so that the terminal's start does not count.
    """
    gate = os.path.join(folder, "gate")
    if os.path.exists(gate):
        os.unlink(gate)
    os.mkfifo(gate)
    shown, rows, terminal = None, None, Terminal()
    tmux = terminal.tmux
    try:
        tmux("new-session", "-d", "-x", "120", "-y", "40",
             f"read go <'{gate}'; exec '{tool}' report -i '{data}'")
        pid = tmux("display-message", "-p", "#{pane_pid}").strip()
        with open_gate(gate) as opened:
            start = time.monotonic()
            opened.write("go\n")
        while time.monotonic() - start < MOST_SECONDS:
            screen = tmux("capture-pane", "-p")
            passed = time.monotonic() - start
            if not screen:
                break
            if shown is None and screen.strip():
                shown = passed
            if rows is None and ROW.search(screen):
                rows = passed
            if rows is not None and not READING.search(screen):
                cpu, memory = process_cost(pid)
                return Measured(cpu, rows, memory), shown, passed
            time.sleep(0.002 if rows is None else 0.05)
    finally:
        tmux("kill-server")
        os.unlink(gate)
    return None, shown, None
