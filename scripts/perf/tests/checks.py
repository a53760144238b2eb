# SPDX-License-Identifier: GPL-2.0
"""Tests on the host: the tool, and what the rest of the base uses of our sources."""

import os
import re
import subprocess
import time

from results import TEST_LINE, Results, read_tap

# Lines of a tool's test before the row that failed
MOST_LINES = 12

# Scripts of scripts/perf/check, one row each: the program in a row's name, the row's text,
# the script with its arguments
CHECK_ROWS = (
    # The one configuration without events whose compiler is this machine's
    ("api", "includes of our headers compile without PERF_EVENTS", "callers", "um"),
    ("series", "the series can be made, and each file that ships is in one patch", "series"),
    ("events", "events of the drivers agree with published lists and the base", "events"),
    ("docs", "lists in documents agree with the code", "docs"),
    ("fuzz", "operations in random orders: the kernel does not complain", "fuzz", "short"),
    ("um", "KUnit and the programs pass on user-mode Linux", "um"),
    ("howto", "changes, modules and sessions of the pages work", "howto"),
)


class Checks:
    """The tests on this machine, for one build directory."""

    def __init__(self, host):
        self.host = host
        self.tool = ["make", "-s", "--no-print-directory", "-C",
                     os.path.join(host.repo, "tools/perf"), f"O={host.build}/perf"]
        self.environment = dict(os.environ)

    def _output(self, command):
        """Exit status and lines of a command."""
        run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace",
                             check=False, env=self.environment)
        return run.returncode, run.stdout.splitlines()

    def _printed_by(self, script):
        """The path that a script of host/ prints, "" if it fails."""
        run = subprocess.run([self.host.script(f"host/{script}")], text=True, check=False,
                             stdout=subprocess.PIPE)
        return run.stdout.strip()

    def check(self, row, progress):
        """A row of CHECK_ROWS."""
        where, text, script, *arguments = row
        progress.say("RUN", " ".join(["check", script, *arguments]))
        begun, part = time.monotonic(), Results()
        status, lines = self._output([self.host.script(f"check/{script}"), *arguments])
        part.add(where, "not ok" if status else "ok",
                 "\n    ".join([text] + (lines[-MOST_LINES:] if status else [])))
        progress.ended(f"check {script}", time.monotonic() - begun, part)

    def api(self, progress):
        """Do our sources offer what the rest of the base uses?"""
        progress.say("RUN", "check api")
        begun = time.monotonic()
        status, lines = self._output([self.host.script("check/api")])
        # 1: a test failed, and says so itself
        progress.ended("check api", time.monotonic() - begun,
                       read_tap("api", lines, 0 if status == 1 else status, 0))

    def tool_tests(self):
        """Names of the tool's tests: "units", and the scripts."""
        status, lines = self._output([*self.tool, "list-scripts"])
        if status:
            raise SystemExit("run-tests: error: make list-scripts: " + " | ".join(lines[-3:]))
        # Now, since it fetches a package, as the job that builds QEMU may
        self.environment["HOTSPOT_PERFPARSER"] = self._printed_by("hotspot")
        return ["units"] + lines

    def build_tool(self, progress):
        """Build the tool, its tests, and the programs that these compare it with."""
        progress.say("BUILD", "the tool and its tests")
        begun, part = time.monotonic(), Results()
        self.environment["BASE_PERF"] = self._printed_by("base-tool")
        # Hundreds of tests compare with it, and would be skipped
        if not self.environment["BASE_PERF"]:
            part.fail("tool", "scripts/perf/host/base-tool does not build the base's perf")
        status, lines = self._output([*self.tool, "check-built"])
        if status:
            part.fail("tool", f"make check-built ended with {status}: " + " | ".join(lines[-3:]))
        progress.ended("build tool", time.monotonic() - begun, part)

    def tool_test(self, name, progress):
        """One test of the tool."""
        where = f"tool {name}"
        progress.say("RUN", where)
        begun = time.monotonic()
        target = ["check-unit"] if name == "units" else \
            ["check-run", f"scripts={self.host.repo}/tools/perf/tests/{name}"]
        status, lines = self._output([*self.tool, *target])
        part = read_tool(where, status, lines)
        progress.ended(where, time.monotonic() - begun, part)
        if part.failures:
            with progress.lock:
                self.host.append_logs([], lines)


def read_tool(where, status, lines):
    """Results of the tool's tests: rows of several programs, and lines about a row before it."""
    results, name, seen, said = Results(), where, 0, []
    for line in lines:
        program, test = re.match(r"^# program: (\S+)$", line), TEST_LINE.match(line)
        if program:
            name = f"tool {program.group(1)}"
        elif line.startswith("#"):
            said.append(line)
            continue
        elif line.startswith("not ok"):
            seen += 1
            why = line[len("not ok"):].lstrip(" -0123456789")
            results.fail(name, "\n    ".join([why] + said[-MOST_LINES:]))
        elif test:
            seen += 1
            results.add(name, test.group(1), test.group(3))
        said = []
    if not seen or (status and not results.failures):
        results.fail(where, f"ended with {status} after {seen} tests: " + " | ".join(lines[-3:]))
    return results
