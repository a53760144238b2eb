#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154,SC2086
#
# debian-perf-tools.sh: breakpoints, probes and control groups by a
# distribution's unmodified perf, and its tools for locks, memory, scheduling,
# system calls and files of samples.
#
# Usage: debian-perf-tools.sh [test...]; without a name, all of them.
# PERF_ROUNDS, PERF_PAGES, PERF_MS: sizes of the workloads.

rounds=${PERF_ROUNDS:-100}
pages=${PERF_PAGES:-1000}
ms=${PERF_MS:-400}

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf faulter forker switcher threader toucher"

#
# Breakpoints
#

# find_variable: where toucher, which is linked to fixed addresses, has what
find_variable() {
	run output toucher 0 0
	variable=$(sed -n 's/.* at \(0x[0-9a-f]*\) .*/\1/p' output)
	function=$(sed -n 's/.* by \(0x[0-9a-f]*\),.*/\1/p' output)
}

# no_breakpoints: true, and the test skipped, where nothing stops at a breakpoint. On
# powerpc a processor may have none, and an emulator may not look at those that it has.
# x86 and Arm have some, and a test that meets none fails.
no_breakpoints() {
	case $(uname -m) in
	x86_64 | i?86 | aarch64) return 1 ;;
	esac
	log "\$ perf stat -e mem:$variable:w:u toucher 1 0"
	if ! perf stat -x, -o tried -e "mem:$variable:w:u" toucher 1 0 >output 2>&1 </dev/null ||
	   grep -q 'not supported' tried; then
		skip "the kernel or the processor has no hardware breakpoints"
	elif [ "$(count tried "mem:$variable:w:u")" != 1 ]; then
		skip "the emulator does not look at the processor's breakpoints"
	else
		return 1
	fi
}

# In user mode only: the kernel clears the variable when it maps the program. Each address has a run
# of its own, since an emulator may report one of two at the same address.
test_breakpoint_counts() {
	! lacks breakpoint || return 0
	find_variable
	! no_breakpoints || return
	stat counts -e "mem:$variable:w:u,mem:$function:x" toucher 70 30
	is "writes" "$(count counts "mem:$variable:w:u")" == 70
	is "executions" "$(count counts "mem:$function:x")" == 70
	stat counts -e "mem:$variable/$word:rw:u" toucher 70 30
	# perf gives it back by its address only
	sed -i "s|,mem:${variable}[^,]*,|,both,|" counts
	is "writes and reads" "$(count counts both)" == 100
	# An x86 has registers for four of them. Arm has some for data and others for code,
	# of neither more than sixteen
	four="-e mem:$variable:w:u -e mem:$variable:rw:u -e mem:$function:x -e mem:$function:x"
	stat counts $four toucher 5 5
	is "lines" "$(lines counts ',mem:')" == 4
	many="-e mem:$function:x"
	[ "$(uname -m)" != aarch64 ] ||
		many=$(for _ in $(seq 15); do echo "-e mem:$function:x"; done)
	log "\$ perf stat $four" $many
	! perf stat $four $many toucher 5 5 >output 2>&1 </dev/null ||
		bad "more breakpoints than registers at once"
	has output 'No space left on device'
}

test_breakpoint_samples() {
	! lacks breakpoint || return 0
	find_variable
	! no_breakpoints || return
	record data -d -c 1 -e "mem:$variable:rw:u" toucher 40 20
	script data text -F comm,event,addr,ip,sym
	is "samples" "$(lines text "^ *toucher +mem:$variable:rw:u: +${variable#0x} +[0-9a-f]+ ")" \
		== 60
	is "samples of writes" "$(lines text ' touch$')" == 40
	is "samples of reads" "$(lines text ' look$')" == 20
	record data -c 10 -e "mem:$function:x" toucher 40 20
	script data text -F ip,sym,period
	is "samples" "$(lines text "^ *10 +${function#0x} touch\$")" == 4
	is "lines" "$(wc -l <text)" == 4
}

#
# Control groups
#

test_cgroup() {
	root=/sys/fs/cgroup
	[ -f $root/cgroup.procs ] || { skip "no control groups at $root"; return; }
	# The first controller enabled below the root brings perf_event along
	echo +cpu >$root/cgroup.subtree_control
	mkdir $root/busy $root/idle
	stat counts -a -e faults,faults,context-switches -G busy,idle,busy \
		sh -c "faulter $((5 * pages))
		       echo 0 >$root/busy/cgroup.procs; switcher $rounds
		       faulter $pages; echo 0 >$root/cgroup.procs"
	grep ,busy, counts >busy
	is "faults in the group" "$(count busy faults)" '>=' "$pages"
	is "faults in all" "$((5 * pages))" '>' "$(count busy faults)"
	is "switches in the group" "$(count busy context-switches)" '>=' "$((2 * rounds))"
	is "lines of the idle group" "$(lines counts '^(0|<not counted>),,faults,idle,')" == 1
	record data -a --all-cgroups -e faults -c 1 -G busy \
		sh -c "echo 0 >$root/busy/cgroup.procs; faulter $pages
		       echo 0 >$root/cgroup.procs; toucher 10"
	script data text -F comm,event,ip
	is "samples of the group" "$(lines text '^ *faulter +faults: ')" '>=' "$pages"
	hasnt text '^ *toucher '
	report data text --sort cgroup,comm
	has text '% +/busy +faulter'
	rmdir $root/busy $root/idle || bad "the groups do not go away"
}

#
# Probes
#

# Where the kernel's functions and a program's have their first argument
case $(uname -m) in
ppc*)	kernel_argument=%gpr3:s64 argument=$kernel_argument result=s64 ;;
i?86)	kernel_argument=%ax:s32 argument=\$stack1:s32 result=s32 ;;
aarch64) kernel_argument=%x0:s64 argument=$kernel_argument result=s64 ;;
riscv64) kernel_argument=%a0:s64 argument=$kernel_argument result=s64 ;;
*)	kernel_argument=%di:s64 argument=$kernel_argument result=s64 ;;
esac

test_kernel_probe() {
	! lacks kprobe || return 0
	run output perf probe -q -a "do_exit code=$kernel_argument" \
		-a "begun=kernel_clone%return \$retval:$result"
	record data -e probe:do_exit -e 'probe:begun*' forker 12
	script data text -F comm,event,trace
	run output perf probe -q -d 'probe:*'
	is "exits" "$(lines text '^ *forker +probe:do_exit: +\([0-9a-f]+\) code=0$')" == 13
	is "children" "$(lines text '^ *forker +probe:begun[_a-z]*: .*\) arg1=[1-9][0-9]*$')" == 12
	run output perf probe -l
	hasnt output 'probe:'
}

test_user_probe() {
	! lacks uprobe || return 0
	run output perf probe -q -x /usr/bin/toucher -a "touch value=$argument" \
		-a "touched=touch%return result=\$retval:$result"
	stat counts -e 'probe_toucher:*' toucher 25 5
	record data -e probe_toucher:touch -e 'probe_toucher:touched*' toucher 25 5
	script data text -F comm,event,trace
	record few -e probe_toucher:touch --filter 'value > 15' toucher 25 5
	script few filtered -F comm,event,trace
	run output perf probe -q -d 'probe_toucher:*'
	is "calls" "$(count counts probe_toucher:touch)" == 25
	sed -n 's/.*probe_toucher:touch: .* value=//p' text >values
	sed -n 's/.*probe_toucher:touched[_a-z]*: .* result=//p' text >results
	seq 25 | cmp -s - values || { bad "not the values 1 to 25:"; show values; }
	seq 2 2 50 | cmp -s - results || { bad "not the results 2 to 50:"; show results; }
	is "calls that pass the filter" "$(lines filtered ' value=(1[6-9]|2[0-5])$')" == 10
	is "lines" "$(wc -l <filtered)" == 10
}

#
# The tools built on top
#

test_ftrace() {
	grep -qw function_graph /sys/kernel/tracing/available_tracers || {
		skip "this kernel has no function_graph tracer, which perf resets first"
		return
	}
	# Of the process itself, not of its child: one a round, and what it says at the end.
	# That goes elsewhere, not into the middle of a line of perf's; and the tracer may
	# still know the process by the name it had before
	run text perf ftrace trace -t function -T vfs_write sh -c 'exec switcher 20 >said'
	is "calls" "$(lines text '^ *[^ ]+-[0-9]+ .* vfs_write <-ksys_write$')" == 21
	run text perf ftrace latency -T vfs_write switcher "$rounds"
	is "calls in the table" \
		"$(awk -F'|' '/us|ms|s +\|/ { sum += $2 } END { print sum + 0 }' text)" \
		== "$((rounds + 1))"
}

test_kmem() {
	run output perf kmem record -o data switcher "$rounds"
	run text perf kmem -i data stat --caller --alloc
	requested=$(sed -n 's/^Total bytes requested: //p' text | tr -d ,)
	is "bytes requested" "$requested" '>' 0
	is "bytes allocated" "$(sed -n 's/^Total bytes allocated: //p' text | tr -d ,)" \
		'>=' "$requested"
	script data text -F comm,event,trace
	# The rings of two pipes, and each gone with its pipe: 16 of four words and two ints
	ring=$((16 * (4 * word + 8)))
	has text "^ *switcher +kmem:kmalloc: .*bytes_req=$ring bytes_alloc=[1-9][0-9]{2,3} "
	is "allocations in the report" "$(lines text 'kmem:(kmalloc|kmem_cache_alloc): ')" '>=' 10
	is "bytes requested by all" "$(sed -n 's/.* bytes_req=\([0-9]*\) .*/\1/p' text |
		awk '{ sum += $1 } END { print sum + 0 }')" == "$requested"
}

# One who reads what nobody has written yet keeps the lock of the file's position meanwhile,
# which the other waits for. In a trace of its own: what others do with theirs is no matter.
test_lock() {
	trace=/sys/kernel/tracing/instances/wait_for_lock
	mkdir $trace || { bad "no trace of its own"; return; }
	cat >wait_for_lock <<-EOF
		exec 3<$trace/trace_pipe
		for reader in first second; do
			dd bs=1 count=1 <&3 >\$reader &
			readers="\$readers \$!"
			for _ in \$(seq 100); do
				grep -q dd /proc/\$!/comm && grep -q 'State:.[SD]' /proc/\$!/status && break
				sleep 0.1
			done
		done
		for _ in \$(seq 100); do
			echo now >$trace/trace_marker
			[ ! -s first ] || [ ! -s second ] || exit 0
			sleep 0.1
		done
		kill \$readers
		exit 1
	EOF
	run output perf lock record -o data sh wait_for_lock
	rmdir $trace || bad "its trace stays"
	script data samples -F event,trace
	has samples 'lock:(contention_begin|lock_contended):'
	run text perf lock report -i data
	has text 'Name +acquired +contended +avg wait'
	is "locks in the report" "$(lines text '^ *[^ ].* [1-9][0-9]* +[0-9]+ +[0-9.]+ [num]?s ')" '>' 0
	# Without lock debugging the kernel has the tracepoints this one wants
	if grep -q 'lock:contention_begin:' samples; then
		run text perf lock contention -i data
		has text '^ *[1-9][0-9]* .* mutex '
		waits=$(awk '$1 ~ /^[0-9]+$/ { sum += $1 } END { print sum + 0 }' text)
		is "waits in the report" "$waits" '>' 0
		is "waits in the report" "$waits" '<=' \
			"$(lines samples 'lock:contention_begin:')"
	fi
}

test_all_system_calls() {
	! lacks syscalls || return 0
	stat counts -e 'syscalls:*' forker 20
	hasnt counts 'not (supported|counted)'
	# Architectures that came late have fewer of the old ones
	is "system calls" "$(lines counts ',syscalls:sys_enter_')" '>=' 250
	is "entries and exits" "$(lines counts ',syscalls:sys_enter_')" == \
		"$(lines counts ',syscalls:sys_exit_')"
	is "waits begun" "$(count counts syscalls:sys_enter_wait4)" == 20
	is "waits ended" "$(count counts syscalls:sys_exit_wait4)" == 20
	is "ends" "$(count counts syscalls:sys_enter_exit_group)" == 21
	is "returns from the end" "$(count counts syscalls:sys_exit_exit_group)" == 0
	is "reboots" "$(count counts syscalls:sys_enter_reboot)" == 0
}

test_sched_views() {
	run output perf sched record -q -o data switcher "$rounds"
	run text perf sched -i data timehist
	is "runs" "$(lines text ' switcher\[[0-9/]+\] ')" '>=' "$((2 * rounds))"
	run text perf sched -i data timehist -s
	is "tasks that ran" "$(lines text '^ +switcher\[[0-9/]+\] ')" == 2
	run text perf sched -i data map
	is "names given" "$(lines text ' => switcher:[0-9]+')" == 2
	is "lines" "$(wc -l <text)" '>=' "$((2 * rounds))"
	run text perf sched -i data script
	is "switches" "$(lines text 'sched_switch: prev_comm=switcher ')" '>=' "$((2 * rounds))"
}

test_trace_others() {
	! lacks syscalls || return 0
	run output perf trace -o text -a -e madvise,exit_group sh -c 'faulter 10; forker 3'
	# Not by name: perf sorts by time, and an emulator's CPUs may be so far apart
	# in it that a task's calls come before its name
	is "calls seen on all CPUs" "$(lines text '/[0-9]+ .*madvise\(')" '>=' 1
	is "exits seen on all CPUs" "$(lines text '/[0-9]+ exit_group\(')" '>=' 5
	mkfifo go
	toucher 10 10 1 <go >finished &
	toucher=$!
	exec 5>go
	wait_for asleep grep -q '^State:.S' /proc/$toucher/status
	perf trace -o text -p $toucher >output 2>&1 </dev/null &
	tracer=$!
	# Attached once the file of its output is there and it waits
	wait_for "perf trace" grep -q '^State:.S' /proc/$tracer/status
	wait_for "its events" sh -c "ls -l /proc/$tracer/fd | grep -q perf_event"
	sleep 1
	echo >&5
	exec 5>&-
	wait $toucher $tracer
	has text 'write\(.* = [1-9][0-9]*$'
	is "ends" "$(lines text 'exit_group\(')" == 1
}

#
# Files of samples
#

test_switch_output() {
	run output perf record -BN -o data --switch-output=50K -e faults:u -c 1 \
		faulter "$((6 * pages))"
	is "files" "$(find . -name 'data.*' | wc -l)" '>=' 2
	: >text
	for file in data.*; do
		perf script -i "$file" -F comm,event >>text 2>output
	done
	# Beyond what was lost while one file was closed and the next not yet begun
	lost=0
	for file in data.*; do
		record_types "$file" types
		lost=$((lost + $(awk '/PERF_RECORD_LOST_SAMPLES:/ { sub(/.*:/, ""); sum += $1 }
			END { print sum + 0 }' dump)))
	done
	is "samples in all files, and lost" "$(($(lines text '^ *faulter +faults:u:') + lost))" \
		'>=' "$((6 * pages))"
}

test_inject() {
	record data -e cpu-clock -c 2000000 threader 1 "$ms"
	report data before --sort sym
	run output perf inject -b -i data -o injected
	run ids perf buildid-list -i injected
	has ids '^[0-9a-f]{40} /usr/bin/threader$'
	report injected after --sort sym
	grep -v '^#' before >left
	grep -v '^#' after >right
	cmp -s left right || { bad "another report after perf inject:"; show after; }
	# A sleep and what ended it become one sample
	record data -e sched:sched_switch -e sched:sched_stat_runtime switcher "$rounds"
	run output perf inject -i data -o injected
	script data one -F comm,time,event,trace
	script injected two -F comm,time,event,trace
	cmp -s one two || bad "perf inject changed samples"
	is "samples" "$(wc -l <one)" '>=' "$((2 * rounds))"
}

test_diff() {
	record before -e cpu-clock:u -c 1000000 threader 1 "$ms"
	record after -e cpu-clock:u -c 1000000 toucher 20000000 0
	run text perf diff before after
	has text '^ +[0-9.]+% .* threader +\[\.\] inner'
	has text '\+[0-9.]+% +toucher +\[\.\] touch'
}

test_script_fields() {
	record data --sample-cpu -T -e faults:u -c 1 -d faulter 50
	script data text -F comm,pid,tid,cpu,time,event,ip,sym,symoff,dso,addr,period
	# name pid/tid [cpu] seconds: period event: address, then ip, each with its
	# symbol+offset (file)
	form='^ *faulter +[0-9]+/[0-9]+ +\[[0-9]{3}\] +[0-9]+\.[0-9]{6}: +1 faults:u: +[0-9a-f]+ '
	is "samples in the form asked for" \
		"$(lines text "$form.* \(.*\) +[0-9a-f]+ [^ ]+\+0x[0-9a-f]+ \(/usr/bin/faulter\)\$")" '>=' 50
	is "lines" "$(wc -l <text)" == "$(lines text "$form")"
	script data text -F +pid,-time,-comm
	is "samples" "$(lines text '^ *[0-9]+(/[0-9]+)? +\[[0-9]{3}\] +1 faults:u: ')" '>=' 50
	script data text --header-only
	has text '^# cmdline : .*perf record '
	has text "^# nrcpus online : $cpus\$"
}

#
# The list
#

all='
breakpoint_counts	stat -e mem: counts writes, reads and executions exactly
breakpoint_samples	record -e mem: has the address and the function of each
cgroup			stat -G and record -G see one group
kernel_probe		probe: calls and returns in the kernel with arguments
user_probe		probe -x: calls and returns of a program with arguments
ftrace			ftrace traces and times a function
kmem			kmem accounts for what was allocated
lock			lock records and reports contention
all_system_calls	stat -e syscalls:* counts hundreds of tracepoints exactly
sched_views		sched timehist, map and script see each switch
trace_others		trace -a and -p see calls of others
switch_output		record --switch-output loses nothing between files
inject			inject adds build-ids and keeps the samples
diff			diff tells two programs apart
script_fields		script -F prints the fields asked for
'

run_tests "$@"
