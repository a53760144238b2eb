#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Paths that commands take from their input, or a name by default: another user may have put a pipe
# without a writer there, a device without an end, a directory or a huge sparse file. The command
# must end, in a bounded address space, and open neither pipe nor device, or that user could hang or
# crash root's perf. A pipe as the recording belongs to another user: perf waits for the user's own.

. "$TESTS/tap.bash"
. "$TESTS/two_users.bash"

# Rows: PLACE | CODES | ARGUMENTS. PLACE is the file that is exchanged, CODES are the exit codes
# that are right: 0 or 2 where the output does not need the file, 1 for a recording that cannot be
# read. 129 is a wrong option in the row.
table='
in.data		| 1	| report -i in.data --stdio
in.data		| 1	| script -i in.data
in.data		| 1	| annotate -i in.data --stdio
in.data		| 1	| diff in.data other.data
in.data		| 1	| diff other.data in.data
in.data		| 1	| flame -i in.data -o /dev/null
in.data		| 1	| evlist -i in.data
in.data		| 1	| buildid-list -i in.data
in.data		| 1	| buildid-cache -M in.data
in.data		| 1	| inject -b -i in.data -o out.data
in.data		| 1	| archive -i in.data -o out
in.data		| 1	| data check -i in.data
in.data		| 1	| data repair -i in.data
in.data		| 1	| data convert --to-json out -i in.data
in.data		| 1	| sched -i in.data latency
in.data		| 1	| lock -i in.data report
in.data		| 1	| kmem -i in.data stat
in.data		| 1	| mem -i in.data report
in.data		| 1	| c2c -i in.data report
in.data		| 1	| trace -i in.data
in.data		| 1	| stat report -i in.data
perf.data	| 1	| report --stdio
perf.data	| 1	| script
perf.data	| 1	| annotate --stdio
perf.data	| 1	| diff
perf.data.old	| 1	| diff
perf.data	| 1	| evlist
perf.data	| 1	| buildid-list
perf.data	| 1	| archive -o out
perf.data	| 1	| flame -o /dev/null
perf.data	| 1	| data check
directory/data	| 1	| report -i directory --stdio
directory/data.0 | 0 1	| report -i directory --stdio
directory/kcore_dir/kallsyms | 0 | report -i directory --stdio
directory/kcore_dir/kcore | 0	| annotate -i directory --stdio
directory/kcore_dir/modules | 0 | report -i directory --stdio
bin/spin	| 0 2	| report -i in.data --stdio
bin/spin	| 0 2	| report -i in.data --stdio --sort srcline
bin/spin	| 0 2	| script -i in.data -F +srcline
bin/spin	| 0 1 2	| annotate -i in.data --stdio
bin/spin	| 0 2	| flame -i in.data -o /dev/null
bin/spin	| 0 2	| script -i stacks.data
bin/spin	| 0 2	| inject -b -i no_ids.data -o out.data
bin/spin	| 0 2	| archive -i in.data -o out
bin/spin	| 0 2	| buildid-list -i in.data
bin/spin	| 0 2	| data convert --to-json out -i in.data
bin/spin	| 1	| buildid-cache -a bin/spin
bin/spin	| 0 1	| buildid-cache -p bin/spin
bin/spin.debug	| 0 2	| report -i stripped.data --stdio
bin/spin.debug	| 0 2	| report -i stripped.data --stdio --sort srcline
spin.c		| 0 2	| annotate -i in.data --stdio
symfs/bin/spin	| 0 2	| report -i moved.data --stdio --symfs symfs
symfs/bin/spin	| 0 1 2	| annotate -i moved.data --stdio --symfs symfs
MAP		| 0 2	| report -i map.data --stdio
MAP		| 0 2	| script -i map.data
MAP		| 0 2	| flame -i map.data -o /dev/null
DUMP		| 2	| inject -j -i jit.data -o out.data
vmlinux		| 0 1 2	| report -i in.data --stdio -k vmlinux
vmlinux		| 0 1 2	| annotate -i in.data --stdio -k vmlinux
vmlinux		| 0 1 2	| report -i in.data --stdio --kallsyms vmlinux
CACHED		| 0 2	| report -i gone.data --stdio
CACHED		| 0 2	| archive -i gone.data -o out
config		| 0 1	| PERF_CONFIG=config version
config		| 1	| PERF_CONFIG=config config -l
ids		| 129	| inject -b --known-build-ids file://ids -i in.data -o out.data
'

# ---- what is read --------------------------------------------------------------------------
mkdir bin symfs
cat >spin.c <<'C'
int main(void) { for (volatile int i = 0; i < 4000000; i++); return 0; }
C
top=$PWD
mkdir home
export HOME=$top/home PERF_BUILDID_DIR=""
sample=(record -q -e cpu-clock:u -F 5000)
gcc -g -O1 -Wl,--build-id=sha1 -o bin/spin spin.c || exit
"$PERF" "${sample[@]}" -o in.data bin/spin || {
	skip "inputs" "no recording is made here"
	tap_end
}
"$PERF" "${sample[@]}" --no-buildid -o no_ids.data bin/spin || exit
"$PERF" "${sample[@]}" --call-graph dwarf -o stacks.data bin/spin || exit
cp in.data other.data && cp in.data perf.data && cp in.data perf.data.old
objcopy --only-keep-debug bin/spin bin/spin.debug && cp bin/spin bin/stripped &&
	strip bin/stripped && objcopy --add-gnu-debuglink=bin/spin.debug bin/stripped || exit
"$PERF" "${sample[@]}" -o stripped.data bin/stripped || exit
mkdir -p "symfs$top/bin" && cp bin/spin "symfs$top/bin/" && ln -s "$top/symfs$top/bin" symfs/bin
cp bin/spin bin/moved && "$PERF" "${sample[@]}" -o moved.data bin/moved &&
	mv bin/moved "symfs$top/bin/spin" || exit
mkdir -p directory/kcore_dir && cp in.data directory/data && : >directory/data.0 &&
	: >directory/kcore_dir/kallsyms && : >directory/kcore_dir/kcore &&
	: >directory/kcore_dir/modules
cp bin/spin bin/gone && "$PERF" "${sample[@]}" -o gone.data bin/gone &&
	"$PERF" buildid-cache -a bin/gone && rm bin/gone || exit
cached=$(find home/.debug -name elf)
: >vmlinux
: >config
: >ids
map="" dump=""
if [ "$(uname -m)" = x86_64 ]; then
	gcc -O1 -o bin/jit "$TESTS/programs/jit.c" &&
		gcc -O1 -o bin/jitdump "$TESTS/programs/jitdump.c" || exit
	map=$("$PERF" "${sample[@]}" -o map.data bin/jit) || exit
	"$PERF" "${sample[@]}" -k mono -o jit.data bin/jitdump >/dev/null || exit
	dump=$(echo jit-*.dump)
	trap 'rm -f "$map"' EXIT
fi

# ---- exchanging it -------------------------------------------------------------------------

# KIND PLACE: puts it there
put_pipe() { mkfifo "$1"; }
put_pipe_of_theirs() {
	mkfifo "$1"
	give "$1"
}
put_device() { ln -s /dev/zero "$1"; }
put_directory() { mkdir "$1"; }
put_huge() { truncate -s 40G "$1"; }
put_link_to_itself() { ln -s "${1##*/}" "$1"; }

wrapper=()
command -v strace >/dev/null && wrapper=(strace -f -qq -y -o "$top/calls" -e 'trace=open,openat')

# A look with O_PATH does not count.
opened_none() {
	! grep -E "= [0-9]+<($top/$1|$1|/dev/zero)(<.*>)?>\$" calls | grep -v O_PATH
}

# run ARGUMENTS: in 4 GB of addresses; the time is a guard only
run() {
	local -a words

	read -ra words <<<"$1"
	(
		ulimit -v 4194304
		while [[ ${words[0]} = *=* ]]; do
			export "${words[0]}"
			words=("${words[@]:1}")
		done
		exec timeout -s KILL 20 "${wrapper[@]}" "$PERF" "${words[@]}" </dev/null >said 2>&1
	)
}

# exchanged KIND PLACE CODES ARGUMENTS
exchanged() {
	local kind=$1 place=$2 codes=$3 status

	rm -rf out out.data out.data.jit calls
	mv "$place" kept
	"put_$kind" "$place"
	status=0
	run "$4" || status=$?
	rm -rf "$place"
	mv kept "$place"
	case " $codes " in
	*" $status "*)	;;
	*)		echo "exit code $status"; head -n 5 said; return 1 ;;
	esac
	! grep -E 'Sanitizer|out of memory' said || return
	case $kind in
	pipe*|device)	[ ${#wrapper[@]} = 0 ] || opened_none "$place" ;;
	esac
}

two_users=yes
[ "$(id -u)" = 0 ] || two_users=no
[ ${#wrapper[@]} != 0 ] || skip "which files are opened" "no strace"
while IFS='|' read -r place codes arguments; do
	read -r place <<<"$place"
	read -r codes <<<"$codes"
	read -r arguments <<<"$arguments"
	[ "$place" ] || continue
	case $place in
	MAP)	place=$map ;;
	DUMP)	place=$dump ;;
	CACHED)	place=$cached ;;
	esac
	if [ ! "$place" ]; then
		skip "$arguments" "code is made at run time on x86-64 only"
		continue
	fi
	pipe=pipe
	case $place in
	*.data|perf.data*|*/data|ids)	pipe=pipe_of_theirs ;;
	esac
	if [ "$pipe" = pipe_of_theirs ] && [ "$two_users" = no ]; then
		skip "$arguments: $pipe at $place" "only root is two users"
		pipe=
	fi
	for kind in $pipe device directory huge link_to_itself; do
		ok "$arguments: $kind at ${place##*/}" exchanged "$kind" "$place" "$codes" "$arguments"
	done
done <<<"$table"
tap_end
