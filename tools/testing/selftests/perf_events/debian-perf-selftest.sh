#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154,SC2086
#
# debian-perf-selftest.sh: perf test, each of whose results is known.
#
# The table has the tests of Debian 12's perf in the guest that rootfs makes, as they end
# on x86; further ones have the differences on powerpc, Arm and 32-bit x86. A result that
# is not in it fails, and so does a row without a result.

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
not_on_um "the table has no results for a kernel without probes"
tools=perf
# Commands that the scripts of perf test need, and that busybox lacks or has in another form
PATH=/usr/libexec/debian-tools:$PATH

# name of the test in perf test | ok, skip, fail or left out | why not ok
#
# Where it skips for want of a PMU, or fails for want of what the guest has
# not, another guest may pass.
rows() {
	cat <<'END'
vmlinux symtab matches kallsyms|skip|it wants the vmlinux file, which is not in the guest
Detect openat syscall event|ok
Detect openat syscall event on all cpus|ok
Read samples using the mmap interface|ok
User space counter reading of instructions|skip|it reads a hardware counter
User space counter reading of cycles|skip|it reads a hardware counter
Test data source output|ok
Test event parsing|ok
Test parsing of "hybrid" CPU events|skip|the CPU has cores of one kind
Parsing of all PMU events from sysfs|skip|it reads the events of a CPU PMU
Parsing of given PMU events from sysfs|skip|it reads the events of a CPU PMU
Parsing of aliased events from sysfs|skip|it reads the events of a CPU PMU
Parsing of aliased events|ok
Parsing of terms (event modifiers)|ok
Simple expression parser|ok
PERF_RECORD_* events & perf_sample fields|ok
Parse perf pmu format|ok
PMU event table sanity|left out|it takes minutes and makes no system call of perf events
PMU event map aliases|left out|it takes minutes and makes no system call of perf events
Parsing of PMU event table metrics|left out|it takes minutes and makes no system call of perf events
Parsing of PMU event table metrics with fake PMUs|left out|it takes minutes and makes no system call of perf events
DSO data read|ok
DSO data cache|ok
DSO data reopen|ok
Roundtrip evsel->name|ok
Parse sched tracepoints fields|ok
syscalls:sys_enter_openat event fields|ok
Setup struct perf_event_attr|fail|there is no python in the guest
Match and link multiple hists|ok
'import perf' in python|fail|there is no python in the guest
Breakpoint overflow signal handler|ok
Breakpoint overflow sampling|ok
Breakpoint accounting|ok
Read Only Watchpoint|skip|x86 has no breakpoint on reads alone
Write Only Watchpoint|ok
Read / Write Watchpoint|ok
Modify Watchpoint|ok
Number of exit events of a simple workload|skip|it counts cycles
Software clock events period values|ok
Object code reading|fail|it counts cycles, and wants objdump
Sample parsing|ok
Use a dummy software event to keep tracking|skip|it counts cycles
Parse with no sample_id_all bit set|ok
Filter hist entries|ok
Lookup mmap thread|ok
Share thread maps|ok
Sort output of hist entries|ok
Cumulate child hist entries|ok
Track with sched_switch|ok
Filter fds with revents mask in a fdarray|ok
Add fd to a fdarray, making it autogrow|ok
kmod_path__parse|ok
Thread map|ok
Basic BPF llvm compile|skip|there is no clang in the guest
kbuild searching|skip|there is no clang in the guest
Compile source for BPF prologue generation|skip|there is no clang in the guest
Compile source for BPF relocation|skip|there is no clang in the guest
Session topology|ok
Basic BPF filtering|skip|there is no clang in the guest
BPF pinning|skip|there is no clang in the guest
BPF prologue generation|skip|there is no clang in the guest
Synthesize thread map|ok
Remove thread map|ok
Synthesize cpu map|ok
Synthesize stat config|ok
Synthesize stat|ok
Synthesize stat round|ok
Synthesize attr update|ok
Event times|ok
Read backward ring buffer|ok
Print cpu map|ok
Merge cpu map|ok
Probe SDT events|skip|this perf is built without SDT events
is_printable_array|ok
Print bitmap|ok
perf hooks|ok
builtin clang compile C source to IR|skip|this perf is built without clang
builtin clang compile C source to ELF object|skip|this perf is built without clang
unit_number__scnprintf|ok
mem2node|ok
time utils|ok
Test jit_write_elf|ok
test of individual --pfm-events|skip|this perf is built without libpfm
test groups of --pfm-events|skip|this perf is built without libpfm
Test api io|ok
maps__merge_in|ok
Demangle Java|ok
Demangle OCaml|ok
Parse and process metrics|ok
PE file support|skip|it wants perf's own sources
Event expansion for cgroups|ok
TSC support|ok
Perf time to TSC|skip|it wants cycles, or a TSC that the kernel trusts
dlfilter C API|skip|it wants a C compiler and perf's own sources
Sigtrap|ok
Test dwarf unwind|fail|it wants the symbols of perf, which is stripped
x86 instruction decoder - new instructions|ok
Intel PT packet decoder|ok
x86 bp modify|ok
x86 Sample parsing|ok
build id cache operations|left out|it takes a minute or more, and is about a cache of files
CoreSight / ASM Pure Loop|skip|CoreSight is in Arm's processors
CoreSight / Memcpy 16k 10 Threads|skip|CoreSight is in Arm's processors
CoreSight / Thread Loop 10 Threads - Check TID|skip|CoreSight is in Arm's processors
CoreSight / Thread Loop 2 Threads - Check TID|skip|CoreSight is in Arm's processors
CoreSight / Unroll Loop Thread 10|skip|CoreSight is in Arm's processors
daemon operations|left out|it takes minutes, and is about processes that record, not what they record
kernel lock contention analysis test|left out|its 400 processes take minutes in an emulator; debian-perf-tools.sh has perf lock
perf pipe recording and injection test|ok
Add vfs_getname probe to get syscall args filenames|skip|it wants the kernel's debug information, which is not in the guest
probe libc's inet_pton & backtrace it with ping|skip|the guest's kernel has no IPv6
Use vfs_getname probe to get syscall args filenames|left out|it would skip as the test that adds that probe does, after as long a search
Zstd perf.data compression/decompression|ok
perf record tests|skip|it reads a hardware counter
perf record offcpu profiling tests|skip|this perf is built without BPF programs of its own
perf stat CSV output linter|ok
perf stat csv summary test|ok
perf stat JSON output linter|skip|there is no python in the guest
perf stat metrics (shadow stat) test|ok
perf stat tests|ok
perf all metricgroups test|ok
perf all metrics test|ok
perf all PMU test|ok
perf stat --bpf-counters test|skip|this perf is built without BPF programs of its own
perf stat --bpf-counters --for-each-cgroup test|skip|this perf is built without BPF programs of its own
Check Arm64 callgraphs are complete in fp mode|skip|it is for Arm's processors
Check Arm CoreSight trace data recording and synthesized samples|skip|CoreSight is in Arm's processors
Check Arm SPE trace data recording and synthesized samples|skip|SPE is in Arm's processors
Check Arm SPE doesn't hang when there are forks|skip|SPE is in Arm's processors
Check branch stack sampling|skip|nothing in the guest records branches
Test data symbol|skip|the guest's processor samples no memory accesses
Miscellaneous Intel PT testing|skip|the guest's processor has no Intel PT
Test java symbol|skip|there is no Java in the guest
test perf probe of function from different CU|ok
Check open filename arg using perf trace + vfs_getname|left out|it would skip as the test that adds that probe does, after as long a search
END
}

# Where another processor has another result, or perf not such a test ("none")
rows_of_powerpc() {
	cat <<'END'
Breakpoint overflow signal handler|skip|perf does not try it on powerpc
Breakpoint overflow sampling|skip|perf does not try it on powerpc
Breakpoint accounting|skip|perf does not try it on powerpc
Read Only Watchpoint|fail|the emulated processor has no breakpoints
Write Only Watchpoint|fail|the emulated processor has no breakpoints
Read / Write Watchpoint|fail|the emulated processor has no breakpoints
Modify Watchpoint|fail|the emulated processor has no breakpoints
Track with sched_switch|fail|it wants samples of cycles, and the counters of Debian's QEMU do not interrupt
TSC support|skip|powerpc has none
Sigtrap|skip|perf does not try it on powerpc
perf record tests|fail|it wants samples of instructions, and the counters of Debian's QEMU do not interrupt
perf all metricgroups test|left out|it takes minutes: one run of perf stat for each of hundreds
perf all metrics test|left out|it takes minutes: one run of perf stat for each of hundreds
perf all PMU test|left out|it takes minutes: one run of perf stat for each of hundreds
Test data symbol|fail|it wants samples of memory accesses, and the counters of Debian's QEMU do not interrupt
x86 instruction decoder - new instructions|none
Intel PT packet decoder|none
x86 bp modify|none
x86 Sample parsing|none
END
}

rows_of_arm64() {
	cat <<'END'
Breakpoint overflow signal handler|skip|perf does not try it on Arm
Breakpoint overflow sampling|skip|perf does not try it on Arm
Sigtrap|skip|perf does not try it on Arm
x86 instruction decoder - new instructions|none
Intel PT packet decoder|none
x86 bp modify|none
x86 Sample parsing|none
CoreSight / ASM Pure Loop|fail|the emulated processor has no CoreSight
CoreSight / Memcpy 16k 10 Threads|fail|the emulated processor has no CoreSight
CoreSight / Thread Loop 10 Threads - Check TID|fail|the emulated processor has no CoreSight
CoreSight / Thread Loop 2 Threads - Check TID|fail|the emulated processor has no CoreSight
CoreSight / Unroll Loop Thread 10|fail|the emulated processor has no CoreSight
END
}

rows_of_x86_32() {
	cat <<'END'
Setup struct perf_event_attr|skip|there is no python in the guest
Breakpoint overflow signal handler|fail|the function it breaks in is inlined there
Write Only Watchpoint|fail|it watches 8 bytes, for which such a processor has no breakpoint
Read / Write Watchpoint|fail|it watches 8 bytes, for which such a processor has no breakpoint
Modify Watchpoint|fail|it watches 8 bytes, for which such a processor has no breakpoint
time utils|fail|it reckons with fractions of another precision than the 64-bit processor has
x86 bp modify|none
END
}

# other_rows ROWS: the table with these in place of those of the same names
other_rows() {
	rows | awk -F'|' -v rows="$1" '
		BEGIN {
			split(rows, line, "\n")
			for (i in line) {
				name = line[i]
				sub(/\|.*/, "", name)
				other[name] = line[i]
			}
		}
		$1 in other { $0 = other[$1] }
		$2 != "none"'
}

case $(uname -m) in
ppc*)	table=$(other_rows "$(rows_of_powerpc)") ;;
aarch64) table=$(other_rows "$(rows_of_arm64)") ;;
i?86)	table=$(other_rows "$(rows_of_x86_32)") ;;
*)	table=$(rows) ;;
esac

# number_of NAME: of the test in the list
number_of() {
	awk -v name="$1" '{
		number = $1; sub(/[.:].*/, "", number)
		title = $0; sub(/^ *[0-9.:]+ */, "", title); sub(/ *$/, "", title)
		if (title == name) print number
	}' "$dir/list"
}

# numbers_of RESULT: of the tests in the list that have this result in the table
numbers_of() {
	echo "$table" | grep "|$1|" | while IFS='|' read -r name _; do
		number_of "$name"
	done | sort -nu
}

# run_perf_test: all of it, once, into $dir/results as "name|result" lines
run_perf_test() {
	[ ! -e "$dir/results" ] || return
	perf test list >"$dir/list" 2>&1
	left_out=$(numbers_of 'left out' | paste -sd,)
	# perf's exit status is that of the last test only.
	log "\$ perf test -s $left_out"
	perf test -s "$left_out" >text 2>&1 </dev/null
	# perf prints the tests that it leaves out, too, as the whole of their parts.
	sed -n 's/\x1b\[[0-9;]*m//g
		/Skip (user override)/d
		s/^ *[0-9.]*: \(.*[^ ]\) *: *\(Ok\|Skip\|FAILED\).*/\1|\2/p' text |
		sed 's/ *|/|/' >"$dir/results"
}

# judge RESULT: is it what the row wants?
judge() {
	case "$wanted:$1" in
	"ok:Ok" | "skip:Ok" | "fail:Ok") ;;
	"skip:Skip") skip "$reason" ;;
	"fail:FAILED") skip "fails here on any kernel: $reason" ;;
	"left out:" | "left out:Skip") skip "left out: $reason" ;;
	*) return 1 ;;
	esac
}

# perf_test_again: the row's test alone, with what it says in the log; prints its result
perf_test_again() {
	log "\$ perf test -v $(number_of "$title")"
	perf test -v "$(number_of "$title")" >again 2>&1 </dev/null
	tail -n 15 again >>"$dir/log"
	sed -n 's/\x1b\[[0-9;]*m//g; s/^.*: *\(Ok\|Skip\|FAILED\).*/\1/p' again | tail -n 1
}

# One row of the table, whose name is in $title. One of perf's tests has ended otherwise once in
# many runs: what such a one says is in the log of a second try.
test_row() {
	run_perf_test
	row=$(echo "$table" | awk -F'|' -v name="$title" '$1 == name')
	wanted=$(echo "$row" | cut -d'|' -f2)
	reason=$(echo "$row" | cut -d'|' -f3)
	result=$(awk -F'|' -v name="$title" '$1 == name { print $2 }' "$dir/results")
	judge "$result" || judge "$(perf_test_again)" ||
		bad "wanted $wanted, perf test said: ${result:-nothing}"
}

# No result that is not in the table
test_table() {
	run_perf_test
	echo "$table" | cut -d'|' -f1 | sort >known
	cut -d'|' -f1 "$dir/results" | sort >found
	grep -vxF -f known found >unknown
	[ ! -s unknown ] || { bad "not in the table:"; show unknown; }
	is "results" "$(wc -l <found)" '>=' 80
}

all=$(printf 'table\tperf test has no test that is not in the table\n'
	echo "$table" | sed 's/|.*//; s/^/row	/')

run_tests "$@"
