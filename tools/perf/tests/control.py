#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""control.py [OPTION...] STEP... -- PERF ARGUMENT...

A client of --control: runs PERF with the channel's name in place of the argument "@", takes one
step after the other and prints what came of each. A step that is not answered, or by other bytes
than the answer's, ends it with code 1; there is no other clock in it.

Options: --fifo (instead of descriptors), --answers=none (no channel for answers),
--answers=closed (nobody reads them), --answers=socket (a socket both ways).

Steps:
  TEXT     send a line and wait for its answer
  N:TEXT   send these bytes (escapes as in Python) and wait for N answers
  +N       send N pings without reading any answer, then read all
  ~N       use N ms of processor time
  !COMMAND run a command of the shell, and print what it prints
  ?FILE    wait until there is such a file
  .        wait until perf ends by itself
At the end perf is interrupted if it is still there. Its exit code is printed.
"""
import ast
import os
import select
import signal
import socket
import subprocess
import sys
import time

PATIENCE = 60
ANSWER = b"ack\n\0"


def give_up(why):
    print("gave up:", why)
    sys.stdout.flush()
    perf.kill()
    with open("said", "rb") as said:
        sys.stdout.write(said.read().decode(errors="replace"))
    sys.exit(1)


def receive(size):
    """So many bytes of answers, or what there is until the end."""
    got = b""
    while len(got) < size:
        if not select.select([answers], [], [], PATIENCE)[0]:
            give_up("%d of %d bytes of answers: %r" % (len(got), size, got[:40]))
        more = os.read(answers, size - len(got))
        if not more:
            return got + b"(end)"
        got += more
    return got


def send(data):
    while data:
        if not select.select([], [commands], [], PATIENCE)[1]:
            give_up("nobody reads the commands")
        data = data[os.write(commands, data[:4096]):]


def new_text():
    """What perf has printed since the last time."""
    text = said.read()
    for line in text.decode(errors="replace").splitlines():
        print("    " + line)


def burn(milliseconds):
    end = time.process_time() + milliseconds / 1000
    while time.process_time() < end:
        pass


def wait_for(condition, why):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            give_up(why)
        time.sleep(0.01)


def check(shown, got, count):
    if got != ANSWER * count:
        give_up("%s -> other bytes: %r" % (shown, got[-40:]))
    print("%s -> %d" % (shown, count))


def send_and_show(shown, data, count):
    send(data)
    if answers is None:
        print(shown)
        return
    check(shown, receive(count * len(ANSWER)), count)


def take_step(step):
    kind, rest = step[:1], step[1:]
    number, colon, raw = step.partition(":")
    if kind == "+":
        send(b"ping\n" * int(rest))
        got = receive(int(rest) * len(ANSWER))
        check(step, got, int(rest))
    elif kind == "~":
        burn(int(rest))
    elif kind == "!":
        print(subprocess.run(rest, shell=True, stdout=subprocess.PIPE, check=False)
              .stdout.decode().strip())
    elif kind == "?":
        wait_for(lambda: os.path.exists(rest), "no file " + rest)
    elif step == ".":
        wait_for(lambda: perf.poll() is not None, "perf does not end")
    elif colon and number.isdigit():
        send_and_show(raw, ast.literal_eval('b"%s"' % raw), int(number))
    else:
        send_and_show(step, step.encode() + b"\n", 1)
    new_text()


def channel(options):
    """The ends of the client, what perf calls its own, and those to close when it runs."""
    how = options.get("--answers")
    if "--fifo" in options:
        for name in "commands", "answers":
            if not os.path.exists(name):
                os.mkfifo(name)
        return (os.open("commands", os.O_RDWR), os.open("answers", os.O_RDWR),
                "fifo:commands,answers", [])
    if how == "socket":
        ours, theirs = socket.socketpair()
        ours, theirs = ours.detach(), theirs.detach()
        return ours, ours, "fd:%d,%d" % (theirs, theirs), [theirs]
    read, write = os.pipe()
    if how == "none":
        return write, None, "fd:%d" % read, [read]
    back, there = os.pipe()
    if how == "closed":
        os.close(back)
        back = None
    return write, back, "fd:%d,%d" % (read, there), [read, there]


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
middle = sys.argv.index("--")
words = sys.argv[1:middle]
options = dict(word.partition("=")[::2] for word in words if word.startswith("--"))
steps = [word for word in words if not word.startswith("--")]
commands, answers, name, theirs = channel(options)
line = [name if word == "@" else word for word in sys.argv[middle + 1:]]
with open("said", "wb") as out:
    perf = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                            pass_fds=theirs)
for fd in theirs:
    os.close(fd)
said = open("said", "rb")
for step in steps:
    take_step(step)
if perf.poll() is None:
    perf.send_signal(signal.SIGINT)
wait_for(lambda: perf.poll() is not None, "perf does not end")
new_text()
print("exit code", perf.returncode)
