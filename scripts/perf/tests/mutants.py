# SPDX-License-Identifier: GPL-2.0
"""The table of mutants, and the source tree that has them all, switched at boot.

data/mutants has two kinds of rows:

    near FOLDER PROGRAM...       programs of the guests that are about a folder or file
    mutant NAME FILE [PROGRAM...]
    -source                      lines or a part of a line, found once in the file
    +source                      in place of it
    =reason                      no test can notice it, or what proves it instead

Source that ends in a semicolon or brace is statements, anything else an expression, so the
mutant becomes an if or a conditional operator on perf_mutant(its number).  The command line
of the kernel, perf_mutant=NUMBER, chooses one; with 0 or nothing the kernel is as it was.
"""

import os

HEADER = "kernel/events/mutant.h"
HEADER_TEXT = """/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __ASSEMBLY__
extern int perf_mutant_number;
#define perf_mutant(_number)	(perf_mutant_number == (_number))
#endif
"""
SWITCH = "kernel/events/init.c"
SWITCH_TEXT = """
#include <linux/moduleparam.h>
int perf_mutant_number __read_mostly;
core_param(perf_mutant, perf_mutant_number, int, 0444);
"""
# Of all folders that mutants may be in
MAKEFILES = ("kernel/events/Makefile", "arch/x86/events/Makefile")
MAKEFILE_TEXT = "\nsubdir-ccflags-y += -include $(srctree)/" + HEADER + "\n"


class MutantError(Exception):
    """The table is wrong, or the source has changed."""


class Mutant:
    """A row of the table."""

    def __init__(self, number, name, path, programs):
        self.number = number
        self.name = name
        self.path = path
        self.programs = programs
        self.old, self.new, self.reason = [], [], []

    def text(self):
        """What stands in place of the old source."""
        old, new = "\n".join(self.old), "\n".join(self.new)
        if old[-1] in ";}":
            return f"{{ if (perf_mutant({self.number})) {{ {new} }} else {{ {old} }} }}"
        return f"(perf_mutant({self.number}) ? ({new}) : ({old}))"


def read_table(path):
    """The mutants, in the order of their numbers."""
    near, mutants = {}, []
    with open(path, encoding="utf-8") as table:
        for line in table.read().splitlines():
            words = line.split()
            if line[:1] in "-+=" and line and mutants:
                mutant = mutants[-1]
                {"-": mutant.old, "+": mutant.new, "=": mutant.reason}[line[0]].append(line[1:])
            elif words[:1] == ["near"]:
                near[words[1]] = words[2:]
            elif words[:1] == ["mutant"]:
                programs = list(words[3:])
                for place, names in near.items():
                    if words[2].startswith(place):
                        programs += [name for name in names if name not in programs]
                mutants.append(Mutant(len(mutants) + 1, words[1], words[2], programs))
            elif words and not line.startswith("#"):
                raise MutantError(f"not a row: {line}")
    names = [mutant.name for mutant in mutants]
    for mutant in mutants:
        if not mutant.old or not mutant.new or names.count(mutant.name) > 1:
            raise MutantError(f"{mutant.name}: no source, or a name twice")
    return mutants


def _find(source, mutant):
    """Where the mutant's old source begins and ends."""
    old = "\n".join(mutant.old)
    if source.count(old) != 1:
        raise MutantError(f"{mutant.name}: found {source.count(old)} times in {mutant.path}: "
                          f"{old}")
    begin = source.index(old)
    return begin, begin + len(old)


def _write(path, text):
    """Write a new file: the old one may be a link into the cache."""
    with open(path + ".mutant", "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(path + ".mutant", path)


def apply_table(tree, mutants):
    """Put all mutants into a source tree as it was laid in."""
    by_path = {}
    for mutant in mutants:
        by_path.setdefault(mutant.path, []).append(mutant)
    texts = {HEADER: HEADER_TEXT}
    for path, rows in by_path.items():
        with open(os.path.join(tree, path), encoding="utf-8") as text:
            source = text.read()
        places = sorted((*_find(source, mutant), mutant) for mutant in rows)
        for (_, end, mutant), (begin, _, other) in zip(places, places[1:]):
            if begin < end:
                raise MutantError(f"{mutant.name} and {other.name} overlap")
        for begin, end, mutant in reversed(places):
            source = source[:begin] + mutant.text() + source[end:]
        texts[path] = source
    for path, more in ((SWITCH, SWITCH_TEXT), *((path, MAKEFILE_TEXT) for path in MAKEFILES)):
        if path not in texts:
            with open(os.path.join(tree, path), encoding="utf-8") as text:
                texts[path] = text.read()
        texts[path] += more
    for path, text in texts.items():
        _write(os.path.join(tree, path), text)
