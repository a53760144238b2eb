#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# debian-bpftrace.sh: a distribution's bpftrace, whose programs run on our
# events of every kind, on workloads whose numbers are known beforehand.
#
# Without BTF in the kernel it cannot do kfunc:, iter: and rawtracepoint: with
# arguments, nor follow a pointer to a kernel structure; nothing here needs it.
# One start of it takes seconds in an emulator, hence several probes a program.
#
# Usage: debian-bpftrace.sh [test...]; without a name, all of them.

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
not_on_um "user-mode Linux has no BPF programs at events"
tools="bpftrace perf faulter forker switcher threader toucher"

# trace OUT PROGRAM COMMAND: its maps, one "@name[key]: value" a line
#
# The types of tracepoints' fields it takes from headers, having no BTF.
trace() {
	echo 'typedef int pid_t; typedef long long s64; typedef unsigned long long u64;' >types.h
	run "$1" bpftrace -q -I /usr/include --include "$PWD/types.h" -e "$2" -c "$3"
}

# value FILE MAP: what the map holds, "none" when it is not there
value() {
	awk -v map="$2" '{ name = $0; sub(/: [^:]*$/, "", name) }
		name == map { found = $NF }
		END { print found == "" ? "none" : found }' "$1"
}

test_timers() {
	trace text '
		profile:hz:99 /comm == "threader"/ {
			@ticks = count(); @stacks[ustack(perf, 3)] = count(); }
		interval:ms:100 { @intervals = count(); }' '/usr/bin/threader 1 1000'
	# A second of CPU time at 99 a second, on a machine that others use as well
	is "ticks" "$(value text @ticks)" '>=' 10
	is "intervals" "$(value text @intervals)" '>=' 3
	# Its stacks have the program's own functions
	has text '^[[:space:]]+4[0-9a-f]{5} 0x4[0-9a-f]{5} '
}

test_tracepoints() {
	trace text '
		tracepoint:sched:sched_process_fork /comm == "forker"/ {
			@forks = count(); @parents[args->parent_pid] = count(); }
		tracepoint:syscalls:sys_enter_exit_group /comm == "forker"/ {
			@exits = count(); @codes = sum(args->error_code);
			printf("exit %d\n", args->error_code); }' '/usr/bin/forker 20'
	is "forks" "$(value text @forks)" == 20
	is "parents" "$(lines text '^@parents\[[0-9]+\]: 20$')" == 1
	is "exits" "$(value text @exits)" == 21
	is "codes" "$(value text @codes)" == 0
	# Through the ring that bpf_perf_event_output() writes
	is "lines printed" "$(lines text '^exit 0$')" == 21
}

test_kernel_probes() {
	trace text '
		kprobe:do_exit /comm == "forker"/ { @codes[arg0] = count(); }
		kretprobe:kernel_clone /comm == "forker"/ {
			@clones = count(); @failed = sum(retval > 0 ? 0 : 1);
			@callers[kstack(1)] = count(); }' '/usr/bin/forker 20'
	is "exits" "$(value text '@codes[0]')" == 21
	is "clones" "$(value text @clones)" == 20
	is "failed" "$(value text @failed)" == 0
	has text '__do_sys_clone\+[0-9]+$'
	has text '^\]: 20$'
}

test_user_probes() {
	trace text '
		uprobe:/usr/bin/toucher:touch { @calls = count(); @values = sum(arg0); }
		uretprobe:/usr/bin/toucher:touch { @results = sum(retval); }
		uprobe:/usr/bin/toucher:look { @looks = count(); }' '/usr/bin/toucher 30 5'
	is "calls" "$(value text @calls)" == 30
	is "values" "$(value text @values)" == 465
	is "results" "$(value text @results)" == 930
	is "other calls" "$(value text @looks)" == 5
}

test_software() {
	trace text '
		software:page-faults:1 /comm == "faulter"/ { @faults = count(); }
		software:page-faults:10 /comm == "faulter"/ { @tens = count(); }
		software:cpu-clock:1000000 { @clock = count(); }
		software:context-switches:1 { @switches = count(); }' '/usr/bin/faulter 2000'
	is "faults" "$(value text @faults)" '>=' 2000
	is "faults" 2200 '>=' "$(value text @faults)"
	# Each CPU counts for itself, and others fault there too
	is "tenths" "$(value text @tens)" '>=' 190
	is "tenths" 320 '>=' "$(value text @tens)"
	is "clock" "$(value text @clock)" '>' 0
	is "switches" "$(value text @switches)" '>' 0
}

test_watchpoints() {
	variable=$(toucher 0 0 | sed -n 's/.* at \(0x[0-9a-f]*\) .*/\1/p')
	trace few "watchpoint:$variable:8:w { @writes = count(); }" '/usr/bin/toucher 30 5'
	trace many "watchpoint:$variable:8:w { @writes = count(); }" '/usr/bin/toucher 47 5'
	# The kernel's own write to it, when it maps the program, cancels out
	is "writes" "$(difference "$(value many @writes)" "$(value few @writes)")" == 17
}

test_refused() {
	if [ -e /sys/bus/event_source/devices/cpu ]; then
		skip "this machine has a CPU PMU"
		return
	fi
	log "\$ bpftrace on cycles, which nothing here counts"
	! bpftrace -e 'hardware:cycles:1000 { @cycles = count(); }' -c /usr/bin/toucher \
		>output 2>&1 </dev/null || bad "bpftrace counts cycles"
	has output 'perf_event_open failed: No such file or directory'
}

test_begin_end() {
	run text bpftrace -e 'BEGIN { printf("begun\n"); exit(); } END { printf("ended\n"); }'
	is "begin" "$(lines text '^begun$')" == 1
	is "end" "$(lines text '^ended$')" == 1
}

all='
timers			bpftrace profile: and interval: tick
tracepoints		bpftrace tracepoint: counts and prints exactly
kernel_probes		bpftrace kprobe: and kretprobe: see each call
user_probes		bpftrace uprobe: and uretprobe: see arguments and results
software		bpftrace software: runs at each overflow
watchpoints		bpftrace watchpoint: counts writes exactly
refused			bpftrace hardware: is refused without a PMU
begin_end		bpftrace BEGIN and END run once
'

run_tests "$@"
