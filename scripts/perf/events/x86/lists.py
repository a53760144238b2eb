# SPDX-License-Identifier: GPL-2.0
"""The published event lists of the base's tools/perf/pmu-events, as rows to be compared."""

import glob
import json
import os
import re

# What the lists call by the code of a fixed counter that general counters do not have. perf
# opens these by the code of the general event.
FIXED_NAMES = {
    "inst_retired.any": 0xc0,
    "cpu_clk_unhalted.thread": 0x3c,
    "cpu_clk_unhalted.core": 0x3c,
    "cpu_clk_unhalted.thread_any": 0x20003c,
    "cpu_clk_unhalted.ref": 0x300,
    "cpu_clk_unhalted.ref_tsc": 0x300,
}

CORE_UNITS = (None, "core", "cpu", "cpu_core", "cpu_atom")
# Counters that registers other than the event select choose an event for
EXTRA_MSRS = (0x1a6, 0x1a7, 0x3f6, 0x3f7)


class Row:
    """An event: how it is opened, and the counters it is published for; None if it is not."""

    def __init__(self, name, config, config1=0, counters=None):
        self.name, self.config, self.config1, self.counters = name, config, config1, counters

    def command(self, verb="event"):
        """The program's command that opens the event."""
        return f"{verb} 4 {self.config:x} {self.config1:x} 0"


def numbers(text):
    """The numbers of a list such as "0xB7, 0xBB"."""
    return [int(number, 0) for number in text.split(",")]


def counters_of(text):
    """Mask of counters of a "Counter" field."""
    fixed = re.fullmatch(r"Fixed counter (\d+)", text)
    if fixed:
        return 1 << 32 + int(fixed.group(1))
    return sum(1 << number for number in numbers(text))


def config_of(event):
    """attr.config of an entry of a list."""
    code = numbers(event.get("EventCode", "0"))[0]
    config = code & 0xff | (code >> 8) << 32
    for field, shift in (("UMask", 8), ("EdgeDetect", 18), ("AnyThread", 21), ("Invert", 23),
                         ("CounterMask", 24)):
        config |= int(event.get(field, "0"), 0) << shift
    return config


def row_of(event):
    """The row of an entry of a list."""
    name, config1 = event["EventName"], 0
    config = config_of(event)
    if not config & 0xff:
        config = FIXED_NAMES.get(name.lower(), config)
    if set(numbers(event.get("MSRIndex") or "0")) & set(EXTRA_MSRS):
        config1 = int(event.get("MSRValue", "0"), 0)
    counters = event.get("Counter")
    return Row(name, config, config1, counters_of(counters) if counters else None)


def unite_counters(rows):
    """An event of a fixed counter and one of the others that have the same code are the same."""
    united = {}
    for row in rows:
        if row.counters is not None:
            united[row.command()] = united.get(row.command(), 0) | row.counters
    for row in rows:
        row.counters = united.get(row.command())


def read(base, processor):
    """All rows of the lists of a processor."""
    rows = []
    folder = f"{base}/tools/perf/pmu-events/arch/x86/{processor.lists}"
    for path in sorted(glob.glob(f"{folder}/*.json")):
        with open(path, encoding="utf-8") as text:
            events = json.load(text)
        rows += [row_of(event) for event in events if "EventName" in event and
                 event.get("Unit") in CORE_UNITS and
                 (not processor.unit or event.get("Unit") == processor.unit)]
    unite_counters(rows)
    if not rows:
        raise SystemExit(f"check events: no events in {os.path.relpath(folder, base)}")
    return rows
