#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf record and the readers of perf.data: a user loses samples if Debian's perf or perf 6.12
# cannot read our files in full and without complaint, or if our tool cannot read theirs. "perf data
# repair" mends files that were cut off. The expected numbers of samples are those of the other
# perf.

. "$TESTS/tap.bash"

. "$TESTS/base_perf.bash"
other=${other-}
load='ls -R /usr/include >/dev/null'

if ! "$PERF" record -q -o probe.data -e cpu-clock true 2>/dev/null; then
	skip "recording" "events cannot be opened here"
	tap_end
fi

# samples FILE: prints how many samples "perf data check" finds in the recording
samples() {
	"$PERF" data check "$1" | sed -n 's/.*: \([0-9]*\) samples, .*/\1/p'
}

# no_complaint FILE: no line of the text complains, apart from hints and from lost events, which a
# busy machine causes in a small ring
no_complaint() {
	! grep -vE '^$|Tip:|kernel\.perf_|kptr|Check /proc/sys|Samples in kernel' "$1" |
		grep -vE '^Warning:$|^Processed [0-9]+ events and lost|^Check IO/CPU overload'
}

# reads FILE: the other perf finds all samples of the file, and lists the same events
reads() {
	local ours theirs

	ours=$(samples "$1")
	[ "${ours:-0}" -gt 0 ] || {
		echo "no samples"
		return 1
	}
	"$other" script -i "$1" -F pid,event >script.out 2>script.err || {
		cat script.err
		return 1
	}
	no_complaint script.err
	theirs=$(wc -l <script.out)
	if [ "$theirs" -lt "$ours" ] || [ "$theirs" -gt $((ours * members)) ]; then
		echo "$ours samples, Debian's perf sees $theirs"
		return 1
	fi
	"$other" report -i "$1" --stdio >report.out 2>report.err || {
		cat report.err
		return 1
	}
	no_complaint report.err
	"$other" evlist -i "$1" 2>&1 | grep -v Tip >evlist.theirs
	"$PERF" evlist -i "$1" >evlist.ours
	diff evlist.theirs evlist.ours
}

# The number of events of a group: the other perf prints one sample for each event of the group that
# has happened since the sample before.
members=1

# writes ARGUMENT...: the other perf reads what our perf records with these options
writes() {
	rm -rf ours.data
	"$PERF" record -q -o ours.data "$@" -- sh -c "$load" 2>record.err || {
		cat record.err
		return 1
	}
	reads ours.data
}

# same_lists FILE: perf evlist and perf buildid-list print the same as the other perf
same_lists() {
	local how

	for how in "" -F -g -v --trace-fields "-F --trace-fields" "-v --trace-fields"; do
		# shellcheck disable=SC2086
		diff <("$other" evlist $how -i "$1" 2>&1 | grep -v Tip) \
			<("$PERF" evlist $how -i "$1")
	done
	# Of a file without build ids the other perf lists names, which grep leaves out.
	diff <("$other" buildid-list -i "$1" | grep -E '^[0-9a-f]{16,} ') \
		<("$PERF" buildid-list -i "$1")
}

# understands ARGUMENT...: our perf reads what the other perf records with these options
understands() {
	rm -rf theirs.data
	"$other" record -q -o theirs.data "$@" -- sh -c "$load" 2>record.err || {
		cat record.err
		return 1
	}
	# perf report ends with 2 if a part of the recording is unknown.
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

# Streams: a format error would break "perf record | perf script" between two versions of perf.
ours_to_theirs() {
	local ours theirs

	"$PERF" record -q -e cpu-clock -o - -- sh -c "$load" >stream.data
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
	"$PERF" record -q -o piped.data -e cpu-clock -- sh -c "$load"
	"$PERF" data check - < <(cat piped.data) | grep '^OK: [1-9]'
}

# The output of the program must not get into the stream, whose reader would see damage.
output_elsewhere() {
	"$PERF" record -q -e cpu-clock -o - -- echo secret 2>echo.err >echo.data
	grep secret echo.err
	not grep -a '^secret$' echo.data
	"$PERF" data check echo.data
}

too_many() {
	exits 129 "$PERF" data check echo.data echo.data 2>err
	grep -q "'echo.data' is one word too many" err
	grep -q 'one recording at a time' err
}

ok "a stream in a file" output_elsewhere
ok "two recordings at once" too_many
ok "a file through a pipe" file_through_pipe
if [ -x "$other" ]; then
	ok "our stream, read by Debian's perf" ours_to_theirs
	ok "Debian's stream, read by us" theirs_to_ours
fi

# SIGKILL ends perf record while it writes: the user keeps all samples that are on the disk, and the
# file is marked as not closed.
killed() {
	local pid child before after

	"$PERF" record -q -o killed.data -F 5000 -e cpu-clock -- sh -c 'while :; do :; done' \
		2>/dev/null &
	pid=$!
	# The recorder is killed after it has written 300,000 bytes.
	for _ in $(seq 100); do
		[ "$(stat -c %s killed.data 2>/dev/null || echo 0)" -gt 300000 ] && break
		sleep 0.1
	done
	child=$(pgrep -P "$pid") || :
	kill -KILL "$pid"
	wait "$pid" 2>/dev/null || :
	kill -KILL "$child" 2>/dev/null || :
	exits 2 "$PERF" data check killed.data >check.out || {
		cat check.out
		return 1
	}
	grep -q 'not closed' check.out
	before=$(samples killed.data)
	[ "$before" -gt 0 ]
	exits 2 "$PERF" report -i killed.data --stdio >report.out 2>report.err || {
		cat report.err
		return 1
	}
	[ "$(grep -c 'not closed' report.err)" = 1 ]
	grep -q '^ *[0-9.]*%  sh ' report.out
	"$PERF" data repair killed.data
	"$PERF" data check killed.data
	after=$(samples killed.data)
	[ "$before" = "$after" ] || {
		echo "$before samples before, $after after"
		return 1
	}
	"$PERF" buildid-list -i killed.data | grep -q libc
}

cut_off() {
	local before

	"$PERF" record -q -o whole.data -e page-faults -c 1 -- sh -c "$load"
	before=$(samples whole.data)
	# A third of the file ends in the middle of the records: features are at most some ten
	# thousand bytes.
	head -c $(($(stat -c %s whole.data) / 3)) whole.data >cut.data
	exits 2 "$PERF" data check cut.data >check.out || {
		cat check.out
		return 1
	}
	"$PERF" data repair cut.data
	"$PERF" data check cut.data
	[ "$(samples cut.data)" -lt "$before" ]
}

# The last record is HEADER_TRACING_DATA of 16 bytes, whose payload would be 128 KiB behind the end
# of the file.
cut_payload() {
	"$PERF" record -q -o payload.data -e page-faults -c 1 -- sh -c "$load"
	perl -0777 -e '$_ = <>; my ($at) = unpack("x40 Q", $_);
		print substr($_, 0, 48), pack("x56"), substr($_, 104, $at - 104),
		      pack("LSSLL", 66, 0, 16, 1 << 17, 0)' payload.data >payload_cut.data
	exits 2 "$PERF" data check payload_cut.data >check.out || {
		cat check.out
		return 1
	}
	"$PERF" data repair payload_cut.data
	"$PERF" data check payload_cut.data
}

ok "a recording that was killed is read and mended" killed
[ -x "$other" ] && ok "and then read by Debian's perf" reads killed.data
ok "a recording that was cut off is read and mended" cut_off
ok "a recording that was cut off behind a record that has more bytes" cut_payload

# Scripts rely on these exit codes: the program's own, and not 0 for a command line or file that is
# wrong.
exit_codes() {
	exits 7 "$PERF" record -q -o x.data -e cpu-clock -- sh -c 'exit 7'
	not "$PERF" record -q -o x.data -e cpu-clock /nonexistent/program
	not "$PERF" record -o x.data --no-such-option true
	: >empty.data
	not "$PERF" data check empty.data
	"$PERF" evlist -i empty.data 2>&1 | grep -q 'zero-sized data'
}

old_file() {
	"$PERF" record -q -o again.data -e cpu-clock true
	"$PERF" record -q -o again.data -e cpu-clock true
	[ -f again.data.old ]
}

switching() {
	"$PERF" record -q -o sw.data --switch-output=1s --switch-max-files=2 -a -e cpu-clock \
		-- sleep 3.5
	set -- sw.data.2*
	[ $# = 2 ]
	"$PERF" data check "$1"
	"$PERF" data check "$2"
}

commands() {
	local pid

	mkfifo control ack
	"$PERF" record -q -o control.data --control fifo:control,ack -D -1 -a -e cpu-clock \
		-- sleep 60 &
	pid=$!
	exec 7<>control 8<>ack
	echo enable >&7
	read -r -t 20 -u 8 said
	[ "$said" = ack ]
	sleep 0.3
	echo stop >&7
	read -r -t 20 -u 8 said
	[ "$said" = ack ]
	wait "$pid" || :
	[ "$(samples control.data)" -gt 0 ]
}

cache() {
	local HOME=$PWD/home file

	export HOME
	mkdir home
	file=$(readlink -f "$(command -v ls)")
	"$PERF" buildid-cache -a "$file"
	[ "$("$PERF" buildid-cache -l)" = "$("$PERF" buildid-list -i "$file") $file" ]
	if [ -x "$other" ]; then
		[ "$("$other" buildid-cache -l)" = "$("$PERF" buildid-cache -l)" ]
	fi
	"$PERF" buildid-cache -r "$file"
	[ -z "$("$PERF" buildid-cache -l)" ]
	not "$PERF" buildid-cache -r "$file"
}

# kept NUMBER: the cache holds as many files
kept() {
	"$PERF" buildid-cache -l >kept.list
	[ "$(wc -l <kept.list)" = "$1" ] || {
		cat kept.list
		return 1
	}
}

# "-a" keeps versions of a file side by side, "-u" replaces a version by itself, and "-p" removes
# all versions of a path, even when the file is gone. A version that is lost leaves old recordings
# without names.
cache_versions() {
	local HOME=$PWD/versions copy

	export HOME
	mkdir "$HOME"
	cp /bin/true versioned
	"$PERF" buildid-cache -a versioned
	"$PERF" buildid-cache -a "$(command -v ls)"
	cp --remove-destination /bin/false versioned
	"$PERF" buildid-cache -u versioned
	kept 3
	copy=$HOME/.debug$PWD/versioned/$("$PERF" buildid-list -i versioned)/elf
	[ versioned -ef "$copy" ]
	cp --remove-destination /bin/false versioned
	"$PERF" buildid-cache -a versioned
	[ ! versioned -ef "$copy" ]
	"$PERF" buildid-cache -u versioned
	[ versioned -ef "$copy" ]
	kept 3
	rm versioned
	"$PERF" buildid-cache -p "$PWD/versioned"
	kept 1
	grep -q /ls$ kept.list
	"$PERF" buildid-cache -p "$PWD/versioned"
	kept 1
}

# told_missing FILE: "buildid-cache -M" lists the build ids that the cache lacks, as the other perf
# lists them
told_missing() {
	"$PERF" buildid-cache -M "$1" | LC_ALL=C sort -k 2 >missing.ours
	[ -x "$other" ] || return 0
	# Without build ids in the file Debian's perf lists names
	"$other" buildid-cache -M "$1" 2>missing.err | grep -E '^[0-9a-f]{16,} ' >missing.theirs
	diff <(sort missing.theirs) <(sort missing.ours)
}

cache_missing() {
	local HOME=$PWD/missing file

	export HOME
	mkdir "$HOME"
	"$PERF" record -q -o missing.data -e cpu-clock sh -c "$load"
	told_missing missing.data
	"$PERF" buildid-list -i missing.data | diff - missing.ours
	file=$(grep -v '\[' missing.ours | head -n 1)
	"$PERF" buildid-cache -a "${file#* }"
	told_missing missing.data
	"$PERF" buildid-list -i missing.data | grep -vxF "$file" | diff - missing.ours
	"$PERF" record -q --buildid-mmap -o mapped.data -e cpu-clock sh -c "$load"
	"$PERF" buildid-cache -M mapped.data | LC_ALL=C sort -k 2 >missing.ours
	"$PERF" buildid-list -i mapped.data | grep -vxF "$file" | diff - missing.ours
}

# perf record attaches to a running thread or process: without its name and mappings, the report
# would show a number and unknown addresses.
running_thread() {
	local pid status

	# The shell writes "runs" after its exec, so that its mappings are its own by then.
	rm -f runs
	sh -c 'echo >runs; while :; do :; done' &
	pid=$!
	until [ -s runs ]; do
		sleep 0.01
	done
	status=0
	"$PERF" record -q -e cpu-clock:u "$1" "$pid" -o running.data sleep 0.3 || status=$?
	kill "$pid"
	wait "$pid" 2>/dev/null || :
	[ "$status" = 0 ]
	"$PERF" script -i running.data -F comm,dso,ip >running
	grep -q '^ *sh ' running || {
		head -n 3 running
		return 1
	}
	not grep -E '^ *:[0-9]|unknown' running
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

# "-H" lists the files that have samples; the build id of a file without one is blank, as in perf
# 6.12.
with_hits() {
	"$PERF" record -q "$@" -e cpu-clock -F 2000 -o hits.data sh -c 'for i in 1 2 3; do ls /; done' \
		>files
	"$other" buildid-list -H -i hits.data 2>said >theirs
	"$PERF" buildid-list -H -i hits.data >ours
	[ -s ours ]
	diff theirs ours
}
kernel_maps() {
	"$PERF" buildid-list -m >ours
	diff <("$other" buildid-list -m 2>said) ours
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

# The expected times of day lie between the times before and after the recording.
time_of_day() {
	local from to

	from=$(date +%s%N)
	"$PERF" record -q -k mono -e cpu-clock -o day.data sh -c 'ls / >files'
	to=$(date +%s%N)
	"$PERF" data convert --tod --to-json - -i day.data 2>said >day.json
	sed -n 's/.*"timestamp": \([0-9]*\).*/\1/p' day.json >clock.list
	[ -s clock.list ]
	while read -r time; do
		[ "$time" -ge "$from" ]
		[ "$time" -le "$to" ]
	done <clock.list
}
ok "times of day in JSON" time_of_day
no_time_of_day() {
	not "$PERF" data convert --tod --to-json - -i hits.data >said 2>&1
	grep -q 'has no time of day for' said
}
if [ -s hits.data ]; then
	ok "no times of day" no_time_of_day
else
	skip "no times of day" "there is no recording without them"
fi
tap_end
