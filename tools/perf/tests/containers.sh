#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Programs in containers, and programs that are replaced under their path: the user sees the names
# of the file that was mapped, or no name and the reason, but never those of another file at the
# same path.
#
# The source of each program says which function uses the time; build ids are those of readelf.
# While the programs run, Debian's perf, which reads files through /proc/PID/root too, is the
# witness.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
source=$TESTS/programs/until.c
export PERF_BUILDID_DIR=$PWD/cache

if [ "$(id -u)" != 0 ] || ! unshare -m -p -f true 2>said; then
	skip "containers" "no right to make one: $(head -n 1 said)"
	tap_end
fi

mkdir -p app only root || exit
gcc -O1 -DNAME=host_work -o host "$source" || exit
gcc -O1 -DNAME=inner_work -o inner "$source" || exit
gcc -O1 -DNAME=inner_work -Wl,--build-id=none -o inner_without "$source" || exit
gcc -O1 -DNAME=host_work -Wl,--build-id=none -o host_without "$source" || exit
host_id=$(readelf -n host | sed -n 's/.*Build ID: //p')
inner_id=$(readelf -n inner | sed -n 's/.*Build ID: //p')

children() {
	sed -n "s/^\([0-9]*\) (.*) . $1 .*/\1/p" /proc/[0-9]*/stat 2>gone
}

# begin NAME COMMAND...: starts the command, and sets pid to the process called NAME
begin() {
	local name=$1 i proc

	shift
	"$@" &
	for ((i = 0; i < 100; i++)); do
		for proc in $! $(children $!); do
			pid=$proc
			[ "$(cat "/proc/$pid/comm")" = "$name" ] && return
		done 2>gone
		sleep 0.1
	done
	echo "no program $name has started"
	return 1
}

# same FILE PATH: starts PATH in a mount namespace in which FILE is mounted there
same() {
	begin "$(basename "$2")" unshare -m sh -c "mount --bind $1 $2 && exec $2 go"
}

# only_inside FILE: starts FILE in mount and pid namespaces, at a path that the host does not have
only_inside() {
	begin server unshare -m -p -f sh -c "mount -t tmpfs none only && cp $1 only/server &&
		mount -t tmpfs none /tmp && exec only/server go"
}

ended() {
	touch go
	wait
	rm -f go
}

# live FILE PIDS ARGUMENTS...: records the running processes, and ends them
live() {
	local file=$1 pids=$2

	shift 2
	"$PERF" record -q -e cpu-clock -F 1000 -p "$pids" -o "$file" "$@" sleep 1
	ended
}

# shows FILE PID NAME NOT: the process has samples in function NAME, and none in NOT
shows() {
	"$PERF" script -i "$1" -F pid,ip,sym 2>said | awk -v pid="$2" '$1 == pid' >got
	cat said
	sort -k3 got | uniq -c -f2 | sort -rn | head -n 5
	[ -s got ] || return
	grep -qF " $3" got || return
	! grep -qE "$4" got
}

# unresolved FILE PID REASON NOT: the process has samples, none of them in NOT, and the standard
# error has the reason
unresolved() {
	shows "$1" "$2" '[unknown]' "$4" || return
	"$PERF" report -v --stdio -i "$1" 2>said >listing
	cat said
	grep -q -- "$3" said
}

listed() {
	"$PERF" buildid-list -i "$1" | grep "$2" | cut -d' ' -f1 | sort >ids
	cat ids
	shift 2
	printf '%s\n' "$@" | sort | diff - ids
}

# elsewhere COMMAND...: runs the command on a machine of another name
elsewhere() {
	unshare -u sh -c 'hostname elsewhere && exec "$@"' sh "$@"
}

# ---- the same path ------------------------------------------------------------------------

same_path() {
	cp host app/prog
	same inner app/prog
	live same.data "$pid"
	shows same.data "$pid" inner_work host_work
	listed same.data /app/prog "$inner_id"
}
ok "another file at the path of one of the host" same_path

both_at_once() {
	local outside

	begin prog app/prog go
	outside=$pid
	same inner app/prog
	live both.data "$pid,$outside"
	shows both.data "$pid" inner_work host_work
	shows both.data "$outside" host_work inner_work
	listed both.data /app/prog "$inner_id" "$host_id"
}
ok "both files in one recording" both_at_once

copied() {
	"$PERF" inject -b -i both.data -o copied.data
	"$PERF" script -i both.data -F pid,ip,sym >was
	"$PERF" script -i copied.data -F pid,ip,sym | diff was -
	listed copied.data /app/prog \
			"$inner_id" "$host_id"
}
ok "a copy of that recording says the same" copied

# Without build ids, the device and inode of the mapping decide: those are of the host's file.
no_build_ids() {
	local outside

	cp host_without app/prog
	begin prog app/prog go
	outside=$pid
	same inner_without app/prog
	live without.data "$pid,$outside"
	unresolved without.data "$pid" 'leads to another file' 'host_work|inner_work'
	shows without.data "$outside" host_work inner_work
}
ok "both without build ids" no_build_ids

one_build_id() {
	local outside

	cp host app/prog
	same inner_without app/prog
	outside=$pid
	begin prog app/prog go
	live one.data "$pid,$outside"
	shows one.data "$pid" host_work inner_work
	unresolved one.data "$outside" 'leads to another file' 'host_work|inner_work'
}
ok "one without a build id" one_build_id

by_kernel() {
	cp host app/prog
	same inner app/prog
	"$PERF" record -q -e cpu-clock -a --buildid-mmap -o kernel.data sleep 0.1 2>said || {
		cat said
		return 1
	}
	live kernel.data "$pid" --buildid-mmap
	shows kernel.data "$pid" inner_work host_work
}
ok "build ids in the mappings" by_kernel

# ---- nowhere else -------------------------------------------------------------------------

inside_only() {
	rm -rf cache
	only_inside inner
	live only.data "$pid"
	[ ! -e only/server ]
	shows only.data "$pid" inner_work host_work
	listed only.data /only/server "$inner_id"
	cmp inner "cache/.build-id/${inner_id:0:2}/${inner_id:2}/elf"
}
ok "a file that is in the container only, after the program has ended" inside_only

not_kept() {
	rm -rf cache
	only_inside inner
	live kept.data "$pid" -N
	[ ! -e cache ]
	unresolved kept.data "$pid" 'server: no symbols: there is no such file' 'host_work|inner_work'
}
ok "-N keeps nothing" not_kept

# The program starts during the recording, and ends when the recorder has copied the file.
while_recording() {
	local i

	rm -rf cache
	"$PERF" record -q -e cpu-clock -F 1000 -o began.data unshare -m -p -f sh \
		-c "mount -t tmpfs none only &&
		cp inner only/server && exec only/server go" &
	for ((i = 0; i < 300; i++)); do
		[ -e "cache/.build-id/${inner_id:0:2}/${inner_id:2}/elf" ] && break
		sleep 0.1
	done
	ended
	"$PERF" script -i began.data -F comm,ip,sym | awk '$1 == "server"' >got
	sort -k3 got | uniq -c -f2 | sort -rn | head -n 5
	grep -q inner_work got
	not grep -q host_work got
}
ok "a container that begins while it is recorded" while_recording

other_root() {
	rm -rf cache
	mkdir -p root
	begin server unshare -m sh -c "mount --bind / root && mount -t tmpfs none root/mnt &&
			cp inner root/mnt/server && cd root && exec chroot . /mnt/server $PWD/go"
	live root.data "$pid"
	shows root.data "$pid" inner_work host_work
	listed root.data /mnt/server "$inner_id"
}
ok "another root" other_root

on_overlay() {
	rm -rf cache upper
	mkdir -p upper lower merged
	cp inner lower/server
	begin server unshare -m sh -c "mount -t tmpfs none upper && mkdir upper/u upper/w &&
			mount -t overlay none -o lowerdir=lower,upperdir=upper/u,workdir=upper/w merged &&
			exec merged/server go"
	live overlay.data "$pid"
	shows overlay.data "$pid" inner_work host_work
}

# Without a build id, perf compares the device and inode of the file with those of the mapping.
id_on_overlay() {
	rm -rf upper
	mkdir -p upper lower merged
	cp inner_without lower/server
	# shellcheck disable=SC2016
	unshare -m sh -c 'mount -t tmpfs none upper && mkdir upper/u upper/w &&
		mount -t overlay none -o lowerdir=lower,upperdir=upper/u,workdir=upper/w merged &&
		cp host_without merged/written || exit
		for name in server written; do
			rm -f go
			{ sleep 1; touch go; } &
			"$PERF" record -q -B -e cpu-clock -F 1000 -o $name.data merged/$name go
		done
		for name in server written; do
			"$PERF" script -i $name.data -F comm,ip,sym
		done >got'
	rm -f go
	sort -k3 got | uniq -c -f2 | sort -rn | head -n 5
	grep -q 'server.* inner_work' got
	grep -q 'written.* host_work' got
}
if grep -q overlay /proc/filesystems; then
	ok "a file on an overlay" on_overlay
	ok "without a build id" id_on_overlay
else
	skip "files on an overlay" "this kernel has no overlayfs"
fi

# ---- code made at run time ----------------------------------------------------------------

# The namespace has another /tmp and numbers the process 1, so its map is perf-1.map in there. Both
# names in the host's /tmp belong to another process.
map_inside() {
	only_inside jit
	echo "0 ffffffffffffffff wrong" >"/tmp/perf-$pid.map"
	live map.data "$pid"
	local status=0
	shows map.data "$pid" 'made inside' 'wrong|host_work' || status=$?
	rm "/tmp/perf-$pid.map"
	[ $status = 0 ]
	shows map.data "$pid" jit_work wrong
}

# bad_map COMMAND: the command replaces the map, in the /tmp of the process, by something that is no
# file of the process's own; perf must not read it.
bad_map() {
	only_inside jit
	for ((i = 0; i < 100; i++)); do
		[ -s "/proc/$pid/root/tmp/perf-1.map" ] && break
		sleep 0.1
	done
	(cd "/proc/$pid/root/tmp" && rm perf-1.map && eval "$1") || return
	live bad.data "$pid"
	shows bad.data "$pid" '[unknown]' 'made|secret'
}

if [ "$(uname -m)" = x86_64 ]; then
	gcc -O1 -DNAME=jit_work -DMAP -o jit "$source" || exit
	ok "the map of a process in a container" map_inside
	ok "its map is a pipe" bad_map 'mkfifo perf-1.map'
	ok "its map is a device" bad_map 'mknod perf-1.map c 1 5'
	ok "its map is a link" bad_map 'echo "0 ffffffffffffffff secret" >other && ln -s other perf-1.map'
	ok "its map is another user's" bad_map \
		'echo "0 ffffffffffffffff secret" >perf-1.map && chown 65534 perf-1.map'
else
	skip "the map of a process in a container" "its test program is for x86-64"
fi

# ---- while they run -----------------------------------------------------------------------

# in_top NAME: perf top shows the function within two minutes
in_top() {
	timeout 120 "$PERF" top --stdio -d 1 -e cpu-clock -p "$pid" 2>said </dev/null | grep -qm1 "$1"
}

shown_live() {
	local status

	status=0
	same inner app/prog && in_top inner_work || status=$?
	ended
	return $status
}
ok "perf top: another file" shown_live

shown_made() {
	local status

	status=0
	only_inside jit && in_top 'made inside' || status=$?
	ended
	return $status
}
[ ! -e jit ] || ok "perf top: the map of a process in a container" shown_made

same_as_other() {
	same inner app/prog
	"$other" record -q -e cpu-clock -F 1000 -p "$pid" -o other.data sleep 1
	"$other" report -f --stdio -i other.data --sort sym 2>said >got
	ended
	grep -q inner_work got
	not grep -q host_work got
}

# The other perf lists one build id for the path of both processes: that of either.
both_by_other() {
	local outside inside

	rm -rf cache
	cp host app/prog
	if [ "$1" = first ]; then
		begin prog app/prog go
		outside=$pid
		same inner app/prog
	else
		same inner app/prog
		inside=$pid
		begin prog app/prog go
		outside=$pid
		pid=$inside
	fi
	"$other" record -q -e cpu-clock -F 1000 -p "$pid,$outside" -o other.data sleep 1 2>said
	ended
	shows other.data "$outside" host_work inner_work
	unresolved other.data "$pid" 'leads to another file' 'host_work|inner_work'
	elsewhere "$PERF" script -i other.data -F pid,ip,sym >got && [ -s got ] &&
		! grep -E 'host_work|inner_work' got
}

if command -v "$other" >said; then
	ok "Debian's perf sees the same name" same_as_other
	ok "both files in a recording of Debian's perf" both_by_other first
	ok "in the other order" both_by_other second
else
	skip "Debian's perf sees the same name" "no $other"
fi

# ---- files that are replaced --------------------------------------------------------------

replaced() {
	local before

	rm -rf cache
	cp host app/prog
	begin prog app/prog go
	before=$pid
	"$PERF" record -q -a -e cpu-clock -F 1000 -o replaced.data sh -c '
		cp inner app/new && mv app/new app/prog && app/prog go & sleep 1; touch go; wait'
	wait
	rm -f go
	"$PERF" script -i replaced.data -F comm,pid,ip,sym |
		awk -v pid="$before" '$1 == "prog" && $2 != pid' >after
	sort -k4 after | uniq -c -f3 | sort -rn | head -n 5
	shows replaced.data "$before" host_work inner_work
	grep -q inner_work after
	! grep -q host_work after || return
	listed replaced.data /app/prog "$host_id" "$inner_id"
}
ok "a program is replaced while it runs" replaced

# Without build ids, the names are those of the file with the same inode.
replaced_later() {
	cp host app/prog
	begin prog app/prog go
	live later.data "$pid" -B
	shows later.data "$pid" host_work inner_work
	mv app/prog app/kept
	cp inner app/prog
	unresolved later.data "$pid" 'leads to another file' 'host_work|inner_work'
	mv app/kept app/prog
	shows later.data "$pid" host_work inner_work
}
ok "a program is replaced after the recording, which has no build ids" replaced_later

replaced_by_pipe() {
	rm -rf cache
	cp host app/prog
	begin prog app/prog go
	live pipe.data "$pid"
	rm app/prog
	mkfifo app/prog
	local status=0
	unresolved pipe.data "$pid" 'cannot be read' 'host_work|inner_work' || status=$?
	rm app/prog
	return $status
}
ok "a program is replaced by a pipe" replaced_by_pipe

# ---- another machine ----------------------------------------------------------------------

other_machine() {
	cp host_without app/prog
	begin prog app/prog go
	live here.data "$pid"
	elsewhere "$PERF" script -i here.data -F pid,ip,sym >got 2>said
	cat said
	grep -q 'recorded on another machine' said
	not grep -q _work got
	elsewhere "$PERF" script -i here.data --symfs / -F pid,ip,sym >got 2>said
	cat said
	grep -q host_work got
	cp host app/prog
	begin prog app/prog go
	live here.data "$pid"
	cp app/prog app/new
	mv app/new app/prog
	elsewhere "$PERF" script -i here.data -F pid,ip,sym | grep -q host_work
}
ok "read on another machine: build ids count, device and inode do not" other_machine
tap_end
