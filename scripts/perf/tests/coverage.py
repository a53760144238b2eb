# SPDX-License-Identifier: GPL-2.0
"""Lines of our files that ran, from the compiler's counts; blocks that did not, and why not.

A block is a stretch of lines of one function that never ran; lines without code, such as
comments, do not end it. data/uncovered has rows under reasons:

    = REASON, which may go on
    = in the next line
    FILE FUNCTION<tab>TEXT
    ~ FILE FUNCTION<tab>TEXT

A row is for the blocks of the function of which a line has the text, so it survives edits
elsewhere in the file. With ~ the block runs in some runs and not in others.
"""

import dataclasses
import json
import os
import re
import subprocess

FOLDERS = ("kernel/events/",)
FILES = ("arch/um/kernel/perf_callchain.c", "arch/x86/um/perf_regs.c")
NOT_OURS = re.compile(r"^kernel/events/(tests/|uprobes\.c|.*_test\.c)")
NAME = re.compile(r"^(?=[A-Za-z_])[^=;(]*?\b(\w+)\((\w*)")


class CoverageError(Exception):
    """The counts or the table cannot be read."""


@dataclasses.dataclass
class Block:
    """Lines of a function that never ran: their numbers and their texts."""
    path: str
    function: str
    lines: list
    texts: list

    def __str__(self):
        last = f"-{self.lines[-1]}" if len(self.lines) > 1 else ""
        return f"{self.path}:{self.lines[0]}{last}: {self.function}: {self.texts[0]}"

    def row(self):
        """The row of data/uncovered for it."""
        return f"{self.path} {self.function}\t{self.texts[0]}"


class Row:
    """A row of data/uncovered."""

    def __init__(self, line, reason):
        place, _, self.text = line.lstrip("~ ").partition("\t")
        words = place.split()
        if len(words) != 2 or not self.text or not reason:
            raise CoverageError(f"not a row below a reason: {line}")
        self.path, self.function = words
        self.sometimes = line.startswith("~")
        self.reason = reason

    def is_for(self, block):
        """Does the row give the block's reason?"""
        return (self.path, self.function) == (block.path, block.function) and \
            any(self.text in text for text in block.texts)

    def __str__(self):
        return f"{self.path} {self.function}\t{self.text}"


def is_ours(path):
    """Is the file one of those that are measured?"""
    return path in FILES or (path.startswith(FOLDERS) and not NOT_OURS.match(path))


def read_counts(tree, obj):
    """File -> line -> how often it ran, as gcov reads it beside the objects."""
    notes = [os.path.join(top, name) for top, _, names in os.walk(obj)
             for name in names if name.endswith(".gcno")]
    if not any(os.path.exists(note[:-2] + "da") for note in notes):
        raise CoverageError(f"no counts below {obj}")
    run = subprocess.run(["gcov", "--json-format", "--stdout", *sorted(notes)], cwd=obj,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    counts = {}
    for document in filter(str.strip, run.stdout.splitlines()):
        unit = json.loads(document)
        for file in unit["files"]:
            path = os.path.join(unit["current_working_directory"], file["file"])
            path = os.path.relpath(os.path.realpath(path), os.path.realpath(tree))
            if is_ours(path):
                lines = counts.setdefault(path, {})
                for line in file["lines"]:
                    number = line["line_number"]
                    lines[number] = lines.get(number, 0) + line["count"]
    return counts


def functions_of(lines):
    """For each line of a file the function it belongs to, or "-"."""
    names, begin, name = ["-"] * len(lines), 0, "-"
    for number, line in enumerate(lines):
        found = NAME.match(line)
        if found and not line.endswith(";"):
            begin, name = number, found.group(1)
            if name.startswith("SYSCALL_DEFINE"):
                name = found.group(2)
            if line.endswith("}"):
                names[number] = name
        elif line.startswith("}"):
            names[begin:number + 1] = [name] * (number + 1 - begin)
            name = "-"
            begin = number + 1
    return names


def blocks_of(path, lines, counts):
    """The blocks of a file."""
    functions, found, last = functions_of(lines), [], None
    for number in sorted(counts):
        if counts[number]:
            last = None
            continue
        function, text = functions[number - 1], " ".join(lines[number - 1].split())
        if last and last.function == function:
            last.lines.append(number)
            last.texts.append(text)
        else:
            last = Block(path, function, [number], [text])
            found.append(last)
    return found


def read_rows(path):
    """The rows of data/uncovered."""
    rows, reason, above = [], "", False
    with open(path, encoding="utf-8") as table:
        for line in table.read().splitlines():
            if line.startswith("="):
                reason = (f"{reason} " if above else "") + line[1:].strip()
            elif line and not line.startswith("#"):
                rows.append(Row(line, reason))
            above = line.startswith("=")
    return rows
