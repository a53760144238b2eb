# SPDX-License-Identifier: GPL-2.0
"""The lists in the tool's manual pages, compared with the tool's sources, for check/docs."""

import glob
import os
import re

REPO = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
TOOL = os.path.join(REPO, "tools/perf")
PAGES = "tools/perf/Documentation"


def read(*path):
    """The text of a file of the tool."""
    with open(os.path.join(TOOL, *path), encoding="utf-8") as text:
        return text.read()


def section(page, title):
    """The text below a heading of a manual page, up to the next heading."""
    found = re.search(rf"^{title}\n=+\n((?s:.*?))(?=^[A-Z].*\n===|\Z)",
                      read("Documentation", page + ".rst"), re.M)
    return found.group(1) if found else ""


def sources():
    """Each C file of the commands and libraries: its text."""
    for folder in "cmd", "lib":
        for path in sorted(glob.glob(os.path.join(TOOL, folder, "**/*.c"), recursive=True)):
            yield read(path)


def terms(text):
    """The names in italics on the lines of TEXT that begin with one."""
    return {name for line in re.findall(r"^\*\w.*", text, re.M)
            for name in re.findall(r"(?<!\*)\*(\w[\w-]*)\*(?!\*)", line)}


def items(text):
    """The names in italics that are alone on a line of TEXT, but for their type."""
    return set(re.findall(r"^\*([\w-]+)\*(?: \(.*\))?$", text, re.M))


def environment():
    """The variables that the tool reads: a literal, a macro, or the members of an array."""
    for text in sources():
        for literal, name, array in re.findall(r'getenv\((?:"(\w+)"|(\w+)(\[)?)', text):
            if literal:
                yield literal
            elif array:
                members = re.search(rf"\b{name}\[\] = \{{([^}}]*)\}}", text)
                yield from re.findall(r'"(\w+)"', members.group(1))
            else:
                yield re.search(rf'#define {name}\s+"(\w+)"', text).group(1)


def paths():
    """The files of the system, outside /proc and /sys, that the tool has the names of."""
    for text in sources():
        for name in re.findall(r'"(/(?:etc|usr/lib|boot)/[^"]*)"', text):
            yield name.replace("%s", "RELEASE")


def script_fields():
    """The names of fields_known[] in script_fields.c."""
    table = read("lib/lines/script_fields.c").split("fields_known[] = {")[1].split("};")[0]
    return set(re.findall(r'\{ "(\w+)",', table))


def script_members():
    """The members that perf_json_line() writes."""
    text = read("lib/lines/json_text.c").split("/* ---- lines")[1]
    return set(re.findall(r'\\"(\w+)\\":', text)) - {"%s"} | \
        set(re.findall(r'add_hex\(str, "(\w+)"', text))


def stat_members():
    """The members of perf stat -j."""
    text = read("lib/stat/stat_machine.c")
    return set(re.findall(r'\\"([a-z-]+)\\" :', text)) | \
        set(re.findall(r'\[PERF_STAT_\w+\] = "(\w+)"', text))


def list_members():
    """The members of perf list -j."""
    text = read("cmd/list.c")
    return set(re.findall(r'\\"([A-Z]\w+)\\": ', text)) | \
        set(re.findall(r'json_member\("(\w+)"', text))


def missing_commands():
    """The commands of perf 6.12 that main.c names an alternative for."""
    table = read("cmd/main.c").split("missing[] = {")[1].split("};")[0]
    return set(re.findall(r'\{ "([a-z]+)",', table))


def refused_options():
    """The options of perf 6.12 that the table of tests/options_base.sh excepts."""
    table = read("tests/options_base.sh").split("<<'END'\n")[1].split("\nEND\n")[0]
    return {option for row in table.split("\n") for option in row.split("|")[0].split()}


def compare(page, what, there, listed):
    """A line for each name that is in one of the two sets only."""
    for name in sorted(there - listed):
        yield f"{PAGES}/{page}.rst: {what} lacks {name}"
    for name in sorted(listed - there):
        yield f"{PAGES}/{page}.rst: {what} has {name}, which the tool has not"
    if not there:
        yield f"scripts/perf/check/tool_pages.py finds nothing for {what} of {page}"


def check_tool_pages():
    """A line for each difference between the manual pages and the tool."""
    # The pager reads LESS, from the environment that perf sets up
    yield from compare("perf", "ENVIRONMENT", {*environment(), "LESS"},
                       terms(section("perf", "ENVIRONMENT")))
    files = section("perf", "FILES")
    for name in sorted(set(paths())):
        if f"{name}*" not in files:
            yield f"{PAGES}/perf.rst: FILES lacks {name}"
    yield from compare("perf-script", "FIELDS", script_fields(),
                       terms(section("perf-script", "FIELDS")))
    yield from compare("perf-script", "JSON", script_members(),
                       items(section("perf-script", "JSON")))
    yield from compare("perf-stat", "JSON", stat_members(), items(section("perf-stat", "JSON")))
    yield from compare("perf-list", "JSON", list_members(), items(section("perf-list", "JSON")))
    yield from compare("perf-differences", "COMMANDS", missing_commands(),
                       items(section("perf-differences", "COMMANDS")))
    yield from compare("perf-differences", "OPTIONS", refused_options(),
                       set(re.findall(r"\*\*(--?\w[\w-]*)\*\*(?=[,:])",
                                      section("perf-differences", "OPTIONS"))))
    for name in sorted(missing_commands()):
        if not os.path.exists(os.path.join(REPO, PAGES, f"perf-{name}.rst")):
            yield f"{PAGES}: there is no perf-{name}.rst, which says what to use in its place"
