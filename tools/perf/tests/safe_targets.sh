#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Processes of others, programs with more rights than the user, and control pipes of others.

. "$TESTS/tap.bash"
. "$TESTS/two_users.bash"

need_two_users || tap_end
cat >spin.c <<'C'
int main(void) { for (volatile int i = 0; i < 40000000; i++); return 0; }
C
gcc -O1 -o spin spin.c && cp spin set-uid && chmod 4755 set-uid && mkdir theirs && give theirs ||
	exit
chmod 755 spin
sample=(record -q -e cpu-clock:u -F 5000)
if ! (cd theirs && as_other "$PERF" "${sample[@]}" -o plain.data ../spin) 2>said; then
	skip "targets" "an ordinary user records nothing here: $(head -n 1 said)"
	tap_end
fi

# Root's own process: the kernel refuses it, and nothing of it is in a file.
sleep 60 &
roots=$!
trap 'kill $roots' EXIT
refused() {
	exits 1 as_other env -C theirs timeout -s KILL 60 "$PERF" "$@" >said 2>&1 || return
	cat said
	grep -qiE 'permission|not permitted|another user|belongs to' said
}
ok "another user's process is not recorded" refused "${sample[@]}" -o root.data -p "$roots"
ok "nor its thread" refused "${sample[@]}" -o root.data -t "$roots"
ok "nor counted" refused stat -e task-clock -p "$roots" -o counts
nothing_of_it() {
	not grep -rl --binary-files=text sleep theirs/root.data theirs/counts 2>/dev/null
}
ok "nothing of it was written" nothing_of_it

# The kernel stops the events of an ordinary user when a program gets more rights.
set_uid() {
	# Its events are over, so recording is, too, and ends the program.
	(cd theirs && as_other "$PERF" "${sample[@]}" -o set-uid.data ../set-uid) 2>said || :
	[ -s theirs/set-uid.data ] || {
		cat said
		return 1
	}
	(cd theirs && as_other "$PERF" script -i plain.data -F ip,dso) | grep -q '/spin)' || return
	! (cd theirs && as_other "$PERF" script -i set-uid.data -F ip,dso) | grep '/set-uid)'
}
ok "no sample of a set-uid program" set_uid

# ---- control -------------------------------------------------------------------------------

# control WHAT PATTERN: the command does not wait for it, and says why
control() {
	local status

	status=0
	timeout -s KILL 60 "$PERF" stat -e task-clock --control "$1" true >out 2>said || status=$?
	cat said
	case $status in
	1|129)	grep -q -- "$2" said ;;
	*)	return 1 ;;
	esac
}
mkfifo theirs/control theirs/ack && give theirs/control theirs/ack && mkfifo mine || exit
ok "their control pipe" control fifo:theirs/control "another user's"
ok "their pipe for answers" control fifo:mine,theirs/ack "another user's"
perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => "theirs/socket", Listen => 1) or die' &&
	give theirs/socket
ok "their socket" control fifo:theirs/socket "no FIFO"
ln -s /dev/zero theirs/device && give theirs/device
ok "a device" control fifo:theirs/device "no FIFO"
: >theirs/file && give theirs/file
ok "their file" control fifo:theirs/file "no FIFO"

# ---- a running process ---------------------------------------------------------------------

# Its map of code made at run time is a pipe that nobody writes to, its file has become one.
cat >traps.c <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	/* 1: dec %edi; jnz 1b; ret */
	static const unsigned char code[] = { 0xff, 0xcf, 0x75, 0xfc, 0xc3 };
	char path[64];
	void *made = mmap(NULL, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *mapped;
	int fd = open("traps.so", O_RDWR | O_CREAT, 0700);

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	if (mkfifo(path, 0666) || write(fd, code, sizeof(code)) != sizeof(code))
		return 1;
	mapped = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	memcpy(made, code, sizeof(code));
	if (unlink("traps.so") || mkfifo("traps.so", 0666) || mkfifo("ready", 0666))
		return 1;
	for (;;) {
		((void (*)(int))made)(1000000);
		((void (*)(int))mapped)(1000000);
	}
}
C
live() {
	local pid try

	gcc -O1 -o traps traps.c
	chmod 755 traps
	(cd theirs && exec setpriv --reuid="$OTHER_USER" --regid="$OTHER_USER" --clear-groups ../traps) &
	pid=$!
	for ((try = 0; try < 300; try++)); do
		[ ! -p theirs/ready ] || break
		sleep 0.1
	done
	try=0
	timeout -s KILL 60 "$PERF" top --stdio -e cpu-clock -d 0.2 --pages 3 -s dso -p $pid >out 2>said ||
		try=$?
	kill $pid
	rm -f /tmp/perf-$pid.map
	cat out said
	[ $try = 0 ]
	grep -q 'traps.so' out
	grep -qE '\[JIT\]|anon' out
}
if [ "$(uname -m)" = x86_64 ]; then
	ok "top of a process whose files are pipes" live
else
	skip "top of a process whose files are pipes" "its code is for x86-64"
fi

# ---- what is left after a crash ------------------------------------------------------------

# A core of root's tool in a directory of theirs is root's alone: the kernel makes it so, and
# refuses a file of theirs that has its name.
core() {
	local file

	# shellcheck disable=SC2016 # it is for the shell whose parent is the tool
	(cd theirs && ulimit -c unlimited && "$PERF" record -q -e task-clock -o c.data sh \
		-c 'kill -SEGV $PPID') >out 2>&1 || :
	for file in theirs/core*; do
		[ ! -e "$file" ] || [ "$(stat -c '%u %a' "$file")" = "0 600" ] || {
			ls -la theirs
			return 1
		}
	done
}
case $(cat /proc/sys/kernel/core_pattern) in
\|*|/*)	skip "a core" "the kernel puts cores elsewhere" ;;
*)	ok "a core" core ;;
esac
tap_end
