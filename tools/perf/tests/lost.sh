#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf record and lost samples: the recorder and every reader report the same number, or the user
# would trust counts that are too low. Samples that are left out on purpose are not lost: files that
# end, switch, or keep the newest samples only.
#
# Samples are lost for certain: the program stops the recorder before it makes them.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
FAULTS=2000
export FAULTS PERF_PAGER=cat

gcc -O1 -o faults "$TESTS/programs/faults.c" || exit
if ! "$PERF" record -q -o probe.data -e page-faults -c 1 true 2>/dev/null; then
	skip "what was lost" "events cannot be opened here"
	tap_end
fi
have_other=$("$other" version 2>/dev/null)

# until_true COMMAND...: waits up to a minute for the command to succeed
until_true() {
	local left

	for ((left = 600; left; left--)); do
		"$@" 2>/dev/null && return 0
		sleep 0.1
	done
	echo "in vain: $*"
	return 1
}

is_zombie() {
	grep -q '^State:.Z' "/proc/$(cat "$1")/status"
}

# lose OPTION...: the ring is full when the program ends, so no LOST record follows in it
lose() {
	local recording

	rm -f pid
	# shellcheck disable=SC2016
	"$PERF" record -m 1 -c 1 "$@" sh -c \
		'echo $$ >new && mv new pid; kill -STOP $PPID; exec ./faults $FAULTS' \
		2>said >stream.data &
	recording=$!
	{ until_true test -s pid && until_true is_zombie pid; } || {
		kill -KILL "$recording"
		cat said
		return 1
	}
	kill -CONT "$recording"
	wait "$recording" || :
}

# lost TOOL FILE: prints the number of lost samples
lost() {
	"$1" report --stdio -i "$2" 2>/dev/null | sed -n 's/^# Total Lost Samples: //p'
}

warned() {
	sed -n 's/^perf record: \([0-9]*\) events were lost.*/\1/p' said
}

# agree FILE [RECORDS]: the recorder and both readers report the same, large number
agree() {
	local ours theirs

	ours=$(lost "$PERF" "$1")
	{ [ "$ours" -ge $((FAULTS / 2)) ] && [ "$(warned)" = "$ours" ]; } || {
		echo "we read '$ours' lost"
		cat said
		return 1
	}
	[ -z "$have_other" ] && return
	theirs=$(lost "$other" "$1")
	[ "$theirs" = "$ours" ] || {
		echo "ours $ours, Debian's $theirs"
		return 1
	}
}

# LOST records count the samples that were lost before the recorder was stopped.
at_the_end() {
	local on_the_way

	lose -o end.data -e page-faults
	on_the_way=$("$PERF" script -i end.data --show-lost-events 2>/dev/null |
		awk '/PERF_RECORD_LOST lost/ { sum += $NF } END { print sum + 0 }')
	[ $(($(lost "$PERF" end.data) - on_the_way)) -ge $((FAULTS / 2)) ] || {
		echo "$on_the_way lost on the way"
		return 1
	}
	agree end.data
}
ok "the last losses are reported" at_the_end

told() {
	lose -o told.data "$@" || return
	agree told.data
}
ok "with several events" told -e page-faults -e minor-faults
ok "with a group that is read" told -e '{page-faults,minor-faults}:S'
ok "with the counts of threads" told -e page-faults -s
ok "with a ring for the thread" told -e page-faults --per-thread
ok "with data behind call chains" told -e page-faults -g -d

compressed() {
	if ! "$PERF" version --build-options | grep -q 'zstd: \[ on'; then
		skip "compressed" "built without zstd"
		return
	fi
	ok "compressed" told -e page-faults -z
}
compressed

# Each record names the event whose samples were lost.
names_events() {
	local ids

	lose -o ids.data -e page-faults -e minor-faults
	ids=$("$PERF" report -D -i ids.data | grep -c 'PERF_RECORD_LOST_SAMPLES')
	[ "$ids" -ge 2 ] || {
		echo "$ids records"
		return 1
	}
	[ -z "$have_other" ] && return
	"$other" report -D -i ids.data 2>/dev/null |
		sed -n 's/.*PERF_RECORD_LOST_SAMPLES: id:\([0-9]*\).*/\1/p' >ids
	# The ids are all different, and none is missing.
	[ "$(sort -u ids | grep -cvx '18446744073709551615')" = "$ids" ] || {
		cat ids
		return 1
	}
}
ok "by event" names_events

stream() {
	lose -o - -e page-faults || return
	agree stream.data
}
ok "in a stream" stream

understands() {
	local ours theirs

	"$other" record -o theirs.data -m 1 -e page-faults -c 1 ./faults "$FAULTS" >/dev/null 2>&1
	ours=$(lost "$PERF" theirs.data)
	theirs=$(lost "$other" theirs.data)
	{ [ -n "$ours" ] && [ "$ours" = "$theirs" ]; } ||
		{ echo "ours $ours, Debian's $theirs"; return 1; }
}
if [ -n "$have_other" ]; then
	ok "in Debian's recording" understands
else
	skip "in Debian's recording" "it is not installed"
fi

# Without a loss there is no warning.
nothing() {
	"$PERF" record -o all.data -e page-faults -c 1 true 2>said || return 1
	{ [ "$(lost "$PERF" all.data)" = 0 ] && [ -z "$(warned)" ]; } || {
		cat said
		return 1
	}
}
ok "nothing if nothing was lost" nothing

# begin OPTION...: records a program of two parts; the second part begins with go_on()
begin() {
	rm -f pid orders first sw.data*
	mkfifo orders
	# shellcheck disable=SC2016
	"$PERF" record -o sw.data -e page-faults -c 1 "$@" sh -c 'echo $$ >new && mv new pid
		[ -z "$STOP" ] || kill -STOP $PPID; ./faults $FAULTS; touch first
		read go <orders; [ -z "$STOP" ] || kill -STOP $PPID; exec ./second $FAULTS' 2>said &
	recording=$!
	until_true test -e first || {
		kill -KILL "$recording"
		return 1
	}
}

go_on() {
	echo go >orders
	[ -z "$STOP" ] || {
		until_true is_zombie pid && kill -CONT "$recording"
	}
	wait "$recording" || :
}
cp faults second

dumped() {
	[ "$(grep -c 'Dump sw.data' said)" -ge "$1" ]
}

# Each file has the number of samples that were lost since the file before.
lost_by_file() {
	local STOP=1 file sum=0

	export STOP
	begin -m 1 --switch-output
	kill -CONT "$recording"
	kill -USR2 "$recording"
	until_true dumped 1 && go_on || return 1
	for file in sw.data.2*; do
		[ "$(lost "$PERF" "$file")" -ge $((FAULTS / 2)) ] || {
			lost "$PERF" "$file"
			return 1
		}
		sum=$((sum + $(lost "$PERF" "$file")))
	done
	[ "$(warned)" = "$sum" ] || {
		echo "$sum in the files"
		cat said
		return 1
	}
}
ok "in each file of --switch-output" lost_by_file

# A kernel before 6.0 has no PERF_FORMAT_LOST: groups are recorded too, and the LOST records in the
# ring are counted.
gcc -O1 -shared -fPIC -o old_kernel.so "$TESTS/programs/old_kernel.c" -ldl || exit
old_kernel() {
	LD_PRELOAD=$PWD/old_kernel.so ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 \
		"$PERF" record -o old.data -e '{page-faults,minor-faults}:S' -c 1 ./faults 500 2>said
	"$PERF" evlist -v -i old.data >events || {
		cat said
		return 1
	}
	[ "$(grep -c 'read_format' events)" -ge 2 ]
	! grep 'LOST' events || return
	"$PERF" script -i old.data | grep -q faults
}
if ldd "$PERF" 2>/dev/null | grep -q 'libc\.so'; then
	ok "a kernel that does not count what was lost" old_kernel
else
	skip "a kernel that does not count what was lost" "perf is linked statically"
fi

samples() {
	"$PERF" script --ns -F comm,time -i "$1" 2>/dev/null
}

by_signal() {
	begin --switch-output
	kill -USR2 "$recording"
	{ until_true dumped 1 && go_on; } || {
		cat said
		return 1
	}
	set -- sw.data.2*
	{ [ $# = 2 ] && dumped 2 && grep -q 'MB sw.data.<timestamp> ' said; } ||
		{ ls; cat said; return 1; }
	samples "$1" | grep -q faults && ! samples "$1" | grep second && samples "$2" | grep -q second
}
ok "SIGUSR2 begins another file" by_signal

# All samples are in the files.
by_size() {
	local file sum=0

	rm -f sw.data*
	# The program runs until there is a file of that size.
	timeout 60 "$PERF" record -o sw.data --switch-output=100K -e page-faults -c 1 -m 16 \
		sh -c 'until ls sw.data.2* >listed 2>&1; do ./faults 500; done' 2>said
	set -- sw.data.2*
	{ [ $# -gt 1 ] && dumped $#; } || {
		ls
		cat said
		return 1
	}
	for file; do
		"$PERF" data check "$file"
		sum=$((sum + $(samples "$file" | wc -l)))
	done
	grep -q "($sum samples)" said || {
		echo "$sum samples"
		cat said
		return 1
	}
}
ok "so does a size" by_size

# Names of files end in hundredths of a second; many files end within the same one.
many_files() {
	rm -f sw.data*
	timeout 60 "$PERF" record -o sw.data --switch-output=1K -e page-faults -c 1 -m 1 \
		./faults 20000 2>said
	set -- sw.data.2*
	{ [ $# -gt 20 ] && [ "$(grep -c 'Dump sw.data' said)" = $# ]; } ||
		{ echo "$# files"; tail said; return 1; }
	# The loop reads the files in the order they were written.
	[ "$(printf '%s\n' "$@")" = "$(sed -n 's/.*Dump \(sw.data[.0-9]*\).*/\1/p' said)" ]
}
ok "files that end at the same time have their own names" many_files

max_size() {
	status=0
	timeout 60 "$PERF" record -q -o max.data --max-size 300K -e page-faults -c 1 -m 16 \
		./faults 1000000000 || status=$?
	[ "$status" != 124 ]
	[ "$(stat -c %s max.data)" -ge 300000 ]
	"$PERF" data check max.data
}
ok "--max-size ends the recording" max_size

# Each file has the newest samples of its part, none of them twice.
snapshot() {
	local name file count

	begin --overwrite -m 4 "$@"
	kill -USR2 "$recording"
	{ until_true "${taken[@]}" && go_on; } || {
		cat said
		return 1
	}
	: >all
	for file in sw.data*; do
		samples "$file" >>all
	done
	for name in faults second; do
		count=$(grep -c "^ *$name " all)
		{ [ "$count" -gt 0 ] && [ "$count" -lt $((FAULTS / 2)) ]; } ||
			{ echo "$count samples of $name"; return 1; }
	done
	[ -z "$(sort all | uniq -d)" ]
}

taken=(dumped 1)
ok "a snapshot into a file of its own" snapshot --switch-output
is_in_file() {
	samples sw.data | grep -q faults
}
taken=(is_in_file)
ok "a snapshot into the file there is" snapshot

# --uid records the processes of that user, and no others.
of_user() {
	local theirs ours

	setpriv --reuid 65534 --clear-groups sh -c 'while :; do :; done' &
	theirs=$!
	sh -c 'while :; do :; done' &
	ours=$!
	until_true grep -q '^Uid:.65534' "/proc/$theirs/status"
	"$PERF" record -q -o user.data -e cpu-clock "$@" -- sleep 1
	kill "$theirs" "$ours"
	"$PERF" script -F pid -i user.data | sort | uniq -c >pids
	cat pids
	grep -qw "$theirs" pids
	not grep -w "$ours" pids
}
if [ "$(id -u)" = 0 ]; then
	ok "processes of a user by number" of_user -u 65534
	ok "processes of a user by name" of_user --uid "$(id -nu 65534)"
else
	skip "processes of a user" "only root can be two users"
fi

no_user() {
	not "$PERF" record -q -o user.data -u no-such-user true 2>said
	grep -q "there is no user 'no-such-user'" said
}
ok "a user that does not exist" no_user

tap_end
