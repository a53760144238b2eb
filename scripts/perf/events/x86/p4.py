# SPDX-License-Identifier: GPL-2.0
"""Rows of a Pentium 4: an event is the number of a row of the kernel's ABI, with an event mask and
a tag, in the upper half of attr.config, and the CCCR in the lower one."""

import collections

import program
from lists import Row

# Bits of a code: CCCR, and ESCR << 32
TAG, MASK, NUMBER = 32 + 4, 32 + 9, 32 + 25
NUMBERS = 64
RUNNING, REPLAY, UOPS = 24, 37, 39
# Bits of the registers that name the event: not the modes; not enable, overflow, interrupts
ESCR = 0x7ffffff0
CCCR = 0x01ffe000
# The FSB's events 31-34, which the manual lists with the select of the ITLB
FSB_ESCRS, ITLB_SELECT = (0x3a2, 0x3a3), 3


def code(number, mask, cccr=0, tag=0):
    """attr.config"""
    return number << NUMBER | mask << MASK | tag << TAG | cccr


def sweep():
    """Each event with each bit of its mask, and each bit of a code."""
    masks = [0, 0xffff, 3, 0xf] + [1 << bit for bit in range(16)]
    rows = [code(number, mask) for number in range(NUMBERS) for mask in masks]
    rows += [code(RUNNING, 1) ^ 1 << bit for bit in range(64)]
    # The lowest bits are a number: what is tagged, and counted by replay_event
    rows += [code(REPLAY, mask, metric) for mask in (1, 3) for metric in range(64)]
    rows += [code(UOPS, 3, tag=tag) for tag in range(32)]
    rows += [code(number, 1, cccr << 18) for number in (RUNNING, UOPS) for cccr in range(128)]
    return [Row("", config) for config in rows]


def can_be_in_group(answer):
    """Does the CCCR connect the ESCR that was written?"""
    return answer.allowed not in FSB_ESCRS or answer.select >> 13 & 7 != ITLB_SELECT


def read_pfm(path, processor):
    """All rows of libpfm4's PMU: attr.config, and the registers that it stands for."""
    rows = []
    for line in program.run([path, processor.pfm]).splitlines():
        escr, cccr, config, name = line.split(None, 3)
        row = Row(name.split("::", 1)[1], int(config, 16))
        row.escr, row.cccr = int(escr, 16), int(cccr, 16)
        rows.append(row)
    return rows


def pfm_difference(row, answer):
    """How an answer differs from libpfm4's registers; None if it does not."""
    if answer.err:
        return f"errno {answer.err}"
    if (answer.extra ^ row.escr) & ESCR:
        return f"ESCR {answer.extra:x} for {row.escr:x}"
    if (answer.select ^ row.cccr) & CCCR:
        return f"CCCR {answer.select:x} for {row.cccr:x}"
    return None


# Counters of each bank: an event of a bank is crowded out by others of the bank alone
BANKS = (range(4), range(4, 8), range(8, 12), range(12, 18))
# Groups that crowd a bank: many, since an event must meet each set of the bank's counters
CROWDS, MOST, SEED = 4000, 6, 0x9e3779b97f4a7c15


def crowd(driver, rows, alone):
    """By number of a row: the counters that count it in a group of events of its bank. The ESCR
    that is connected to the counter has the event, for this thread or the other."""
    counters = collections.defaultdict(set)
    commands = [row.command("pool") for row in rows]
    for line in driver.ask(commands + [f"groups {SEED:x} {CROWDS:x} {MOST:x}"]):
        words = line.split()
        for word in words[1:] if words[0] == "0" else ():
            number, counter, _, escr = (int(part, 16) for part in word.split(":"))
            if not (escr ^ alone[number].extra) & ESCR or not can_be_in_group(alone[number]):
                counters[number].add(counter)
    return counters


def places(drivers, rows, own, base):
    """Rows of each event: its name, and how the counters that count it differ. @drivers are ours,
    and the base's for both threads of a core; @own and @base are the answers to @rows."""
    chosen = {}
    for row, mine, other in zip(rows, own, base):
        if not mine.err and not other.err:
            chosen.setdefault(row.config >> NUMBER, (row, other))
    for bank in BANKS:
        crowded = [(row, other) for row, other in chosen.values() if other.counter in bank]
        found = [crowd(driver, *zip(*crowded)) for driver in drivers]
        for number, (row, _) in enumerate(crowded):
            mine, other = found[0][number], found[1][number] | found[2][number]
            texts = [" ".join(map(str, sorted(counters))) for counters in (mine, other)]
            yield (f"event-{row.config >> NUMBER}",
                   None if texts[0] == texts[1] else f"counters {texts[0]} for {texts[1]}")
