#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf sched: the same pictures and times as Debian's perf makes of the same recordings, and
# what follows from what the recorded program does.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"

if ! "$PERF" sched record -o probe.data true >why 2>&1; then
	skip "sched" "$(tail -n 1 why)"
	tap_end
fi
ok_or_end "build the program" gcc -O1 -pthread -o sleepers "$TESTS/programs/sleepers.c"
ok "record" "$PERF" sched record -o ours.data ./sleepers
command_line() {
	"$PERF" script --header-only -i ours.data >header
	grep -qE '^# cmdline : [^ ]* sched record -o ours.data ./sleepers *$' header || {
		grep cmdline header
		return 1
	}
}
ok "record: the recording holds the command line" command_line
options_of_record() {
	printf '[record]\n\tbuild-id = skip\n' >config
	PERF_CONFIG=$PWD/config "$PERF" sched record -q -g -o keys.data true 2>said
	[ ! -s said ]
	"$PERF" evlist -v -i keys.data >events
	grep -q '^sched:sched_switch.*CALLCHAIN' events
	[ -n "$("$PERF" buildid-list -i ours.data)" ]
	[ -z "$("$PERF" buildid-list -i keys.data)" ]
}
ok "record: options and keys of perf record" options_of_record

# ---- by itself --------------------------------------------------------------------------
runs() {
	"$PERF" sched timehist -i ours.data >all
	# The main thread and three others sleep 20 times each; the reader may take several bytes at once.
	[ "$(grep -c ' sleepers\[' all)" -ge 80 ] || {
		grep -c sleepers all
		return 1
	}
}
ok "timehist: every run of every thread" runs

adds_up() {
	"$PERF" sched timehist -i ours.data -s >sum
	awk '/^ *sleepers\[/ { n++; runs += $3 } END { print n, runs; exit n != 5 || runs < 80 }' sum
}
ok "timehist -s: five threads" adds_up

no_time_travels() {
	awk 'NR > 3 && ($(NF) > 60000 || $(NF - 1) > $(NF - 2) + 0.0011 && $(NF - 2) > 0) { print; bad = 1 } END { exit bad }' all
}
ok "timehist: a delay is part of the wait" no_time_travels

# A task that the kernel does not let perf record (the idle task of some) has no row as the woken or
# next task.
woken() {
	"$PERF" script -i ours.data -F event,trace | awk '
		function number(key) {
			if (!match($0, " " key "=[0-9]+"))
				return 0
			return substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2) + 0
		}
		/sched_switch:/ {
			pid = number("next_pid")
			if (waits[pid] && / next_comm=sleepers /) print pid
			waits[pid] = 0
			waits[number("prev_pid")] = / prev_state=R/
		}
		/sched_(waking|wakeup|wakeup_new):/ { waits[number("pid")] = 1 }' | sort -u
}
latency_of_them() {
	"$PERF" sched latency -i ours.data -p >lat
	[ -n "$(woken)" ]
	diff <(woken) <(sed -nE 's/^  sleepers:([0-9]+) .*/\1/p' lat | sort -u)
}
ok "latency -p: everyone who was woken" latency_of_them
merged() {
	local nr

	nr=$(woken | wc -l)
	"$PERF" sched latency -i ours.data >lat
	if [ "$nr" = 1 ]; then
		grep "^  sleepers:$(woken) " lat
	else
		grep "^  sleepers:($nr) " lat
	fi
}
ok "latency: those of a name are one line" merged
sorted() {
	"$PERF" sched latency -i ours.data -s runtime |
		awk -F'|' '/^  [^ ]/ && /avg:/ { if (before != "" && $2 + 0 > before) bad = 1; before = $2 + 0 } END { exit bad || before == "" }'
}
ok "latency -s" sorted
no_key() {
	not "$PERF" sched latency -i ours.data -s nonsense 2>said
	grep -q 'avg, max, switch' said
}
ok "latency -s: a key that does not exist" no_key

one_thread() {
	local tid

	tid=$(sed -n 's/.* sleepers\[\([0-9]*\)\/.*/\1/p' all | head -n 1)
	"$PERF" sched timehist -i ours.data --tid "$tid" >one
	[ "$(awk 'NR > 3' one | grep -c .)" -ge 20 ]
	! awk 'NR > 3' one | grep -v "\[$tid/"
}
ok "timehist --tid" one_thread
some_time() {
	local from to

	from=$(awk 'NR == 30 { print $1 }' all) to=$(awk 'NR == 60 { print $1 }' all)
	"$PERF" sched timehist -i ours.data --time "$from,$to" | awk 'NR > 3' >part
	# Times are cut off behind the microsecond.
	awk -v from="$from" -v to="$to" 'NR > 3 && $1 > from && $1 < to' all | diff - <(
		awk -v from="$from" -v to="$to" '$1 > from && $1 < to' part)
	[ "$(wc -l <part)" -ge 25 ]
}
ok "timehist --time: runs that began before have their times" some_time
picture() {
	"$PERF" sched map -i ours.data >picture
	grep -qE '\*[A-Z][0-9] .* secs [A-Z][0-9] => sleepers:[0-9]+$' picture
}
ok "map" picture
replay() {
	"$PERF" sched replay -r 2 -i ours.data >again || return
	grep -qE '^#1 +: [0-9.]+, ravg: [0-9.]+, cpu: [0-9.]+ / [0-9.]+$' again || return
	[ "$(grep -c '^#' again)" = 2 ] || return
	[ "$(awk '/^nr_(run|sleep|wakeup)_events:/ { sum += $2 } END { print sum }' again)" = \
			"$(awk '/^task/ { sum += $NF } END { print sum }' again)" ] || return
	[ "$(grep -c '( *sleepers: *[0-9]*), nr_events: ' again)" -ge 5 ]
}
ok "replay" replay
no_rounds() {
	exits 129 "$PERF" sched replay -r often -i ours.data 2>said
	grep -q 'how often' said
}
ok "replay -r: not a number" no_rounds
script() {
	"$PERF" sched -i ours.data script | grep -q 'sched:sched_switch: prev_comm=sleepers'
}
ok "script" script
options_of_script() {
	"$PERF" sched -i ours.data script -F comm,event >got
	"$PERF" script -i ours.data -F comm,event | diff - got
	not "$PERF" sched -i ours.data script -F nonsense 2>said
	grep -q "^perf sched script: 'nonsense'" said
}
ok "script: options of perf script" options_of_script
nothing_in_it() {
	"$PERF" record -q -e cpu-clock -o clock.data true >/dev/null 2>&1
	not "$PERF" sched latency -i clock.data 2>said
	grep -q 'no context switches' said
}
ok "a recording without switches" nothing_in_it
no_such_form() {
	exits 129 "$PERF" sched latncy 2>said
	grep -q "did you mean 'latency'" said
}
ok "a misspelt form" no_such_form
cut_off() {
	local start size

	# The section of the records, less some of them
	read -r start size < <(od -An -t u8 -j 40 -N 16 ours.data)
	head -c $((start + size - 1000)) ours.data >cut.data
	exits 2 "$PERF" sched timehist -i cut.data >part 2>said
	grep -q sleepers part
}
ok "a recording that was cut off" cut_off

# ---- beside the same perf ---------------------------------------------------------------
if ! command -v "${other:-none}" >/dev/null; then
	skip "compare with perf 6.12" "${no_base_perf:?}"
	tap_end
fi
# The other has no name for tasks that have ended, calls a CPU that is never idle always idle, and
# orders tasks by a hash.
ok "record with perf" "$other" record -q -a -m 16M -c 1 -o theirs.data -e \
	sched:sched_switch,sched:sched_wakeup,sched:sched_wakeup_new,sched:sched_stat_runtime,sched:sched_migrate_task \
	./sleepers
ok "record with perf, stacks" "$other" record -q -a -g -m 16M -c 1 -o stacks.data \
	-e sched:sched_switch,sched:sched_waking ./sleepers

# same FILE WHAT...: what both print is the same, but for lines that match $except
except='^$'
same() {
	local file=$1

	shift
	"$PERF" sched "$@" -i "$file" | grep -vE "$except" | sort >ours
	"$other" sched "$@" -i "$file" 2>/dev/null | grep -vE "$except" | sort >theirs
	[ "$(wc -l <ours)" -ge 5 ]
	diff theirs ours
}
except=':-1\['
# The actions of a task without a name are compared by their place in time. The other perf has no
# name either for a task that was not there when the recording began.
lost=$("$other" sched timehist -w -M -n -i theirs.data 2>/dev/null | awk '/ :-?[0-9]+\[/ { print $1 }' | paste -sd"|")
# It has no name for a task that was not there when the recording began, either.
unnamed=$("$other" sched map -i theirs.data 2>/dev/null | sed -n 's/.* => :\([0-9]*\):.*/\1/p' | sort -u | paste -sd'|')
unnamed="(\\[|:)(${unnamed:-none})(\\]|/|$| )|=> :"
except="${lost:-none}|$unnamed"
ok "timehist" same theirs.data timehist
ok "timehist -w -M -n" same theirs.data timehist -w -M -n
except=$unnamed
ok "map" same theirs.data map
ok "map --compact" same theirs.data map --compact
# Waits worked out anew, from the text of the events: times there end with the microsecond.
waits() {
	"$PERF" script -i theirs.data -F time,event,trace >events || return
	awk '
		function number(key) {
			if (!match($0, key "=[0-9]+"))
				return 0
			return substr($0, RSTART + length(key) + 1, RLENGTH - length(key) - 1) + 0
		}
		{ at = $1 + 0 }
		$0 ~ /sched_switch:/ {
			tid = number("prev_pid"); next_tid = number("next_pid")
			state[tid] = $0 ~ /prev_state=R/ ? "W" : "S"; since[tid] = at
			if (state[next_tid] == "W") sum[next_tid] += at - since[next_tid]
			if (state[next_tid] == "W" || state[next_tid] == "") n[next_tid]++
			state[next_tid] = "R"
		}
		$0 ~ /sched_wakeup:|sched_wakeup_new:/ {
			tid = number("pid")
			if (state[tid] == "" || state[tid] == "S") { state[tid] = "W"; since[tid] = at }
		}
		$0 ~ /sched_stat_runtime:/ {
			tid = number("pid")
			if (state[tid] == "") { state[tid] = "W"; since[tid] = at }
		}
		END { for (tid in n) if (tid + 0) printf "%d %d %.6f\n", tid, n[tid], sum[tid] * 1000 / n[tid] }' events |
		sort -n >wanted
	"$PERF" sched latency -p -i theirs.data |
		sed -nE 's/^  .*:([0-9]+) +\|.*ms \| +([0-9]+) \| avg: *([0-9.]+) ms .*/\1 \2 \3/p' | sort -n >got
	paste -d' ' wanted got | awk '{ off = $3 - $6; if ($1 != $4 || $2 != $5 || off > 0.003 || off < -0.003) { print; bad = 1 } }
		END { exit bad || NR < 5 }'
}
ok "latency -p: waits worked out from the events" waits
runtimes() {
	local tool

	for tool in "$PERF" "$other"; do
		"$tool" sched latency -p -i theirs.data | sed -nE 's/^  (.*:[0-9]+ +\|.*ms) \|.*avg.*/\1/p' |
			grep -vE "$unnamed" | sort >"$( [ "$tool" = "$PERF" ] && echo ours || echo theirs ).times"
	done
	[ -s ours.times ]
	diff theirs.times ours.times
}
ok "latency -p: the same run times as perf" runtimes
nameless=$("$PERF" sched timehist -i theirs.data 2>/dev/null | awk -v at="^(${lost:-none})$" '$1 ~ at { print $3 }' |
	sed 's/[][]/\\&/g' | sort -u | paste -sd'|')
except="idle|:-?[0-9]+\\[|Terminated tasks|^ *$|unique tasks|switches|Total run|${nameless:-none}"
ok "timehist -s -M" same theirs.data timehist -s -M
# Symbols that perf does not find are for other tests.
chains() {
	local tool

	for tool in "$PERF" "$other"; do
		"$tool" sched timehist -i stacks.data 2>/dev/null | grep ' sleepers\[' | grep -vE "$except" |
			sed -E 's/ <- .*//; s/ +$//' >chains."$( [ "$tool" = "$PERF" ] && echo ours || echo theirs )"
	done
	grep -qE ' (do|hrtimer)_nanosleep$' chains.ours
	diff chains.theirs chains.ours
}
except=$("$other" sched timehist -i stacks.data 2>/dev/null | awk '/ :-?[0-9]+\[/ { print $1 }' | paste -sd'|')
except=${except:-none}
ok "timehist with stacks" chains

# ---- names and priorities ---------------------------------------------------------------
# Programs that run before, during and after the recording: each of their tasks has a name.
cat >napper.pl <<'END'
$0 = shift;
my $child = fork;
open my $ready, '>', "$0.$child" if $child;
select undef, undef, undef, 0.002 until -e "stop";
waitpid $child, 0 if $child;
END
for name in napper dozer; do
	perl napper.pl "$name" &
done
for _ in $(seq 500); do
	[ "$(find . -name 'napper.[0-9]*' -o -name 'dozer.[0-9]*' | wc -l)" != 2 ] || break
	sleep 0.01
done
# Each of the short runs of the last program begins with one priority and ends with another, unless
# it is preempted in between, which does not happen to all of them.
# shellcheck disable=SC2016 # the variable is perl's
ok "record with perf, names" "$other" record -q -a -m 16M -c 1 -o names.data \
	-e sched:sched_switch,sched:sched_waking,sched:sched_migrate_task perl \
	-e 'for (1 .. 19) { select undef, undef, undef, 0.004; setpriority 0, 0, $_ }'
touch stop
wait

# The other leaves out the end of a line when the task before was not seen to begin.
whole_lines() {
	perl -pe '1 while s/( secs (?:\S\S => \S+)?)(  [ *].* secs )/$1\n$2/'
}
same_map() {
	"$PERF" sched map -i names.data "$@" >ours
	"$other" sched map -i names.data "$@" 2>/dev/null |
		whole_lines >theirs
	[ "$(wc -l <ours)" -ge 20 ]
	diff theirs ours
}
ok "map --task-name" same_map --task-name napper
ok "map --task-name of two" same_map --task-name dozer,napper
ok "map --task-name --compact" same_map --task-name dozer --compact
ok "map --fuzzy-name" same_map --task-name app,oz --fuzzy-name
only_named() {
	"$PERF" sched map -i names.data --task-name app >part
	[ ! -s part ]
}
ok "map --task-name: not a part" only_named

except="$("$other" sched timehist -i names.data 2>/dev/null | awk '/ :-?[0-9]+\[/ { print $1 }' | paste -sd'|')"
except=${except:-none}
ok "timehist --show-prio" same names.data timehist --show-prio
ok "timehist --show-prio -n --state" same names.data timehist --show-prio -n --state
# Runs that it leaves out do not end a wait for it: the columns of waits differ.
same_runs() {
	"$PERF" sched timehist -i names.data --show-prio "$@" |
		sed -E 's/ +[0-9.]+ +[0-9.]+( +[0-9.]+ )$/\1/' |
		grep -vE "$except" >ours
	"$other" sched timehist -i names.data --show-prio "$@" 2>/dev/null |
		sed -E 's/ +[0-9.]+ +[0-9.]+( +[0-9.]+ )$/\1/' | grep -vE "$except" >theirs
	[ "$(wc -l <ours)" -ge 5 ]
	diff theirs ours
}
ok "timehist --prio" same_runs --prio 120
ok "timehist --prio: several" same_runs --prio 0-119,121-139
changed() {
	"$PERF" sched timehist -i names.data --show-prio >got
	grep -qE 'perl\[[0-9]+\] +1[23][0-9]->1[23][0-9] ' got
}
ok "timehist --show-prio: changed while it ran" changed
no_prio() {
	exits 129 "$PERF" sched timehist -i names.data --prio high 2>said
	grep -q "'high' is no list of priorities" said
}
ok "timehist --prio: not a number" no_prio
tap_end
