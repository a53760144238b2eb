#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A recording that comes through a pipe: it is read if nothing else is named, as Debian's perf does, and
# it is shown while it comes.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
going=()

# Page faults are as many on any host; small rings end a round when they are full.
prepare() {
	gcc -O1 -g -fno-omit-frame-pointer -o paths "$TESTS/programs/paths.c"
	"$PERF" record -q -e page-faults -c 1 -g -m 4 -o - ./paths 4000 2>err >stream.data
	"$PERF" record -q -e cpu-clock -o perf.data ls / >files
	[ "$("$PERF" script -D -i stream.data 2>err | grep -c FINISHED_ROUND)" -ge 10 ]
}
ok_or_end "record" prepare

# ---- which one is read ------------------------------------------------------------------

# The name of what was read may differ.
from_pipe() {
	"$PERF" "$@" -i stream.data 2>wanted.err | grep -v stream.data >wanted
	# shellcheck disable=SC2002 # it has to be a pipe
	cat stream.data | "$PERF" "$@" 2>seen.err | grep -v '^#.*-$' >seen
	cat seen.err
	diff wanted seen >differs || {
		head -n 5 differs
		return 1
	}
	[ -s seen ]
}
from_file() {
	"$PERF" "$@" -i perf.data 2>wanted.err >wanted
	for input in /dev/null stream.data; do
		"$PERF" "$@" <"$input" 2>seen.err >seen
		diff wanted seen >differs || {
			head -n 5 differs
			return 1
		}
	done
}
for words in "report --stdio" script evlist "script --format=folded" "annotate --skip-missing" \
	"flame --format=folded -o -"; do
	# shellcheck disable=SC2086 # words are meant
	ok "through a pipe: $words" from_pipe $words
	# shellcheck disable=SC2086
	ok "no pipe: $words" from_file $words
done
# shellcheck disable=SC2002 # pipes are meant
named() { [ "$(cat stream.data | "$PERF" evlist -i perf.data)" = cpu-clock ]; }
ok "a recording that is named" named
if command -v "$other" >/dev/null; then
	# A recording of its own
	# shellcheck disable=SC2002
	same() {
		"$other" record -q -e page-faults -c 1 -o - ls / 2>err >theirs.data &&
			[ "$(cat theirs.data | "$other" evlist 2>err)" = page-faults ] &&
			[ "$(cat theirs.data | "$PERF" evlist)" = page-faults ]
	}
	ok "as Debian's" same
else
	skip "as Debian's" "no $other"
fi

# ---- while it comes ---------------------------------------------------------------------

# before_long COMMAND...: it succeeds within half a minute
before_long() {
	local try

	for ((try = 0; try < 300; try++)); do
		! "$@" || return 0
		sleep 0.1
	done
	echo "never: $*"
	return 1
}

# Processes that a failed row leaves behind would block the test.
end_all() {
	if [ -p go ]; then
		timeout 1 sh -c 'echo >go'
	else
		touch go
	fi
	kill "${going[@]}" 2>/dev/null || :
	going=()
}

# A stream whose samples come in the order of their times, with the end of a round behind each
# hundred: how many samples a round has does not depend on how fast they are read. Then the place
# behind the third round.
make_rounds() {
	perl -0777 -e '
		my ($stream, $at, $until, $fields, @front, @samples, @late) = (<STDIN>, 16, 0);
		for (; $at < length $stream; $at += $size) {
			($type, my $misc, $size) = unpack("x$at LSS", $stream);
			my $record = substr($stream, $at, $size);
			$fields //= unpack("x32 Q", $record) if $type == 64;
			if ($type == 9) {
				# Behind the identifier, the address and the task
				my $time = 8 + 8 * grep { $fields & $_ } 1 << 16, 1, 2;
				push @samples, [unpack("x$time Q", $record), $record];
			} elsif ($type != 68) {
				push @{@samples ? \@late : \@front}, $record;
			}
		}
		@samples = sort { $a->[0] <=> $b->[0] } @samples;
		print substr($stream, 0, 16), @front;
		$until += length for substr($stream, 0, 16), @front;
		for (1 .. @samples) {
			my $end = $_ % 100 ? "" : pack("LSS", 68, 0, 8);
			print $samples[$_ - 1][1], $end;
			$until += length($samples[$_ - 1][1] . $end) if $_ <= 300;
		}
		print @late;
		print STDERR $until' <"$1" >"$2"
}

# Three rounds come, the first two of which can be shown, and the rest when that has been done. It is less
# text than would be written for being much.
begin_and_end() {
	local size shown

	"$PERF" record -q -e page-faults -c 1 -o - ./paths 4000 2>err >flat.raw
	make_rounds flat.raw flat.data 2>size
	size=$(cat size)
	# Files of an earlier row must not pass for this row's.
	rm -f pipe go seen
	mkfifo pipe
	(
		exec >pipe
		head -c "$size" flat.data
		until [ -e go ]; do
			sleep 0.1
		done
		tail -c +$((size + 1)) flat.data
	) &
	going=($!)
	"$PERF" script -i flat.data "$@" >wanted 2>err
	"$PERF" script -i - "$@" <pipe >seen 2>err &
	going+=($!)
	before_long test -s seen || {
		end_all
		return 1
	}
	shown=$(wc -l <seen)
	touch go
	wait "${going[@]}" || :
	going=()
	echo "$shown lines of $(wc -l <wanted) in the middle"
	[ "$shown" -lt "$(wc -l <wanted)" ]
	[ "$shown" -le 300 ]
	diff wanted seen >differs
}
ok "script shows what has come" begin_and_end
ok "script shows what has come, as JSON" begin_and_end --format json
ok "script shows what has come, fields" begin_and_end -F comm,ip

# The program waits, and what it did before is seen. Nothing fills its rings.
waiting() {
	rm -f go seen
	mkfifo go
	"$PERF" record -q -e page-faults:u -c 1 -o - "$@" -- sh -c 'ls / >files; read -r line <go' 2>err |
		"$PERF" script -i - >seen 2>err &
	going=($!)
	before_long grep -q '^ *ls ' seen || {
		end_all
		return 1
	}
	jobs -r | grep -q . || {
		echo "it had ended"
		return 1
	}
	echo >go
	wait "${going[@]}" || :
	going=()
}
ok "a recording is seen while its program waits" waiting
ok "the same, compressed" waiting -z
tap_end
