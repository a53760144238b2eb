#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings whose formats of tracepoints were written by an attacker, through the commands that
# read formats: no signal ends them, their memory and their output stay small, and nothing that
# is not in the record is printed. Honest events beside the hostile ones are printed as ever.

. "$TESTS/tap.bash"

# point SYSTEM:NAME ID FIELDS PRINT: a format file of that name
point() {
	{
		printf 'name: %s\nID: %s\nformat:\n' "${1#*:}" "$2"
		printf '\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n'
		printf '\n%b\nprint fmt: %s\n' "$3" "$4"
	} >"$1"
}

fields='\tfield:int a;\toffset:8;\tsize:4;\tsigned:1;\n'
fields+='\tfield:char comm[4];\toffset:12;\tsize:4;\tsigned:0;\n'
fields+='\tfield:__data_loc char[] name;\toffset:16;\tsize:4;\tsigned:0;\n'
fields+='\tfield:__data_loc u8[] buf;\toffset:20;\tsize:4;\tsigned:0;\n'
# a is 0, comm "comm", name and buf begin at the last bytes, "none", and go on for 64 KB
bytes="000000000000 00000000 636f6d6d 1c00ffff 1c00f8ff 00000000 6e6f6e65"
point sys:honest 2 "$fields" '"a=%d", REC->a'

# hostile PRINT: hostile.data, with an honest event behind the hostile one
hostile() {
	point sys:hostile 1 "$fields" "$1"
	printf 'hostile 0 %s\nhonest 0 %s\n' "$bytes" "$bytes" |
		perl "$TESTS/traced.pl" sys:hostile sys:honest >hostile.data
}

# The sanitizers need addresses
memory=1000000
nm "$PERF" 2>/dev/null | grep -q __asan_init && memory=unlimited

# within COMMAND...: ends by itself, with memory and output for a small recording; out, said
within() {
	local status

	(ulimit -v "$memory"; ulimit -c 0; timeout 120 "$PERF" "$@" 2>said | head -c 1000000 >out
	status=0
	 exit "${PIPESTATUS[0]}") || status=$?
	if [ "$status" -ge 124 ] || [ "$(stat -c %s out)" = 1000000 ]; then
		echo "perf $*: status $status, $(stat -c %s out) bytes"
		head -n 5 said
		return 1
	fi
}

# nested COUNT TEXT: so many times
nested() {
	printf "%$1s" "" | sed "s/ /$2/g"
}

# prints_fields PRINT WHY: the fields are printed in place of the text, and WHY is said once
prints_fields() {
	hostile "$1"
	within script -i hostile.data
	if ! grep -q 'sys:hostile: \[FAILED TO PARSE\] a=0 comm=comm name= buf=$' out ||
			! grep -q 'sys:honest: a=0$' out; then
		cat out
		return 1
	fi
	[ "$(grep -c "^perf script: sys:hostile: its text is not used: .*$2" said)" = 1 ] && return
	cat said
	return 1
}

ok "a division by zero" prints_fields '"%d", 5 / 0' "divides by zero"
ok "a remainder of one" prints_fields '"%d", REC->a % (2 - 2)' "divides by zero"
ok "a width of 2,000,000,000" prints_fields '"%2000000000d", REC->a' "a width of more than"
ok "a precision of 2,000,000,000" prints_fields '"%.2000000000d", REC->a' "a width of more than"
ok "200,000 brackets" prints_fields "\"%d\", $(nested 200000 "(")1" "more than 65536 bytes"
ok "60,000 brackets" prints_fields "\"%d\", $(nested 60000 "(")1" "nested deeper"
ok "20,000 operators" prints_fields "\"%d\", $(nested 9000 '-REC->a')" "operators on one another"
ok "a conversion that writes" prints_fields '"%n", REC->a' "'%n' is not known"
ok "an unknown function" prints_fields '"%d", system("id")' "'system' is not known"
ok "a string at an address" prints_fields '"%s", __print_hex(4096, 99)' "no field"

# prints PRINT TEXT: that is the text of the event
prints() {
	hostile "$1"
	within script -i hostile.data
	grep -qF "sys:hostile: $2" out && grep -q 'sys:honest: a=0$' out && return
	head -c 1000 out
	return 1
}
ok "a division by a field" prints '"%d.", 5 / REC->a' "0."
ok "a dynamic string beyond the record" prints '"<%s>", __get_str(name)' "<>"
ok "a dynamic array beyond the record" \
	prints '"<%s>", __print_hex(__get_dynamic_array(buf), 60000)' "<>"
ok "a length beyond its field" prints '"<%s>", __print_hex(REC->comm, 1 << 30)' "<63 6f 6d 6d>"
ok "a count beyond its field" prints '"<%s>", __print_array(REC->comm, 1 << 30, 2)' "<28515 28013>"
ok "an element beyond its field" prints '"<%d>", REC->comm[1 << 28]' "<0>"
ok "a mask beyond the record" prints '"<%s>", __get_cpumask(buf)' "<>"
ok "an address beyond the record" prints '"<%pI6>", __get_dynamic_array(buf)' "<INVALIDIPv6>"
ok "a width that a field says" prints '"<%*d>", 1 << 30, REC->a' "<   "

# Whatever reads texts: sorting by them, JSON, one file an event
by_all() {
	hostile '"%s %d", __print_hex(__get_dynamic_array(buf), 60000), 5 / 0'
	for how in "report --stdio" "report --stdio --sort trace" "report --stdio --raw-trace" \
		   "script --format=json" "script -F comm,trace" "evlist --trace-fields" \
		   "script -D" "report -D"; do
		# shellcheck disable=SC2086 # words
		within $how -i hostile.data
	done
}
ok "all commands that print texts" by_all

# ---- commands that read fields ---------------------------------------------------------------

switch='\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n'
switch+='\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n'
switch+='\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n'
switch+='\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n'
switch+='\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n'
point sched:sched_switch 1 "$switch" '""'
task=61000000000000000000000000000000
switched="000000000000 $task 07000000 00000000 0100000000000000 $task"

# CPU numbers that no machine has are reported as damage; perf counts the others.
for cpu in 4294967294 2147483648 65535 8192; do
	printf 'sched_switch %s %s 08000000\n' 0 "$switched" "$cpu" "$switched" 0 "$switched" |
		perl "$TESTS/traced.pl" sched:sched_switch >"cpu$cpu.data"
	for how in "sched latency" "sched map" "sched map --compact" "sched timehist -V" \
		   "sched replay -r 1"; do
		# shellcheck disable=SC2086 # words
		skips_cpu() {
			within $how -i "cpu$cpu.data" || return
			grep -q '1 records contradict themselves' said && ! grep -q 'out of memory' said && return
			cat said
			return 1
		}
		ok "$how: CPU $cpu" skips_cpu
	done
done
for how in "report --stdio --sort cpu" "report --stdio --sort socket" script \
	"script --format=json"; do
	# shellcheck disable=SC2086 # words
	ok "$how: CPU 4294967294" within $how -i cpu4294967294.data
done

# Fields that no record can have are not read: neither at an offset that wraps, nor by a size.
far='\tfield:void * lock_addr;\toffset:4294967304;\tsize:8;\tsigned:0;\n'
far+='\tfield:unsigned int flags;\toffset:16;\tsize:4294967300;\tsigned:0;\n'
point lock:contention_begin 1 "$far" '""'
point lock:contention_end 2 "$far" '""'
far=${far/lock_addr/ptr}
far=${far/flags/bytes_alloc}
point kmem:kmalloc 3 "$far" '""'
far_fields() {
	local words="000000000000 1122334455667788 99aabbcc 00000000"

	printf '%s 0 '"$words"'\n' contention_begin contention_end kmalloc |
		perl "$TESTS/traced.pl" lock:contention_begin lock:contention_end kmem:kmalloc \
		>far.data
	within script -i far.data
	grep -q 'contention_begin: $' out || {
		cat out
		return 1
	}
	within evlist --trace-fields -i far.data
	! grep 'lock_addr\|ptr' out || return
	within lock report -i far.data
	not grep 8877665544332211 out
	within kmem stat --alloc -i far.data
	not grep -i 0x8877665544332211 out
}
ok "fields that no record can have" far_fields

# Names that a terminal would obey; fields that all have the whole record as their contents
enter='\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n'
point raw_syscalls:sys_exit 1 "$enter" '""'
names='\tfield:int \033[31m;\toffset:8;\tsize:4;\tsigned:1;\n'
names+='\tfield:int fine;\toffset:8;\tsize:4;\tsigned:1;\n'
point sys:names 2 "$names" '""'
trace_names() {
	printf 'sys_exit 0 0000 00000000 2700000000000000 0100000000000000\nnames 0 0000 00000000 05000000\n' |
		perl "$TESTS/traced.pl" raw_syscalls:sys_exit sys:names >names.data
	within trace -i names.data
	grep -qh 'sys:names(fine: 5)' out said &&
		! LC_ALL=C grep '[^[:print:][:space:]]' out said && return
	cat -v out said
	return 1
}
ok "trace -i: names of fields" trace_names
whole=$(for i in {1..400}; do
	printf '\\tfield:u8 whole%s[4096];\\toffset:8;\\tsize:4096;\\tsigned:0;\\n' "$i"
done)
point sys:whole 2 "$whole" '""'
trace_whole() {
	printf 'sys_exit 0 0000 00000000 2700000000000000 0100000000000000\nwhole 0 0000 00000000 %s\n' \
		"$(nested 8192 6)" |
		perl "$TESTS/traced.pl" raw_syscalls:sys_exit sys:whole >whole.data
	within trace -i whole.data
	within report --stdio --raw-trace -i whole.data
	within script -i whole.data
}
ok "trace -i: 400 fields of the whole record" trace_whole

# ---- many formats and many events -----------------------------------------------------------

# costs COUNT COMMAND...: instructions for a recording of so many tracepoints
costs() {
	local count=$1 i names=()

	shift
	for ((i = 1; i <= count; i++)); do
		names+=("sys:many$i")
		point "sys:many$i" "$i" "$fields" '"a=%d", REC->a'
	done
	perl "$TESTS/traced.pl" "${names[@]}" </dev/null >many.data || return
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$PERF" "$@" -i many.data \
		2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

# Twice the formats and events cost twice as much, not four times.
grows_evenly() {
	local once twice

	once=$(costs 100 "$@")
	twice=$(costs 200 "$@")
	echo "$once and $twice instructions"
	((once && twice * 10 < once * 25))
}
if [ "$memory" = unlimited ]; then
	skip "evlist: many tracepoints" "valgrind does not run what the sanitizers watch"
elif ! valgrind --version >said 2>&1; then
	skip "evlist: many tracepoints" "no valgrind"
else
	ok "evlist: many tracepoints" grows_evenly evlist --trace-fields
	ok "trace: many tracepoints" grows_evenly trace
fi
tap_end
