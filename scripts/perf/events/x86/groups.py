# SPDX-License-Identifier: GPL-2.0
"""Random groups of events on both drivers."""

import os

# A seed for all: a difference is found again
SEED = 0x9e3779b97f4a7c15
NUMBER = int(os.environ.get("EVENT_GROUPS", "2000"))
# The longest group: one more than the counters of most processors
MOST = 10


def fits(masks):
    """Is there a counter for each of these masks?"""
    taken = {}

    def place(number, tried):
        for counter in range(64):
            if masks[number] >> counter & 1 and counter not in tried:
                tried.add(counter)
                if counter not in taken or place(taken[counter], tried):
                    taken[counter] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(masks)))


def wrong_register(words, pool):
    """The first event of a scheduled group whose registers are not those that it has alone."""
    for word in words:
        number, counter, select, extra = (int(part, 16) for part in word.split(":"))
        name, _, alone, base = pool[number]
        if not alone.allowed >> counter & 1:
            return f"{name} on counter {counter}"
        for answer in (alone, base):
            same_kind = (answer.counter >= 32) == (counter >= 32)
            # Off-core responses have a code for each counter, a P6 one enable bit for all
            if same_kind and (answer.select ^ select) & ~0x40ffff or extra != alone.extra:
                return f"{name} selected as {select:x}, {extra:x}"
    return None


def wrong_p4_register(words, pool):
    """The same of a Pentium 4: each counter has one event, and is connected to its ESCR."""
    counters = set()
    for word in words:
        number, counter, select, extra = (int(part, 16) for part in word.split(":"))
        name, _, alone, _ = pool[number]
        if counter in counters:
            return f"{name} on counter {counter}"
        counters.add(counter)
        if (select, extra) != (alone.select, alone.extra):
            return f"{name} selected as {select:x}, {extra:x}"
    return None


def p4_difference_of(own, base, pool):
    """How a group differs on a Pentium 4. A group with right registers is right, even if the base
    refuses it: its search does not go back."""
    mine, other = own.split(), base.split()
    if mine[0] == "0":
        return wrong_p4_register(mine[1:], pool)
    if other[0] == "0":
        return None if wrong_p4_register(other[1:], pool) else "refused"
    return None if mine[0] == other[0] else f"errno {mine[0]} for {other[0]}"


def difference_of(own, base, pool):
    """How a group differs; None if it does not."""
    mine, other = own.split(), base.split()
    if mine[0] == "0":
        wrong = wrong_register(mine[1:], pool)
        if wrong:
            return wrong
    if (mine[0] == "0") == (other[0] == "0"):
        return None if mine[0] == other[0] else f"errno {mine[0]} for {other[0]}"
    words = mine[1:] if mine[0] == "0" else mine[2:]
    masks = [pool[int(word.split(":")[0], 16)][2].allowed for word in words]
    # The base's search ends early where counters overlap (family 15h); fits() does not
    if mine[0] == "0" and fits(masks):
        return None
    return "accepted" if mine[0] == "0" else "refused"


def compare(drivers, pool, processor):
    """Rows of all groups: events, difference."""
    if len(pool) < 2:
        return
    commands = [row.command("pool") for _, row, _, _ in pool]
    commands.append(f"groups {SEED:x} {NUMBER:x} {MOST:x}")
    find = p4_difference_of if processor.is_p4 else difference_of
    answers = [drivers[name].ask(commands) for name in ("own", "stock")]
    for own, base in zip(*answers):
        difference = find(own, base, pool)
        if not difference:
            yield "", None
            continue
        words = own.split()[1 if own.startswith("0") else 2:]
        yield "+".join(pool[int(word.split(":")[0], 16)][0] for word in words), difference
