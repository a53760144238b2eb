#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings that were damaged anywhere: the commands that read them must not crash or hang.
# tests/fuzz tries the reader far more often; here whole commands run, with symbols, on recordings
# of this machine.
#
# The damage is a function of a number, from 1 to ROUNDS for each command. FUZZ_SECONDS: instead
# for so long, from any number, or from FUZZ_START.

. "$TESTS/tap.bash"

ROUNDS=100
start=${FUZZ_START:-1}
# Each of the nine commands below has its part of the time
limit=$((${FUZZ_SECONDS:-0} / 9))
[ $limit = 0 ] || start=${FUZZ_START:-$RANDOM$RANDOM}
files=()
echo "# FUZZ_START=$start"

gcc -O1 -g -fno-omit-frame-pointer -o calls "$TESTS/programs/calls.c" || {
	skip "damaged recordings" "no gcc"
	tap_end
}
# A recording that this machine cannot make is left out.
for options in '-e cpu-clock -g' '-e cpu-clock --call-graph dwarf,2048' '-a -e sched:sched_switch' \
	       '-e cpu-clock,page-faults -z -g' '-e page-faults -c 1 -d -s'; do
	file=seed${#files[@]}.data
	# shellcheck disable=SC2086 # words are meant
	"$PERF" record -q -F 500 -o $file $options ./calls 60 2>said && files+=("$file")
done
ok "there are recordings to damage" [ ${#files[@]} -gt 1 ]

# damage NUMBER FROM TO: some bytes changed; now and then the end cut off
damage() {
	perl -e '
		my ($number, $from, $to) = @ARGV;
		srand($number);
		open(my $in, "<:raw", $from) or die; local $/; my $bytes = <$in>;
		my $size = length $bytes;
		$bytes = substr($bytes, 0, rand($size)) if rand() < 0.2;
		for (1 .. 1 + rand(12)) {
			my $zone = rand() < 0.3 ? 600 : rand() < 0.5 ? 8192 : $size;
			my $at = int rand($zone);
			next if $at >= length $bytes;
			my @values = (0, 1, 8, 64, 127, 128, 255, int rand(256));
			substr($bytes, $at, 1) = chr $values[rand @values];
		}
		open(my $out, ">:raw", $to) or die; print $out $bytes;' "$@"
}

# survives COMMAND...: any exit code of ours will do; a signal, a sanitizer or no end will not
survives() {
	local number=$start end=$((SECONDS + limit)) status read=0

	while [ $SECONDS -lt $end ] || [ "$number" -lt $((start + ROUNDS)) ]; do
		damage "$number" "${files[number % ${#files[@]}]}" damaged.data
		status=0
		timeout 60 "$PERF" "$@" damaged.data >out 2>err || status=$?
		[ $status != 0 ] && [ $status != 2 ] || read=$((read + 1))
		if [ $status -ge 124 ] && [ $status != 129 ] || grep -q 'Sanitizer\|runtime error' err; then
			echo "FUZZ_START=$number: perf $* ended with $status"
			tail -n 5 err
			return 1
		fi
		number=$((number + 1))
	done
	# Not one of them read, wholly or in part: then something else is wrong
	[ $read -gt 0 ] || {
		echo "none was read:"
		cat err
		return 1
	}
}

ok "perf report" survives report --stdio -f -i
ok "perf report --sort srcline" survives report --stdio -f --sort dso,srcline -g none -i
ok "perf script" survives script -f --show-mmap-events --show-task-events -i
ok "perf report --header-only" survives report -f --header-only -I -i
ok "perf evlist" survives evlist -f -v -i
ok "perf flame" survives flame -f -o out.html -i
ok "perf inject" survives inject -f -b -o out.data -i
ok "perf report -D" survives report -D -f -i

# These hold counts, not samples
files=()
for options in '-I 20' '-a -A' '--per-thread'; do
	file=counts${#files[@]}.data
	# shellcheck disable=SC2086 # words are meant
	"$PERF" stat record -o $file -e task-clock,page-faults $options ./calls 60 >said 2>&1 &&
		files+=("$file")
done
ok "there are counts to damage" [ ${#files[@]} -gt 1 ]
ok "perf stat report" survives stat report -i
tap_end
