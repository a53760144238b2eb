# SPDX-License-Identifier: GPL-2.0
"""Measuring what two tools take for the same thing, and judging it."""

import os
import subprocess
import sys
import time
from typing import NamedTuple

# A tool that has taken so long in a row is not run again; one that takes little is, more often
ENOUGH_SECONDS = 20
LITTLE_SECONDS = 0.5
MOST_TURNS = 30


class Measured(NamedTuple):
    """The best of some runs: CPU and elapsed seconds; and the most memory, in MB of 2^20."""
    cpu: float
    wall: float
    memory: float


class Bound(NamedTuple):
    """What is wanted: "times" as fast as the other tool, at most so many "seconds" or "MB",
    at most an n-th of the other's memory ("share"), at least so many "MB/s" of text."""
    what: str
    limit: float


TEXTS = {"times": ">= {:g}x", "seconds": "<= {:g} s", "MB": "<= {:g} MB",
         "share": "<= 1/{:g} of its MB", "MB/s": ">= {:g} MB/s of text"}


class Known(NamedTuple):
    """What the other tool took where the bounds were set, 0 if that is not known: seconds, MB,
    and how many MB of text it printed in a second."""
    seconds: float = 0
    memory: float = 0
    rate: float = 0


def fail(text):
    """Ends the benchmark: it cannot be run."""
    print(f"bench: error: {text}", file=sys.stderr)
    sys.exit(2)


def run(command, **options):
    """A command that must succeed."""
    done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, **options)
    if done.returncode:
        fail(f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")


def timed(command, folder):
    """One run of a command, Measured; None if it fails, and "stderr" in folder has why."""
    result = os.path.join(folder, "timed.result")
    with open(os.path.join(folder, "stderr"), "wb") as errors:
        done = subprocess.run([os.path.join(folder, "timed"), result] + command, check=False,
                              stderr=errors)
    if done.returncode:
        return None
    with open(result, encoding="ascii") as file:
        status, cpu, wall, kilobytes = file.read().split()
    if int(status):
        return None
    return Measured(float(cpu), float(wall), int(kilobytes) / 1024)


def best(results):
    """Of several runs."""
    cpu, wall, memory = zip(*results)
    return Measured(min(cpu), min(wall), max(memory))


def by_turns(jobs, turns):
    """
    Calls the jobs one after the other, several times; each returns a Measured or None.
    Returns the best of each, None for one that failed.
    """
    results, spent = [[] for _ in jobs], [0.0] * len(jobs)
    for turn in range(MOST_TURNS):
        for i, job in enumerate(jobs):
            done = turn >= turns and spent[i] > LITTLE_SECONDS
            if results[i] is None or done or (turn and spent[i] > ENOUGH_SECONDS):
                continue
            start = time.monotonic()
            result = job()
            spent[i] += time.monotonic() - start
            if result:
                results[i].append(result)
            else:
                results[i] = None
    return [result and best(result) for result in results]


def judge(bound, kind, ours, other, text_bytes=0):
    """Whether a bound is met, and it in words; None instead if there is nothing to compare with.

    kind: "cpu" or "wall", what counts as time. text_bytes: what our tool has printed.
    """
    seconds = max(getattr(ours, kind), 1e-6)
    met = None
    if bound.what == "seconds":
        met = seconds <= bound.limit
    elif bound.what == "MB":
        met = ours.memory <= bound.limit
    elif bound.what == "MB/s":
        met = text_bytes / 1e6 / seconds >= bound.limit
    elif other and bound.what == "times":
        met = getattr(other, kind) / seconds >= bound.limit
    elif other and bound.what == "share":
        met = ours.memory * bound.limit <= other.memory
    return met, TEXTS[bound.what].format(bound.limit)


def grown(bound, kind, known, other, text_bytes=0):
    """A bound as it is here, and in words: as much wider as the other tool takes more here than
    it took there. kind, text_bytes: as of judge()."""
    factor, text = 1, TEXTS[bound.what].format(bound.limit)
    if other and bound.what == "seconds" and known.seconds:
        factor = getattr(other, kind) / known.seconds
    elif other and bound.what == "MB" and known.memory:
        factor = other.memory / known.memory
    elif other and bound.what == "MB/s" and known.rate:
        factor = known.rate * getattr(other, kind) / (text_bytes / 1e6)
    if factor <= 1:
        return bound, text
    if bound.what == "MB/s":
        return Bound(bound.what, bound.limit / factor), f"{text} (/ {factor:.1f})"
    return Bound(bound.what, bound.limit * factor), f"{text} (x {factor:.1f})"


class Verdicts:
    """What has been judged so far."""

    def __init__(self):
        self.rows, self.missed, self.not_compared = 0, [], []

    def add(self, name, judged):
        """The verdict of a row in a word or more. judged: of each bound whether it is met, and
        it in words."""
        self.rows += 1
        missed = [text for met, text in judged if met is False]
        unknown = [text for met, text in judged if met is None]
        if unknown:
            self.not_compared.append(f"{name} ({', '.join(unknown)})")
        if missed:
            self.missed.append(f"{name} ({', '.join(missed)})")
            return "MISSED" if len(judged) == 1 else f"MISSED {', '.join(missed)}"
        return "not compared" if len(unknown) == len(judged) else "met"

    def failed(self, name):
        """A row in which our tool failed."""
        self.rows += 1
        self.missed.append(f"{name} (failed)")

    def summary(self):
        """The last lines."""
        lines = [f"{len(self.missed)} of {self.rows} missed"
                 + "".join(f"\n  {text}" for text in self.missed)]
        if self.not_compared:
            lines.append("not compared: " + ", ".join(self.not_compared))
        return "\n".join(reversed(lines))
