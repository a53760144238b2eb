# SPDX-License-Identifier: GPL-2.0
"""Machines, the kernel to boot on each, and the programs that run there."""

import math
import os
import subprocess
import tempfile
import threading
import time

from races import without_base_races
from results import Results, read_kunit, read_splats, read_tap

PROGRAM_SECONDS = 900
# A guest that neither ended nor began a program for so long does not run any more: guest/tests ends
# a program sooner, and a boot with KUnit takes a third of it on a slow machine
STALLED_SECONDS = PROGRAM_SECONDS + 300
# Where the run has no end
GUEST_SECONDS = 24 * 3600
MOST_GUESTS = 6
# What may stand behind a machine besides its processor
MACHINE_WORDS = ("icount", "single", "threads", "all", "kunit")
# Programs that want a clock that follows the instructions
CLOCKED = ("hw_rate", "hw_modeless", "hw_stretch")
# Those that are about some machines: of two kinds of CPUs; with what PAPI and rr count by;
# whose counters cannot tell user from kernel mode, and those with a clock that can
WITH_BRANCHES = ["intel-lbr", "intel-lbr-tsx", "intel-lbr-small", "intel-lbr-time",
                 "intel-lbr-arch", "amd-lbr"]
WITH_BHRB = ["power8", "power8e", "power9", "power10"]
PRECISE = ["intel-pebs0", "intel-pebs1-lbr", "intel-pebs1", "intel-pebs2", "intel-pebs3",
           "intel-pebs4", "intel-pebs5"]
PRECISE_BRANCHES = ["intel-pebs4", "intel-pebs5"]
WITH_METRICS = ["intel-metrics4", "intel-metrics8", "intel-metrics-hybrid"]
WITH_IBS = ["amd-ibs-zen4", "amd-ibs", "amd-ibs-old", "amd-ibs-op"]
ONLY_ON = {"hw_hybrid": ["intel-hybrid", "intel-hybrid-23h"], "hw_core": ["intel-threads"],
           "hw_branch": WITH_BRANCHES, "hw_snapshot": WITH_BRANCHES, "hw_brs": ["amd-brs"],
           "hw_pebs": PRECISE, "hw_pebs_branch": PRECISE_BRANCHES,
           "hw_ibs": WITH_IBS, "hw_topdown": WITH_METRICS, "hw_ebb": WITH_BHRB,
           "hw_bhrb": WITH_BHRB,
           "hw_free": ["intel-free"], "hw_tfa": ["intel-tfa"],
           "hw_papi.sh": ["intel-v4"], "hw_rr.sh": ["intel-v4"],
           "hw_modeless": ["winchip-c6", "winchip2", "c3"],
           "hw_rate": ["intel-icount", "amd-icount", "power9-icount", "a57", "a76"],
           "hw_stretch": ["intel-icount", "power9-icount", "a57"]}
# Machines for something that the others lack, and what runs there; late interrupts leave the last
# sample out
ONLY_THESE = {"intel-free": ["hw_free"], "intel-tfa": ["hw_tfa", "hw_count", "hw_sample"],
              "intel-threads": ["hw_core", "hw_count", "hw_share"], "amd-late": ["hw_late"],
              "amd-brs": ["hw_brs", "hw_count", "hw_sample"],
              **dict.fromkeys(WITH_BRANCHES, ["hw_branch", "hw_snapshot"]),
              **dict.fromkeys(PRECISE, ["hw_pebs"]),
              **dict.fromkeys(PRECISE_BRANCHES, ["hw_pebs", "hw_pebs_branch"]),
              **dict.fromkeys(WITH_IBS, ["hw_ibs"]),
              **dict.fromkeys(WITH_METRICS, ["hw_topdown"])}
# Of each kind one also runs what counts and samples without
for _name in ("intel-lbr-arch", "amd-lbr", "intel-pebs4", "amd-ibs"):
    ONLY_THESE[_name] = [*ONLY_THESE[_name], "hw_count", "hw_sample"]
# Programs that begin so, or are these, skip all they have without hardware counters
COUNTING = ("hw_", "base:powerpc_")
COUNTING_TOO = ("base:remove_on_exec",)
# Flavours of a processor -> its name in hw-machines, and in our QEMU; None: the
# distribution's emulator has counters
PROCESSORS = (("powerpc64", "powerpc64", "ppc64"), ("powerpc32", "powerpc32", "ppc64"),
              ("e500", "e500", "ppc64"),
              ("arm64", "arm64", None), ("riscv64", "riscv64", None),
              ("x86-32", "x86-32", "x86_64"), ("um", "um", None), ("", "x86", "x86_64"))
# Processors whose usual machine is our QEMU's too: in the distribution's the registers of the
# counters are illegal instructions, of which the kernel dies
ONLY_OURS = ("e500",)
# Flavours whose kernel has KUnit's suites in any case
WITH_KUNIT = ("debug", "um", "um-gcov")


def processor_of(flavour):
    """The processor a kernel is for, and its name in our QEMU."""
    return next((name, emulator) for start, name, emulator in PROCESSORS
                if flavour.startswith(start))


def needs_counters(program):
    """Would the program skip all it has on a machine without hardware counters?"""
    return program.startswith(COUNTING) or program in COUNTING_TOO


def read_machines(path, flavour):
    """The rows of hw-machines that are for the flavour's processor: name, CPU, words."""
    with open(path, encoding="utf-8") as table:
        rows = [line.split() for line in table if line.strip() and not line.startswith("#")]
    for name, cpu, *words in rows:
        processors = [word for word in words if word not in MACHINE_WORDS] or ["x86"]
        if processors == [processor_of(flavour)[0]]:
            yield name, cpu, words


def runs_on(program, machine, words):
    """Is the program about hardware counters run on this machine of hw-machines?"""
    return (("all" in words or program.startswith(CLOCKED) == ("icount" in words))
            and machine in ONLY_ON.get(program, [machine])
            and program in ONLY_THESE.get(machine, [program]))


class Host:
    """Paths that all guests of a run share.

    Its tests is the directory that host/kselftests has filled; its logs collect the consoles
    and the output of all guests.
    """

    def __init__(self, repo, build, tests):
        self.repo = repo
        self.build = build
        self.tests = tests
        self.logs = [os.path.join(build, name) for name in
                     ("test-console.log", "test-output.log")]
        for log in self.logs:
            open(log, "w", encoding="utf-8").close()

    def script(self, name):
        """The path of a script."""
        return os.path.join(self.repo, "scripts/perf", name)

    def append_logs(self, *texts):
        """Add to the logs, in their order."""
        for path, lines in zip(self.logs, texts):
            with open(path, "a", encoding="utf-8") as log:
                log.write("\n".join(lines) + "\n")


class Watch:
    """Ends a process that has not been seen to do something for a while."""

    def __init__(self, process, seconds):
        self._process = process
        self._seconds = seconds
        self._timer = None
        self.expired = False

    def _end(self):
        self.expired = True
        self._process.terminate()

    def __enter__(self):
        self.seen()
        return self

    def __exit__(self, *_):
        self._timer.cancel()

    def seen(self):
        """The process has done something: the while begins again."""
        if self._timer:
            self._timer.cancel()
        self._timer = threading.Timer(self._seconds, self._end)
        self._timer.daemon = True
        self._timer.start()


class Guest:
    """A machine with a kernel, and the programs that run there one after the other."""

    def __init__(self, host, variant, flavour, programs, **properties):
        self.host = host
        self.kernel = ("--variant", variant, "--flavour", flavour)
        # Pairs of a name and a path in the guest
        self.programs = programs
        # In hw-machines; "" is the usual machine
        self.name = properties.get("name", "")
        self.where = f"{self.name}:" if self.name else ""
        self.runs_kunit = properties.get("kunit", False)
        # Without results of KUnit the run fails
        self.wants_kunit = self.runs_kunit and flavour in WITH_KUNIT
        self.options = [*properties.get("options", ()),
                        *(() if self.runs_kunit else ("--append", "kunit.enable=0"))]
        # Called before the first boot: an emulator's path, or "" for the distribution's; None
        # where there is none with the machine's counters
        self.emulator = properties.get("emulator", lambda: "")

    @property
    def boot_part(self):
        """What History calls the boot."""
        label = self.name or ("usual" if self.runs_kunit else "second")
        return f"boot {label}" + (" with KUnit" if self.runs_kunit else "")

    def parts(self):
        """What History calls the things that run() runs."""
        return [self.boot_part] + [self.where + name for name, _ in self.programs]

    def _command(self, chosen, console, limit):
        """The vm that runs these programs, for so many seconds at most."""
        tests = self.host.tests
        with open(chosen, "w", encoding="utf-8") as out:
            out.writelines(f"{name} {path}\n" for name, path in self.programs)
        return [self.host.script("host/vm"), *self.kernel, *self.options,
                "--timeout", str(limit), "--console", console,
                *([] if self.name else ["--add", f"{tests}-clients:/"]),
                # What one of them needs besides
                *(word for name, _ in self.programs if os.path.isdir(f"{tests}-{name}")
                  for word in ("--add", f"{tests}-{name}:/")),
                "--add", f"{tests}:/tests", "--add", f"{chosen}:/tests/chosen",
                "--add", f"{self.host.script('guest/tests')}:/tests/run",
                "--", f"sh /tests/run {PROGRAM_SECONDS}"]

    def _objects(self):
        """The directory with the kernel's objects."""
        return os.path.join(self.host.build, f"{self.kernel[1]}-{self.kernel[3]}")

    def _read_output(self, output, progress, watch):
        """Follow the guest's output: count each program as it ends. The lines; how it ended."""
        lines, body, name, timeout, begun = [], [], None, 0, time.monotonic()
        ended, finished = [], False
        for line in output:
            line = line.rstrip("\r\n")
            lines.append(line)
            words = line.split()
            if line.startswith("@@ "):
                watch.seen()
            if line.startswith("@@ begin "):
                if not ended and name is None:
                    progress.ended(self.boot_part, time.monotonic() - begun, Results())
                name, body, timeout, begun = words[2], [], 0, time.monotonic()
                progress.say("RUN", self.where + name)
            elif line.startswith("@@ timeout "):
                timeout = PROGRAM_SECONDS
            elif line.startswith("@@ end ") and name:
                progress.ended(self.where + name, time.monotonic() - begun,
                               read_tap(self.where + name, body, int(words[3]), timeout))
                ended.append(name)
                name = None
            elif line == "@@ all":
                finished = True
            elif name:
                body.append(line)
        if name and (watch.expired or not progress.is_over()):
            part = Results()
            part.fail(self.where + name, "the guest stood still" if watch.expired else
                      "the guest did not survive it")
            for line in body[-5:]:
                print(f"        {line}")
            progress.ended(self.where + name, time.monotonic() - begun, part)
            ended.append(name)
        return lines, ended, finished

    def _boot(self, progress, emulator, first):
        """One boot: which programs ended, and whether all did."""
        progress.say("BOOT", f"{self.name or 'usual machine'}, {len(self.programs)} programs")
        with tempfile.TemporaryDirectory() as scratch:
            console_path = os.path.join(scratch, "console")
            limit = max(math.ceil(min(GUEST_SECONDS, progress.seconds_left())), 1)
            command = self._command(os.path.join(scratch, "chosen"), console_path, limit)
            environment = os.environ | ({"QEMU": emulator} if emulator else {})
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace",
                                  env=environment) as vm, \
                    Watch(vm, STALLED_SECONDS) as watch:
                lines, ended, finished = self._read_output(vm.stdout, progress, watch)
            try:
                with open(console_path, encoding="utf-8", errors="replace") as text:
                    console = text.read().splitlines()
            except FileNotFoundError:
                console = []
        with progress.lock:
            self.host.append_logs(console, lines)
            if first and self.runs_kunit:
                kunit, suites = read_kunit(console)
                if not suites and self.wants_kunit and not progress.is_over():
                    kunit.fail("kunit", "no suite ran")
                progress.add(kunit)
            console, races = without_base_races(console, self.kernel[3], self._objects())
            splats = read_splats(console)
            splats.base_races = races
            progress.add(splats)
        return ended, finished

    def run(self, progress):
        """All programs, in a new guest whenever one of them took the last one down."""
        emulator, lost = self.emulator(), Results()
        if emulator is None:
            lost.skip(self.name, "no emulator that has its counters, see qemu.log")
            progress.add(lost)
            return
        for number in range(MOST_GUESTS):
            ended, finished = self._boot(progress, emulator, number == 0)
            self.programs = [entry for entry in self.programs if entry[0] not in ended]
            if finished:
                return
            if progress.is_over():
                progress.leave_out(self.where + name for name, _ in self.programs)
                return
            if not ended:
                lost.fail(f"{self.where}guest", "it ended before a test ran")
                break
        for name, _ in self.programs:
            lost.fail(self.where + name, "did not run")
        progress.add(lost)
