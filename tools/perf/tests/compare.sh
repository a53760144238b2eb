#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings of other kinds than those of report.sh and script.sh: all that perf report,
# script, evlist, buildid-list and the header print of each is what the other perf prints.
# Then what programs that read perf's text look for, in the text of all of them.

. "$TESTS/tap.bash"

# In the control group of that name below the one at $1, which is made and removed
record_control_group() {
	local root=$1 name=perf-test-$$

	mkdir "$root/$name" 2>/dev/null || {
		missing+=("cgroup"$'\t'"cannot make a control group at $root")
		return
	}
	record cgroup -a -e cpu-clock,page-faults -G "$name,$name" \
		sh -c "echo \$\$ >$root/$name/cgroup.procs; ./calls 300"
	record all_cgroups --all-cgroups -e cpu-clock ./tasks
	rmdir "$root/$name"
}

# A program without symbols, whose debug information is known by its build id only
record_build_id() {
	local id dir

	cp calls hidden && objcopy --only-keep-debug hidden hidden.debug && strip hidden
	id=$(readelf -n hidden | sed -n 's/.*Build ID: //p')
	[ -n "$id" ] || {
		missing+=("build_id"$'\t'"gcc writes no build ids")
		return
	}
	record build_id -B -e cpu-clock -F 2000 -g ./hidden 300
	dir=$HOME/.debug/.build-id/${id:0:2}/${id:2}
	mkdir -p "$dir"
	cp hidden.debug "$dir/debug"
	cp hidden "$dir/elf"
}

record_attached() {
	local program

	./calls 10000000 &
	program=$!
	record process -p $program -e cpu-clock -F 2000 -g sleep 0.3
	record thread -t $program -e cpu-clock -F 2000 sleep 0.3
	kill $program
	wait $program 2>killed || :
}

record_others() {
	# Where perf looks for debug information, and what it keeps
	export HOME=$PWD/home
	mkdir home
	record clock -e cpu-clock -k mono -g ./calls 300
	record user_only -e cpu-clock:u -g ./calls 300
	record kernel_only -e cpu-clock:k -g ./tasks
	record one_cpu -C 0 -e cpu-clock ./calls 300
	record not_inherited -i -e cpu-clock ./tasks
	record thread_counts -s -e cpu-clock ./tasks
	record tail --tail-synthesize -e cpu-clock -g ./calls 300
	record overwritten --overwrite -m 16 -e cpu-clock -g ./calls 300
	record delayed -D 50 -e cpu-clock ./calls 3000
	record build_ids_mapped --buildid-mmap -e cpu-clock -g ./calls 300
	record directory --threads -a -e cpu-clock ./tasks
	record several -e cpu-clock,task-clock,page-faults -g ./tasks
	record group_stacks -e '{task-clock,page-faults,dummy}:S' ./templates
	record physical -e page-faults -c 1 -d --phys-data ./templates
	record weights -e page-faults -c 1 -d -W ./templates
	record registers -e cpu-clock --intr-regs=ip,sp,bp --user-regs=ip,sp ./calls 300
	record filtered -a -e sched:sched_switch --filter 'prev_pid != 0' ./tasks
	record compressed_system -z -a -e cpu-clock ./tasks
	record side_band -a -e dummy --switch-events ./tasks
	record_attached
	record_build_id
	record_control_group "$(sed -n 's/^cgroup2* \([^ ]*perf_event[^ ]*\) .*/\1/p
		s/^cgroup2 \([^ ]*\) .*/\1/p' /proc/mounts | head -n 1)"
	stream stream_compressed -z -g -F 2000 -o - ./calls 300
	stream stream_system -a -o - ./tasks
	"$other" inject -b -i clock.data -o injected.data 2>inject.err ||
		missing+=("injected"$'\t'"$(tail -n 1 inject.err)")
}
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}
those_known=${those_known:?}

# same_text FILE COMMAND ARGUMENTS...
same_text() {
	local file=$1

	shift
	note_forgotten "$file"
	"$other" "$@" -i "$file" 2>theirs.err | plain | without_forgotten >theirs
	"$PERF" "$@" -i "$file" >ours.raw || return 1
	plain <ours.raw | without_forgotten >ours
	diff theirs ours
}

# Nothing is printed of nothing; that there was nothing is said
empty() {
	"$PERF" report --stdio -i "$1" 2>said >text || return 1
	grep -q 'no samples' said || return
	! grep -q '%' text
}

# The other lists names where a recording has no build ids
same_build_ids() {
	diff <("$other" buildid-list -i "$1" | grep -E '^[0-9a-f]{16,} ') \
		<("$PERF" buildid-list -i "$1")
}

# Of threads that get a name only after their first samples the other perf knows it before
same_numbers() {
	# shellcheck disable=SC2016 # for awk
	local table='NF && !/^#/ { print $1 }'

	diff <("$other" report --stdio --sort "$2" -g none -i "$1" 2>/dev/null | awk "$table") \
		<("$PERF" report --stdio --sort "$2" -g none -i "$1" | awk "$table")
}

# The other makes columns as wide as names that are in the table of another event
same_words() {
	diff <("$other" report --stdio --no-children -i "$1" 2>/dev/null | plain | tr -s ' .') \
		<("$PERF" report --stdio --no-children -i "$1" | plain | tr -s ' .')
}

compare() {
	local name=$1 file=$2

	case $name in
	one_cpu|directory|compressed_system|stream_system|cgroup)
		ok "script of $name" same_text "$file" script --comms "$those_known" ;;
	*)	ok "script of $name" same_text "$file" script ;;
	esac
	# Of a stream 6.12's makes a name out of attributes; the recording has one.
	[ "$name" = stream_system ] || ok "evlist of $name" same_text "$file" evlist -v
	case $name in
	build_ids_mapped)
		;;	# The other lists those that had samples only
	*)	ok "build ids of $name" same_build_ids "$file" ;;
	esac
	case $name in
	stream*)
		;;	# The other shows places in a file that a stream has not
	*)	ok "header of $name" same_text "$file" report --stdio --header-only ;;
	esac
	if "$other" report --stdio -i "$file" 2>&1 | grep -q 'has no samples'; then
		ok "report of $name" empty "$file"
		return
	fi
	case $name in
	one_cpu|not_inherited|thread|process|directory|compressed_system|stream_system|cgroup|all_cgroups)
		ok "report of $name, numbers" same_numbers "$file" dso ;;
	several)
		ok "report of $name" same_words "$file" ;;
	*)	ok "report of $name" same "$file" --no-children ;;
	esac
}
each_recording compare

# shellcheck disable=SC2016 # for the inner shell
ok "debug information by build id" \
	bash -c '"$1" report --stdio -i build_id.data | grep -q "\[\.\] recurse"' - "$PERF"

# ---- programs that read our text -------------------------------------------------------

# Other programs parse the text of perf script; a line that they do not find is a sample lost to
# their users. The patterns are their own:
folds() {
	"$PERF" script -i "$1" --header >text
	perl -ne '
		if (/^#/) { $program ||= /^# cmdline : / }
		elsif (/^(\S.+?)\s+(\d+)\/*(\d+)*\s+/ && /:\s*(\d+)*\s+(\S+):\s*$/) { $samples++; $in = 1 }
		elsif (/^\s*(\w+)\s*(.+) \((.*)\)/ && $in) { $frames++ }
		elsif (/^$/) { $ends++ if $in; $in = 0 }
		else { print "not understood: $_"; $bad = 1 }
		END { exit 1 if $bad || !$program || !$frames || !$samples || $samples != $ends }' text
}

# speedscope: a time and an event in the first line, objects without blanks
speedscope() {
	"$PERF" script -i "$1" | perl -ne '
		if (/^\S/) { /\s+(\d+\.\d+):\s+/ && /(\S+):\s*$/ or die "no event: $_"; $samples++ }
		elsif (/\S/) { /^\s*(\w+)\s+(.+)\((\S*)\)$/ or die "no frame: $_" }
		END { exit !$samples }'
}

# The Firefox Profiler recognizes the text by its first line.
firefox() {
	"$PERF" script -i "$1" | head -n 1 |
		grep -qP '^\S.*?\s+(?:\d+/)?\d+\s+(?:\[\d+\]\s+)?[\d.]+:'
	"$PERF" script --header -i "$1" | head -n 1 | grep -qx '# ========'
}

# perf2bolt: what it calls, and what of the answers it takes
bolt() {
	local where='^\s*\S.*PERF_RECORD_MMAP2 (-?\d+)/\d+: \[0x[0-9a-f]+\(0x[0-9a-f]+\) @ \S+ .*\]: r.xp (\S+)$'

	"$PERF" script -F pid,event,ip -f -i "$1" | perl -ne \
		'/^\s*\d+ +\S+: +[0-9a-f]+\s*$/ || /^\s*\d+ +\S+:\s*$/ || /^\s+[0-9a-f]+$/ || /^$/ or die'
	"$PERF" script --show-mmap-events --no-itrace -f -i "$1" | grep -P "$where" | grep -q '/calls$'
	"$PERF" script --show-task-events --no-itrace -f -i "$1" | grep -q 'PERF_RECORD_COMM exec: calls:'
	"$PERF" buildid-list -f -i "$1" | grep -qP '^[0-9a-f]{40} /.*/calls$'
}

for name in clock user_only several process tail; do
	[ -f $name.data ] || continue
	ok "stackcollapse-perf.pl reads $name" folds $name.data
	ok "speedscope reads $name" speedscope $name.data
	ok "the Firefox Profiler reads $name" firefox $name.data
done
ok "perf2bolt reads clock" bolt clock.data
tap_end
