# SPDX-License-Identifier: GPL-2.0
"""Counts of test results, and readers of what programs and kernels print."""

import re

MOST_DETAILS = 20

SPLAT = re.compile(
    r"BUG:|WARNING: |INFO: possible |INFO: rcu_|rcu: INFO: |INFO: task .* blocked"
    r"|possible recursive locking|suspicious RCU usage|soft lockup|hard LOCKUP"
    r"|Oops|general protection fault|Kernel panic|KASAN|UBSAN|kmemleak: [1-9]"
    r"|Call Trace:|unable to handle|refcount_t: |list_(add|del) corruption"
    r"|Unreliable stack|self-detected stall|DEBUG_LOCKS_WARN_ON")
# Lines of a healthy boot that have one of those words in them
HARMLESS = re.compile(r"kasan: KernelAddressSanitizer initialized|KASAN .*init"
                      r"|PCI: Using E820|rcu: .*debug|Unreliable stack.*off"
                      # a program's, which gets a signal
                      r"|traps: \S+ general protection fault ip:")
# A report has at most as many lines, so a line so far behind the last begins another
REPORT_LINES = 60
TEST_LINE = re.compile(r"^(ok|not ok) +(\d+)(?: +-)? *(.*)$")
USUAL = re.compile(r"^# +(RUN|OK|FAIL|Starting|Totals|(PASSED|FAILED):)\b")
PLAN = re.compile(r"^1\.\.(\d+)(?:\s*# +SKIP\b[:\s]*(.*))?\s*$", re.I)
SKIP = re.compile(r"^(.*?)\s*# +SKIP\b[:\s]*(.*)$", re.I)


class Results:
    """Counts, and the lines about each failure and skip.

    Each program fills Results of its own, which its caller adds to those of the run.
    """

    def __init__(self):
        self.passed = 0
        self.failures = []
        self.skips = []
        # Titles of reports that are about files of the base
        self.base_races = []

    def add(self, where, verdict, text):
        """Count a row of the program `where`: "ok" or "not ok", and the text behind."""
        skip = SKIP.match(text)
        if verdict != "ok":
            self.fail(where, text)
        elif skip:
            self.skip(where, f"{skip.group(1).strip()}: {skip.group(2).strip() or NO_REASON}")
        else:
            self.passed += 1

    def skip(self, where, text):
        """Count a skip."""
        self.skips.append(f"{where}: {text}")

    def fail(self, where, text):
        """Count a failure, and print it at once."""
        self.failures.append(f"{where}: {text}")
        print(f"FAILED  {where}: {text}", flush=True)

    def merge(self, part):
        """Add the counts of a program."""
        self.passed += part.passed
        self.failures += part.failures
        self.skips += part.skips
        self.base_races += part.base_races


NO_REASON = "no reason given"


def read_tap(where, lines, status, timeout):
    """Results of one program, from its lines and its exit status.

    timeout is the number of seconds after which the program was ended, or 0.
    """
    results, planned, seen = Results(), None, 0
    for line in lines:
        plan, test = PLAN.match(line), TEST_LINE.match(line)
        if plan:
            planned = int(plan.group(1))
            if planned == 0:
                results.skip(where, plan.group(2) or NO_REASON)
        elif test:
            seen += 1
            results.add(where, test.group(1), test.group(3))
    if timeout:
        results.fail(where, f"did not end within {timeout} s, after {seen} results")
    elif planned is None or (not seen and planned):
        results.fail(where, f"printed no TAP (status {status}): "
                     + " | ".join(line for line in lines[-3:] if line))
    elif seen != planned:
        results.fail(where, f"{seen} results where {planned} were planned (status {status})")
    elif status not in (0, 4) and not results.failures:
        results.fail(where, f"ended with status {status} though no test failed")
    if results.failures:
        details = [line for line in lines if line.startswith("#") and not USUAL.match(line)]
        for line in details[:MOST_DETAILS]:
            print(f"        {line}")
        if len(details) > MOST_DETAILS:
            print(f"        ... {len(details) - MOST_DETAILS} more in test-output.log")
    return results


def strip_stamp(line):
    """A line of the console without its time."""
    return re.sub(r"^\[ *\d+\.\d+\](\[ *[TC]\d+\])? ?", "", line)


def read_kunit(console):
    """KUnit's results, which the kernel prints one level inside its suites; how many suites."""
    results, suite, planned, seen, suites = Results(), None, None, 0, 0

    def close():
        if suite and planned is not None and seen != planned:
            results.fail(f"kunit {suite}", f"{seen} results where {planned} were planned")

    for line in map(strip_stamp, console):
        if re.match(r"^    # Subtest: ", line):
            close()
            suite, planned, seen = line.split(":", 1)[1].strip(), None, 0
            suites += 1
        elif suite and re.match(r"^    1\.\.\d+", line):
            planned = int(line.strip()[3:])
        elif suite and re.match(r"^    (ok|not ok) ", line):
            test = TEST_LINE.match(line.strip())
            seen += 1
            results.add(f"kunit {suite}", test.group(1), test.group(3))
        elif suite and re.match(r"^ *# .*(EXPECTATION|ASSERTION) FAILED", line):
            print(f"        {line.strip()}")
        elif suite and re.match(r"^(ok|not ok) ", line):
            close()
            suite = None
    if suite:
        results.fail(f"kunit {suite}", "did not finish")
    return results, suites


def read_splats(console):
    """Each report of a kernel bug is one failure, its first lines shown."""
    results, last = Results(), -REPORT_LINES - 1
    for number, line in enumerate(console):
        if SPLAT.search(line) and not HARMLESS.search(line):
            if number - last > REPORT_LINES:
                results.fail("kernel", strip_stamp(line).strip())
                for more in console[number + 1:number + 25]:
                    print(f"        {more.rstrip()}")
            last = number
    return results
