#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""report.py REASONS DIFFERENCES: print rows, reasons and unexplained differences of each model.

DIFFERENCES has the lines of compare, with the model in front of each:

    MODEL rows KIND NUMBER
    MODEL diff KIND DETAIL EVENT...

A record of REASONS is a line that begins in the first column, and indented lines that say why:

    MODELS KIND TERM...
        reason

MODELS are separated by commas, * stands for all.  The record explains the differences of that
kind for which all terms hold:

    any:MASK          an event's code has a bit of MASK
    any:MASK=VALUE    an event's code has VALUE in the bits of MASK
    code:VALUE,...    an event's code is one of these
    differ:MASK       the codes differ in bits of MASK
    untimed:CODE,...  an event of a 7450 has a threshold, and its counter and selector are none of
                      these
    within:MASK       DETAIL has only bits of MASK
    is:TEXT           DETAIL is TEXT
    config1, samples, excludes, made, task
                      an event has attr.config1, a period, excluded modes, a code that no list
                      has; all are a task's
    name:TEXT         the event's name, or config of a typed event, * at its end stands for any

A record that explains nothing is an error, and so is a difference that no record explains.
"""

import collections
import sys


# Unexplained differences that are printed of a model
SHOWN = 10


class Difference:
    """One line of compare."""

    def __init__(self, words):
        self.kind, self.detail, *events = words
        self.task = events[-1:] == ["task"]
        self.events = events[:-1] if self.task else events
        self.fields = [event.split(",") for event in self.events]

    def codes(self):
        """The events' codes."""
        return [int(fields[0], 16) for fields in self.fields]

    def flags(self, letters):
        """Does an event have one of these letters?"""
        return any(set(letters) & set(field)
                   for fields in self.fields for field in fields[1:] if field[0] != "c")


def term_any(difference, value):
    """any:MASK or any:MASK=VALUE"""
    mask, _, wanted = value.partition("=")
    mask = int(mask, 16)
    if wanted:
        return any(code & mask == int(wanted, 16) for code in difference.codes())
    return any(code & mask for code in difference.codes())


def term_code(difference, value):
    """code:VALUE,..."""
    return bool({int(code, 16) for code in value.split(",")} & set(difference.codes()))


def term_untimed(difference, value):
    """untimed:CODE,..."""
    timed = {int(code, 16) for code in value.split(",")}
    return any(code & 0x7f000 and code & 0xf7f not in timed for code in difference.codes())


def term_differ(difference, value):
    """differ:MASK"""
    return len({code & int(value, 16) for code in difference.codes()}) > 1


def term_name(difference, value):
    """name:TEXT"""
    name = difference.events[0]
    return name.startswith(value[:-1]) if value.endswith("*") else name == value


TERMS = {
    "any": term_any,
    "code": term_code,
    "differ": term_differ,
    "untimed": term_untimed,
    "within": lambda difference, value: not int(difference.detail, 16) & ~int(value, 16),
    "is": lambda difference, value: difference.detail == value,
    "name": term_name,
    "config1": lambda difference, value: any(field.startswith("c") for fields in difference.fields
                                             for field in fields[1:]),
    "samples": lambda difference, value: difference.flags("s"),
    "excludes": lambda difference, value: difference.flags("ukh"),
    "made": lambda difference, value: difference.flags("m"),
    "task": lambda difference, value: difference.task,
}


class Reason:
    """A record of the table of reasons."""

    def __init__(self, line, number):
        models, self.kind, *terms = line.split()
        self.models = models.split(",")
        self.terms = [term.partition(":")[::2] for term in terms]
        self.number = number
        self.text = ""
        self.used = collections.Counter()
        for name, _ in self.terms:
            if name not in TERMS:
                sys.exit(f"reasons:{number}: no such term: {name}")

    def explains(self, model, difference):
        """Is the difference one of this record?"""
        if self.kind != difference.kind or not {model, "*"} & set(self.models):
            return False
        return all(TERMS[name](difference, value) for name, value in self.terms)


def read_reasons(path):
    """The records, in their order."""
    reasons = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            if line[0].isspace():
                reasons[-1].text += line.strip()
            else:
                reasons.append(Reason(line, number))
    return reasons


def main():
    """Print the report; the exit code is 1 if something is unexplained."""
    reasons = read_reasons(sys.argv[1])
    rows = collections.Counter()
    unexplained, models = collections.defaultdict(list), []
    with open(sys.argv[2], encoding="utf-8") as lines:
        for line in lines:
            model, what, *words = line.split()
            if model not in models:
                models.append(model)
            if what == "rows":
                rows[model] += int(words[1])
                continue
            difference = Difference(words)
            for reason in reasons:
                if reason.explains(model, difference):
                    reason.used[model] += 1
                    break
            else:
                unexplained[model].append(line.rstrip())

    failed = False
    for model in models:
        used = sum(1 for reason in reasons if reason.used[model])
        print(f"{model}: {rows[model]} rows compared, {used} reasons,"
              f" {len(unexplained[model])} unexplained")
        for line in unexplained[model][:SHOWN]:
            print(f"  {line}")
        failed |= bool(unexplained[model])
    for reason in reasons:
        if not reason.text:
            print(f"reasons:{reason.number}: no reason is given")
            failed = True
        for model in reason.models:
            if not reason.used if model == "*" else model in models and not reason.used[model]:
                print(f"reasons:{reason.number}: explains nothing on {model}")
                failed = True
    sys.exit(failed)


main()
