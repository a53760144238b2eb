#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""published.py FOLDER: print "CODE NAME" for each event of the published lists in FOLDER.

A line for each EventCode of the JSON files; metrics and events of other PMUs, which have a Unit,
are left out.
"""

import glob
import json
import sys


def main():
    """Print the lines."""
    for path in sorted(glob.glob(f"{sys.argv[1]}/*.json")):
        with open(path, encoding="utf-8") as file:
            for event in json.load(file):
                if "EventCode" in event and "Unit" not in event:
                    print(event["EventCode"].lower(), event["EventName"].strip())


main()
