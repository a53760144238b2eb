#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
flame_page.py PAGE: what the data in a page with a flame graph say, as folded lines: thread
and functions separated by semicolons, and for how much their samples stand. Reads the
numbers as lib/profile/flame_samples.h describes them.
"""
import json
import string
import sys

DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase + "-_"


def numbers(text):
	value = shift = 0
	for digit in map(DIGITS.index, text):
		value |= (digit & 31) << shift
		shift += 5
		if digit < 32:
			yield value
			value = shift = 0


def read_paths(page):
	values, paths, path = numbers(page["tree"]), [], []
	for name in values:
		path = path[:len(path) - next(values)] + [page["names"][name]]
		paths.append(";".join(path[1:]))
	assert len(paths) == page["nodes"] and len(page["kinds"]) == len(page["names"])
	return paths


def read_stacks(page):
	paths, values, stacks = read_paths(page), numbers(page["samples"]), {}
	for _ in page["threads"]:
		at = 0
		for _ in range(next(values)):
			at += next(values)
			samples, node = next(values), 0
			assert at < page["bins"] and samples
			for _ in range(next(values)):
				node += next(values)
				stacks[paths[node]] = (stacks.get(paths[node], 0)
						       + next(values) * page["scale"])
	assert next(values, None) is None
	return stacks


def main():
	with open(sys.argv[1], encoding="utf-8") as file:
		text = file.read().split("const data =\n")[1]
	for stack, amount in sorted(read_stacks(json.JSONDecoder().raw_decode(text)[0]).items()):
		print(stack, amount)


main()
