# SPDX-License-Identifier: GPL-2.0
"""The recordings that the tools read, made with the other tool, and what is in them."""

import mmap
import os
import struct
import subprocess
import sys
from typing import NamedTuple

from measure import fail, run

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(os.path.dirname(HERE), "lib")
UNITS = [str(10 * i + j) for i in range(1, 5) for j in range(4)]
RECORD_LOST, RECORD_SAMPLE, RECORD_LOST_SAMPLES = 2, 9, 13
# The sizes in MB of the recordings that the bounds are of
SIZES = {"system.data": 103, "deep.data": 152, "dwarf.data": 102}
MOST_TRIES = 6


class Contents(NamedTuple):
    """Of a recording: bytes, samples, and what was lost."""
    size: int
    samples: int
    lost: int


def contents(path):
    """Reads a recording by itself, lest a tool that loses samples be asked whether it did.

    The kernel tells of a loss in the ring (LOST, any records), and the tool reads the same
    loss from the event in the end (LOST_SAMPLES): the larger of the two counts.
    """
    samples = lost = lost_samples = 0
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:8] != b"PERFILE2":
            fail(f"{path}: not a recording of this machine")
        offset, size = struct.unpack_from("=QQ", data, 40)
        end = min(offset + size, len(data))
        while offset + 8 <= end:
            kind, _, length = struct.unpack_from("=IHH", data, offset)
            if length < 8:
                fail(f"{path}: damaged")
            if kind == RECORD_SAMPLE:
                samples += 1
            elif kind == RECORD_LOST:
                lost += struct.unpack_from("=Q", data, offset + 16)[0]
            elif kind == RECORD_LOST_SAMPLES:
                lost_samples += struct.unpack_from("=Q", data, offset + 8)[0]
            offset += length
        return Contents(len(data), samples, max(lost, lost_samples))


class Recordings:
    """Files in a folder, each made when it is asked for the first time, and kept."""

    def __init__(self, folder, other):
        self.folder, self.other = folder, other
        self.makers = {
            "timed": self.make_timed, "deep": self.make_deep, "units": self.make_units,
            "system.data": self.make_system, "deep.data": self.make_deep_data,
            "dwarf.data": self.make_dwarf, "one.data": self.make_one,
        }

    def path(self, name):
        """Of a file, made or not."""
        return os.path.join(self.folder, name)

    def need(self, name):
        """The path of a file, which is made if it is not there."""
        path = self.path(name)
        if name in self.makers and not os.path.exists(path):
            print(f"  MAKE     {name}", file=sys.stderr, flush=True)
            self.makers[name](path + ".new")
            os.rename(path + ".new", path)
        return path

    def say(self):
        """What is in those that are there."""
        for name, wanted in SIZES.items():
            if os.path.exists(self.path(name)) and os.path.getsize(self.path(name)):
                size, samples, lost = contents(self.path(name))
                print(f"{name:<12} {size / 1e6:4.0f} MB ({wanted} wanted), {samples} samples, "
                      f"{lost} lost")

    # ---- programs --------------------------------------------------------------------

    @staticmethod
    def make_timed(output):
        """What measures."""
        run(["gcc", "-O2", "-o", output, os.path.join(HERE, "timed.c")])

    @staticmethod
    def make_deep(output):
        """A program with deep stacks."""
        run(["gcc", "-O1", "-g", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
             "-o", output, os.path.join(HERE, "deep.c")])

    def make_units(self, output):
        """A program with some 30 MB of debug information."""
        jobs = []
        for unit in UNITS:
            jobs.append(subprocess.Popen(
                ["g++", "-O2", "-g", f"-DUNIT={unit}", "-c", os.path.join(HERE, "unit.cc"),
                 "-o", self.path(f"unit{unit}.o")]))
            while len(jobs) >= os.cpu_count():
                if jobs.pop(0).wait():
                    fail("g++ failed")
        if any(job.wait() for job in jobs):
            fail("g++ failed")
        run(["g++", "-O2", "-g", "-o", output, os.path.join(HERE, "units.cc")]
            + [self.path(f"unit{unit}.o") for unit in UNITS])
        for unit in UNITS:
            os.unlink(self.path(f"unit{unit}.o"))

    # ---- recordings ------------------------------------------------------------------

    def record(self, output, *options):
        """One recording by the other tool, which would keep one that is there."""
        if os.path.exists(output):
            os.unlink(output)
        run([self.other, "record", "-q", "-e", "cpu-clock", "-o", output, *options],
            stdout=subprocess.DEVNULL)

    def record_sized(self, output, name, length, *options):
        """Records again, longer or shorter, until the file is as large as that of the bounds.

        Each option may have {} in it for the length.
        """
        wanted = SIZES[name] * 1e6
        for _ in range(MOST_TRIES):
            self.record(output, *[option.replace("{}", str(length)) for option in options])
            size = max(os.path.getsize(output), 1e5)
            if 0.95 <= size / wanted <= 1.1:
                break
            length = max(int(length * 1.02 * wanted / size), 1)

    def make_system(self, output):
        """All CPUs, with a shell that compiles two files at a time, without frame pointers."""
        sources = os.path.join(SOURCES, "data")
        uapi = os.path.join(os.path.dirname(self.folder), "stage/uapi")
        gcc = f"gcc -O2 -g -D_GNU_SOURCE -I{SOURCES} -I{uapi}"
        loop = (f"while :; do for f in {sources}/*.c; do {gcc} -c $f -o /dev/null & "
                f"{gcc} -S $f -o /dev/null; wait; done; done")
        self.record_sized(output, "system.data", 10, "-a", "-g", "-F", "25000", "-m", "2048",
                          "bash", "-c", f"timeout {{}} bash -c '{loop}' || true")

    def make_deep_data(self, output):
        """Many samples, few distinct stacks."""
        self.record_sized(output, "deep.data", 100000, "-g", "-F", "50000", "-m", "4096",
                          self.need("deep"), "0", "{}")

    def make_dwarf(self, output):
        """Copies of stacks of a program with much debug information."""
        self.record_sized(output, "dwarf.data", 3500, "--call-graph", "dwarf", "-F", "4000",
                          "-m", "4096", self.need("units"), "{}")

    def make_one(self, output):
        """A sample or two: longer where the program does not get a CPU at once."""
        for milliseconds in (900, 2700, 8100):
            self.record(output, "-c", "400000000", self.need("deep"), str(milliseconds))
            if contents(output).samples:
                return
        fail("no sample in 8 seconds")
