# SPDX-License-Identifier: GPL-2.0
"""What recording costs: the program that is recorded, the tool itself, and space."""

import os
from typing import NamedTuple

from measure import Measured, timed
from recordings import contents

CELLS = ([(frequency, chain) for frequency in (99, 999, 4000, 10000)
          for chain in ("-", "fp", "dwarf")]
         + [(frequency, chain) for frequency in (20000, 50000) for chain in ("-", "fp")])
OPTIONS = {"-": [], "fp": ["--call-graph", "fp"], "dwarf": ["--call-graph", "dwarf"]}
# What the tool itself may take
FIXED_SECONDS = 0.03
SECONDS_A_SAMPLE = 1e-6
# How many samples a second must not be lost, with copies of stacks
KEPT = (10000, "dwarf")
PROGRAM_SECONDS = 1.0


class Cost(NamedTuple):
    """The program's CPU and elapsed seconds, the tool's CPU seconds, and the recording."""
    cpu: float
    wall: float
    own: float
    size: int
    samples: int
    lost: int


class RecordCost:
    """Of the two tools, the table of frequencies and kinds of call chains."""

    def __init__(self, recordings, verdicts, tools, turns):
        self.folder, self.verdicts, self.turns = recordings.folder, verdicts, turns
        self.tools = tools
        self.program = recordings.need("deep")
        self.said, self.data = recordings.path("deep.said"), recordings.path("scratch")

    def rounds(self):
        """How many rounds of the program take a second of CPU time here."""
        timed([self.program, "200", "0", self.said], self.folder)
        done, _, cpu = self.program_said()
        return str(max(int(done / cpu * PROGRAM_SECONDS), 1))

    def program_said(self):
        """Rounds, elapsed and CPU seconds."""
        with open(self.said, encoding="ascii") as file:
            return [float(word) for word in file.read().split()]

    def alone(self, rounds):
        """What the program takes when nothing records it."""
        costs = []
        for _ in range(max(self.turns, 3)):
            timed([self.program, "0", rounds, self.said], self.folder)
            costs.append(self.program_said())
        return min(cost[2] for cost in costs), min(cost[1] for cost in costs)

    def once(self, tool, frequency, chain, rounds):
        """One recording; None if the tool fails."""
        result = timed([tool, "record", "-q", "-e", "cpu-clock", "-F", str(frequency),
                        *OPTIONS[chain], "-o", self.data, self.program, "0", rounds, self.said],
                       self.folder)
        if not isinstance(result, Measured):
            return None
        _, wall, cpu = self.program_said()
        cost = Cost(cpu, wall, max(result.cpu - cpu, 0), *contents(self.data))
        os.unlink(self.data)
        return cost

    def cell(self, frequency, chain, rounds):
        """The best costs of each tool, but the most that was lost; by turns."""
        costs = [[] for _ in self.tools]
        for _ in range(self.turns):
            for i, tool in enumerate(self.tools):
                cost = self.once(tool, frequency, chain, rounds)
                if cost:
                    costs[i].append(cost)
        def of_all(runs):
            cpu, wall, own, size, samples, lost = zip(*runs)
            return Cost(min(cpu), min(wall), min(own), min(size), max(samples), max(lost))
        return [of_all(runs) if len(runs) == self.turns else None for runs in costs]

    def judge(self, name, frequency, chain, cost):
        """The verdict, with the share that the tool may take."""
        bound = FIXED_SECONDS + SECONDS_A_SAMPLE * cost.samples
        judged = [(cost.own <= bound, f"own <= {bound:.3f} s")]
        if (frequency, chain) == KEPT:
            judged.append((cost.lost == 0, "0 lost"))
        wanted = ", ".join(text for _, text in judged)
        return f"{wanted:<26} {self.verdicts.add(name, judged)}"

    def table(self, wanted):
        """Measures and prints all cells whose name wanted() wants."""
        names = {cell: f"record -F {cell[0]} {cell[1]}" for cell in CELLS}
        cells = [cell for cell in CELLS if wanted(names[cell])]
        if not cells:
            return
        rounds = self.rounds()
        cpu, wall = self.alone(rounds)
        print(f"\nRecording a program of {cpu:.3f} s of CPU time, {wall:.3f} s elapsed alone; "
              "how much longer it takes\n"
              f"{'-F':>6} {'chain':<6}{'':<7}{'CPU':>8} {'elapsed':>8} {'samples':>8} "
              f"{'MB':>8} {'lost':>6} {'own s':>7}  wanted")
        for cell in cells:
            for i, cost in enumerate(self.cell(*cell, rounds)):
                ours = i == len(self.tools) - 1
                head = f"{cell[0]:>6} {cell[1]:<6}{'ours' if ours else 'Debian':<7}"
                if not cost:
                    print(f"{head} failed")
                    if ours:
                        self.verdicts.failed(names[cell])
                    continue
                print(f"{head}{cost.cpu / cpu - 1:8.1%} {cost.wall / wall - 1:8.1%} "
                      f"{cost.samples:8} {cost.size / 1e6:8.2f} {cost.lost:6} {cost.own:7.3f}  "
                      + (self.judge(names[cell], *cell, cost) if ours else ""), flush=True)
