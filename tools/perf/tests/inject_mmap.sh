#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf inject -B and --mmap2-buildid-all: mappings that say the build ids of their files. The build
# id of golden/loop is what readelf says; perf 6.12 makes the same records of recordings that are kept.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
golden=$TESTS/golden

id=$(readelf -n "$golden/loop" | sed -n 's/.*Build ID: //p')
for name in debian_flat debian_frames ours_flat; do
	gzip -dc "$golden/$name.data.gz" >"$name.data"
done

# mappings FILE: records of mappings, with time
mappings() {
	"$PERF" script --show-mmap-events -i "$1" 2>/dev/null | grep PERF_RECORD_MMAP
}

all_have_ids() {
	"$PERF" inject --mmap2-buildid-all -i ours_flat.data -o all.data
	mappings all.data >after
	mappings ours_flat.data >before
	[ "$(grep -c "<$id>.* /opt/golden/loop$" after)" = "$(grep -c ' /opt/golden/loop$' before)" ]
	[ "$(wc -l <before)" = "$(wc -l <after)" ]
	"$PERF" data check all.data
}
ok "--mmap2-buildid-all" all_have_ids
# The samples are of the program alone, after all mappings: the first record that it needs follows them.
used_only() {
	"$PERF" inject -B -i ours_flat.data -o used.data
	"$PERF" script --show-mmap-events -i used.data 2>/dev/null >after
	[ "$(grep -c "MMAP2.*<$id>.* /opt/golden/loop$" after)" = 1 ]
	grep -A 1 'MMAP2.* /opt/golden/loop$' after | tail -n 1 | grep -q 'cpu-clock\|task-clock\|cycles'
	"$PERF" data check used.data
}
ok "-B: before the first sample" used_only
same_samples() {
	"$PERF" script -F comm,tid,time,event,ip,sym,symoff,dso -i ours_flat.data --symfs root >before \
		2>/dev/null
	"$PERF" script -F comm,tid,time,event,ip,sym,symoff,dso -i used.data --symfs root >after \
		2>/dev/null
	[ -s before ]
	diff before after
}
mkdir -p root/opt/golden && cp "$golden/loop" root/opt/golden/
ok "-B: the samples stay the same" same_samples
by_pipe() {
	"$PERF" inject -B <ours_flat.data | "$PERF" inject -B -o piped.data
	diff <("$PERF" script --show-mmap-events -i used.data 2>/dev/null) \
		<("$PERF" script --show-mmap-events -i piped.data 2>/dev/null)
}
ok "-B: twice, by a pipe" by_pipe
known() {
	local other_id=0123456789abcdef0123456789abcdef01234567

	"$PERF" inject --mmap2-buildid-all --known-build-ids "$other_id /opt/golden/loop" \
		-i ours_flat.data -o known.data
	mappings known.data | grep -q "<$other_id>.* /opt/golden/loop$"
}
ok "--known-build-ids" known
with_jit() {
	exits 129 "$PERF" inject -B -j -i ours_flat.data -o jit.data 2>said
	grep -q 'do one, then the other' said
	[ ! -e jit.data ]
}
ok "-B and -j" with_jit

# Prints each mapping's address, size and file, of any process
places() {
	sed -nE 's/.*\[(0x[0-9a-f]+\(0x[0-9a-f]+\)) @ .* ([^ ]+)$/\1 \2/p' | sort -u
}
# Processes with libraries, made by fork and exec: each gets the mappings that its samples need.
fresh() {
	# shellcheck disable=SC2016 # it is for perl
	"$PERF" record -q -e cpu-clock -c 100000 -g -o fresh.data \
		sh -c 'for i in 1 2 3; do perl -e "fork; my \$x; \$x += \$_ for 1..300000"; done'
	"$PERF" inject -B -i fresh.data -o slim.data
	diff <("$PERF" script -i fresh.data) <("$PERF" script -i slim.data)
	mappings slim.data | places >after
	mappings fresh.data | places >before
	[ -s after ]
	[ -z "$(comm -23 after before)" ]
}
ok "-B: processes that fork" fresh

if [ -z "$other" ]; then
	skip "compare with perf 6.12" "${no_base_perf:?}"
	tap_end
fi
# same OPTION RECORDING: the other makes the same records of files; the kernel's stay as they are here
same() {
	"$PERF" inject "$1" -i "$2.data" -o ours.data
	"$other" inject "$1" -i "$2.data" -o theirs.data 2>said || {
		cat said
		return 1
	}
	mappings ours.data | grep -v kernel >ours
	mappings theirs.data | grep -v kernel >theirs
	[ -s ours ]
	diff theirs ours
}
for name in debian_flat debian_frames; do
	ok "--mmap2-buildid-all, $name" same --mmap2-buildid-all "$name"
	ok "-B, $name" same -B "$name"
done
reads() {
	diff <("$other" report --stdio --symfs root -i ours_flat.data 2>/dev/null | grep -v '^#') \
		<("$other" report --stdio --symfs root -i used.data 2>/dev/null | grep -v '^#')
}
ok "perf 6.12 reads it" reads
tap_end
