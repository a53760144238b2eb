# SPDX-License-Identifier: GPL-2.0
"""What bench prints of the figures of both kernels: the rows beside their targets, how costs grow
with the number of events, memory, and whether the goals are met."""

import math
import re
import statistics

# Goals: the geometric mean of ours/base over a machine's rows, and the ratio of any row
MEAN_GOAL, ROW_GOAL = 0.20, 0.6
# Cost of each event at the greatest size, at most so many times that at the smallest
GROWTH_SIZES, GROWTH_GOAL = (16, 1024), 1.2
SIZED = re.compile(r"(.+)-(\d+)$")
MEMORY = "memory-"


class Targets:
    """The file targets: what rows may cost, and which of them are not compared."""

    def __init__(self, path):
        self.most, self.apart = {}, {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                words = line.split("#")[0].split()
                if not words:
                    continue
                name, most, *rest = words
                if rest:
                    self.apart[name] = rest[0]
                if most != "-":
                    self.most[name] = most

    def most_of(self, name, base):
        """The most a row may cost, None if there is no target for it."""
        most = self.most.get(name) or self.most.get(operation_of(name))
        if not most:
            return None
        if most.startswith("x"):
            return base and base * float(most[1:])
        return float(most)


class Results:
    """Figures of one machine: row -> value, for each kernel. @prefix leads the names of its rows
    in the table, but not in the file targets."""

    def __init__(self, what, prefix, ours, base):
        self.what, self.prefix, self.ours, self.base = what, prefix, ours, base

    def names(self, memory=False):
        """All rows, in the order in which they were measured."""
        return [name for name in [*self.base, *(name for name in self.ours
                                                if name not in self.base)]
                if name.startswith(MEMORY) == memory]

    def ratio(self, name):
        """ours/base, None if it is not defined."""
        ours, base = self.ours.get(name), self.base.get(name)
        if ours is None or base is None or base <= 0:
            return None
        return ours / base


def operation_of(name):
    """A row's name without its number of events."""
    sized = SIZED.match(name)
    return sized[1] if sized else name


def sizes_of(figures):
    """Operation -> {number of events: cost}, of operations with several."""
    found = {}
    for name, value in figures.items():
        sized = SIZED.match(name)
        if sized:
            found.setdefault(sized[1], {})[int(sized[2])] = value
    return {name: sizes for name, sizes in found.items() if len(sizes) > 1}


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def figure(value):
    """A value for a column."""
    return "-" if value is None else f"{value:,.0f}"


def part(value):
    """A ratio for a column."""
    return "-" if value is None else f"{value:.2f}"


def print_rows(results, targets):
    """Print a row for each operation; return how many cost more than they may."""
    print(f"{'operation':<40} {'ours':>12} {'base':>12} {'ratio':>7} {'target':>10}")
    missed = 0
    for result in results:
        for name in result.names():
            ours, base = result.ours.get(name), result.base.get(name)
            most = targets.most_of(name, base)
            above = most is not None and ours is not None and ours > most
            missed += above
            print(f"{result.prefix + name:<40} {figure(ours):>12} {figure(base):>12} "
                  f"{part(result.ratio(name)):>7} {figure(most):>10}"
                  f"{'  above target' if above else ''}")
    return missed


def growth(sizes):
    """Cost of each event at the greatest size, as a multiple of that at the smallest."""
    least, most = (sizes.get(size) for size in GROWTH_SIZES)
    if least is None or most is None or least <= 0:
        return None
    return most / least


def print_growth(result):
    """Print the cost of each event for each number of events; return how many operations grow by
    more than GROWTH_GOAL."""
    ours, base = sizes_of(result.ours), sizes_of(result.base)
    rows = {name: sizes for name, sizes in ours.items() if growth(sizes)}
    if not rows:
        return 0
    least, most = GROWTH_SIZES
    columns = sorted({size for sizes in rows.values() for size in sizes})
    print(f"\n{'each event, N =':<24}" + "".join(f" {size:>9,}" for size in columns) +
          f" {most:>7,}/{least:<3} {'base':>7}")
    missed = []
    for name, sizes in rows.items():
        times = growth(sizes)
        above = times > GROWTH_GOAL
        if above:
            missed.append(name)
        print(f"{name:<24}" + "".join(f" {figure(sizes.get(size)):>9}" for size in columns) +
              f" {part(times):>11} {part(growth(base.get(name, {}))):>7}"
              f"{'  above ' + str(GROWTH_GOAL) if above else ''}")
    print(f"{len(rows)} operations; {len(missed)} cost more than {GROWTH_GOAL} times as much for "
          f"each event at {most:,} as at {least}")
    return len(missed)


def print_memory(result, objects):
    """Print the memory of each thing, and of which objects it is."""
    names = result.names(memory=True)
    if not names:
        return
    print(f"\n{'bytes of memory':<40} {'ours':>12} {'base':>12} {'ratio':>7}")
    for name in names:
        print(f"{name:<40} {figure(result.ours.get(name)):>12} "
              f"{figure(result.base.get(name)):>12} {part(result.ratio(name)):>7}")
    for name in names:
        for which, terms in (("ours", objects["own"]), ("base", objects["stock"])):
            if name in terms:
                text = " + ".join(f"{cache} {number} x {size:,}"
                                  for cache, number, size in terms[name])
                print(f"  {name}, {which}: {text}")


def print_means(result, targets):
    """Print the mean of a machine's rows, and the rows above the goal."""
    # A cost of less than an instruction is one: zero has no logarithm
    ratios = {name: max(result.ratio(name), 1 / result.base[name]) for name in result.names()
              if name not in targets.apart and result.ratio(name) is not None}
    if not ratios:
        return
    operations = {}
    for name, value in ratios.items():
        operations.setdefault(operation_of(name), []).append(value)
    overall = mean(ratios.values())
    above = {name: value for name, value in ratios.items() if value > ROW_GOAL}
    print(f"{result.what}: {len(ratios)} rows, geometric mean of ours/base {overall:.3f}, "
          f"{'met' if overall <= MEAN_GOAL else 'not met'}: at most {MEAN_GOAL:.2f}; "
          f"{len(above)} rows above {ROW_GOAL}")
    if len(operations) < len(ratios):
        over = mean([mean(values) for values in operations.values()])
        print(f"  {len(operations)} operations, each once: {over:.3f}")
    for name, value in sorted(above.items(), key=lambda item: -item[1]):
        print(f"  above {ROW_GOAL}: {result.prefix + name} {value:.2f}")
    for reason in sorted(set(targets.apart.values())):
        values = [(name, result.ratio(name)) for name in result.names()
                  if targets.apart.get(name) == reason and result.ratio(name) is not None]
        if values:
            print(f"  {reason.replace('-', ' ')}, not in the mean: " +
                  ", ".join(f"{name} {value:.2f}" for name, value in values))


def print_stretches(result, places):
    """Print the longest time with interrupts off of each operation, for each number of events, and
    where ours is for the greatest: @places, row -> functions that begin and end it."""
    ours, base = sizes_of(result.ours), sizes_of(result.base)
    for few in True, False:
        rows = {name: sizes for name, sizes in ours.items() if (len(sizes) < 3) == few}
        columns = sorted({size for sizes in rows.values() for size in sizes})
        print(f"\n{'microseconds, N =':<28}" +
              "".join(f" {f'{size:,} ours':>13} {'base':>7}" for size in columns) + "  ours is in")
        for name, sizes in rows.items():
            print(f"{name:<28}" + "".join(
                f" {figure(sizes.get(size)):>13} {figure(base.get(name, {}).get(size)):>7}"
                for size in columns) + "  " + places.get(f"{name}-{columns[-1]}", ["-"])[0])


def print_times(ours, base):
    """Print the median, least and greatest time of each row; @ours, @base: figures of rounds."""
    names = list(dict.fromkeys(name for figures in base + ours for name in figures))
    print(f"{'nanoseconds':<28} {'ours':>28} {'base':>28} {'ratio':>7}")
    for name in names:
        columns, middle = [], []
        for rounds in ours, base:
            values = [figures[name] for figures in rounds if name in figures]
            middle.append(statistics.median(values) if values else None)
            columns.append(f"{figure(middle[-1])} ({figure(min(values))} to "
                           f"{figure(max(values))})" if values else "-")
        ratio = None if None in middle else middle[0] / middle[1]
        print(f"{name:<28} {columns[0]:>28} {columns[1]:>28} {part(ratio):>7}")
    print(f"median (least to greatest) of {len(ours)} guests of each kernel, in turn")
