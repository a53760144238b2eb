# SPDX-License-Identifier: GPL-2.0
"""How long each part of a test run took, and in which of the last runs it failed.

A part is a boot, a program in a guest, a script of the tool, a check. The files have a line for
each: seconds, the last outcomes ("." passed, "F" failed, the newest last), the part's name.
This machine's file is in the cache; data/test-history has the parts that it lacks, so that the
first run on a machine gives an estimate as well.
"""

import os
import tempfile

RUNS_KEPT = 10
# Of a part that no run has had yet
UNKNOWN_SECONDS = 15


class History:
    """What the last runs on this machine took. Its user serialises the calls."""

    def __init__(self, path, default_path):
        self._path = path
        # Part -> (seconds, outcomes)
        self._parts = {}
        self._read(default_path)
        self._read(path)

    def _read(self, path):
        try:
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    words = line.rstrip("\n").split(" ", 2)
                    if len(words) == 3 and not line.startswith("#"):
                        self._parts[words[2]] = (float(words[0]), words[1].lstrip("-"))
        except (FileNotFoundError, ValueError):
            pass

    def seconds(self, part):
        """How long the part took last, or a guess."""
        return self._parts.get(part, (UNKNOWN_SECONDS,))[0]

    def failures(self, part):
        """In how many of the last runs it failed."""
        return self._parts.get(part, (0, ""))[1].count("F")

    def add(self, part, seconds, failed):
        """A part has ended."""
        outcomes = self._parts.get(part, (0, ""))[1] + ("F" if failed else ".")
        self._parts[part] = (seconds, outcomes[-RUNS_KEPT:])

    def save(self):
        """Write the file of this machine, as a whole or not at all."""
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", delete=False,
                                         dir=os.path.dirname(self._path)) as out:
            for part, (seconds, outcomes) in sorted(self._parts.items()):
                out.write(f"{seconds:.1f} {outcomes or '-'} {part}\n")
        os.replace(out.name, self._path)

    def write_default(self, path, parts):
        """Write the seconds of these parts, for machines that have no file yet."""
        with open(path, "w", encoding="utf-8") as out:
            out.write("# SPDX-License-Identifier: GPL-2.0\n"
                      "# Written by 'run-tests --all --keep-times': seconds, outcomes, part\n")
            for part in sorted(parts):
                out.write(f"{self.seconds(part):.1f} - {part}\n")
