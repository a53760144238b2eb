#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Commands of --control, sent by a program (control.py) that needs their answers to go on.
# Debian's perf is the witness: the same commands have the same answers, and the same effect.
# Where ours does more the test says how that one behaves.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}

command -v python3 >/dev/null || {
	skip "commands of --control" "no python3"
	tap_end
}
"$PERF" record -q -a -e cpu-clock -o probe.data true 2>probe.err ||
	{ skip "commands of --control" "$(tail -n 1 probe.err)"; tap_end; }

# client STEP... -- COMMAND ARGUMENT...
client() {
	python3 -B "$TESTS/control.py" "$@"
}

# Numbers differ; what counted, and what did not, does not. Of what else they print the lines
# about events are compared: others are of processes that ended, and in words of their own.
as_compared() {
	sed -E -e '/^exit code/d' \
		-e 's/^( +)[0-9.]+,(.*,)?(cpu-clock|task-clock|page-faults|twice)\b.*/\1counted \3/' \
		-e 's/^( +)<not counted>,(.*,)?(cpu-clock|task-clock|page-faults|twice)\b.*/\1nothing \3/' \
		-e 's/^( +[a-zA-Z:-]+: type: [0-9]+)[, ].*/\1/' |
		grep -E '^[^ ]|^ +(Events? |counted |nothing |\{?(cpu-clock|task-clock|page-faults|dummy))'
}

# same STEP... -- ARGUMENT...: both tools answer the same, say the same and count the same
same() {
	local middle=1 word

	for word; do
		[ "$word" != -- ] || break
		middle=$((middle + 1))
	done
	client "${@:1:middle}" "$other" "${@:middle + 1}" >theirs || {
		cat theirs
		return 1
	}
	client "${@:1:middle}" "$PERF" "${@:middle + 1}" >ours || {
		cat ours
		return 1
	}
	as_compared <theirs >theirs.short
	as_compared <ours >ours.short
	[ -s theirs.short ]
	diff theirs.short ours.short
}

clocks=(-e cpu-clock -e task-clock)
all=(stat '-x,' -a "${clocks[@]}" -D -1 --control @)
group=(stat '-x,' -a -e '{cpu-clock,task-clock}' -D -1 --control @)
named=(stat '-x,' -a -e cpu-clock/name=twice/ -e task-clock/name=twice/ -e page-faults -D -1 --control @)
if [ -x "$other" ]; then
	for way in "" --fifo; do
		ok "counting, by ${way:-descriptors}" same $way ping enable '~50' disable ping -- "${all[@]}"
		ok "recording, by ${way:-descriptors}" same $way ping enable '~50' disable ping stop . -- \
			record -a "${clocks[@]}" -D -1 -o data --control @
	done
	ok "commands that had come before it began" same 3:'enable\nping\nping\n' '~50' -- "${all[@]}"
	ok "all begins without a command" same ping '~50' -- stat -x, -a "${clocks[@]}" --control @
	ok "enable one" same "enable cpu-clock" '~50' -- "${all[@]}"
	ok "disable one" same enable "disable task-clock" '~50' "disable cpu-clock" -- "${all[@]}"
	ok "enable one of none" same "enable nosuch" "enable CPU-CLOCK" "enable cpu-clock:u" -- "${all[@]}"
	ok "enable all of one name" same "enable twice" '~50' -- "${named[@]}"
	ok "not what the event is without its name" same "enable cpu-clock" '~50' -- "${named[@]}"
	ok "a leader's name is its group's" same disable "enable cpu-clock" '~50' -- "${group[@]}"
	ok "a member alone does not count" same "enable task-clock" '~50' -- "${group[@]}"
	ok "evlist" same evlist "evlist -v" "evlist -g" "evlist -F" "evlist -x" -- "${all[@]}"
	ok "evlist of a group" same evlist "evlist -g" "evlist -F" -- "${group[@]}"
	ok "evlist while recording" same evlist "evlist -v" "evlist -g" "evlist -F" stop . -- \
		record -q -a -e '{cpu-clock,task-clock}:S' -e page-faults -D -1 -o data --control @
	ok "several at once" same 2:'ping\nping\n' 3:'enable\ndisable\nping\n' -- "${all[@]}"
	ok "zero bytes, as some clients send" same 1:'enable\n\0' 1:'ping\n\0' 1:'\0ping\n' 1:'ping\0' \
		-- "${all[@]}"
	ok "carriage returns and blanks" same 1:'ping\r\n' 1:'ping \n' -- "${all[@]}"
	ok "no line end, as some clients send" same 1:enable '~50' 1:ping 1:disable -- "${all[@]}"
	ok "blank lines are no commands" same 1:'\n\nping\n' -- "${all[@]}"
	ok "what goes with a command that takes nothing" same "ping pong" "stop now" . -- \
		record -q -a -e cpu-clock -o data --control @
	ok "a snapshot of nothing" same snapshot stop . -- record -q -a -e cpu-clock -o data --control @
	ok "stop before anything was enabled" same stop . -- \
		record -q -a -e cpu-clock -D -1 -o data --control @
else
	skip "the same with Debian's perf" "no other perf"
fi

# ours STEP... -- ARGUMENT...: each step gets its answers; what ours says is in "said"
ours() {
	local middle=1 word

	for word; do
		[ "$word" != -- ] || break
		middle=$((middle + 1))
	done
	status=0
	client "${@:1:middle}" "$PERF" "${@:middle + 1}" >transcript || status=$?
	cat transcript
	return $status
}

# Debian's perf leaves these without an answer.
unknown() {
	ours foo "foo bar" PING pingx 4:'a\nb\nc\nping\n' stop . -- "$@" || return
	[ "$(grep -c "no command 'foo'" said)" = 1 ] || return
	grep -q 'exit code 0' transcript
}
ok "unknown commands while counting" unknown "${all[@]}"
ok "unknown commands while recording" unknown record -a -e cpu-clock -o data --control @
no_snapshot() {
	ours snapshot stop . -- "${all[@]}"
	grep -q 'nothing to take a snapshot of' said
}
ok "a snapshot of counts" no_snapshot

# There each piece is a command.
ok "a command in pieces" ours 0:p 0:ing '1:\n' 0:'enable cpu-' '1:clock\n' '1:\nping\npi' '1:ng\n' \
	-- \
	"${all[@]}"
ok "and its event is enabled" grep -q 'Event cpu-clock enabled' said
x1000=$(printf 'x%.0s' {1..1000})
ok "a line that is too long" ours "0:$x1000" "0:$x1000" "0:$x1000" "0:$x1000" "0:$x1000" \
	"1:$x1000\n" \
	ping -- "${all[@]}"
ok "and why it had no effect" grep -q "xxx...' is longer than" said

# There "stop" is answered while counting, and nothing stops.
stopped() {
	ours enable '~50' stop . -- "$@"
	grep -q 'exit code 0' transcript
}
ok "stop ends counting" stopped "${all[@]}"
ok "also in intervals" stopped stat -x, -a -I 100 -e cpu-clock -D -1 --control @
ok "what comes behind stop is answered" ours 3:'ping\nstop\nping\n' . -- "${all[@]}"
ok "while recording, too" ours 3:'ping\nstop\nping\n' . -- record -q -a -e cpu-clock -o data \
	--control @

# There a pipe for answers that is full stops the recording, and a closed one kills it.
ok "answers that are read late" ours +30000 stop . -- record -q -a -e cpu-clock -o data --control @
ok "also of counting" ours +30000 stop . -- "${all[@]}"
gone() {
	rm -f data
	ours --answers="$1" enable '~50' disable ping stop . -- "${@:2}"
	grep -q 'exit code 0' transcript
}
ok "nobody reads answers while recording" gone closed record -a -e cpu-clock -D -1 -o data \
	--control @
ok "the recording is whole" "$PERF" data check data
ok "nobody reads answers while counting" gone closed "${all[@]}"
ok "no answers are wanted" gone none "${all[@]}"
ok "no answers are wanted while recording" gone none record -a -e cpu-clock -D -1 -o data \
	--control @
ok "a socket for both" ours --answers=socket ping foo "evlist -F" stop . -- "${all[@]}"

# So many events have samples in a recording of two that were enabled one after the other.
one_by_one() {
	ours "enable task-clock" '~100' "disable task-clock" "enable $1" '~100' stop . -- \
		record -q -a -e cpu-clock -e task-clock -e page-faults -D -1 -o one.data --control @
	"$PERF" script -i one.data -F event | sort -u | tr -d ' \n' >events
	cat events
	[ "$(cat events)" = "$2" ]
}
ok "samples of what was enabled" one_by_one cpu-clock cpu-clock:task-clock:
ok "and of nothing else" one_by_one nosuch task-clock:

# A program is executed while nothing is recorded: its mappings are known when it is.
cat >later.sh <<'SH'
until [ -e go ]; do sleep 0.01; done
exec perl -e 'open F, ">", "runs"; select undef, undef, undef, 0.01 until -e "enabled";
	$_ *= 3 while (times)[0] < 0.5'
SH
mapped_meanwhile() {
	rm -f go runs enabled
	ours disable '!: >go' '?runs' enable '!: >enabled' . -- \
		record -q -e cpu-clock -o later.data --control @ sh later.sh
	"$PERF" script -i later.data -F comm,dso,ip >samples
	grep -c perl samples
	grep -E 'perl' samples | grep -qE '/[^)]*perl' || {
		tail -n 5 samples
		return 1
	}
}
ok "mappings made while nothing counts are known" mapped_meanwhile

# The answer comes when the file is there.
snapshot() {
	rm -f snap.data*
	ours '~50' snapshot '!ls snap.data.2* | wc -l' snapshot '!ls snap.data.2* | wc -l' stop . -- \
		record -q -a -e cpu-clock -o snap.data "$@" --control @ || return
	[ "$(grep -xE '[0-9]+' transcript | tr '\n' ' ')" = '1 2 ' ] || return
	! grep 'nothing to take' said
}
ok "a snapshot is there when it is answered" snapshot --switch-output
ok "also one of what is kept in memory" snapshot --switch-output --overwrite
overwritten() {
	ours '~50' snapshot stop . -- record -q -a -e cpu-clock -o over.data --overwrite --control @
	not grep 'nothing to take' said
	"$PERF" data check over.data
}
ok "a snapshot into the one file" overwritten

ok "the program ends while a client waits" ours 0:'ping\n' '!: >sent' 1: . -- \
	stat -x, "${clocks[@]}" --control @ sh -c 'until [ -e sent ]; do :; done'
tap_end
