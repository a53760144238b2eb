# SPDX-License-Identifier: GPL-2.0
"""Reads protocol buffers, for the tests of pprof files: a message is a list of (field, value)."""


def numbers(data):
    """The numbers of a packed field: 7 bits a byte, the lowest first, the last byte below 128."""
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0


def number_at(data, at):
    """(the number at a position, the position behind it)"""
    end = at
    while data[end] >= 128:
        end += 1
    return next(numbers(data[at:end + 1])), end + 1


def fields(data):
    """(field, value) of a message: a number, or the bytes of a text or message."""
    at = 0
    while at < len(data):
        key, at = number_at(data, at)
        value, at = number_at(data, at)
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        yield key >> 3, value
