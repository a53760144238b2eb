# SPDX-License-Identifier: GPL-2.0
"""Where the instructions of bench's rows are: a table of functions for each.

The plugin of the emulator in tools/testing/perf-bench/profile_plugin.c counts them. A row is the
cost of one series of rounds, or the difference of two; which they are is seen by the figures,
since both count the same instructions.
"""

import bisect
import re
import subprocess

# What has less than this share of a row is left out of its table
LEAST_SHARE = 0.005
# Instructions that the plugin may count too many: the rest of blocks that exceptions ended
TOO_MANY = 8


def functions_of(path):
    """(address, name) of the functions in a program or an archive."""
    run = subprocess.run(["nm", path], stdout=subprocess.PIPE, text=True, check=True)
    words = [line.split() for line in run.stdout.splitlines()]
    return [(int(row[0], 16), row[2]) for row in words if len(row) == 3 and row[1] in "tTwW"]


class Symbols:
    """Functions of the kernel and of the program by address, and which of them are ours."""

    def __init__(self, kernel, program, ours):
        found = sorted(functions_of(kernel) + functions_of(program))
        self._starts = [start for start, _ in found]
        self._names = [name for _, name in found]
        self._ours = {name for _, name in functions_of(ours)}

    def name(self, address):
        """The function that the address is in."""
        place = bisect.bisect_right(self._starts, address) - 1
        return self._names[place] if place >= 0 else "?"

    def is_ours(self, name):
        """Is the function in kernel/events?"""
        return name in self._ours


class Series:
    """The cheapest of some rounds: all instructions, those of an empty round, and each
    function's."""

    def __init__(self, total, empty):
        self.total, self.empty, self.functions = total, empty, {}

    @property
    def cost(self):
        """As perf-bench reports it."""
        return self.total - self.empty


def read_series(path, symbols):
    """All series of the plugin's file."""
    found = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[0] == "SERIES":
                found.append(Series(int(words[1]), int(words[2])))
                continue
            name, functions = symbols.name(int(words[0], 16)), found[-1].functions
            functions[name] = functions.get(name, 0) + int(words[1])
    return found


def find_pair(name, figure, series):
    """The series, and the one to subtract or None, that a row is made of; None if none fit."""
    number = re.search(r"-(\d+)$", name)
    parts = {1, int(number.group(1)) if number else 1}

    def misfit(pair):
        cost = pair[0].cost - (pair[1].cost if pair[1] else 0)
        return min(abs(cost // part - figure) for part in parts)

    pairs = [(one, None) for one in series]
    pairs += [(one, other) for place, one in enumerate(series)
              for other in reversed(series[:place])]
    best = min(pairs, key=misfit)
    return best if misfit(best) <= TOO_MANY else None


def print_profile(name, figure, pair, symbols):
    """The table of a row."""
    with_events, without = pair
    others = without.functions if without else {}
    rest = {function: insns - others.get(function, 0)
            for function, insns in {**dict.fromkeys(others, 0), **with_events.functions}.items()}
    total = sum(rest.values())
    ours = sum(insns for function, insns in rest.items() if symbols.is_ours(function))
    print(f"\n{name}: {figure:.0f}" +
          (f", of series of {with_events.cost} and {without.cost}" if without else "") +
          f"; {ours} in functions of kernel/events (*), {total - ours} in others")
    for function, insns in sorted(rest.items(), key=lambda item: -item[1]):
        if abs(insns) > LEAST_SHARE * total:
            print(f"{insns:9} {'*' if symbols.is_ours(function) else ' '} {function}")


def print_profiles(figures, names, path, symbols):
    """The tables of all rows that begin with one of the names."""
    series = read_series(path, symbols)
    for name, figure in figures.items():
        if not name.startswith(tuple(names)):
            continue
        pair = find_pair(name, figure, series)
        if pair:
            print_profile(name, figure, pair, symbols)
        else:
            print(f"\n{name}: {figure:.0f}, which is not the cost of a series nor a difference")
