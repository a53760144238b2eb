# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare our tool with another perf: makes programs and records them with
# that one, which is of our release, or what $other names. "each_recording FUNCTION" calls
# FUNCTION NAME FILE for every recording. A test that defines record_others first gets the
# recordings that this makes instead.

[ -n "${other:-}" ] || . "$TESTS/base_perf.bash"
programs=$TESTS/programs

# Recordings of the whole system are compared for these tasks only: one of the two perfs may find a
# symbol in another program that the other perf does not.
# shellcheck disable=SC2034 # for who reads this
those_known="calls,tasks,worker thread,swapper,perf"

# missing: rows that cannot run here, NAME<tab>REASON
missing=()

build() {
	local frame="-fno-omit-frame-pointer -fno-plt"

	gcc -O1 -g $frame -fno-optimize-sibling-calls -o calls "$programs/calls.c" || return
	gcc -O2 -g -fno-plt -o optimized "$programs/calls.c" || return
	gcc -O1 $frame -no-pie -o fixed "$programs/calls.c" || return
	gcc -O1 $frame -pthread -o tasks "$programs/tasks.c" || return
	gcc -O1 -fno-plt -o jit "$programs/jit.c" || return
	gcc -O1 -g -fno-builtin -fplt -o plt "$programs/plt.c" || return
	g++ -O1 -g $frame -o templates "$programs/templates.cc" || return
	cp calls stripped || return
	strip stripped || return
	cp calls linked || return
	objcopy --only-keep-debug linked linked.debug || return
	strip linked || return
	objcopy --add-gnu-debuglink=linked.debug linked
}

# without_names FILE: a sample is where Debian's perf 6.1 has no name and ours has one, an entry of
# .plt.got. A program begins with few of these, so few recordings have one.
without_names() {
	case $("$other" version) in
	"perf version 6.1."*)	"$PERF" script -G -F ip,sym,dso -i "$1" 2>/dev/null |
					grep -q '@plt (/.*\.so' &&
				"$other" script -G -F ip,sym,dso -i "$1" 2>/dev/null |
					grep -q '\[unknown\] (/.*\.so' ;;
	*)			false ;;
	esac
}

# record NAME OPTIONS...: records NAME.data, or adds NAME to missing. Debian 12's perf records
# copies of stacks: it is compared too, and cannot read those of a newer perf.
record() {
	local name=$1 by=$other try

	shift
	[[ $* != *--call-graph\ dwarf* || ! -x ${OTHER_PERF:-/usr/bin/perf} ]] ||
		by=${OTHER_PERF:-/usr/bin/perf}
	for try in {1..9}; do
		# perf's thread for BPF programs would take a second to end.
		if ! "$by" record -q --no-bpf-event -o "$name.data" "$@" >"$name.out" 2>"$name.err"; then
			missing+=("$name"$'\t'"perf record: $(tail -n 1 "$name.err")")
			rm -rf "$name.data"
			return
		fi
		without_names "$name.data" || return 0
		echo "# $name: recorded $try times, a sample has no name"
	done
}

# stream NAME OPTIONS...: writes a stream to NAME.data
stream() {
	local name=$1

	shift
	"$other" record -q --no-bpf-event -e cpu-clock "$@" >"$name.data" 2>"$name.err" ||
		missing+=("$name"$'\t'"$(tail -n 1 "$name.err")")
}

record_programs() {
	local clock='-e cpu-clock'

	# shellcheck disable=SC2086
	{
	# Each function has samples, also on a host on which a round takes 13 us
	record flat $clock -F 2000 ./calls 3000
	record frames $clock -F 2000 -g ./calls 300
	record period $clock -c 700000 -g ./calls 300
	record static_address $clock -F 2000 -g ./fixed 300
	record dwarf $clock -F 1000 --call-graph dwarf ./optimized 300
	record dwarf_small $clock -F 1000 --call-graph dwarf,1024 ./optimized 300
	record stripped $clock -F 2000 -g ./stripped 300
	record stripped_dwarf $clock -F 1000 --call-graph dwarf ./stripped 300
	record debug_link $clock -F 2000 -g ./linked 300
	record templates $clock -F 2000 -g ./templates
	record templates_dwarf $clock -F 1000 --call-graph dwarf ./templates
	record tasks $clock -F 2000 ./tasks
	record tasks_frames $clock -F 2000 -g ./tasks
	record switches $clock -F 2000 --switch-events ./tasks
	record namespaces $clock -F 2000 --namespaces ./tasks
	record faults -e page-faults -c 1 -d ./templates
	record two_events -e cpu-clock,page-faults -g ./templates
	record group -e '{cpu-clock,page-faults}:S' ./templates
	record per_thread $clock -F 2000 --per-thread ./calls 300
	record with_cpu $clock -F 2000 --sample-cpu ./tasks
	record everything -a $clock -F 1000 ./tasks
	record everything_frames -a $clock -F 1000 -g ./tasks
	record compressed -z $clock -F 2000 -g ./calls 300
	record jit $clock -F 2000 ./jit
	record tracepoints -a -e sched:sched_switch,sched:sched_process_fork ./tasks
	record tracepoint_frames -e sched:sched_switch -g ./tasks
	}
	if command -v rustc >/dev/null && rustc -O -g -C force-frame-pointers=yes -o mangled \
			"$programs/mangled.rs" 2>rustc.err; then
		record rust -e cpu-clock -F 2000 -g ./mangled
	else
		missing+=("rust"$'\t'"no rustc that works")
	fi
	stream stream -F 2000 -g -o - ./calls 300
}

# note_forgotten FILE: writes to "forgotten" the times of samples that the other perf prints with
# ":1234" as the name, since it forgets the name of a thread that has ended
note_forgotten() {
	"$other" script -i "$1" -F comm,tid,time 2>/dev/null |
		sed -n 's/^ *:-\?[0-9]\+ .* \([0-9]*\.[0-9]*\): *$/\1/p' >forgotten
}

# without_forgotten: removes these samples and their stacks from the text of perf script
without_forgotten() {
	perl -ne '
		BEGIN {
			open(my $times, "<", "forgotten") or die "forgotten: $!";
			chomp(my @times = <$times>);
			@forgotten{@times} = ();
		}
		$skip = exists($forgotten{$1}) if /^[^\t]* (\d+\.\d{6}): /;
		print unless $skip'
}

each_recording() {
	local file entry

	for file in *.data; do
		"$1" "${file%.data}" "$file"
	done
	for entry in "${missing[@]}"; do
		skip "${entry%%$'\t'*}" "${entry#*$'\t'}"
	done
}

# Without the other perf, or without a compiler, there is nothing to compare.
if ! command -v "${other:-none}" >/dev/null; then
	skip "compare with perf" "${no_base_perf:-no $other}"
	tap_end
fi
if ! "$other" record -q -e cpu-clock -o probe.data true >probe.out 2>&1; then
	skip "compare with perf" "$(tail -n 1 probe.out)"
	tap_end
fi
rm -f probe.data
if ! command -v gcc >/dev/null || ! command -v g++ >/dev/null; then
	skip "compare with perf" "no gcc and g++"
	tap_end
fi
ok "build the programs" build
if [ "$(type -t record_others)" = function ]; then
	record_others
else
	record_programs
fi
trap 'rm -f $(cat jit.out 2>/dev/null)' EXIT
