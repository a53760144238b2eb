#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf record: options that Debian's perf has too make the same attributes and records.

. "$TESTS/tap.bash"

. "$TESTS/base_perf.bash"

if ! "$PERF" record -q -o probe.data -e cpu-clock true 2>/dev/null; then
	skip "recording" "events cannot be opened here"
	tap_end
fi
if [ -z "$other" ] || ! "$other" record -q -e cpu-clock -o probe.data true >probe.out 2>&1; then
	skip "compare with perf 6.12" "${other:+$(tail -n 1 probe.out)}${other:-${no_base_perf:?}}"
	tap_end
fi

# both ARGUMENTS...: recorded by each of the two
both() {
	rm -rf ours.data theirs.data
	"$other" record -q --no-bpf-event -o theirs.data "$@" 2>said || {
		cat said
		return 1
	}
	"$PERF" record -q --no-bpf-event -o ours.data "$@" 2>said || {
		cat said
		return 1
	}
}

# readers OPTIONS...: both tools say the same of our file
readers() {
	diff <("$other" "$@" -i ours.data 2>&1) <("$PERF" "$@" -i ours.data 2>&1)
}

# The structure of attributes has grown since. Without BPF programs ours leaves out the symbols
# that they bring, too.
attributes() {
	"$1" evlist -v -i "$2" | grep -v Tip | sed 's/size: [0-9]*, //; s/, ksymbol: 1//'
}

# same_attributes EVENTS OPTIONS...
same_attributes() {
	both -c 100000 -e "$@" sh -c 'ls / >files'
	diff <(attributes "$other" theirs.data) <(attributes "$other" ours.data)
	diff <(attributes "$PERF" theirs.data) <(attributes "$PERF" ours.data)
	# No names: the other perf forgets that of a task that ended, and a sample may come later.
	readers script -F tid,event,ip,sym
}
ok "samples with a time" same_attributes cpu-clock -T
ok "samples without a time" same_attributes cpu-clock --no-timestamp
ok "samples with a period" same_attributes cpu-clock -P
ok "samples without a period" same_attributes cpu-clock/freq=1000/ --no-period
ok "samples with an id" same_attributes cpu-clock --sample-identifier
ok "times that an event was counted" same_attributes cpu-clock --running-time
ok "times of a group" same_attributes '{cpu-clock,page-faults}:S' \
	--running-time --sample-identifier
ok "a wakeup for each sample" same_attributes cpu-clock --no-buffering
ok "samples with their control group" same_attributes cpu-clock --all-cgroups

# woken BYTES COMMAND...: so many bytes of stacks wake the tool up, 0: half a ring
woken() {
	local bytes=$1 found

	shift
	"$@" record -q -o ours.data -e cpu-clock -F 2000 --call-graph dwarf true 2>said
	found=$("$PERF" evlist -v -i ours.data | sed -n 's/.* wakeup_watermark }: \([0-9]*\).*/\1/p')
	[ "${found:-0}" = "$bytes" ]
}
with() {
	"$PERF" record "$1" "${@:3}"
}
ok "stacks wake it up" woken $((2 << 20)) "$PERF"
ok "stacks in a larger ring" woken $((2 << 20)) with --mmap-pages=32M
ok "stacks in a smaller ring" woken 0 with --mmap-pages=1M
ok "a wakeup for each stack" woken 1 with --no-buffering
# More than the kernel grants does not become a ring that wakes nobody until it is full
if [ "$(id -u)" = 0 ] && [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -ge 0 ] &&
   [ "$(cat /proc/sys/kernel/perf_event_mlock_kb)" -lt 2048 ] && command -v setpriv >/dev/null; then
	limited=(setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock prlimit --memlock=0 "$PERF")
	if "${limited[@]}" record -q -m 1 -o granted.data -e cpu-clock true 2>said; then
		ok "stacks in a ring that was granted" woken 0 "${limited[@]}"
	else
		skip "stacks in a ring that was granted" \
			"the kernel grants root not even a page now: $(head -n 1 said)"
	fi
else
	skip "stacks in a ring that was granted" "needs root, a limit, and setpriv"
fi

# Prints the kinds of the records that describe process $3 as it was before the recording
told_before() {
	"$1" script -D -i "$2" 2>/dev/null |
		sed -nE "s/^0 .*(PERF_RECORD_[A-Z0-9]+)([ (]|: [^:]*:)$3[:/]$3[:)].*/\1/p
			s/^0 .*(PERF_RECORD_COMM): [^:]*:$3\/$3$/\1/p" | sort -u
}

# synthesizes WHAT KINDS...
synthesizes() {
	local what=$1 file tool

	shift
	both -a -e dummy -c 1 --synth="$what" true
	printf '%s\n' "$@" | grep . >wanted || :
	for file in theirs.data ours.data; do
		for tool in "$other" "$PERF"; do
			diff wanted <(told_before "$tool" "$file" "$sleeper") ||
				{ echo "$tool of $file"; return 1; }
		done
	done
}

# Debian's says so, too
refuses_synth() {
	! "$PERF" record -q -o refused.data --synth="$1" true 2>said || return 1
	grep -q -- "--synth is no, all, task, mmap or cgroup, not '$2'" said || {
		cat said
		return 1
	}
	not "$other" record -q -o refused.data --synth="$1" true 2>said
}

sleep 1000 &
sleeper=$!
if "$other" record -q -a -e dummy -c 1 -o probe.data true 2>probe.err; then
	task=(PERF_RECORD_COMM PERF_RECORD_FORK)
	ok "nothing of what is there" synthesizes no
	ok "tasks that are there" synthesizes task "${task[@]}"
	ok "their mappings" synthesizes mmap "${task[@]}" PERF_RECORD_MMAP2
	ok "all" synthesizes all "${task[@]}" PERF_RECORD_MMAP2
	ok "control groups, no tasks" synthesizes cgroup
	ok "tasks and control groups" synthesizes task,cgroup "${task[@]}"
	ok "nothing, whatever else" synthesizes task,no
	ok "all, whatever else" synthesizes all,no "${task[@]}" PERF_RECORD_MMAP2
else
	skip "what is there on all CPUs" "$(tail -n 1 probe.err)"
fi
kill $sleeper
ok "what cannot be told of" refuses_synth files files
ok "an empty word" refuses_synth task,,mmap ''

control_groups() {
	"$1" script -D -i "$2" 2>/dev/null | grep -o 'PERF_RECORD_CGROUP.*' | sort
}

# Below the mount point at $1 there are other groups than the root
same_control_groups() {
	local tool

	both --all-cgroups -e dummy -c 1 true
	[ "$("$PERF" script -D -i ours.data | grep -c PERF_RECORD_CGROUP)" -ge 3 ]
	for tool in "$other" "$PERF"; do
		diff <(control_groups "$tool" theirs.data) <(control_groups "$tool" ours.data)
	done
	both --all-cgroups --synth=task -e dummy -c 1 true
	[ -z "$(control_groups "$PERF" ours.data)" ]
}

root=$(sed -n 's/^cgroup2* \([^ ]*perf_event[^ ]*\) .*/\1/p
	s/^cgroup2 \([^ ]*\) .*/\1/p' /proc/mounts | head -n 1)
if [ -n "$root" ] && mkdir "$root/perf-test-$$" 2>/dev/null; then
	mkdir "$root/perf-test-$$/inner"
	ok "control groups that are there" same_control_groups
	rmdir "$root/perf-test-$$/inner" "$root/perf-test-$$"
else
	skip "control groups that are there" "cannot make one at '$root'"
fi

# ---- names of files, and when a new one begins -----------------------------------------

# Prints the files of a recording, without numbers, in any order
said_of_files() {
	sed -E 's/[0-9]{16}/TIME/; s/[0-9.]+( times| MB| samples)/N\1/g
		s/(theirs|ours)\.data/FILE/' "$1" | sort
}

names_files() {
	rm -rf ours.data* theirs.data*
	"$other" record -e dummy -c 1 -o theirs.data --timestamp-filename true 2>theirs.said
	"$PERF" record -e dummy -c 1 -o ours.data --timestamp-filename true 2>ours.said
	diff <(said_of_files theirs.said) <(said_of_files ours.said)
	printf '%s\n' ours.data.* theirs.data.* | grep -cE '^(ours|theirs)\.data\.[0-9]{16}$' |
		grep -qx 2 || {
		ls
		return 1
	}
	[ ! -e ours.data ]
	[ ! -e theirs.data ]
	"$other" evlist -i ours.data.* >events
}
ok "a file named by the time" names_files

no_stream_with_time() {
	! "$PERF" record -e dummy -o - --timestamp-filename true 2>said | grep -q . &&
		grep -q 'needs a file' said
}
ok "no stream is" no_stream_with_time

# until_files N TOOL: so many are finished
until_files() {
	local tries finished

	for ((tries = 0; tries < 300; tries++)); do
		mapfile -t finished < <(compgen -G "$2.data.*")
		[ "${#finished[@]}" -ge "$1" ] && return 0
		sleep 0.1
	done
	echo "${#finished[@]} files of $2"
	return 1
}

# The process executes another program, twice, and ends: a file for each time
switches() {
	local tool=$1 name=$2 process

	rm -rf "$name.data"* orders control ack started
	mkfifo orders control ack started
	sh -c 'echo >started; read order; exec sh -c "read order; exec sh -c \"read order; exit\""' \
		<orders &
	process=$!
	exec 5>orders
	# The shell's own start is an exec as well, and has to be over.
	read -r <started
	"$tool" record -q --no-bpf-event -o "$name.data" -e cpu-clock -p "$process" --control fd:6,7 \
		--switch-output-event sched:sched_process_exec 5>&- 6<>control 7<>ack 2>said &
	echo ping >control
	if read -r -t 20 <ack && echo 1 >&5 && until_files 1 "$name"; then
		echo 2 >&5
		until_files 2 "$name"
	fi
	kill "$process" 2>/dev/null || :
	exec 5>&-
	wait
	printf '%s\n' "$name".data* | grep -cE "^$name\.data\.[0-9]{16}$" | grep -qx 3 || {
		ls
		return 1
	}
	for file in "$name".data.*; do
		"$PERF" evlist -i "$file" | grep -v '^dummy' | grep -qx cpu-clock || return 1
	done
}

if "$PERF" record -q -o probe.data -e sched:sched_process_exec true 2>probe.err; then
	ok "a new file when an event happens, by Debian's perf" switches "${OTHER_PERF:-/usr/bin/perf}" \
		theirs
	ok "a new file when an event happens" switches "$PERF" ours
else
	skip "a new file when an event happens" "$(tail -n 1 probe.err)"
fi

# Of the page faults of a program each counts, and none is recorded
every_fault() {
	rm -rf ours.data*
	"$PERF" record -q -o ours.data -e dummy -c 1 -a --switch-output-event page-faults \
		sh -c 'ls / >files; ls / >files'
	mapfile -t files < <(compgen -G 'ours.data.*')
	[ "${#files[@]}" -ge 2 ]
	! "$PERF" evlist -i "${files[0]}" | grep page-faults
}
if "$PERF" record -q -o probe.data -a -e page-faults true 2>probe.err; then
	ok "a new file at a page fault" every_fault
else
	skip "a new file at a page fault" "$(tail -n 1 probe.err)"
fi

# Where cycles cannot be counted, perf record samples the time instead. The expected events and
# attributes are those that Debian's perf 6.1 records on a machine without counters.
instead() {
	local wanted=$1

	shift
	rm -f ours.data
	"$PERF" record -o ours.data "$@" true 2>said || {
		cat said
		return 1
	}
	if ! grep -qx 'perf record: no hardware counter for cycles here: sampling by cpu-clock' said ||
	   [ "$(grep -c 'sampling by' said)" != 1 ]; then
		cat said
		return 1
	fi
	"$PERF" evlist -v -i ours.data >listed
	cat listed
	grep -Eq -- "$wanted" listed
}
refused() {
	! "$PERF" record -q -o ours.data "$@" true 2>said || return
	grep -q "$wanted" said
}
if "$PERF" stat -x, -e cycles:u true 2>&1 | grep -q '^<not supported>'; then
	clock='type: 1( .software.)?,.*'
	ok "no counters: cycles" instead "^cpu-clock: $clock.*sample_freq }: 4000" -e cycles
	ok "no counters: in user mode" instead "^cpu-clock:u: $clock.*exclude_kernel: 1" -e cycles:u
	ok "no counters: in the kernel" instead "^cpu-clock:k: $clock.*exclude_user: 1" -e cpu-cycles:k
	ok "no counters: precise" instead "^cpu-clock:pp: $clock.*precise_ip: 2" -e cycles:pp
	ok "no counters: a period" instead "^cpu-clock: $clock.*{ sample_period, sample_freq }: 10000, " \
		-c 10000 -e cycles
	ok "no counters: a rate" instead "^cpu-clock: $clock.*sample_freq }: 500," -F 500 -e cycles
	ok "no counters: in a group" instead "^cpu-clock: $clock" -e '{cs,cycles}'
	ok "no counters: two of them" instead "^cpu-clock:k: $clock" -e cycles:u,cycles:k
	wanted="'instructions'" ok "no counters: another event" refused -e cycles,instructions
	wanted="with 'cycles'" ok "no counters: branches" refused -b -e cycles
	live() { "$PERF" top --stdio -d 0.1 --pages 1 -e cycles:u </dev/null | grep 'cpu-clock:u\]'; }
	ok "no counters: top" live
else
	skip "no counters" "this machine has some"
fi

no_hits() {
	! "$PERF" record -q -o ours.data --switch-output-event "$1" true 2>said || return 1
	grep -q "$2" said || {
		cat said
		return 1
	}
}
ok "what has no hits is no reason" no_hits duration_time 'no hits to wait for'
ok "nor what there is not" no_hits nonsense "no event 'nonsense'"
tap_end
