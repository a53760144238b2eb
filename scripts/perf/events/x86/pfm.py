# SPDX-License-Identifier: GPL-2.0
"""libpfm4's events, through its library: pfm.c prints them."""

import os

import p4
import program
from lists import Row

# Bits of a code that name the event, not the modes
CODE = 0xfffffffff & ~0x7b0000 | 0x040000


def build():
    """Path of the program."""
    out = os.path.join(os.environ.get("BUILD") or os.path.join(program.REPO, "build"),
                       "events-x86")
    os.makedirs(out, exist_ok=True)
    source, target = os.path.join(program.HERE, "pfm.c"), os.path.join(out, "pfm")
    if not program.is_current(target, [source]):
        program.run(["gcc", "-O2", "-Wall", "-Wextra", "-o", target, source, "-lpfm"])
    return target


def read(path, processor):
    """All rows of libpfm4's PMU for a processor."""
    if not processor.pfm:
        return []
    if processor.is_p4:
        return p4.read_pfm(path, processor)
    rows = []
    for line in program.run([path, processor.pfm]).splitlines():
        code, extra, name = line.split(None, 2)
        rows.append(Row(name.split("::", 1)[1], int(code, 16) & CODE, int(extra, 16)))
    return rows
