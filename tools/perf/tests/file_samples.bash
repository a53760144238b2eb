# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests of the names of addresses: they make a recording with samples anywhere in one file.

# samples_in FILE: prints a recording with a sample at each offset in the file, from the standard
# input
samples_in() {
	local base=0x10000000 file

	file=$(readlink -f "$1")
	{
		echo "event 1 0"
		echo "says 6 $(uname -m)"
		printf 'map user 100 %x %x 0 %s\n' $((base)) "$(stat -L -c %s "$file")" "$file"
		echo "name 100 prog"
		awk -v base=$((base)) '{ printf("sample user 100 %x\n", base + $1) }'
	} | perl "$TESTS/others.pl"
}

# sections FILE: prints "NAME ADDRESS OFFSET SIZE FLAGS" of each section, all numbers in hex
sections() {
	readelf -SW "$1" | sed -n 's/^ *\[ *[0-9]*\] \([^ ]\)/\1/p' |
		awk 'NF >= 10 { print $1, $3, $4, $5, $7 }'
}
