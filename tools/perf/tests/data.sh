#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Recordings go both ways: what we record, Debian's perf reads without a complaint and in
# full; what it records, we read in full. Recordings that were cut off are read and mended.

. "$TESTS/tap.bash"

. "$TESTS/base_perf.bash"
other=${other-}
load='ls -R /usr/include >/dev/null'

if ! "$PERF" record -q -o probe.data -e cpu-clock true 2>/dev/null; then
	skip "recording" "events cannot be opened here"
	tap_end
fi

# How many samples we find in a recording
samples() {
	"$PERF" data check "$1" | sed -n 's/.*: \([0-9]*\) samples, .*/\1/p'
}

# Of a text: no line of it complains, but for hints, and for events that the kernel had to
# drop: a busy machine may be too slow for a small ring
no_complaint() {
	! grep -vE '^$|Tip:|kernel\.perf_|kptr|Check /proc/sys|Samples in kernel' "$1" |
		grep -vE '^Warning:$|^Processed [0-9]+ events and lost|^Check IO/CPU overload'
}

# reads FILE: Debian's perf reads all that is in it
reads() {
	local ours theirs

	ours=$(samples "$1")
	[ "${ours:-0}" -gt 0 ] || { echo "no samples"; return 1; }
	"$other" script -i "$1" -F pid,event >script.out 2>script.err || { cat script.err; return 1; }
	no_complaint script.err || return 1
	theirs=$(wc -l <script.out)
	if [ "$theirs" -lt "$ours" ] || [ "$theirs" -gt $((ours * members)) ]; then
		echo "$ours samples, Debian's perf sees $theirs"
		return 1
	fi
	"$other" report -i "$1" --stdio >report.out 2>report.err || { cat report.err; return 1; }
	no_complaint report.err || return 1
	"$other" evlist -i "$1" 2>&1 | grep -v Tip >evlist.theirs
	"$PERF" evlist -i "$1" >evlist.ours
	diff evlist.theirs evlist.ours
}

# What Debian's perf makes of a sample of a group: one for each event of it that has
# happened since the last one
members=1

# writes ARGUMENT...: what we record with these is read
writes() {
	rm -rf ours.data
	"$PERF" record -q -o ours.data "$@" -- sh -c "$load" 2>record.err || {
		cat record.err
		return 1
	}
	reads ours.data
}

# same_lists FILE: events and build ids are told alike
same_lists() {
	local how

	for how in "" -F -g -v --trace-fields "-F --trace-fields" "-v --trace-fields"; do
		# shellcheck disable=SC2086
		diff <("$other" evlist $how -i "$1" 2>&1 | grep -v Tip) \
			<("$PERF" evlist $how -i "$1") || return 1
	done
	# Without build ids in the file Debian's perf lists names
	diff <("$other" buildid-list -i "$1" | grep -E '^[0-9a-f]{16,} ') \
		<("$PERF" buildid-list -i "$1")
}

# understands ARGUMENT...: what Debian's perf records with these, we read
understands() {
	rm -rf theirs.data
	"$other" record -q -o theirs.data "$@" -- sh -c "$load" 2>record.err || {
		cat record.err
		return 1
	}
	# There is nothing in it that is not known
	"$PERF" report -i theirs.data --stdio >report.out 2>report.err || {
		cat report.err
		return 1
	}
	[ "$(samples theirs.data)" = "$("$other" script -i theirs.data -F pid 2>/dev/null | wc -l)" ] ||
		{ echo "not as many samples"; "$PERF" data check theirs.data; return 1; }
	same_lists theirs.data
}

if [ -x "$other" ]; then
	ok "a plain recording" writes -e cpu-clock
	ok "no event given" writes
	ok "call chains" writes -e cpu-clock -g
	ok "copies of stacks" writes -e cpu-clock --call-graph dwarf
	ok "all CPUs, several events" writes -a -e cpu-clock -e page-faults
	ok "one CPU" writes -C 0 -e cpu-clock
	ok "a period" writes -e page-faults -c 1
	members=2
	ok "a group that is read" writes -e '{cpu-clock,page-faults}:S'
	members=1
	ok "addresses, switches, namespaces" writes -e page-faults -c 1 -d --switch-events --namespaces
	ok "counts of threads" writes -e page-faults -c 1 -s
	ok "a ring for the thread" writes -e cpu-clock --per-thread
	ok "several threads empty the rings" writes -a -e cpu-clock -F 5000 --threads=2
	ok "small rings" writes -e page-faults -c 1 -m 2
	ok "the newest records" writes -a -e cpu-clock --overwrite
	ok "processes told of at the end" writes -a -e cpu-clock --tail-synthesize
	ok "another clock" writes -e cpu-clock -k monotonic
	if "$PERF" version --build-options | grep -q 'zstd: \[ on'; then
		ok "compressed" writes -a -e cpu-clock -F 5000 -g -z
	else
		skip "compressed" "built without zstd"
	fi
	if "$PERF" record -q -o probe.data -e sched:sched_switch -a true 2>/dev/null; then
		ok "tracepoints" writes -a -e sched:sched_switch
		ok "filtered tracepoints" writes -e syscalls:sys_enter_openat --filter 'dfd != 1'
		ok "Debian's tracepoints" understands -a -e sched:sched_switch -e cpu-clock
	else
		skip "tracepoints" "no access to tracefs"
	fi
	ok "Debian's plain recording" understands -e cpu-clock
	ok "Debian's call chains" understands -e cpu-clock -g
	ok "Debian's stacks" understands -e cpu-clock --call-graph dwarf
	ok "Debian's all CPUs" understands -a -e cpu-clock --switch-events
	ok "Debian's group" understands -e '{cpu-clock,page-faults}'
	ok "Debian's compression" understands -a -e cpu-clock -F 5000 -z
else
	skip "exchange with Debian's perf" "it is not installed"
fi

# Through pipes, one end ours
ours_to_theirs() {
	local ours theirs

	"$PERF" record -q -e cpu-clock -o - -- sh -c "$load" >stream.data || return 1
	ours=$(samples stream.data)
	theirs=$("$other" script -i - -F pid <stream.data 2>stream.err | wc -l)
	if [ "$ours" = 0 ] || [ "$ours" != "$theirs" ]; then
		cat stream.err
		echo "$ours samples, Debian's perf sees $theirs"
		return 1
	fi
}

theirs_to_ours() {
	"$other" record -q -e cpu-clock -o - -- sh -c "$load" 2>/dev/null | cat | "$PERF" data check - |
		grep '^OK: [1-9]'
}

file_through_pipe() {
	"$PERF" record -q -o piped.data -e cpu-clock -- sh -c "$load" &&
		"$PERF" data check - < <(cat piped.data) | grep '^OK: [1-9]'
}

# The program's output does not get into the stream
output_elsewhere() {
	"$PERF" record -q -e cpu-clock -o - -- echo secret 2>echo.err >echo.data &&
		grep secret echo.err && ! grep -a '^secret$' echo.data &&
		"$PERF" data check echo.data
}

too_many() {
	"$PERF" data check echo.data echo.data 2>err
	[ $? = 129 ] && grep -q "'echo.data' is one word too many" err && grep -q 'one recording at a time' err
}

ok "a stream in a file" output_elsewhere
ok "two recordings at once" too_many
ok "a file through a pipe" file_through_pipe
if [ -x "$other" ]; then
	ok "our stream, read by Debian's perf" ours_to_theirs
	ok "Debian's stream, read by us" theirs_to_ours
fi

# A recording whose program was killed while it wrote, as the disk has it then
killed() {
	local pid child before after

	"$PERF" record -q -o killed.data -F 5000 -e cpu-clock -- sh -c 'while :; do :; done' \
		2>/dev/null &
	pid=$!
	# Until there is something in it
	for _ in $(seq 100); do
		[ "$(stat -c %s killed.data 2>/dev/null || echo 0)" -gt 300000 ] && break
		sleep 0.1
	done
	child=$(pgrep -P "$pid")
	kill -KILL "$pid"
	wait "$pid" 2>/dev/null
	[ -n "$child" ] && kill -KILL "$child"
	"$PERF" data check killed.data >check.out
	if [ $? != 2 ] || ! grep -q 'not closed' check.out; then
		cat check.out
		return 1
	fi
	before=$(samples killed.data)
	[ "$before" -gt 0 ] || return 1
	"$PERF" report -i killed.data --stdio >report.out 2>report.err
	if [ $? != 2 ] || [ "$(grep -c 'not closed' report.err)" != 1 ] ||
	   ! grep -q '^ *[0-9.]*%  sh ' report.out; then
		cat report.err
		head -n 20 report.out
		return 1
	fi
	"$PERF" data repair killed.data || return 1
	"$PERF" data check killed.data || return 1
	after=$(samples killed.data)
	[ "$before" = "$after" ] || { echo "$before samples before, $after after"; return 1; }
	"$PERF" buildid-list -i killed.data | grep -q libc
}

cut_off() {
	local before

	"$PERF" record -q -o whole.data -e page-faults -c 1 -- sh -c "$load" || return 1
	before=$(samples whole.data)
	# In the middle of the records: features are at most some ten thousand bytes
	head -c $(($(stat -c %s whole.data) / 3)) whole.data >cut.data
	"$PERF" data check cut.data >check.out
	[ $? = 2 ] || { cat check.out; return 1; }
	"$PERF" data repair cut.data || return 1
	"$PERF" data check cut.data || return 1
	[ "$(samples cut.data)" -lt "$before" ]
}

# A record of tracing data, of 16 bytes, says that 128 KiB follow it, and the file ends.
cut_payload() {
	"$PERF" record -q -o payload.data -e page-faults -c 1 -- sh -c "$load" || return 1
	perl -0777 -e '$_ = <>; my ($at) = unpack("x40 Q", $_);
		print substr($_, 0, 48), pack("x56"), substr($_, 104, $at - 104),
		      pack("LSSLL", 66, 0, 16, 1 << 17, 0)' payload.data >payload_cut.data
	"$PERF" data check payload_cut.data >check.out
	[ $? = 2 ] || { cat check.out; return 1; }
	"$PERF" data repair payload_cut.data && "$PERF" data check payload_cut.data
}

ok "a recording that was killed is read and mended" killed
[ -x "$other" ] && ok "and then read by Debian's perf" reads killed.data
ok "a recording that was cut off is read and mended" cut_off
ok "a recording that was cut off behind a record that has more bytes" cut_payload

# Exit codes and texts
exit_codes() {
	"$PERF" record -q -o x.data -e cpu-clock -- sh -c 'exit 7'
	[ $? = 7 ] || return 1
	"$PERF" record -q -o x.data -e cpu-clock /nonexistent/program && return 1
	"$PERF" record -o x.data --no-such-option true && return 1
	: >empty.data
	"$PERF" data check empty.data && return 1
	"$PERF" evlist -i empty.data 2>&1 | grep -q 'zero-sized data'
}

old_file() {
	"$PERF" record -q -o again.data -e cpu-clock true &&
		"$PERF" record -q -o again.data -e cpu-clock true && [ -f again.data.old ]
}

switching() {
	"$PERF" record -q -o sw.data --switch-output=1s --switch-max-files=2 -a -e cpu-clock \
		-- sleep 3.5 || return 1
	set -- sw.data.2*
	[ $# = 2 ] && "$PERF" data check "$1" && "$PERF" data check "$2"
}

commands() {
	local pid

	mkfifo control ack
	"$PERF" record -q -o control.data --control fifo:control,ack -D -1 -a -e cpu-clock \
		-- sleep 60 &
	pid=$!
	exec 7<>control 8<>ack
	echo enable >&7
	read -r -t 20 -u 8 said && [ "$said" = ack ] || return 1
	sleep 0.3
	echo stop >&7
	read -r -t 20 -u 8 said && [ "$said" = ack ] || return 1
	wait "$pid"
	[ "$(samples control.data)" -gt 0 ]
}

cache() {
	local HOME=$PWD/home file

	export HOME
	mkdir home
	file=$(readlink -f "$(command -v ls)")
	"$PERF" buildid-cache -a "$file" || return 1
	[ "$("$PERF" buildid-cache -l)" = "$("$PERF" buildid-list -i "$file") $file" ] || return 1
	if [ -x "$other" ]; then
		[ "$("$other" buildid-cache -l)" = "$("$PERF" buildid-cache -l)" ] || return 1
	fi
	"$PERF" buildid-cache -r "$file" && [ -z "$("$PERF" buildid-cache -l)" ] &&
		! "$PERF" buildid-cache -r "$file"
}

# kept NUMBER: so many files are
kept() {
	"$PERF" buildid-cache -l >kept.list
	[ "$(wc -l <kept.list)" = "$1" ] || { cat kept.list; return 1; }
}

# Versions of a file are kept side by side, one is replaced by itself, and all are forgotten
# together, even when the file is gone.
cache_versions() {
	local HOME=$PWD/versions copy

	export HOME
	mkdir "$HOME"
	cp /bin/true versioned && "$PERF" buildid-cache -a versioned &&
		"$PERF" buildid-cache -a "$(command -v ls)" || return 1
	cp --remove-destination /bin/false versioned &&
		"$PERF" buildid-cache -u versioned && kept 3 || return 1
	copy=$HOME/.debug$PWD/versioned/$("$PERF" buildid-list -i versioned)/elf
	[ versioned -ef "$copy" ] && cp --remove-destination /bin/false versioned &&
		"$PERF" buildid-cache -a versioned && [ ! versioned -ef "$copy" ] &&
		"$PERF" buildid-cache -u versioned && [ versioned -ef "$copy" ] && kept 3 || return 1
	rm versioned
	"$PERF" buildid-cache -p "$PWD/versioned" && kept 1 && grep -q /ls$ kept.list &&
		"$PERF" buildid-cache -p "$PWD/versioned" && kept 1
}

# told_missing FILE: the build ids that are not kept are, and as by Debian's perf
told_missing() {
	"$PERF" buildid-cache -M "$1" | LC_ALL=C sort -k 2 >missing.ours || return 1
	[ -x "$other" ] || return 0
	# Without build ids in the file Debian's perf lists names
	"$other" buildid-cache -M "$1" 2>missing.err | grep -E '^[0-9a-f]{16,} ' >missing.theirs
	diff <(sort missing.theirs) <(sort missing.ours)
}

cache_missing() {
	local HOME=$PWD/missing file

	export HOME
	mkdir "$HOME"
	"$PERF" record -q -o missing.data -e cpu-clock sh -c "$load" && told_missing missing.data &&
		"$PERF" buildid-list -i missing.data | diff - missing.ours || return 1
	file=$(grep -v '\[' missing.ours | head -n 1)
	"$PERF" buildid-cache -a "${file#* }" && told_missing missing.data &&
		"$PERF" buildid-list -i missing.data | grep -vxF "$file" | diff - missing.ours ||
		return 1
	"$PERF" record -q --buildid-mmap -o mapped.data -e cpu-clock sh -c "$load" &&
		"$PERF" buildid-cache -M mapped.data | LC_ALL=C sort -k 2 >missing.ours || return 1
	"$PERF" buildid-list -i mapped.data | grep -vxF "$file" | diff - missing.ours
}

# A thread that runs already has a name and code, whichever way it is pointed out.
running_thread() {
	local pid status

	# It has its own code by the time it says so, not that of the shell it comes from
	rm -f runs
	sh -c 'echo >runs; while :; do :; done' &
	pid=$!
	until [ -s runs ]; do
		sleep 0.01
	done
	"$PERF" record -q -e cpu-clock:u "$1" "$pid" -o running.data sleep 0.3
	status=$?
	kill "$pid"
	wait "$pid" 2>/dev/null
	[ "$status" = 0 ] && "$PERF" script -i running.data -F comm,dso,ip >running || return 1
	grep -q '^ *sh ' running || { head -n 3 running; return 1; }
	! grep -E '^ *:[0-9]|unknown' running
}
ok "name and code of a running thread" running_thread -t
ok "name and code of a running process" running_thread -p
ok "copies by build id" cache
ok "copies of versions of a file" cache_versions
ok "what has no copy" cache_missing
ok "exit codes" exit_codes
ok "the old file is kept" old_file
ok "a new file every second" switching
ok "commands while recording" commands

# Of what has samples; ids that the recording does not have are blank
with_hits() {
	"$PERF" record -q "$@" -e cpu-clock -F 2000 -o hits.data sh -c 'for i in 1 2 3; do ls /; done' \
		>files || return 1
	"$other" buildid-list -H -i hits.data 2>said >theirs
	"$PERF" buildid-list -H -i hits.data >ours && [ -s ours ] && diff theirs ours
}
kernel_maps() {
	"$PERF" buildid-list -m >ours && diff <("$other" buildid-list -m 2>said) ours
}
if "$other" buildid-list -h 2>&1 | grep -q with-hits; then
	ok "build ids of what has samples" with_hits
	ok "what has samples, without build ids" with_hits -B
	if grep -q '^0* T _stext' /proc/kallsyms; then
		skip "build ids of kernel and modules" "the kernel hides its addresses"
	else
		ok "build ids of kernel and modules" kernel_maps
	fi
else
	skip "build ids beside those of another perf" "$other cannot list them"
fi

# Times of day lie between those before and behind the recording
time_of_day() {
	local from to

	from=$(date +%s%N)
	"$PERF" record -q -k mono -e cpu-clock -o day.data sh -c 'ls / >files' || return 1
	to=$(date +%s%N)
	"$PERF" data convert --tod --to-json - -i day.data 2>said >day.json
	sed -n 's/.*"timestamp": \([0-9]*\).*/\1/p' day.json >clock.list
	[ -s clock.list ] || return 1
	while read -r time; do
		[ "$time" -ge "$from" ] && [ "$time" -le "$to" ] || return 1
	done <clock.list
}
ok "times of day in JSON" time_of_day
no_time_of_day() {
	! "$PERF" data convert --tod --to-json - -i hits.data >said 2>&1 &&
		grep -q 'does not say to which time of day' said
}
if [ -s hits.data ]; then
	ok "no times of day" no_time_of_day
else
	skip "no times of day" "there is no recording without them"
fi
tap_end
