#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154,SC2086
#
# debian-perf.sh: a distribution's unmodified perf as a client of the kernel.
#
# Each test runs perf on a workload whose numbers are known beforehand and
# looks for these numbers in what perf prints. Exact counts are compared
# between two runs that differ in one known amount, so that what the loader
# and the C library do cancels out; address-space randomisation is off, since
# it changes how many pages a program touches.
#
# Usage: debian-perf.sh [test...]; without a name, all of them.
# PERF_ROUNDS, PERF_PAGES, PERF_MS: sizes of the workloads.

rounds=${PERF_ROUNDS:-200}
pages=${PERF_PAGES:-1000}
ms=${PERF_MS:-400}

software='cpu-clock task-clock faults minor-faults major-faults
	context-switches migrations alignment-faults emulation-faults dummy
	bpf-output cgroup-switches'

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf faulter forker switcher threader"

#
# perf stat
#

test_software_events() {
	list=$(echo $software | tr ' ' ,)
	stat counts -e "$list" switcher "$rounds"
	hasnt counts 'not (supported|counted)'
	for event in $software; do
		is "$event" "$(count counts "$event")" '>=' 0
	done
	is "events never off the PMU" "$(lines counts ',100\.00,')" == \
		"$(echo $software | wc -w)"
	is "switches" "$(count counts context-switches)" '>=' "$((2 * rounds))"
	is "faults" "$(count counts faults)" == \
		"$(difference "$(count counts minor-faults)" "-$(count counts major-faults)")"
	is "clock" "$(count counts task-clock)" '>' 0
	for event in alignment-faults emulation-faults dummy bpf-output cgroup-switches; do
		is "$event" "$(count counts $event)" == 0
	done
}

test_exact_faults() {
	faulter 10 >/dev/null
	for run in few many; do
		number=$([ $run = few ] && echo 1000 || echo $((1000 + pages)))
		stat $run -e faults,minor-faults,major-faults,faults:u,faults:k faulter "$number"
		is "faults by level" "$(count $run faults)" == \
			"$(difference "$(count $run faults:u)" "-$(count $run faults:k)")"
		is "faults that read" "$(count $run major-faults)" == 0
	done
	for event in faults minor-faults; do
		is "$event" "$(difference "$(count many $event)" "$(count few $event)")" \
			== "$pages"
	done
	# When preempted early, the kernel is the first to touch the rseq area
	user=$(difference "$(count many faults:u)" "$(count few faults:u)")
	is "faults:u" "$user" '>=' "$((pages - 1))"
	is "faults:u" "$user" '<=' "$((pages + 1))"
}

test_privilege_levels() {
	# read() of zeroes into fresh memory: it is the kernel that faults
	stat counts -e faults:u,faults:k,faults dd if=/dev/zero of=/dev/null \
		bs=$((128 * page_size)) count=1
	is "faults in the kernel" "$(count counts faults:k)" '>=' 128
	is "the two levels together" \
		"$(difference "$(count counts faults)" "$(count counts faults:k)")" == \
		"$(count counts faults:u)"
}

# Only the clock has the time of exec, hence two runs.
clock_and_rusage() {
	for run in 200 2200; do
		stat counts.$run -e task-clock,cpu-clock threader 1 $run
		sed -n 's/.*threads, \([0-9]*\) us.*/\1/p' output >used.$run
	done
	used=$(difference "$(cat used.2200)" "$(cat used.200)")
	for event in task-clock cpu-clock; do
		clock=$(difference "$(count counts.2200 $event)" "$(count counts.200 $event)")
		awk -v ms="$clock" -v us="$used" 'BEGIN {
			exit !(us > 0 && ms * 1000 >= us * 0.95 && ms * 1000 <= us * 1.05)
		}' || { unlike="$event $clock ms, getrusage() $used us"; return 1; }
	done
}

test_clock_and_rusage() {
	# Of the first, which meets cold caches, nothing is used
	stat counts.1 -e task-clock,cpu-clock threader 1 1
	# A host that has other things to do may stop the guest for a second, in exec as well
	for try in 1 2 3; do
		clock_and_rusage && return
		log "try $try: $unlike"
	done
	bad "$unlike"
}

test_repeated_runs() {
	faulter 100 >/dev/null
	stat counts -r 3 -e faults,task-clock faulter "$pages"
	# The mean of three equal runs
	has counts '^[0-9]+,,faults,0\.00%,'
	is "faults" "$(count counts faults)" '>=' "$pages"
	is "faults" "$((2 * pages))" '>' "$(count counts faults)"
	is "runs" "$(lines output "^faulter: $pages pages")" == 3
}

test_intervals() {
	stat whole -e faults,task-clock threader 1 "$ms"
	stat all -I 100 -e faults,task-clock threader 1 "$ms"
	# An interval in which the program did not run
	grep -v '<not counted>' all >parts
	is "sum of the intervals" "$(count parts faults)" == "$(count whole faults)"
	is "sum of the clocks" "$(count parts task-clock)" '>=' "$ms"
	is "intervals" "$(lines parts ',task-clock,')" '>=' 2
}

test_groups() {
	stat counts -e '{faults,minor-faults,major-faults},{task-clock,cs}' faulter "$pages"
	hasnt counts 'not (supported|counted)'
	is "group" "$(count counts faults)" == \
		"$(difference "$(count counts minor-faults)" "-$(count counts major-faults)")"
	is "faults" "$(count counts faults)" '>=' "$pages"
	is "clock" "$(count counts task-clock)" '>' 0
}

test_whole_system() {
	stat counts -a -e context-switches,faults,cpu-clock,sched:sched_process_exit sh -c \
		"switcher $rounds; faulter $pages"
	is "switches" "$(count counts context-switches)" '>=' "$((2 * rounds))"
	is "faults" "$(count counts faults)" '>=' "$pages"
	is "clock" "$(count counts cpu-clock)" '>' 0
	# A task's own events have left it before that tracepoint
	is "exits" "$(count counts sched:sched_process_exit)" '>=' 3
}

test_each_cpu() {
	# Debian's perf names no CPU where there is one
	[ "$cpus" -gt 1 ] || { skip "needs two CPUs"; return; }
	stat counts -A -a -e faults,cpu-clock faulter "$pages"
	for cpu in $(seq 0 $((cpus - 1))); do
		is "lines of CPU $cpu" "$(lines counts "^CPU$cpu,")" == 2
		grep "^CPU$cpu," counts >counts.$cpu
		is "clock of CPU $cpu" "$(count counts.$cpu cpu-clock)" '>' 0
	done
	is "faults" "$(count counts faults)" '>=' "$pages"
}

test_one_cpu() {
	stat there -C 0 -e faults taskset 1 faulter "$((20 * pages))"
	is "faults on the CPU" "$(count there faults)" '>=' "$((20 * pages))"
	[ "$cpus" -gt 1 ] || return
	stat elsewhere -C 0 -e faults taskset 2 faulter "$((20 * pages))"
	is "faults on another CPU" "$((20 * pages))" '>' "$(count elsewhere faults)"
}

# attach OUT PAGES: counts a process that starts to work once attached to
attach() {
	rm -f start end
	mkfifo start end
	# A shell of its own: this one's heap is not the same from call to call
	sh -c "read -r _ <start; exec faulter $2 >end" &
	wait_for asleep grep -q '^State:.S' /proc/$!/status
	stat "$1" -p $! -e faults sh -c 'echo >start; cat end'
	wait $!
}

test_attach_process() {
	faulter 10 >/dev/null
	attach few "$((1000 + pages))"
	attach many "$((1000 + 2 * pages))"
	is "faults" \
		"$(difference "$(count many faults)" "$(count few faults)")" == "$pages"
}

test_one_thread() {
	start_threads
	for thread in "/proc/$burner/task/"*; do
		thread=${thread##*/}
		[ "$thread" = $burner ] || break
	done
	stat counts -t "$thread" -e task-clock,faults sleep 0.3
	stop_threads
	is "clock of thread $thread" "$(count counts task-clock)" '>' 0
	is "faults of thread $thread" "$(count counts faults)" == 0
}

test_per_thread() {
	start_threads
	stat counts --per-thread -p $burner -e task-clock,dummy sleep 0.5
	stop_threads
	for name in threader burner-1 burner-2; do
		grep "^$name-[0-9]*," counts >of.$name
		is "clock of $name" "$(count of.$name task-clock)" '>' 0
		is "dummy of $name" "$(count of.$name dummy)" == 0
	done
}

test_tracepoints() {
	! lacks syscalls || return 0
	stat counts -e sched:sched_process_fork,sched:sched_process_wait,task:task_newtask \
		-e syscalls:sys_enter_exit_group forker 50
	is "forks" "$(count counts sched:sched_process_fork)" == 50
	is "new tasks" "$(count counts task:task_newtask)" == 50
	is "waits" "$(count counts sched:sched_process_wait)" == 50
	is "exits with children" "$(count counts syscalls:sys_enter_exit_group)" == 51
	stat counts --no-inherit -e syscalls:sys_enter_exit_group forker 50
	is "exits without children" "$(count counts syscalls:sys_enter_exit_group)" == 1
}

test_many_events() {
	! lacks syscalls || return 0
	stat counts -e 'syscalls:sys_enter_c*,syscalls:sys_enter_e*' \
		-e 'syscalls:sys_enter_f*,syscalls:sys_enter_w*' forker 20
	hasnt counts 'not (supported|counted)'
	is "system calls" "$(lines counts ',syscalls:sys_enter_')" '>=' 50
	is "waits" "$(count counts syscalls:sys_enter_wait4)" == 20
	is "clones" "$(count counts syscalls:sys_enter_clone)" == 20
	is "exits" "$(count counts syscalls:sys_enter_exit_group)" == 21
}

# controlled OUT PAGES: faults between an enable and a disable
controlled() {
	rm -f control answer
	mkfifo control answer
	stat "$1" -D -1 --control fifo:control,answer -e faults sh -c "
		exec 3<>control 4<>answer
		faulter $((1000 + 4 * pages))
		echo enable >&3; read -r _ <&4
		faulter $2
		echo disable >&3; read -r _ <&4
		faulter $((1000 + 4 * pages))"
}

test_control() {
	controlled few "$((1000 + pages))"
	controlled many "$((1000 + 2 * pages))"
	# Once in a while the shell between takes a fault more
	enabled=$(difference "$(count many faults)" "$(count few faults)")
	is "faults while enabled" "$enabled" '>=' "$((pages - 5))"
	is "faults while enabled" "$enabled" '<=' "$((pages + 5))"
	is "faults in all" "$((2000 + 4 * pages))" '>' "$(count few faults)"
}

test_control_groups() {
	root=/sys/fs/cgroup
	[ -f $root/cgroup.procs ] || { skip "no control groups at $root"; return; }
	# The first controller enabled below the root brings perf_event along
	echo +cpu >$root/cgroup.subtree_control
	mkdir $root/busy $root/idle
	stat counts -a --for-each-cgroup busy,idle -e context-switches,cpu-clock,faults \
		sh -c "echo 0 >$root/busy/cgroup.procs; switcher $rounds
		       faulter $pages; echo 0 >$root/cgroup.procs"
	for name in busy idle; do
		grep ",$name," counts >of.$name
	done
	is "switches in the group" "$(count of.busy context-switches)" '>=' "$((2 * rounds))"
	is "faults in the group" "$(count of.busy faults)" '>=' "$pages"
	is "clock of the group" "$(count of.busy cpu-clock)" '>' 0
	is "lines of the idle group" "$(lines of.idle '^(0|0\.00|<not counted>),')" == 3
	rmdir $root/busy $root/idle || bad "the groups do not go away"
}

test_unprivileged() {
	run own su nobody -c 'perf stat -x, -e faults faulter 200'
	is "faults:u" "$(count own faults:u)" '>=' 200
	for arguments in '-a -e faults' '-e faults:k'; do
		log "\$ su nobody -c 'perf stat $arguments true'"
		if su nobody -c "perf stat $arguments true" >refused 2>&1 </dev/null; then
			bad "perf stat $arguments is allowed"
		fi
		has refused 'perf_event_paranoid|[Pp]ermission|No permission|Access to'
	done
}

test_probe() {
	! lacks uprobe || return 0
	run output perf probe -q -a do_exit
	stat counts -e probe:do_exit forker 30
	run output perf probe -q -d probe:do_exit
	is "calls of the probed function" "$(count counts probe:do_exit)" == 31
}

#
# perf record and what reads it
#

test_frequency() {
	run output perf record -q -e cpu-clock -F 500 -o data threader 1 "$ms"
	report data text
	top_entry text >top
	has top 'threader +threader +\[\.\] inner$'
	run text perf evlist -v -i data
	has text '^cpu-clock: type: 1[ ,].*\{ sample_period, sample_freq \}: 500,.* freq: 1,'
	script data text -F comm,ip,sym,symoff,dso
	has text '^ *threader +[0-9a-f]+ inner\+0x[0-9a-f]+ \(/usr/bin/threader\)'
	is "samples" "$(lines text '^ *threader ')" '>=' 20
}

test_call_graph() {
	record data -g -e cpu-clock:u -c 1000000 threader 1 "$ms"
	report data text --children -g none
	# There asking for the time takes time of a program: it is a system call, by ptrace()
	share=80
	! on_um || share=10
	for name in main outer middle inner; do
		line=$(grep -E " \[\.\] $name( |\$)" text | head -n 1)
		is "children of $name in %" "$(echo "$line" | sed 's/%.*//;s/ //g')" '>=' "$share"
	done
	is "self of middle in %" 20 '>=' \
		"$(sed -n '/ \[\.\] middle/s/^ *[0-9.]*% *\([0-9.]*\)%.*/\1/p' text)"
	script data text -F comm,period,event,ip,sym
	is "samples" "$(lines text ' 1000000 cpu-clock:u:')" '>=' 50
	is "samples" "$(lines text ' 1000000 cpu-clock:u:')" == "$(lines text '^ *threader ')"
	# From the inside out, each on a line of its own
	sed 's/^[ \t]*[0-9a-f]* //;s/ *$//' text | tr '\n' ' ' >chains
	# On Arm Debian's perf adds the caller of a function that calls nobody, frame or not
	twice=
	[ "$(uname -m)" != aarch64 ] || twice='(middle )?'
	has chains "inner ${twice}middle outer main __libc_start_call_main"
	# From the kernel on into the user's program
	record data -g -e sched:sched_switch switcher 20
	script data text -F ip,sym
	sed 's/^[ \t]*[0-9a-f]* //;s/ *$//' text | tr '\n' ' ' >chains
	case $(uname -m) in
	ppc*)	entry='system_call_exception system_call[a-z_]* [^ ]*read' ;;
	# The C library's read() has no frame there
	i?86)	entry='do_fast_syscall_32 do_SYSENTER_32 [^ ]* __kernel_vsyscall main' ;;
	aarch64) entry='do_el0_svc el0_svc el0t_64_sync_handler el0t_64_sync [^ ]*read' ;;
	x86_64)	entry='do_syscall_64 entry_SYSCALL_64_after_hwframe [^ ]*read' ;;
	# Nobody has looked by which functions a system call enters there
	*)	entry='' ;;
	esac
	! on_um || entry='handle_syscall userspace [a-z_]*_handler [^ ]*read'
	has chains " schedule .*read.* $entry"
}

test_user_stack() {
	! lacks syscalls || return 0
	record data --call-graph dwarf,4096 -e cpu-clock:u -F 200 threader 1 "$ms"
	run text perf report --no-inline -D -i data
	samples=$(lines text ': PERF_RECORD_SAMPLE')
	is "samples" "$samples" '>=' 10
	is "registers" "$(lines text "user regs: mask 0x[0-9a-f]+ ABI $((8 * word))-bit")" \
		== "$samples"
	# As much as there is of it, in 4096 bytes at most
	is "stacks" "$(lines text 'ustack: size [1-9][0-9]*, offset')" == "$samples"
	# A sample in user mode has its own address among the registers
	awk '
		/: PERF_RECORD_SAMPLE/ { split($0, part, "0x"); ip = part[length(part)]
			sub(/ .*/, "", ip) }
		/^\.\.\.\. IP / { sub(/^0x0*/, "", $3); if ($3 != ip) n++ }
		END { print n + 0 }' text >wrong
	is "registers that are not the sample's" "$(cat wrong)" == 0
	# The tool unwinds a dynamic program to its start with what it got
	record data --call-graph dwarf,16384 -e syscalls:sys_enter_write:u \
		perf bench -f simple sched pipe -l 20
	script data text -F ip,sym
	has text '(__)?write'
	has text '__libc_start_(call_)?main'
}

test_record_system() {
	start_threads
	# Ended by a signal, the file is complete all the same
	log '$ perf record -a -e cpu-clock -F 200'
	# shellcheck disable=SC2016 # for the inner shell
	perf record -q -BN -o data -a -e cpu-clock -F 200 \
		sh -c 'sleep 1; kill -INT $PPID; sleep 600' >output 2>&1 </dev/null
	stop_threads
	script data text -F comm,cpu,ip,sym
	is "samples" "$(lines text '(threader|burner-.) .* inner$')" '>' 0
	for cpu in $(seq 0 $((cpus - 1))); do
		is "samples of CPU $cpu" "$(lines text "\[0*$cpu\]")" '>' 0
	done
	record data -C 0 -e cpu-clock -F 200 threader 1 "$ms"
	script data text -F cpu
	is "samples elsewhere" "$(lines text '\[[0-9]*[1-9][0-9]*\]')" == 0
	is "samples of CPU 0" "$(lines text '\[0+\]')" '>' 0
}

test_record_process() {
	start_threads
	record data -p $burner -e cpu-clock -F 200 sleep 0.5
	stop_threads
	report data text --sort comm,sym
	for name in threader burner-1 burner-2; do
		has text " $name +\[\.\] inner"
	done
	hasnt text ' (swapper|sleep|perf) '
}

test_side_band() {
	record data --switch-events --namespaces -e dummy:u switcher "$rounds"
	script data text --show-switch-events --show-namespace-events \
		--show-mmap-events --show-task-events
	is "switches away" "$(lines text 'PERF_RECORD_SWITCH OUT')" '>=' "$((2 * rounds))"
	is "switches" "$(lines text 'PERF_RECORD_SWITCH IN')" '>=' "$((2 * rounds))"
	has text 'PERF_RECORD_NAMESPACES .* nr_namespaces: 7'
	for kind in net uts ipc pid user mnt cgroup; do
		inode=$(command stat -L -c %i /proc/self/ns/$kind 2>/dev/null)
		[ -z "$inode" ] || has text "/$kind: [0-9]+/0x$(printf %x "$inode")[],]"
	done
	has text 'PERF_RECORD_COMM exec: switcher:'
	has text 'PERF_RECORD_FORK\('
	is "exits" "$(lines text 'PERF_RECORD_EXIT')" == 2
	inode=$(command stat -L -c %i /usr/bin/switcher)
	has text "PERF_RECORD_MMAP2 .* $inode [0-9]+\]: r-xp /usr/bin/switcher"
	has text 'PERF_RECORD_MMAP2 .* r-xp \[vdso\]'
}

test_fault_addresses() {
	faulter 100 >/dev/null
	stat counts -e faults faulter "$pages"
	record data -d -e faults -c 1 faulter "$pages"
	script data text -F ip,addr
	is "samples" "$(wc -l <text)" == "$(count counts faults)"
	# The pages come one after the other, up or down does not matter: the
	# last three digits and then the number of each page must differ
	awk '{ print substr($1, 1, length($1) - 3) }' text | sort | uniq -d >twice
	awk '{ print substr($1, 1, length($1) - 3) }' text | sort -u | wc -l >distinct
	is "distinct pages" "$(cat distinct)" '>=' "$pages"
}

test_lost_samples() {
	touched=$((10 * pages))
	faulter 100 >/dev/null
	stat counts -e faults faulter "$touched"
	record data -m 1 -e faults -c 1 faulter "$touched"
	# perf asks for the numbers only of a kernel that opened all it tried with them
	run events perf evlist -v -i data
	has events 'read_format: [A-Z_|]*LOST'
	record_types data types
	total=$(lines types '^SAMPLE$')
	# One record for each CPU the program was on
	lost=$(awk '/PERF_RECORD_LOST_SAMPLES:/ { sub(/.*:/, ""); sum += $1 }
		END { print sum + 0 }' dump)
	# The kernel counts samples that do not fit into the ring, so none is missing without a
	# trace. A side-band record that did not fit counts as well, and two runs of the program may
	# differ by a fault.
	is "samples and lost samples" "$((total + lost))" '>=' \
		"$(difference "$(count counts faults)" 5)"
	is "samples and lost samples" "$((total + lost))" '<=' \
		"$(difference "$(count counts faults)" -5)"
	# Those after the last record that did fit are in no record
	is "records of type LOST" "$(awk '/: PERF_RECORD_LOST:/ {
		sub(/.*lost:/, ""); sum += $1 } END { print sum + 0 }' dump)" '<=' "$lost"
}

test_overwrite() {
	# Several times what the ring has room for
	faults=$((pages * page_size / 4096))
	record data --overwrite -m 4 -e faults:u -c 1 faulter "$faults"
	script data text -F comm,ip,time
	# The last samples are what is kept, oldest first
	is "samples" "$(lines text '^ *faulter ')" '>=' 100
	is "samples" "$faults" '>' "$(lines text '^ *faulter ')"
	awk '{ sub(/:.*/, "", $2); if ($2 + 0 < last) n++; last = $2 + 0 } END { print n + 0 }' \
		text >wrong
	is "samples out of order" "$(cat wrong)" == 0
}

test_counts_at_exit() {
	record data -s -e cpu-clock,faults -F 200 threader 3 100
	run text perf evlist -v -i data
	has text 'inherit_stat: 1'
	record_types data types
	is "threads" "$(lines types '^FORK$')" '>=' 2
	# The base's own core has lost these on the way, ours may have them
	if ! grep -q '^READ$' types; then
		skip "this kernel writes no PERF_RECORD_READ at a task's end"
		return
	fi
	is "counts at exit" "$(lines types '^READ$')" '>=' 4
	report data text -T
	is "threads in the table" "$(sed '1,/PID *TID/d' text | lines - '^ +[0-9]+ +[0-9]+ ')" \
		'>=' 2
}

test_several_events() {
	record data -e cpu-clock -e faults:u -e sched:sched_switch -e dummy -c 100000 \
		switcher "$rounds"
	run text perf evlist -i data
	for event in cpu-clock faults:u sched:sched_switch dummy; do
		has text "^$event\$"
	done
	record data -e '{cpu-clock,faults:u,task-clock}:S' -F 200 threader 1 "$ms"
	run text perf report --no-inline -D -i data
	has text '\.\.\. sample_read:'
	is "group reads" "$(lines text 'group nr 3')" == "$(lines text ': PERF_RECORD_SAMPLE')"
	is "samples" "$(lines text ': PERF_RECORD_SAMPLE')" '>=' 10
}

test_sample_fields() {
	record data -W -d --phys-data --data-page-size --code-page-size --sample-cpu -T -P \
		-e faults:u -c 1 faulter 50
	script data text -F time,cpu,period,addr,phys_addr,data_page_size
	is "samples" "$(wc -l <text)" '>=' 50
	hasnt text '^$'
	case $(uname -m) in
	ppc*)	regs=nip,r1,link ip=nip ;;
	x86_64 | i?86) regs=ip,sp,bp ip=IP ;;
	# Most others call it so
	*)	regs=pc,sp ip=pc ;;
	esac
	record data --intr-regs=$regs -e cpu-clock:u -F 500 threader 1 "$ms"
	script data text -F ip,iregs
	awk -v before=".* $ip:0x" '{ ip = $0; sub(before, "", ip); sub(/ .*/, "", ip)
	       if (ip != $1) print }' text >wrong
	is "registers that are not the sample's" "$(wc -l <wrong)" == 0
	is "samples" "$(lines text "ABI:$((word / 4)) .* $ip:0x")" '>=' 20
}

test_clock_id() {
	for clock in mono boot; do
		before=$(awk '{ print int($1) }' /proc/uptime)
		record data -k $clock -e faults:u -c 1 faulter 20
		script data text -F time
		after=$(awk '{ print int($1) + 1 }' /proc/uptime)
		first=$(sed -n '1s/[: ]//gp' text)
		is "samples" "$(wc -l <text)" '>=' 20
		is "first time, $clock" "$first" '>=' "$before"
		is "first time, $clock" "$after" '>=' "$first"
	done
}

test_filter() {
	! lacks syscalls || return 0
	# It writes a line of more than that at its end
	record data -e syscalls:sys_enter_write --filter 'count == 1' switcher 50
	script data text
	is "writes of one byte" "$(lines text 'count: 0x0*1$')" == 100
	is "lines" "$(wc -l <text)" == 100
}

#
# The tools built on top
#

test_top() {
	threader 1 600000 >/dev/null &
	burner=$!
	# A terminal on which nobody types
	mkfifo keys
	# It writes a display now and then, the rest at its end
	for seconds in 4 10 30; do
		log "\$ timeout -s INT $seconds perf top --stdio -e cpu-clock:u -F 100 -d 1"
		timeout -s INT $seconds perf top --stdio -e cpu-clock:u -F 100 -d 1 \
			-p $burner >output 2>&1 <>keys
		grep -q '\[\.\] inner' output && break
	done
	stop_threads
	has output '[0-9]% +threader +\[\.\] inner'
}

test_trace() {
	! lacks syscalls || return 0
	calls='madvise mmap'
	# There it is mmap2, for whose tracepoint perf looks by a name that the kernel has not
	[ $word = 8 ] || calls=madvise
	# Debian's table of Arm's system calls lacks those with one number for two widths
	case $(uname -m):$PERF_CLIENT in
	aarch64:/usr/libexec/debian-perf) calls=madvise ;;
	esac
	# Without huge pages the kernel refuses faulter's advice
	result='0' errors=0
	[ -d /sys/kernel/mm/transparent_hugepage ] || result='-1 EINVAL' errors=1
	run text perf trace -s faulter 10
	for name in $calls; do
		has text "^ *$name +1 +$errors "
		errors=0
	done
	# On one CPU: perf reads the rings of several in any order
	run text taskset -c 0 perf trace -e "$(echo $calls | tr ' ' ,)" faulter 10
	has text "madvise\(.*NOHUGEPAGE\) += $result"
	[ "$calls" != madvise ] || return
	has text "mmap\(len: $((10 * page_size)), prot: READ\|WRITE, flags: PRIVATE\|ANONYMOUS\|NORESERVE\) += 0x"
}

test_sched() {
	run output perf sched record -q -o data switcher "$rounds"
	run text perf sched -i data latency -p
	is "tasks" "$(lines text '^ *switcher:[0-9]+ ')" == 2
	script data text -F event,trace
	is "switches" "$(lines text 'sched_switch: prev_comm=switcher ')" '>=' "$((2 * rounds))"
}

test_bench() {
	run text perf stat -x, -o counts -e cs,sched:sched_process_fork sh -c "
		perf bench sched pipe -l $rounds; perf bench sched messaging -t -g 1 -l 5"
	has text "Executed $rounds pipe operations"
	is "benchmarks" "$(lines text 'Total time: +[0-9.]+ \[sec\]')" == 2
	# The first benchmark, its other half, and twenty pairs of threads
	is "forks" "$(count counts sched:sched_process_fork)" == 42
	is "switches" "$(count counts cs)" '>=' "$((2 * rounds))"
}

#
# The list
#

all='
software_events		stat counts every software event by name
exact_faults		stat counts page faults exactly
privilege_levels	stat tells user from kernel by :u and :k
clock_and_rusage	stat and getrusage agree on CPU time
repeated_runs		stat -r 3 counts each run
intervals		stat -I 100 adds up to the whole
groups			stat counts groups
whole_system		stat -a counts all CPUs
each_cpu		stat -A -a counts each CPU
one_cpu			stat -C counts this CPU only
attach_process		stat -p counts a running process across exec
one_thread		stat -t counts a running thread
per_thread		stat --per-thread counts each thread
tracepoints		stat counts tracepoints exactly
many_events		stat counts hundreds of events at once
control			stat --control enables and disables
control_groups		stat --for-each-cgroup counts a group only
unprivileged		stat by a user counts user mode and no more
probe			stat counts calls of a probed function
frequency		record -F finds the hot function
call_graph		record -g -c has callers, callees and the period right
user_stack		record --call-graph dwarf has registers and stack
record_system		record -a, ended by a signal, and -C have the CPUs asked for
record_process		record -p has all threads of a process
side_band		record has switches, name spaces, forks and mappings
fault_addresses		record -d has the address of each fault
lost_samples		record accounts for each sample that did not fit
overwrite		record --overwrite keeps the last samples in order
counts_at_exit		record -s has the counts of each thread
several_events		record takes several events and a sampled group
sample_fields		record has physical address, page size, registers
clock_id		record -k takes the time of the clock asked for
filter			record --filter samples what matches only
top			top shows the hot function
trace			trace shows calls and their arguments
sched			sched record and latency see each switch
bench			bench runs, and its forks are counted
'

run_tests "$@"
