# SPDX-License-Identifier: GPL-2.0
"""The files of the tree that the subsystem makes: those of the base that go, ours, and
patched ones.  overlay lays them into a tree, series makes patches of them."""

import os
import re
import shutil
import subprocess

REPO = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
DATA = os.path.join(REPO, "scripts/perf/data")
HUNKS = os.path.join(DATA, "hunks")
LAID_IN = ("Documentation", "arch", "include", "kernel", "samples", "tools")
KCONFIG = ("Kconfig", "kernel/events/Kconfig")
SKIP = re.compile(r"(~|\.orig|\.rej|\.o|\.a|\.pyc|\.cmd|\.swp)$|^__pycache__$")


class TreeError(Exception):
    """A hunk that does not apply; the text says why."""


def owned_base_files(base):
    """Paths of the base that the list 'owned' deletes."""
    found, kept = set(), set()
    with open(os.path.join(DATA, "owned"), encoding="utf-8") as lines:
        for line in lines:
            path = line.split("#")[0].strip()
            if path.startswith("!"):
                kept.add(path[1:])
            elif path.endswith("/"):
                for top, _, names in os.walk(os.path.join(base, path)):
                    found |= {os.path.relpath(os.path.join(top, name), base) for name in names}
            elif path and os.path.lexists(os.path.join(base, path)):
                found.add(path)
    return found - kept


def repo_files():
    """Path in the tree -> our file."""
    found = {}
    for part in LAID_IN:
        for top, folders, names in os.walk(os.path.join(REPO, part)):
            folders[:] = [name for name in folders if not SKIP.search(name)]
            for name in names:
                if not SKIP.search(name):
                    path = os.path.join(top, name)
                    found[os.path.relpath(path, REPO)] = path
    ours = os.path.join(REPO, KCONFIG[0])
    if os.path.exists(ours):
        found[KCONFIG[1]] = ours
    return found


def hunk_names():
    """The patches in 'hunks', in the order in which they apply."""
    return sorted(name for name in os.listdir(HUNKS) if name.endswith(".patch"))


def hunk_paths(name):
    """The paths that the hunk NAME changes."""
    with open(os.path.join(HUNKS, name), encoding="utf-8") as text:
        return re.findall(r"^\+\+\+ b/(\S+)", text.read(), re.M)


def apply_hunk(name, base, scratch):
    """Apply the hunk NAME to the files below SCRATCH, copied from BASE where they are
    not there yet; its paths."""
    paths = hunk_paths(name)
    for path in paths:
        copy = os.path.join(scratch, path)
        if os.path.exists(copy):
            continue
        if not os.path.exists(os.path.join(base, path)):
            raise TreeError(f"hunk {name} does not apply: the base has no {path}")
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copy(os.path.join(base, path), copy)
    run = subprocess.run(["patch", "-p1", "-s", "-t", "-N", "-F1", "--no-backup-if-mismatch",
                          "-r", "-", "-i", os.path.join(HUNKS, name)], cwd=scratch,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         check=False)
    if run.returncode:
        reason = " ".join(run.stdout.split())
        raise TreeError(f"hunk {name} does not apply to {base}: {reason}")
    return paths


def patched_files(base, scratch):
    """Apply each hunk to copies of the base's files: path -> patched copy."""
    found = {}
    for name in hunk_names():
        for path in apply_hunk(name, base, scratch):
            found[path] = os.path.join(scratch, path)
    return found
