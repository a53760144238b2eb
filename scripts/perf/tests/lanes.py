# SPDX-License-Identifier: GPL-2.0
"""Jobs that run side by side in lanes, as many as there are CPUs, and how far they are."""

import math
import threading
import time

from results import Results


class Job:
    """Something to run.

    name:  for messages
    parts: names of what it runs, as History has them
    run:   called with nothing; its parts report to Progress
    needs: jobs that must have ended before
    extra: only the whole run has it
    group: jobs of the same group do not run at a time; "" is no group
    """

    def __init__(self, name, parts, run, needs=(), extra=False, group=""):
        self.name = name
        self.parts = parts
        self.run = run
        self.needs = needs
        self.extra = extra
        self.group = group
        self.ended = False


class Progress:
    """What of the run is done, in seconds of the history, and the Results of the run."""

    def __init__(self, history, results, lanes, end=math.inf):
        self.lock = threading.RLock()
        # In seconds since 1970: what has not ended by then is left out
        self._end = end
        self._history = history
        self._results = results
        self._lanes = lanes
        self._waiting = {}
        self._total = self._done = 0.0
        self._begun = time.monotonic()
        # Part -> seconds, of this run
        self.taken = {}

    def expect(self, parts):
        """Count parts to come."""
        with self.lock:
            for part in parts:
                self._waiting[part] = self._history.seconds(part)
                self._total += self._waiting[part]

    def minutes_left(self):
        """An estimate from the history, and from this run's pace once that can be seen."""
        pace = 1.0
        elapsed = (time.monotonic() - self._begun) * self._lanes
        if self._done > self._total / 10:
            pace = elapsed / self._done
        return (self._total - self._done) * pace / self._lanes / 60

    def seconds_left(self):
        """How long the run may still take."""
        return max(self._end - time.time(), 0)

    def is_over(self):
        """Has the run no time left?"""
        return time.time() >= self._end

    def leave_out(self, parts):
        """There is no time left for these parts: each is a skip."""
        left_out = Results()
        for part in parts:
            left_out.skip(part, "the time for the run was over")
        self.add(left_out)

    def say(self, verb, text):
        """Print a line that shows how far the run is."""
        with self.lock:
            percent = 100 * self._done / self._total if self._total else 0
            print(f"  {verb:<8} {text:<44} {percent:3.0f} %, {self.minutes_left():3.0f} min left",
                  flush=True)

    def ended(self, part, seconds, part_results):
        """A part has ended with these Results."""
        with self.lock:
            self._results.merge(part_results)
            self._history.add(part, seconds, bool(part_results.failures))
            self._done += self._waiting.pop(part, 0)
            self.taken[part] = seconds

    def add(self, part_results):
        """Add Results that belong to no part."""
        with self.lock:
            self._results.merge(part_results)


def run_lanes(jobs, lanes, progress):
    """Run all jobs, those in front first as far as their needs and groups let them.

    When progress has no time left, the parts of the jobs that have not begun are left out. The
    first exception of a job is raised again when every lane has stopped.
    """
    todo, changed, running, raised = list(jobs), threading.Condition(), set(), []

    def startable(job):
        return all(need.ended for need in job.needs) and job.group not in running - {""}

    def lane():
        while True:
            with changed:
                changed.wait_for(lambda: not todo or raised or any(map(startable, todo)))
                if not todo or raised:
                    return
                job = next(filter(startable, todo))
                todo.remove(job)
                running.add(job.group)
            try:
                if progress.is_over():
                    progress.leave_out(job.parts)
                else:
                    job.run()
            except BaseException as error:  # pylint: disable=broad-except
                with changed:
                    raised.append(error)
            with changed:
                job.ended = True
                if job.group:
                    running.discard(job.group)
                changed.notify_all()

    threads = [threading.Thread(target=lane) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def in_order(jobs, history):
    """What fails most first, then what the short run has; of these the longest first, so that no
    lane is left with a long job at the end.

    The jobs of a group run one after the other: they count as one of their common length.
    """
    seconds = {job: sum(map(history.seconds, job.parts)) for job in jobs}

    def length(job):
        if not job.group:
            return seconds[job]
        return sum(seconds[other] for other in jobs if other.group == job.group)

    def key(job):
        return (-max(map(history.failures, job.parts), default=0), job.extra, -length(job),
                -seconds[job])
    first = [job for job in jobs if any(job in other.needs for other in jobs)]
    return first + sorted((job for job in jobs if job not in first), key=key)
