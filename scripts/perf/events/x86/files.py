# SPDX-License-Identifier: GPL-2.0
"""The files of sysfs that a driver makes for its counters: names and terms of events, fields of
formats. Both drivers are shown a processor with PEBS and the top-down metrics of its model, in
programs of their own: a file appears with the feature that it is for."""

import program

FOLDERS = ("events", "format")


def spelled(folder, text):
    """The text of a file, normalised."""
    if folder == "format":
        return text
    terms = []
    for term in text.split(","):
        name, _, value = term.partition("=")
        terms.append(f"{name}={int(value or '1', 0):x}")
    return ",".join(sorted(terms))


def read(path, processor):
    """The files of a driver: text by "FOLDER/NAME"; None if it finds no counters."""
    files = {}
    driver = program.Driver(path, processor.commands(precise=True))
    for folder in FOLDERS:
        lines = driver.ask([f"files {folder}"])
        if lines is None:
            return None
        for line in lines:
            name, _, text = line.partition(" ")
            files[f"{folder}/{name}"] = spelled(folder, text)
    return files


def compare(programs, processor):
    """Pairs of a file and how ours differs from the base's; None if it does not."""
    own, base = (read(programs[driver], processor) for driver in ("own", "stock"))
    for name in sorted({**own, **base}):
        mine, other = own.get(name, "none"), base.get(name, "none")
        yield name, None if mine == other else f"{mine} for {other}"
