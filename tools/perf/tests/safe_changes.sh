#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Files that change, or are exchanged, while they are read or recorded.

. "$TESTS/tap.bash"
. "$TESTS/two_users.bash"

top=$PWD
cat >spin.c <<'C'
int main(void) { for (volatile int i = 0; i < 4000000; i++); return 0; }
C
mkdir bin && gcc -g -O1 -Wl,--build-id=sha1 -o bin/spin spin.c || exit
sample=(record -q -e cpu-clock:u -F 5000)
if ! "$PERF" "${sample[@]}" -o in.data bin/spin; then
	skip "changes" "no recording is made here"
	tap_end
fi

# ---- recordings that are cut off or written to ---------------------------------------------

# A recording of 200,000 samples: one record of this one, again and again, with a round's end
# after each hundred, so that a reader writes text long before it has read all.
grow() {
	perl -0777 -e '
		$file = <STDIN>;
		($at, $size) = unpack("QQ", substr($file, 40, 16));
		$records = substr($file, $at, $size);
		for ($i = 0; $i < $size; $i += $length) {
			($type, $length) = (unpack("LSS", substr($records, $i)))[0, 2];
			$sample = substr($records, $i, $length) if $type == 9;
		}
		$some = $sample x 100 . pack("LSS", 68, 0, 8);
		$more = $some x 2000;
		print substr($file, 0, 48), pack("Q", $size + length $more), substr($file, 56, 16),
			"\0" x 32, substr($file, 104, $at - 104), $records, $more;
	' <in.data >big.data
}
ok "a large recording" grow
"$PERF" script -i big.data >whole 2>said
whole_status=$?
ok "all of it is read" test "$(wc -l <whole)" -gt 200000

# while_reading FILE OPTION COMMAND...: runs the command when "perf script" has written a line and
# waits for its reader; then reads on, into "got". The pipe holds less than the text.
while_reading() {
	local file=$1 option=$2 status

	shift 2
	rm -f pipe && mkfifo pipe
	# shellcheck disable=SC2086 # it may be empty
	"$PERF" script $option -i "$file" >pipe 2>said &
	exec 7<pipe
	IFS="" read -r line <&7
	"$@"
	{ printf '%s\n' "$line"; cat; } <&7 >got
	exec 7<&-
	status=0
	wait $! || status=$?
	return $status
}

cut_off() {
	cp big.data cut.data
	chmod 600 cut.data
	exits 2 while_reading cut.data "" truncate -s 8192 cut.data
	cat said
	grep -q 'was cut off while it was being read' said
	[ "$(wc -l <got)" -lt "$(wc -l <whole)" ]
}
ok "a recording of the user's own is cut off" cut_off

spoil() { perl -e 'open(F, "+<", shift); seek(F, 4096, 0); print F "\xff" x 4000000' "$1"; }
# unchanged MODE OWNER OPTION COMMAND...: what is read is what was there
unchanged() {
	local mode=$1 owner=$2 option=$3

	shift 3
	cp big.data theirs.data
	chmod "$mode" theirs.data
	chown "$owner" theirs.data
	exits "$whole_status" while_reading theirs.data "$option" "$@" theirs.data || {
		cat said
		return 1
	}
	cmp whole got
}
me=$(id -u)
ok "one that everybody may write to is cut off" unchanged 666 "$me" "" truncate -s 8192
ok "one that everybody may write to is written to" unchanged 666 "$me" "" spoil
if [ "$me" = 0 ]; then
	ok "one of another user is cut off" unchanged 600 "$OTHER_USER" -f truncate -s 8192
	ok "one of another user is written to" unchanged 600 "$OTHER_USER" -f spoil
else
	skip "one of another user" "only root is two users"
fi

# ---- pipes ---------------------------------------------------------------------------------

"$PERF" "${sample[@]}" -o - bin/spin >stream.data || exit
"$PERF" script -i stream.data >whole_stream 2>said
stdin_pipe() { "$@" stream.data | "$PERF" script -i - 2>said | cmp whole_stream -; }
named_pipe() {
	rm -f pipe && mkfifo pipe && { cat stream.data >pipe & } && "$PERF" script -i pipe 2>said |
		cmp whole_stream -
}
ok "a pipe" stdin_pipe cat
ok "a named pipe of the user's own" named_pipe

need_two_users || tap_end
chmod 644 stream.data
ok "a pipe that another user writes to" stdin_pipe as_other cat
# Nobody writes to it: it must not even be opened.
pipe_of_theirs() {
	rm -f pipe
	mkfifo pipe
	give pipe
	exits 1 timeout -s KILL 60 "$PERF" script -i pipe >got 2>said
	grep -q 'not owned by current user or root (use -f to override)' said
}
ok "a named pipe of another user" pipe_of_theirs
forced_pipe() {
	rm -f pipe && mkfifo pipe && chmod 644 pipe && give pipe &&
		{ as_other sh -c 'cat stream.data >pipe' & }
	"$PERF" script -f -i pipe 2>said | cmp whole_stream -
}
ok "a named pipe of another user, with -f" forced_pipe

# ---- programs that are exchanged -----------------------------------------------------------

mkdir theirs && give theirs && make_precious && cp bin/spin spin.kept || exit
gcc -O2 -Wl,--build-id=sha1 -o safe/secret spin.c && chmod 700 safe/secret || exit
secret=$(readelf -n safe/secret | sed -n 's/.*Build ID: //p')

# Its owner makes a link of the program while it is recorded: to a program only root may read.
exchanged() {
	cp spin.kept theirs/prog
	give theirs/prog
	"$PERF" "${sample[@]}" -o exchanged.data setpriv --reuid="$OTHER_USER" --regid="$OTHER_USER" \
		--clear-groups sh -c 'cd theirs && ./prog; ln -sf ../safe/secret prog'
	"$PERF" script -i exchanged.data -F ip,dso | grep -q 'theirs/prog' || {
		echo "no sample"
		return 1
	}
	! "$PERF" buildid-list -i exchanged.data | grep "$secret" || return
	"$PERF" buildid-list -i exchanged.data | grep -q libc
}
ok "a program that became a link: no build id" exchanged
# Also where the recording says that it had that id.
not_packed() {
	command -v zstd >/dev/null || return 0
	rm -f theirs/prog
	cp safe/secret theirs/prog
	give theirs/prog
	"$PERF" "${sample[@]}" -o packed.data setpriv --reuid="$OTHER_USER" --regid="$OTHER_USER" \
		--clear-groups theirs/prog
	"$PERF" buildid-list -i packed.data | grep -q "$secret" || {
		echo "no id"
		return 1
	}
	ln -sf ../safe/secret theirs/prog && give theirs/prog && rm -f packed.tar.zst
	exits 2 "$PERF" archive -o packed.tar.zst packed.data >said 2>&1
	! tar -tf packed.tar.zst | grep prog
}
ok "a program that became a link: not packed" not_packed

# The search for symbols does not map a file that another user can cut off.
not_mapped() {
	rm -f calls
	strace -f -qq -y -o calls -e 'trace=mmap,openat' "$PERF" "$@" </dev/null >said 2>&1
	grep -q "O_RDONLY.*<$top/bin/spin>" calls || {
		echo "it is not opened"
		cat said
		return 1
	}
	not grep "^[0-9]* *mmap(.*<$top/bin/spin>" calls
}
"$PERF" "${sample[@]}" --call-graph dwarf -o stacks.data bin/spin || exit
if command -v strace >/dev/null; then
	give bin/spin
	ok "not mapped: report" not_mapped report -i in.data --stdio
	ok "not mapped: lines" not_mapped report -i in.data --stdio --sort srcline
	ok "not mapped: annotate" not_mapped annotate -i in.data --stdio
	ok "not mapped: stacks" not_mapped script -i stacks.data
	ok "not mapped: build ids" not_mapped inject -b -i in.data -o out.data
	ok "not mapped: flame" not_mapped flame -i in.data -o /dev/null
	chown 0:0 bin/spin && chmod 777 bin/spin
	ok "not mapped: one that everybody may write to" not_mapped report -i in.data --stdio
	chmod 755 bin/spin
else
	skip "what is mapped" "no strace"
fi

# ---- symbols of code made at run time ------------------------------------------------------

# /tmp/perf-PID.map is a link to a file that only root may read, which has lines of such a map.
secret_map() {
	local map

	gcc -O1 -o jit "$TESTS/programs/jit.c"
	map=$("$PERF" "${sample[@]}" -o map.data ./jit)
	"$PERF" report -i map.data --stdio >got 2>said
	grep -q 'second function' got || {
		echo "not without a link"
		rm -f "$map"
		return 1
	}
	sed 's/second/SECRET/' "$map" >safe/map
	chmod 600 safe/map
	rm "$map"
	ln -s "$top/safe/map" "$map"
	give "$map"
	"$PERF" report -i map.data --stdio >got 2>said
	"$PERF" script -i map.data >>got 2>>said
	rm -f "$map"
	not grep SECRET got said
}
if [ "$(uname -m)" = x86_64 ]; then
	ok "a map that is a link" secret_map
else
	skip "a map that is a link" "its test program is for x86-64"
fi

# ---- names that are exchanged all the time -------------------------------------------------

# The other user makes links and files of the name, as fast as he can; 40 outputs later nothing
# has gone through a link.
cat >swap.pl <<'P'
while (!-e "stop") {
	symlink("../safe/precious", "l") and rename("l", "out");
	symlink("../safe/nothing", "l") and rename("l", "out");
	open(F, ">", "f") and chmod(0666, "f") and rename("f", "out");
	unlink("out");
}
P
swapped() {
	local i swapper

	rm -rf theirs
	mkdir theirs
	give theirs
	make_precious
	cp swap.pl theirs/
	chmod 644 theirs/swap.pl
	(cd theirs && exec setpriv --reuid="$OTHER_USER" --regid="$OTHER_USER" --clear-groups perl \
		swap.pl) 2>/dev/null &
	swapper=$!
	for ((i = 0; i < 40; i++)); do
		(cd theirs && "$PERF" "$@" >../said 2>&1) || :
	done
	touch theirs/stop
	wait $swapper || :
	precious_stays
}
ok "exchanged all the time: a list" swapped list -o out sw
ok "exchanged all the time: counts" swapped stat -o out -e task-clock true
ok "exchanged all the time: counts behind others" swapped stat --append -o out -e task-clock true
ok "exchanged all the time: a recording" swapped record -q -e task-clock -o out true
tap_end
