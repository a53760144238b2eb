#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Text that does harm where it is shown: in recordings, and looked for in what is printed.

hostile_text.py make DIR: writes into DIR a program with hostile names of functions, variables,
types and source files (program), a recording in which it runs and all names are hostile
(hostile.data), a copy of kallsyms, a configuration and the name alone (name.txt).
hostile_text.py check FILE...: fails if a terminal would obey something in the files, or one of
their lines begins as a name demands. With --json, --xml: they are such documents, too.
hostile_text.py terminal COMMAND...: runs it on a terminal, presses q, and fails if it sends
anything of a name there that does something, or no name.
"""

import json
import os
import pty
import select
import struct
import subprocess
import sys
import xml.dom.minidom

# The title of the window, the screen cleared, by ESC and by both spellings of CSI; delete, back,
# the beginning of the line, another line, the order of the line turned round, fields
TITLE = b"\x1b]0;T\x07"
HOSTILE = (TITLE + b"\x1b[2J" + b"\xc2\x9b2J" + b"\x9b2J" + b"\x7f\x08\r\nFORGED," +
           "\u202e\u2028\u2066".encode() + b"\x85</script>\"\\;")
# A task's name has 15 bytes
COMMS = [TITLE + b"\nFORGED,", b"\xc2\x9b2J\x9b2J\x7f\x08\r\nFOR", b"\nFORGED\xe2\x80\xae\x1b[2J"]

IDENTIFIER, IP, TID, TIME, ADDR, CALLCHAIN, CPU, PERIOD, RAW = (
    1 << 16, 1, 2, 4, 8, 32, 128, 256, 1024)
WEIGHT, DATA_SRC, CGROUP = 1 << 14, 1 << 15, 1 << 21
SAMPLE_TYPE = (IDENTIFIER | IP | TID | TIME | ADDR | CPU | PERIOD | CALLCHAIN | RAW | WEIGHT |
               DATA_SRC | CGROUP)
USER_FOLLOWS = (1 << 64) - 512
KERNEL_FOLLOWS = (1 << 64) - 128
SOFTWARE, TRACEPOINT = 1, 2
PID = 777701
# In the program's source, as long as what replaces it in the compiled one. A name of the file's
# own directory may not be in it.
IN_PROGRAM = HOSTILE.replace(b"/", b"|")
MARK = "EVIL".ljust(len(IN_PROGRAM), "_")
SOURCE = f"""#line 1 "{MARK}.c"
struct {MARK}s {{ int {MARK}m; }};
struct {MARK}s {MARK}v;
__attribute__((noinline)) int {MARK}f(struct {MARK}s *{MARK}p, int count)
{{
	int {MARK}l = count * 2;
	return {MARK}p->{MARK}m + {MARK}l;
}}
int main(int argc, char **argv) {{ (void)argv; return {MARK}f(&{MARK}v, argc); }}
"""
MAPPED, KERNEL_IP = 0x10000000, 0xffffffff81000010

COMMON = """\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

"""


def text(value):
    """A string of a header's section."""
    padded = (len(value) + 8) & ~7
    return struct.pack("<I", padded) + value.ljust(padded, b"\0")


def padded_text(value):
    """A string at the end of a record."""
    return value.ljust((len(value) + 8) & ~7, b"\0")


class Event:
    """An event of the recording; of a tracepoint also its format and one record."""

    def __init__(self, system, name, fields=(), values=b"", fmt=b'"%d", REC->common_pid'):
        self.name = name if system is None else system + b":" + name
        self.system, self.point = system, name
        self.type = SOFTWARE if system is None else TRACEPOINT
        self.fields, self.values, self.fmt = fields, values, fmt
        self.config = self.id = 0

    def attr(self):
        """The bytes that describe it."""
        return struct.pack("<IIQQQQQ", self.type, 128, self.config, 1, SAMPLE_TYPE, 0,
                           1 << 18 | 1 << 20).ljust(128, b"\0")

    def format(self):
        """The text that tracefs would have of it."""
        lines, at = [], 8
        for kind, name, size in self.fields:
            lines.append(b"\tfield:%s %s;\toffset:%d;\tsize:%d;\tsigned:0;\n" %
                         (kind, name, at, size))
            at += size
        return (b"name: %s\nID: %d\nformat:\n" % (self.point, self.config) + COMMON.encode() +
                b"".join(lines) + b"\nprint fmt: " + self.fmt + b"\n")

    def raw(self):
        """A record of it."""
        body = struct.pack("<HBBi", self.config, 0, 0, PID) + self.values
        return body + b"\0" * (-(len(body) + 4) % 8)


def comm_field(name):
    """A field with the name of a task."""
    return (b"char", name + b"[16]", 16)


def comm(number):
    """The name of a task, as a field has it."""
    return COMMS[number % 3].ljust(16, b"\0")


def events():
    """All of them; identified by their place."""
    number, pointer = b"unsigned long", b"const void *"
    listed = [
        Event(None, HOSTILE),
        Event(b"evil", b"evil" + HOSTILE.replace(b"\n", b"").replace(b";", b""),
              [(b"int", b"one" + TITLE.replace(b";", b""), 4), comm_field(b"two")],
              struct.pack("<i", 5) + comm(0), b'"' + TITLE + b'FORGED %s", REC->two'),
        Event(b"sched", b"sched_switch",
              [comm_field(b"prev_comm"), (b"pid_t", b"prev_pid", 4), (b"int", b"prev_prio", 4),
               (b"long", b"prev_state", 8), comm_field(b"next_comm"), (b"pid_t", b"next_pid", 4),
               (b"int", b"next_prio", 4)],
              comm(0) + struct.pack("<iiq", PID, 120, 1) + comm(1) +
              struct.pack("<ii", PID + 1, 120),
              b'"%s ==> %s", REC->prev_comm, REC->next_comm'),
        Event(b"sched", b"sched_wakeup",
              [comm_field(b"comm"), (b"pid_t", b"pid", 4), (b"int", b"prio", 4),
               (b"int", b"target_cpu", 4)], comm(1) + struct.pack("<iii", PID + 1, 120, 0),
              b'"%s", REC->comm'),
        Event(b"kmem", b"kmalloc",
              [(number, b"call_site", 8), (pointer, b"ptr", 8), (b"size_t", b"bytes_req", 8),
               (b"size_t", b"bytes_alloc", 8), (number, b"gfp_flags", 8), (b"int", b"node", 4)],
              struct.pack("<QQQQQi", KERNEL_IP, 64, 10, 16, 0, 0)),
        Event(b"lock", b"contention_begin",
              [(b"void *", b"lock_addr", 8), (b"unsigned int", b"flags", 4)],
              struct.pack("<QI", KERNEL_IP, 2)),
        Event(b"lock", b"contention_end", [(b"void *", b"lock_addr", 8), (b"int", b"ret", 4)],
              struct.pack("<Qi", KERNEL_IP, 0)),
        Event(b"raw_syscalls", b"sys_enter", [(b"long", b"id", 8), (number, b"args[6]", 48)],
              struct.pack("<q6Q", 257, 1, 2, 3, 4, 5, 6)),
        Event(b"raw_syscalls", b"sys_exit", [(b"long", b"id", 8), (b"long", b"ret", 8)],
              struct.pack("<qq", 257, 3)),
    ]
    for place, event in enumerate(listed):
        event.id = 100 + place
        event.config = 0 if event.type == SOFTWARE else 500 + place
    return listed


def tracing_data(listed):
    """The formats of the tracepoints, as the recorder copies them."""
    systems = {}
    for event in listed:
        if event.type == TRACEPOINT:
            systems.setdefault(event.system, []).append(event.format())
    page = b"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
    out = [b"\x17\x08\x44tracing0.6\0\0\x08", struct.pack("<I", 4096),
           b"header_page\0", struct.pack("<Q", len(page)), page,
           b"header_event\0", struct.pack("<Q", 0), struct.pack("<I", 0),
           struct.pack("<I", len(systems))]
    for system, formats in systems.items():
        out.append(system + b"\0" + struct.pack("<I", len(formats)))
        out += [struct.pack("<Q", len(one)) + one for one in formats]
    symbols = b"%x T %s\n" % (KERNEL_IP, TITLE)
    out += [struct.pack("<I", len(symbols)), symbols, struct.pack("<I", 0), struct.pack("<Q", 0)]
    return b"".join(out)


def compile_program(path):
    """The program; returns where its code is mapped, from where in the file, and a function."""
    subprocess.run(["gcc", "-g", "-O1", "-no-pie", "-x", "c", "-", "-o", path], check=True,
                   input=SOURCE.encode())
    symbols = subprocess.run(["nm", path], check=True, capture_output=True, text=True).stdout
    function = next(int(line.split()[0], 16) for line in symbols.splitlines()
                    if line.endswith(f" {MARK}f"))
    with open(path, "rb") as file:
        body = file.read()
    start, size, count = *struct.unpack_from("<Q", body, 32), *struct.unpack_from("<HH", body, 54)
    for at in range(start, start + size * count, size):
        kind, flags, offset, address = struct.unpack_from("<IIQQ", body, at)
        if kind == 1 and flags & 1:
            break
    with open(path, "wb") as file:
        file.write(body.replace(MARK.encode(), IN_PROGRAM))
    return address & ~0xfff, offset & ~0xfff, function


class Records:
    """The records of the recording, one after the other."""

    def __init__(self):
        self.bytes, self.time = b"", 1000000000

    def add(self, kind, misc, body):
        """A record as it is."""
        self.bytes += struct.pack("<IHH", kind, misc, 8 + len(body)) + body

    def other(self, kind, misc, body, tid=PID):
        """One that is no sample: behind it is whose it is, and when."""
        self.time += 1000
        self.add(kind, misc, body + struct.pack("<IIQIIQ", PID, tid, self.time, 0, 0, 100))

    def sample(self, event, tid, ip, kernel):
        """A sample of an event."""
        self.time += 1000000
        chain = [KERNEL_FOLLOWS if kernel else USER_FOLLOWS, ip, USER_FOLLOWS, MAPPED + 0x20]
        raw = event.raw() if event.type == TRACEPOINT else b"\0" * 4
        data_src = 2 | 0x42 << 5 | 0x10 << 19   # a load from a changed line of another cache
        self.add(9, 1 if kernel else 2, struct.pack(
            "<QQIIQQIIQQ4QI", event.id, ip, PID, tid, self.time, MAPPED + 0x30, 0, 0, 1,
            len(chain), *chain, len(raw)) + raw + struct.pack("<QQQ", 5, data_src, 77))


def map_file(address, offset, path):
    """A file is mapped."""
    return struct.pack("<IIQQQIIQQII", PID, PID, address, 0x10000, offset, 1, 1, 9, 0, 5, 2) + \
        padded_text(path)


def records(listed, program, place):
    """All that happens."""
    address, offset, function = place
    out = Records()
    out.other(1, 1, struct.pack("<IIQQQ", (1 << 32) - 1, 0, 0xffffffff81000000, 0x1000000, 0) +
              padded_text(b"[kernel.kallsyms]_text"))
    out.other(1, 1, struct.pack("<IIQQQ", (1 << 32) - 1, 0, 0xffffffffc0000000, 0x10000, 0) +
              padded_text(b"[mod" + HOSTILE.replace(b"/", b"") + b"]"))
    for place, name in enumerate(COMMS):
        out.other(3, 1 << 13, struct.pack("<II", PID, PID + place) + name.ljust(16, b"\0"),
                  PID + place)
    out.other(10, 2, map_file(MAPPED, 0, b"/tmp/dir" + HOSTILE.replace(b"/", b"") + b"/lib" +
                              HOSTILE))
    out.other(10, 2, map_file(address, offset, program))
    out.other(19, 0, struct.pack("<Q", 77) + padded_text(b"/group" + HOSTILE))
    out.other(17, 0, struct.pack("<QIHH", 0xffffffffc0100000, 64, 1, 0) +
              padded_text(b"bpf" + HOSTILE))
    for turn in range(3):
        for place, event in enumerate(listed):
            kernel = (turn + place) % 2 == 0 and event.type == SOFTWARE
            out.sample(event, PID + (turn if event.type == SOFTWARE else 0),
                       KERNEL_IP if kernel else MAPPED + 0x40, kernel)
    out.sample(listed[0], PID, 0xffffffffc0000010, True)
    out.sample(listed[0], PID, 0xffffffffc0100010, True)
    for ip in (function, function, function + 1):
        out.sample(listed[0], PID, ip, False)
    return out.bytes


def features(listed):
    """Sections of the header, by their number."""
    build_id = struct.pack("<i", PID) + bytes(range(20)) + struct.pack("<I", 20) + \
        padded_text(b"/tmp/built" + HOSTILE)
    described = struct.pack("<II", len(listed), 128)
    for event in listed:
        described += event.attr() + struct.pack("<I", 1) + text(event.name) + \
            struct.pack("<Q", event.id)
    one = struct.pack("<I", 1) + text(HOSTILE)
    return {
        1: tracing_data(listed),
        2: struct.pack("<IHH", 0, 2, 8 + len(build_id)) + build_id,
        3: text(HOSTILE), 4: text(HOSTILE), 5: text(HOSTILE), 6: text(b"x86_64"),
        7: struct.pack("<II", 1, 1), 8: text(HOSTILE), 9: text(HOSTILE),
        11: struct.pack("<I", 3) + text(b"perf") + text(b"record") + text(HOSTILE),
        12: described,
        13: one + one + struct.pack("<II", 0, 0),
        14: struct.pack("<IIQQ", 1, 0, 1, 1) + text(HOSTILE),
        16: struct.pack("<II", 1, 1) + text(HOSTILE),
        17: struct.pack("<I", 1) + text(HOSTILE) + struct.pack("<II", 0, 1),
    }


def recording(program, place):
    """The file."""
    listed = events()
    at, ids = 104 + 144 * len(listed), b"".join(struct.pack("<Q", event.id) for event in listed)
    attrs = b"".join(event.attr() + struct.pack("<QQ", at + 8 * place, 8)
                     for place, event in enumerate(listed))
    data, sections = records(listed, program, place), features(listed)
    start = at + len(ids)
    bits, where, bodies = 0, b"", b""
    first = start + len(data) + 16 * len(sections)
    for number, body in sections.items():
        bits |= 1 << number
        where += struct.pack("<QQ", first + len(bodies), len(body))
        bodies += body
    return (struct.pack("<8sQQQQQQQQ", b"PERFILE2", 104, 144, 104, len(attrs), start, len(data),
                        0, 0) + struct.pack("<QQQQ", bits, 0, 0, 0) + attrs + ids + data +
            where + bodies)


def make(folder):
    """All files."""
    program = os.path.join(os.path.abspath(folder), "program")
    place = compile_program(program)
    for name, body in (
            ("hostile.data", recording(program.encode(), place)),
            ("name.txt", HOSTILE),
            ("config", b"[evil]\n\tkey = " + TITLE + b"\x9b2J\x7f\xc2\x9b2J\n"),
            ("kallsyms", b"ffffffff81000000 T _text\nffffffff81000010 T evil" +
             HOSTILE.replace(b"\n", b"") + b"\nffffffff81002000 T _etext\n")):
        with open(f"{folder}/{name}", "wb") as file:
            file.write(body)


# ---- looking ---------------------------------------------------------------------------

def is_obeyed(char):
    """Would a terminal, or a reader of lines, do something?"""
    code = ord(char)
    return (code < 0x20 and char not in "\n\t" or 0x7f <= code <= 0x9f or
            0xdc80 <= code <= 0xdc9f or 0x2028 <= code <= 0x202e or 0x2066 <= code <= 0x2069)


def check(names):
    """Each of the files."""
    kind, bad = None, False
    for name in names:
        if name.startswith("--"):
            kind = name[2:]
            continue
        with open(name, "rb") as file:
            body = file.read()
        # Bytes that belong to no character become U+DC80 and so on.
        decoded = body.decode("utf-8", "surrogateescape")
        if kind == "json":
            json.loads(body)
        elif kind == "xml":
            xml.dom.minidom.parseString(body)
        for number, line in enumerate(decoded.split("\n"), 1):
            found = sorted({ascii(char) for char in line if is_obeyed(char)})
            if found or line.lstrip().startswith("FORGED"):
                print(f"{name}:{number}: {' '.join(found)} in {ascii(line)[:300]}")
                bad = True
    return bad


# A program that draws sends sequences of its own, but not these.
NEVER_SENT = [b"\x1b]0;T", b"\x1b[2J\xc2", b"\xc2\x9b", "\u202e".encode(), "\u2028".encode(),
              "\u2066".encode(), b"\x7f", b"?\x9b"]


def terminal(command):
    """Each key after a second of silence; the program has to end then."""
    sent, keys = b"", [b"\r", b"\x1b", b"q", b"q", b"q"]
    child, fd = pty.fork()
    if not child:
        os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", COLUMNS="200", LINES="50")
        os.execvp(command[0], command)
    while True:
        if not select.select([fd], [], [], 1)[0]:
            if not keys:
                print("it does not end")
                os.kill(child, 9)
                break
            os.write(fd, keys.pop(0))
            continue
        try:
            got = os.read(fd, 65536)
        except OSError:
            break
        if not got:
            break
        sent += got
    os.waitpid(child, 0)
    found = [one for one in NEVER_SENT if one in sent]
    if found or b"?]0;T" not in sent:
        print(f"{found} in {sent[-2000:]}")
    return bool(found) or b"?]0;T" not in sent


def main():
    """make, check or terminal."""
    if sys.argv[1] == "make":
        make(sys.argv[2])
        return 0
    if sys.argv[1] == "terminal":
        return terminal(sys.argv[2:])
    return check(sys.argv[2:])


sys.exit(main())
