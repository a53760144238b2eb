#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""hotspot_samples.py STREAM: what hotspot's reader has made of a recording.

Prints the number of samples, one "error ..." a line for each message of that kind, and
the texts (names of functions, objects, events, threads), one a line. The stream: a
magic, a version, then messages: size (little endian), kind (one byte), contents in the
format of Qt's QDataStream (big endian).
"""

import struct
import sys

MAGIC = b"QPERFSTREAM\0"
STRING, ERROR, SAMPLE, TRACEPOINT_SAMPLE = 5, 8, 13, 14


def messages(stream):
    at = len(MAGIC) + 4
    while at < len(stream):
        size, = struct.unpack_from("<I", stream, at)
        yield stream[at + 4], stream[at + 5:at + 4 + size]
        at += 4 + size


def main():
    with open(sys.argv[1], "rb") as file:
        stream = file.read()
    if not stream.startswith(MAGIC):
        sys.exit("not what hotspot's reader writes")
    samples, lines = 0, []
    for kind, contents in messages(stream):
        if kind in (SAMPLE, TRACEPOINT_SAMPLE):
            samples += 1
        elif kind == STRING:
            size, = struct.unpack_from(">I", contents, 4)
            lines.append(contents[8:8 + size].decode())
        elif kind == ERROR:
            size, = struct.unpack_from(">I", contents, 4)
            lines.append("error " + contents[8:8 + size].decode("utf-16-be"))
    print(samples, *lines, sep="\n")


main()
