#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf script prints exactly what the perf of the same release prints of the same recordings.

. "$TESTS/tap.bash"
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}
those_known=${those_known:?}

# same FILE ARGUMENTS...
same() {
	local file=$1

	shift
	# Where a copied stack ends, perf makes an address of the nothing that it finds there.
	note_forgotten "$file"
	"$other" script -i "$file" "$@" 2>theirs.err |
		grep -v '^	ffffffffffffffff \[unknown\]' | without_forgotten >theirs
	"$PERF" script -i "$file" "$@" >ours.raw || return 1
	without_forgotten <ours.raw >ours
	[ -s ours ] || {
		echo "nothing was printed"
		return 1
	}
	diff theirs ours
}

# Where a copied stack ends, or after code without frame information, perf may lose callers
# that we find. Of few samples, in FILES theirs and ours, that is passed over.
without_our_callers() {
	perl -00 -e '
		open(my $theirs, "<", $ARGV[0]); open(my $ours, "<", $ARGV[1]);
		while (defined(my $their = <$theirs>)) {
			my $our = <$ours> // "";
			(my $known = $their) =~ s/\n+\z/\n/;
			if ($our ne $their && index($our, "$known\t") == 0) {
				$our = $their;
				$cut++;
			}
			$all++;
			print $our;
		}
		print while <$ours>;
		exit($cut > 2 + $all / 50)' "$1" "$2"
}

# Of glibc nothing but addresses is left, in FILE: see with_older(). Where one of its functions has
# several names, it seems to be inlined into itself.
without_names_of_libc() {
	perl -ne '
		sub flush {
			@lines = ("\t$last\n")
				if @lines && $lines[-1] =~ m{\(inlined\)$|/(libc|libm|ld-linux)[^/]*\)$};
			print splice(@lines);
		}
		my $address = /^\s+([0-9a-f]+) / ? $1 : "";
		flush() if $address ne $last;
		$last = $address;
		push @lines, $_;
		END { flush() }' "$1" >"$1.known" || return
	mv "$1.known" "$1"
}

same_stacks() {
	same "$@" >differs && return
	without_names_of_libc theirs && without_names_of_libc ours
	without_our_callers theirs ours >shorter || {
		echo "many callers more"
		return 1
	}
	diff theirs shorter
}

compare() {
	case $1 in
	*dwarf*)	ok "script of $1" same_stacks "$2" ;;
	everything*|tracepoints)
			ok "script of $1" same "$2" --comms "$those_known" ;;
	*)		ok "script of $1" same "$2" ;;
	esac
}
each_recording compare

ok "fields that BOLT asks for" same frames.data -F pid,event,ip
ok "fields: names only" same flat.data -F comm,ip,sym
ok "fields: one more, one less" same frames.data -F +pid,-period
ok "fields: of one type" same tasks.data -F sw:comm,tid,time,ip,sym,dso
ok "no inlined functions" same_stacks dwarf.data --no-inline
ok "no stacks" same frames.data -G
if [ -e tracepoint_frames.data ]; then
	ok "no stacks of tracepoints" same tracepoint_frames.data -G
else
	skip "no stacks of tracepoints" "no recording of tracepoints"
fi
ok "stacks that end at a function" same frames.data --stop-bt recurse
ok "stacks that end at one of two" same frames.data --stop-bt main,mix -F ip,sym
ok "short columns" same frames.data -L
if [ -e tracepoints.data ]; then
	ok "short columns with CPUs" same tracepoints.data -L --comms "$those_known"
else
	skip "short columns with CPUs" "no recording of tracepoints"
fi
ok "which kernel" same flat.data --show-kernel-path
ok "of all CPUs" same flat.data -a
other_hit=$("$other" script -i flat.data -F ip,sym | awk '$2 == "add" { print $1; exit }')
# Of an address that was hit: those before and behind it
hit=$("$other" script -i flat.data -F ip,sym | awk '$2 == "mix" { print $1; exit }')
ok "an address" same flat.data -S "0x$hit"
# (The other takes "add" for an address.)
ok "a function and an address" same flat.data -S "mix,$other_hit"
before=$(printf %x $((0x$hit - 3)))
ok "addresses" same flat.data -S "$before" --addr-range 4
too_few() { ! "$PERF" script -i flat.data -S "$before" --addr-range 3 | grep -q "$hit"; }
ok "too few addresses" too_few
rounds() {
	"$other" script -i flat.data --show-round-events 2>theirs.err | grep FINISHED_ROUND >theirs
	"$PERF" script -i flat.data --show-round-events | grep FINISHED_ROUND | diff theirs -
	[ -s theirs ]
}
ok "ends of rounds" rounds
files() {
	rm -f two_events.data.*
	"$other" script -i two_events.data --per-event-dump 2>theirs.err | cut -d'(' -f2 >theirs
	for event in cpu-clock page-faults; do
		mv "two_events.data.$event.dump" $event.theirs
	done
	"$PERF" script -i two_events.data --per-event-dump | cut -d'(' -f2 | diff theirs -
	for event in cpu-clock page-faults; do
		[ -s $event.theirs ]
		diff $event.theirs "two_events.data.$event.dump"
	done
}
ok "a file for each event" files
no_file() {
	mkdir -p linked_here
	ln -sf ../two_events.data linked_here/f
	mkdir -p linked_here/f.cpu-clock.dump
	not "$PERF" script -i linked_here/f --per-event-dump >ours 2>said
	grep -q "cannot write 'linked_here/f.cpu-clock.dump'" said
}
ok "a file that cannot be" no_file
ordered() {
	for option in -d --debug-mode; do
		"$PERF" script -i tasks.data $option >ours 2>said
		[ ! -s ours ]
		"$other" script -i tasks.data $option 2>&1 | grep Misordered | diff - said
	done
}
ok "order is checked" ordered
in_file_order() {
	"$other" script -i tasks.data --dump-unsorted-raw-trace 2>theirs.err |
		sed -n 's/^\(0x[0-9a-f]*\)@.*/\1/p' >theirs
	"$PERF" script -i tasks.data --dump-unsorted-raw-trace | sed -n 's/^\(0x[0-9a-f]*\)@.*/\1/p' >ours
	[ -s ours ]
	diff theirs ours
	perl -ne 'exit 1 if hex() <= ($last // 0); $last = hex' ours
}
ok "records in the order of the file" in_file_order
verbose() {
	same frames.data -v
	"$PERF" script -v -i frames.data 2>&1 >ours |
		grep -Eq '^perf script: /.*/calls: [0-9]+ symbols of .* \(build id [0-9a-f]+\)$'
}
ok "which files symbols are of" verbose
refused() {
	local option

	for option; do
		echo "$option"
		! "$PERF" script -i flat.data "$option" >ours 2>said || return
		[ ! -s ours ] || return
		grep -F -- "${option%%=*} is not supported: " said || return
	done
}
ok "what is not decoded" refused --call-trace --call-ret-trace --insn-trace --xed --graph-function=f --stitch-lbr
ok "no scripts" refused --list --gen-script=python --script=x --dlfilter=x --dlarg=x \
	--list-dlfilters
ok "no guests" refused --guest-code --guestmount=x --guestvmlinux=x --guestkallsyms=x \
	--guestmodules=x

ok "nanoseconds" same frames.data --ns
ok "mmap events" same tasks.data --show-mmap-events
ok "task events" same tasks.data --show-task-events
ok "switch events" same switches.data --show-switch-events
# same_made OPTION TYPE BODY: the line of such a record
same_made() {
	"$TESTS/remake.pl" type="$2" body="$3" <flat.data >made.rec || return
	same made.rec "$1" || return
	grep -q ': PERF_RECORD_' ours || return
	! "$PERF" script -i made.rec | grep -q PERF_RECORD
}
hex() { perl -e 'print unpack "H*", eval "\"$ARGV[0]\""' "$1"; }
# Of the program's end: a symbol, a length, 1 for BPF, 1 for the end, its name
ok "BPF programs' code" same_made --show-bpf-events 17 \
	1000a0ffffffffff4500000001000100"$(hex 'bpf_prog_1_two\0\0')"
ok "BPF programs" same_made --show-bpf-events 18 01000200630000000102030405060708
ok "control groups" same_made --show-cgroup-events 19 \
	2a00000000000000"$(hex '/a/b c\0\0')"
ok "changes of code" same_made --show-text-poke-events 20 \
	00000081ffffffff140004006690909090909090909090909090909090909090eb0500cc00000000
ok "changes of nothing" same_made --show-text-poke-events 20 00000081ffffffff0000000000000000
# Of the C library, whose lines come from inlined headers, and of code without a line
# other readers of debug information say other things.
same_lines() {
	"$other" script -i "$1" -F ip,sym,srcline 2>theirs.err | grep '^  calls\.c:' >theirs
	"$PERF" script -i "$1" -F ip,sym,srcline >ours
	grep '^  calls\.c:' ours | diff theirs -
	[ -s theirs ]
}
ok "lines of the source" same_lines frames.data
same_paths() {
	"$other" script -i flat.data -F ip,sym,srcline --full-source-path 2>theirs.err |
		grep '/calls\.c:' >theirs
	"$PERF" script -i flat.data -F ip,sym,srcline --full-source-path | grep '/calls\.c:' |
		diff theirs -
	grep -q '^  /' theirs
}
ok "lines of the source with directories" same_paths
ok "lines of the source without stacks" same_lines flat.data
ok "times since the sample before" same frames.data --deltatime -F comm,tid,time
"$other" record -q -e cpu-clock -I --user-regs=sp,ip -o registers.rec ./calls 3000
"$other" record -q -e cpu-clock -F 2000 --call-graph dwarf -o plt.rec ./plt
ok "stacks that begin in a PLT" same_stacks plt.rec
# How often the PLT is met depends on where the C library lies.
in_plt() {
	local status

	for _ in 1 2 3 4 5; do
		"$PERF" script -i plt.rec -F ip,sym --no-inline >ours
		status=0
		awk '/ffs@plt/ { n++; getline; if ($2 != "add") { print; other++ } }
			END { print n + 0 " in the PLT"; exit other ? 1 : n < 3 ? 2 : 0 }' ours || status=$?
		[ $status = 2 ] || return $status
		"$other" record -q -e cpu-clock -F 2000 --call-graph dwarf -o plt.rec ./plt
	done
	return 1
}
ok "a function of the PLT, and who calls it" in_plt
if [ "$(uname -m)" = x86_64 ]; then
	gcc -o kept "$TESTS/programs/kept.S"
	"$other" record -q -e cpu-clock -F 2000 --call-graph dwarf -o kept.rec ./kept
	under_kept() {
		"$PERF" script -i kept.rec -F ip,sym >ours
		awk '/ spins$/ { n++; getline a; getline b; ok += a ~ / moves_stack$/ && b ~ / main$/ }
			END { exit n < 10 || ok != n }' ours
	}
	ok "a caller found by a register that the callee leaves alone" under_kept
else
	skip "a caller found by a register that the callee leaves alone" "x86-64's registers"
fi
ok "registers" same registers.rec -F comm,ip,iregs,uregs
ok "registers, in our recording" "$PERF" record -q -e cpu-clock -Iax,ip --user-regs=sp,ip \
	-o ours.rec ./calls 3000
ok "registers of our recording" same ours.rec -F comm,tid,ip,sym,iregs,uregs
"$other" record -q -e page-faults -c 1 -d --phys-data --data-page-size --code-page-size -W \
	-o pages.rec ./templates
ok "addresses, page sizes, weight" same pages.rec \
	-F ip,addr,phys_addr,data_page_size,code_page_size,weight
ok "some threads" same tasks.data --comms tasks
ok "header" same frames.data --header -F comm

# Programs that read perf script rely on the line that begins a sample, the frames, and the empty
# line.
folds() {
	"$PERF" script -i frames.data | perl -ne '
		if (/^(\S.+?)\s+(\d+)\/*(\d+)*\s+/ && /:\s*(\d+)*\s+(\S+):\s*$/) { $samples++; $in = 1 }
		elsif (/^\s*(\w+)\s*(.+) \((.*)\)/ && $in) { $frames++ }
		elsif (/^$/ && $in) { $in = 0; $ends++ }
		else { print "not understood: $_"; $bad = 1 }
		END { exit 1 if $bad || !$frames || $samples != $ends }'
}
ok "stackcollapse-perf.pl understands it" folds

# The sentence that perf2bolt looks for.
says_what_is_missing() {
	not "$PERF" script -i flat.data -F cpu 2>said
	grep -q "Samples for 'cpu-clock' event do not have CPU attribute set. Cannot print 'cpu' field." \
		said
}
ok "a field that samples do not have" says_what_is_missing

no_cpus() {
	local command

	for command in report script annotate; do
		exits 1 "$PERF" "$command" -i flat.data -C 0 >ours 2>said
		[ ! -s ours ]
		grep -q 'perf record --sample-cpu' said
	done
	"$PERF" script -i with_cpu.data -C 0-4095 -F cpu | grep -q .
}
ok "some CPUs, but samples have none" no_cpus

unknown_field() {
	not "$PERF" script -i flat.data -F nonsense 2>said
	grep -q "Fields: comm,tid" said
}
ok "a field that does not exist" unknown_field

damaged() {
	local size

	size=$(stat -c %s dwarf.data)
	head -c $((size * 2 / 3)) dwarf.data >cut.data
	exits 2 "$PERF" script -i cut.data >ours 2>said
	[ -s ours ]
	grep -q . said
}
ok "a recording that was cut off" damaged

reader_ends() {
	"$PERF" script -i everything.data | head -n 1 >one
	[ "${PIPESTATUS[0]}" = 0 ]
	[ -s one ]
}
ok "the reader ends early" reader_ends
# A write that fails is an error.
full() {
	local how

	for how in script report "report --stats" "report --tasks" evlist buildid-list; do
		# shellcheck disable=SC2086 # words
		! "$PERF" $how -i flat.data >/dev/full 2>said || {
			echo "$how"
			return 1
		}
		grep -q 'cannot write: No space left' said || {
			echo "$how"
			cat said
			return 1
		}
	done
}
ok "no room to write" full
tap_end
