#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf report --stdio prints exactly the tables that the perf of the same release prints of the
# same recordings. Only the tip of the day at the end is its own.

. "$TESTS/tap.bash"
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}

# Garbage instead of return addresses comes in an order of its own: there the lines count.
same_lines() {
	local file=$1

	shift
	"$other" report --stdio -i "$file" "$@" 2>theirs.err | plain | sort >theirs
	"$PERF" report --stdio -i "$file" "$@" | plain | sort >ours
	[ -s ours ] || {
		echo "nothing was printed"
		return 1
	}
	diff theirs ours
}

# The same but for the letter of garbage, kernel or user. It is that of the first sample, but for
# the other perf where a thread, of whatever program, gets its name late: its tree of lines is
# sorted by names, so that what was found on a way past that thread's lines is found no longer,
# and has two lines until the end, when either is added to the other. See letters_of.
same_but_letters() {
	same_lines "$@" >differs || {
		[ -s ours ] && diff <(unlettered <theirs) <(unlettered <ours)
	}
}
unlettered() {
	sed 's/\(\[unknown\] *\)\[[k.]\] /\1[?] /' | sort
}

compare() {
	# Stacks that were cut off: see script.sh, which compares them.
	[ "$1" != dwarf_small ] || return
	if [[ $1 = *dwarf* ]]; then
		ok "report of $1, without callers" with_older same "$2" --no-children
		ok "report of $1" with_older same "$2"
		return
	fi
	ok "report of $1, without callers" same "$2" --no-children
	case $1 in
	stream)		# perf does not count callers of a stream, unless asked to
		ok "report of $1" same "$2" --no-children -G ;;
	everything_frames)
		ok "report of $1, lines" same_but_letters "$2" -g none ;;
	rust)
		ok "report of $1, lines" same_lines "$2" -g none ;;
	*)
		ok "report of $1" same "$2" ;;
	esac
}
each_recording compare

# letters_of WHEN: each of 2000 addresses is a caller twice, in a sample of the kernel and in one of
# user mode, every second one in that of the kernel first. Their thread has its name from the
# beginning. A hundred other threads have theirs "before" their samples or "after" them.
letters_of() {
	awk -v late="$([ "$1" = before ] || echo 1)" '
		function caller(i) { return sprintf("%08x%08x", number[i], i) }
		function sample(kernel, tid, i) {
			print kernel ? "kernel" : "user", tid,
				kernel ? "ffffffff81001000" : "7f0000001000", caller(i)
		}
		function name_others(  i) {
			for (i = 0; i < 100; i++)
				print "name", 1000 + i, substr("aqz", i % 3 + 1, 1) i
		}
		BEGIN {
			for (i = random = 1; i <= 2000; i++) {
				random = random * 16807 % 2147483647
				number[i] = int(random / 2)
			}
			print "name", 100, "main"
			if (!late)
				name_others()
			for (i = 1; i <= 2000; i++) {
				sample(i % 2, 100, i)
				if (i % 20 == 0)
					sample(1, 1000 + i / 20 - 1, i)
			}
			if (late)
				name_others()
			for (i = 1; i <= 2000; i++)
				sample(1 - i % 2, 100, i)
		}' | perl "$TESTS/made.pl"
}
letters() {
	letters_of before >letters.data
	same letters.data -g none
	[ "$(grep -c '\[k\]' ours)" -gt 1000 ]
	cp ours letters.lines
}
letters_and_late_names() {
	letters_of after >letters_late.data
	"$PERF" report --stdio -g none -i letters_late.data | plain | diff - letters.lines
}
ok "letters of garbage" letters
ok "letters of garbage, others' names late" letters_and_late_names

# A column is as wide as the last name of the thread whose sample was the first of a line, whatever
# its name was then. the other perf cuts names that are longer than that; ours does not.
# renamed EARLY LATER
renamed() {
	perl "$TESTS/made.pl" >renamed.data <<-END
		name 10 $1
		user 10 1000
		name 11 $1
		user 11 1000 2000
		user 11 1004
		name 11 $2
		user 11 1000
		name 12 another
		user 12 1000
	END
}
longer_name() {
	renamed early "a longer name"
	same renamed.data --comms early,another
	grep -q 'early          \[unknown' ours
	same renamed.data --hierarchy --comms early
	same renamed.data -s sym,comm --comms early,another
}
# One of the two threads has a long name in the end, the other has not.
shorter_name() {
	renamed "a long name" x
	"$PERF" report --stdio -i renamed.data --no-children -g none >ours
	cat ours
	[ "$(grep -c '%  a long name  \[unknown' ours)" = 2 ]
	"$PERF" report --stdio -i renamed.data -s comm,sym --tid 11 --no-children -g none >ours
	cat ours
	grep -q '%  a long name  \[' ours
	grep -q '%  x            \[' ours
}
# Samples that were counted are not denied, however few lines they have.
few_lines() {
	local samples

	for samples in 1 300; do
		{ echo name 10 hot; yes user 10 1000 | head -n "$samples"; } |
			perl "$TESTS/made.pl" >few.data || return
		"$PERF" report --stdio -i few.data >ours 2>said
		cat ours said
		grep -q "Samples: $samples " ours
		[ ! -s said ]
	done
	"$PERF" report --stdio -i few.data --tid 99 >ours 2>said
	cat said
	grep -qx 'perf report: the recording has no samples, or none that match' said
}
ok "few lines of samples" few_lines
ok "a name that becomes longer" longer_name
ok "a name that becomes shorter" shorter_name

ok "fractal graphs" same frames.data -g fractal
ok "callees first" same frames.data -g callee
ok "no graphs" same frames.data -g none
ok "folded graphs" same frames.data -g folded
ok "flat graphs" same frames.data -g flat
ok "callers above callees" same frames.data --no-children -G
ok "a higher threshold" same templates.data -g graph,10
ok "by object" same tasks_frames.data --sort dso
ok "by thread" same tasks.data --sort pid,sym
ok "by CPU" same with_cpu.data --sort cpu,comm
ok "by CPU, but samples have none" same flat.data --sort cpu,socket
# Only our program: the other takes the file before the right one for C libraries' DWARF 5. And
# no single sample: one may be in the code that starts the program, which has no lines; there the
# other prints _start+2, where perf 6.1 and ours print ??:0.
ok "by line" same flat.data --dsos calls --percent-limit 5 --sort srcline,sym
ok "more columns" same tasks.data -n --show-total-period
ok "large ones only" same templates.data --percent-limit 5
ok "one name" same tasks.data --comms "worker thread"
ok "one object" same tasks.data --dsos tasks
ok "one object, of which there is no column" same tasks.data --dsos tasks --sort comm,sym
ok "nothing but what all have" same tasks.data --comms "worker thread" --dsos tasks --sort dso,comm
ok "no inlined functions" same templates_dwarf.data --no-inline
ok "quiet" same flat.data -q
ok "one name, its column the last one" same tasks.data --comms tasks -s sym,comm

# without OPTION WHAT: the recording does not have what the option shows
without() {
	exits 1 "$PERF" report -i flat.data "$1" >ours 2>said || return
	[ ! -s ours ] || return
	grep -q -- "$1: the recording has no $2" said
}
ok "no branches" without -b branches
ok "no call chains" without -g "call chains"
ok "no memory accesses" without --mem-mode "memory accesses"
ok "no call chains, and none asked for" same flat.data -g none

unknown_key() {
	not "$PERF" report -i flat.data --sort nonsense 2>said
	grep -q "Keys: comm" said
}
ok "nothing to sort by" unknown_key

fields() {
	"$PERF" report -i flat.data -q -t, | grep -Eq '^[0-9.]+%,calls,calls,\[\.\] (add|mix)$'
}
ok "fields between separators" fields

# A thread that gets its name after its first samples has that name from the beginning: the
# recording keeps only the last name of each thread, and no other thread gets the others.
nameless() {
	"$other" script -i late.data -F comm,tid -G | awk '$1 ~ /^:/ { print $2; exit }'
}
record_late_names() {
	"$other" record -q --no-bpf-event -e cpu-clock -F 5000 -g -o early.data ./becomes
	perl -e '
		local $/; binmode STDIN; binmode STDOUT; my $file = <STDIN>;
		my ($at, $size) = unpack "Q<Q<", substr($file, 40, 16);
		my ($end, %last) = $at + $size;
		for (my $i = $at; $i < $end;) {
			my ($type, $misc, $length, $pid, $tid) = unpack "VvvVV", substr($file, $i, 16);
			if ($type == 3 || $type == 7) {
				$last{$tid} = $i if $type == 3;
				push @all, [$i, $tid];
			}
			$i += $length;
		}
		for (@all) {
			my ($i, $tid) = @$_;
			substr($file, $i + 8, 8) = pack "VV", 4000001, 4000001
				if $tid && ($last{$tid} // -1) != $i;
		}
		print $file' <early.data >late.data
}
late_names() {
	gcc -O1 -fno-omit-frame-pointer -o becomes "$TESTS/programs/becomes.c"
	# A busy host may sample too little of it before it becomes another: again, then.
	for _ in {1..10}; do
		record_late_names
		[ -z "$(nameless)" ] || return 0
	done
	echo "10 times all names came in time"
	"$other" script -i early.data -F comm,tid,time --show-task-events -G | tail -n 20
	return 1
}
late_name() {
	local tid

	tid=$(nameless)
	same late.data "$@"
	not grep ":$tid" ours
}
ok "record names that come late" late_names
ok "late names" late_name
ok "late names, without callers" late_name --no-children
ok "late names alone" late_name --sort comm
ok "late names, no stacks" late_name -g none --no-children
late_flame() {
	"$PERF" flame -i late.data -o late.folded
	grep -q '^calls;' late.folded
	not grep '^:' late.folded
}
ok "late names in a flame graph" late_flame

# The samples of a page belong to the stacks below the new names, too.
late_page() {
	"$PERF" flame -i late.data --percent-limit 0 -o late.html
	python3 "$TESTS/flame_page.py" late.html >late.txt
	diff <(sed 's/ [0-9]*$//' late.txt | LC_ALL=C sort -u) \
		<(sed 's/ [0-9]*$//' late.folded | LC_ALL=C sort -u)
}
if command -v python3 >/dev/null; then
	ok "late names in a flame graph's page" late_page
else
	skip "late names in a flame graph's page" "no python3"
fi

# The flame graph: the same counts as the report has, and a page that is complete.
folded() {
	local samples

	"$PERF" flame -i frames.data -o f.folded || return 1
	samples=$("$other" script -i frames.data -F event | grep -c .)
	perl -ne '/^calls;.* (\d+)$/ or die $_; $sum += $1; END { print "$sum\n" }' f.folded >sum
	[ "$(cat sum)" = "$samples" ]
}
ok "flame graph as lines" folded

page() {
	"$PERF" flame -i templates_dwarf.data -o f.html
	grep -q '</html>' f.html
	not grep -Eq 'https?://' f.html
	perl -0ne '/<script>(.*)<\/script>/s or die; print $1' f.html >f.js
	! command -v node >/dev/null || node --check f.js
}
ok "flame graph as a page" page

# A pipe that nobody writes to in the place of a map, of a source file, of an object: what
# is there is not waited for, and the rest is shown.
in_place_of() {
	local file=$1 status

	shift
	rm -f "$file" || return
	mkfifo "$file" || return
	status=0
	timeout 20 "$PERF" "$@" >piped 2>said || status=$?
	rm -f "$file"
	[ "$status" = 0 ] || {
		echo "exit code $status"
		cat said
		return 1
	}
}
pipe_as_map() {
	in_place_of "$(cat jit.out)" report -i jit.data --sort dso,sym
	grep -q 'JIT. tid' piped
}
pipe_as_source() {
	mkdir source
	cp "$TESTS/programs/calls.c" source
	gcc -O1 -g -o sourced source/calls.c
	"$PERF" record -q -e cpu-clock -F 2000 -o sourced.data ./sourced 2000
	in_place_of source/calls.c annotate -i sourced.data --stdio mix
	grep -q % piped
}
pipe_as_object() {
	in_place_of sourced report -i sourced.data --sort dso
	grep -q sourced piped
}
ok "a pipe as a map" pipe_as_map
ok "a pipe as a source file" pipe_as_source
ok "a pipe as an object" pipe_as_object
tap_end
