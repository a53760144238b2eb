# SPDX-License-Identifier: GPL-2.0
"""Builds and runs the program that opens events on an x86 driver, ours or the base's."""

import glob
import os
import re
import shlex
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
REPO = os.path.abspath(os.path.join(HERE, "../../../.."))

# For each driver: the targets of kbuild, the objects of the program, relative to the objects'
# directory, the one whose command compiles kernel.c, and its static functions
# that are called
DRIVERS = {
    "own": {
        "targets": ["arch/x86/events/", "arch/x86/lib/hweight.o",
                    "kernel/events/base/cache_config.o"],
        # All of the folder, but what is no part of the CPU's counters
        "objects": ["arch/x86/events/*.o", "arch/x86/events/branch/*.o",
                    "arch/x86/events/precise/*.o", "arch/x86/lib/hweight.o",
                    "kernel/events/base/cache_config.o"],
        "without": {"built-in", "callchain", "cstate", "debug", "free_running", "guest",
                    "intel-cstate", "msr", "pt", "rapl", "regs", "time"},
        "like": "arch/x86/events/.model.o.cmd",
        "calls": ["perf_x86_init"],
    },
    "stock": {
        "targets": ["arch/x86/events/", "arch/x86/kernel/cpu/match.o", "arch/x86/lib/hweight.o",
                    "lib/find_bit.o"],
        "objects": ["arch/x86/events/" + name + ".o" for name in (
            "core utils amd/core amd/lbr amd/brs intel/core intel/bts intel/ds intel/lbr intel/knc "
            "intel/p4 intel/p6 zhaoxin/core").split()] +
                   ["arch/x86/kernel/cpu/match.o", "arch/x86/lib/hweight.o", "lib/find_bit.o"],
        "without": {"p4"},
        # Compiled again, with another header in front
        "again": ("arch/x86/events/intel/p4", "threads.h"),
        "like": "arch/x86/events/.core.o.cmd",
        "calls": ["init_hw_perf_events", "fixup_ht_bug"],
    },
}

# Functions of the kernel that the C library has as well
FROM_LIBRARY = {"memcpy", "memset", "strchr", "strcmp", "strlen"}


def run(command, **options):
    """Standard output of a command; the script ends if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **options)
    if done.returncode:
        raise SystemExit(f"check events: {command[0]} ended with {done.returncode}")
    return done.stdout


def compile_command(objects, like):
    """The compiler's command for an object of kbuild, without input and output."""
    with open(os.path.join(objects, like), encoding="utf-8") as lines:
        command = lines.readline().split(":=", 1)[1].split(";")[0].strip()
    words = shlex.split(command)
    words = words[words.index("gcc"):]
    return [word for word in words[:words.index("-c")] if not word.startswith("-Wp,-MMD")]


def undefined(program):
    """Symbols that an object needs."""
    return re.findall(r" U (\S+)", run(["nm", "-u", program]))


def write_missing(path, names):
    """An assembler file with a function for each name, which ends the program."""
    with open(path, "w", encoding="utf-8") as out:
        for number, name in enumerate(names):
            out.write(f'.globl {name}\n{name}: lea name{number}(%rip), %rdi\n'
                      f' and $-16, %rsp\n call missing\n'
                      f'.pushsection .rodata\nname{number}: .asciz "{name}"\n.popsection\n')
        out.write('.section .note.GNU-stack,"",@progbits\n')


def is_current(target, sources):
    """Is a file newer than those it is made of?"""
    return os.path.exists(target) and \
        all(os.path.getmtime(source) <= os.path.getmtime(target) for source in sources)


def objects_of(folder, rules):
    """Objects of a driver; one whose source has gone may still be there."""
    found = []
    for pattern in rules["objects"]:
        for path in sorted(glob.glob(os.path.join(folder, pattern))):
            stem = os.path.splitext(os.path.relpath(path, folder))[0]
            sources = (os.path.join(os.path.dirname(folder), stem + end) for end in (".c", ".S"))
            if os.path.basename(stem) not in rules["without"] and any(map(os.path.exists, sources)):
                found.append(path)
    return found


def build(driver):
    """Path of the program with a driver."""
    build_dir = os.environ.get("BUILD") or os.path.join(REPO, "build")
    rules = DRIVERS[driver]
    run([os.path.join(REPO, "scripts/perf/host/build"), driver, "events", *rules["targets"]])
    objects = os.path.join(build_dir, driver, "obj-events")
    out = os.path.join(build_dir, "events-x86", driver)
    os.makedirs(out, exist_ok=True)
    program = os.path.join(out, "program")
    parts = objects_of(objects, rules)
    sources = [os.path.join(HERE, name) for name in
               ("kernel.c", f"{driver}.c", "main.c", "p4.c", "calls.S", "program.h", "program.py",
                "threads.h")]
    if is_current(program, parts + sources):
        return program
    command = compile_command(objects, rules["like"])
    halves = []
    if "again" in rules:
        stem, header = rules["again"]
        again = compile_command(objects, os.path.join(os.path.dirname(stem), ".p4.o.cmd"))
        halves.append(f"{out}/again.o")
        run([*again, "-include", f"{HERE}/{header}", "-c", "-o", halves[-1],
             os.path.join(os.path.dirname(objects), stem + ".c")], cwd=objects)
    for name in ("kernel", driver):
        halves.append(f"{out}/{name}.o")
        # kernel.c's names are those of the kernel, whose headers do not declare them for it
        run([*command, "-w", f"-I{HERE}", "-c", "-o", halves[-1], f"{HERE}/{name}.c"],
            cwd=objects)
    return link(out, program, parts, halves, rules["calls"])


def link(out, program, parts, halves, calls):
    """Link the driver's objects, the kernel half and the user half."""
    run(["ld", "-r", "-z", "noexecstack", "-o", f"{out}/driver.o", *parts])
    # The base changes the code of its static calls
    run(["objcopy", *(f"--globalize-symbol={name}" for name in calls), "--set-section-flags",
         ".static_call.text=alloc,contents,load,code", f"{out}/driver.o"])
    run(["ld", "-r", "-z", "noexecstack", "-o", f"{out}/all.o", f"{out}/driver.o", *halves])
    for half in ("main", "p4"):
        run(["gcc", "-O2", "-Wall", "-Wextra", "-mincoming-stack-boundary=3", "-fno-pie", "-c", "-o",
             f"{out}/{half}.o", f"{HERE}/{half}.c"])
    run(["gcc", "-c", "-o", f"{out}/calls.o", f"{HERE}/calls.S"])
    names = set(undefined(f"{out}/all.o")) - FROM_LIBRARY
    defined = set(re.findall(r" [BDTVW] (\S+)", run(["nm", f"{out}/main.o", f"{out}/p4.o", f"{out}/calls.o"])))
    write_missing(f"{out}/missing.S", sorted(names - defined))
    run(["gcc", "-static", "-no-pie", "-Wl,-z,noexecstack,--no-warn-rwx-segments", "-o", program,
         f"{out}/main.o", f"{out}/p4.o", f"{out}/all.o", f"{out}/calls.o", f"{out}/missing.S"])
    return program


class Driver:
    """A driver that has found a processor."""

    def __init__(self, program, processor):
        self.program = program
        self.processor = processor

    def ask(self, commands):
        """Lines of the program's answers to commands; None if the driver finds no counters."""
        done = subprocess.run([self.program], input="\n".join(self.processor + commands) + "\n",
                              stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"check events: {self.program} ended with {done.returncode}")
        lines = done.stdout.splitlines()
        return lines[1:] if lines[0] == "0" else None
