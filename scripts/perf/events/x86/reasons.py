# SPDX-License-Identifier: GPL-2.0
"""The reasons why our driver differs from a source."""

import fnmatch
import re


def pattern(words):
    """A regular expression for any of some shell patterns."""
    return re.compile("|".join(fnmatch.translate(word) for word in words.split()))


class Reasons:
    """The rows of the file reasons: source | processors | events | difference | reason."""

    def __init__(self, path):
        self.rows, self.used, self.known = [], set(), {}
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and not line.startswith("#"):
                    self.rows.append(self.parse(path, number, line))

    @staticmethod
    def parse(path, number, line):
        """A row, as patterns."""
        fields = [field.strip() for field in line.split("|")]
        if len(fields) != 5 or not all(fields):
            raise SystemExit(f"{path}:{number}: not: source | processors | events | difference "
                             "| reason")
        # A pattern for all of a difference, which has spaces
        return (f"{number}: {line.strip()}", *(pattern(words) for words in fields[:3]),
                re.compile(fnmatch.translate(fields[3])))

    def explain(self, processor, source, event, difference):
        """Does a row match? An event without spaces, so that patterns can be several."""
        event = event.replace(" ", "-")
        matches = [number for number, (_, sources, processors, events, differences)
                   in enumerate(self.rows)
                   if sources.match(source) and processors.match(processor) and
                   events.match(event) and differences.match(difference)]
        self.used.update(matches)
        return bool(matches)

    def unused(self):
        """Rows that have matched nothing."""
        return [row[0] for number, row in enumerate(self.rows) if number not in self.used]
