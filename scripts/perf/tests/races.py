# SPDX-License-Identifier: GPL-2.0
"""Reports of data races (KCSAN) on a console: which are about our files?

A report has the stacks of two accesses, as names of functions. It is about the file of the
first function of a stack that is not a helper of lib/ or mm/: a race of list_del() is its
caller's. What the compiler has put inline belongs to the function around it, so a race in an
inline function of our headers that the base calls counts as the base's.

Functions are told apart by the objects of the kernel that has run.
"""

import functools
import os
import re
import subprocess

from results import SPLAT, strip_stamp

# Folders of objects: those that are all ours, and those of helpers
OURS = ("kernel/events", "arch/x86/events", "arch/powerpc/perf")
OUR_OBJECTS = ("kernel/trace/trace_event_perf.o", "arch/x86/kernel/perf_regs.o")
NOT_OURS = ("kernel/events/uprobes.o",)
HELPERS = ("lib", "mm", "arch/x86/lib", "kernel/kcsan")
LINE = "=" * 66
TITLE = "BUG: KCSAN: "
ACCESS = re.compile(r"^(race at unknown origin, with )?(read|write|assert no)\b.* by (task|interrupt)")
FRAME = re.compile(r"^ \??\s*([\w.]+)\+0x[0-9a-f]+/0x[0-9a-f]+")


def _functions(objects):
    """Names of the functions that objects define, as a stack shows them."""
    names = set()
    for start in range(0, len(objects), 200):
        run = subprocess.run(["nm", "--defined-only", *objects[start:start + 200]], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        names.update(words[2] for words in map(str.split, run.stdout.splitlines())
                     if len(words) == 3 and words[1] in "tTwW")
    return names


def _objects(obj, folders):
    """Paths of the objects below some folders."""
    return sorted(os.path.join(folder, name) for top in folders
                  for folder, _, names in os.walk(os.path.join(obj, top))
                  for name in names if name.endswith(".o") and name != "built-in.o"
                  and not name.endswith(".mod.o"))


@functools.lru_cache
def read_functions(obj):
    """Functions of ours, and helpers, of the kernel whose objects are in a directory."""
    ours = _objects(obj, OURS) + [os.path.join(obj, name) for name in OUR_OBJECTS]
    ours = [path for path in ours if os.path.exists(path)
            and os.path.relpath(path, obj) not in NOT_OURS]
    return _functions(ours), _functions(_objects(obj, HELPERS))


def _plain(name):
    """A name without what the compiler adds to that of a part or copy of a function."""
    return name.split(".")[0]


def is_ours(report, ours, helpers):
    """Is one of the two accesses of a report made in our files?"""
    searching = False
    for line in report:
        frame = FRAME.match(line)
        if ACCESS.match(line):
            searching = True
        elif frame and searching and frame.group(1) not in helpers:
            if frame.group(1) in ours or _plain(frame.group(1)) in ours:
                return True
            searching = False
    return False


def split_races(console, ours, helpers):
    """The console without reports of the base's races, and these reports' titles.

    What else a CPU has written into the middle of a report stays.
    """
    kept, report, titles = [], None, []
    for line in console:
        text = strip_stamp(line)
        if text.startswith(TITLE):
            kept += report or []
            report = [line]
        elif report is None:
            kept.append(line)
        else:
            report.append(line)
            if text.startswith(LINE):
                if is_ours(map(strip_stamp, report), ours, helpers):
                    kept += report
                else:
                    titles.append(strip_stamp(report[0])[len(TITLE):].strip())
                    kept += [line for line in report[1:] if SPLAT.search(line)]
                report = None
    return kept + (report or []), titles


def without_base_races(console, flavour, obj):
    """The same for the kernel of a flavour; the console as it is if that has no KCSAN."""
    if "-kcsan" not in flavour:
        return console, []
    return split_races(console, *read_functions(obj))
