#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Files that commands write in a directory of another user, who has put a link, a pipe or a file
# there: the command must not write to or make a file that is not the user's, or that user could
# overwrite any file through root's perf. The table below has every command of cmd/commands.h.

. "$TESTS/tap.bash"
. "$TESTS/two_users.bash"

# Rows: COMMAND | FILE | ARGUMENTS. The command makes FILE by default, or because OUT in the
# arguments names it. FILE has the mode 0600 if "private" follows; if "dated" follows, its name ends
# in .TIME. "-" for FILE: the command writes no file, which a row of its own checks.
table='
record		| perf.data private	| record -q -e task-clock true
record		| r private		| record -q -e task-clock -o OUT true
record		| r private		| record -q -e task-clock -z -o OUT true
record		| r private		| record -q -e task-clock --tail-synthesize -o OUT true
record		| r dated		| record -q -e task-clock --switch-output -o OUT true
record		| r/data private	| record -q --kcore -e task-clock -o r true
stat		| s			| stat -e task-clock -o OUT true
stat		| s			| stat -r 2 -e task-clock -o OUT true
stat		| s			| stat --append -e task-clock -o OUT true
stat		| s private		| stat record -o OUT -e task-clock true
script		| in.data.task-clock.dump private | script -i in.data --per-event-dump
script		| -			| script -i in.data
flame		| flame.html		| flame -i in.data
flame		| f.html		| flame -i in.data -o OUT
flame		| f.svg			| flame -i in.data -o OUT
flame		| f.folded		| flame -i in.data -o OUT
flame		| f.json		| flame -i in.data -o OUT
flame		| f.gecko.json		| flame -i in.data -o OUT
flame		| f.pb.gz		| flame -i in.data -o OUT
flame		| f.html		| TMPDIR=. flame -o OUT -e task-clock -F 999 -- PROGRAM
flame		| k private		| flame --keep OUT -e task-clock -F 999 -o /dev/null -- PROGRAM
inject		| i private		| inject -b -i in.data -o OUT
inject		| i private		| inject -j -i jit.data -o OUT
archive		| a private		| archive -i in.data -o OUT
data		| d.json		| data convert --to-json OUT -f -i in.data
trace		| t			| trace -o OUT true
why		| y			| why -o OUT true
trace		| t private		| trace record -o OUT true
list		| l			| list -o OUT sw
lock		| r private		| lock record -o OUT true
sched		| r private		| sched record -o OUT true
kmem		| r private		| kmem record -o OUT true
mem		| r private		| mem record -o OUT true
c2c		| r private		| c2c record -o OUT true
config		| c			| PERF_CONFIG=OUT config a.b=c
config		| .perfconfig		| PERF_CONFIG= HOME=. config --user a.b=c
buildid_cache	| -			| buildid-cache -l
report		| -			| report -i in.data --stdio
annotate	| -			| annotate -i in.data --stdio
diff		| -			| diff in.data in.data
top		| -			| top --stdio --pages 1 -d 0.2 -e task-clock -a
probe		| -			| probe -l
evlist		| -			| evlist -i in.data
buildid_list	| -			| buildid-list -i in.data
bench		| -			| bench syscall basic -l 1
doctor		| -			| doctor
ps		| -			| ps
check		| -			| check feature libelf
test		| -			| test
help		| -			| help
version		| -			| version
'

need_two_users || tap_end
commands=$TESTS/../cmd/commands.h

every_command_has_a_row() {
	sed -n 's/^PERF_COMMAND(\(.*\))/\1/p' "$commands" | sort >names
	[ -s names ] && sed -n 's/^\([a-z_][a-z_0-9]*\)\t.*/\1/p' <<<"$table" | sort -u | diff names -
}
ok "every command has a row" every_command_has_a_row

cat >spin.c <<'C'
int main(void) { for (volatile int i = 0; i < 4000000; i++); return 0; }
C
gcc -O1 -o spin spin.c || exit
program=$PWD/spin
"$PERF" record -q -e task-clock -F 999 -o in.data ./spin || exit
"$PERF" record -q -k mono -e task-clock -F 999 -o jit.data ./spin || exit
top=$PWD

# A directory of the other user with what is read, which is root's.
fresh() {
	rm -rf "$top/theirs" || return
	make_precious || return
	mkdir theirs || return
	cp -p in.data jit.data theirs/ || return
	give theirs
}

# run ROW-ARGUMENTS FILE: in the directory of the other user, in at most 60 s
run() {
	local -a words

	read -ra words <<<"${1//OUT/$2}"
	(
		cd "$top/theirs" || exit
		while [[ ${words[0]} = *=* ]]; do
			export "${words[0]/=./=$PWD}"
			words=("${words[@]:1}")
		done
		timeout -s KILL 60 "${wrapper[@]}" "$PERF" "${words[@]/PROGRAM/$program}" <"$stdin" \
			>"$top/said" 2>&1
	)
}
wrapper=()
stdin=/dev/null

not_hung() {
	[ "$1" -lt 124 ] || {
		echo "exit code $1"
		cat said
		return 1
	}
}

# ours MODE: what has the name now is root's, and nobody else's to write
ours() {
	local -a made=("theirs/$file"${dated:+.[0-9]*})
	local is

	is=$(stat -c '%u %F' "${made[0]}")
	[ "$is" = "0 regular file" ] || [ "$is" = "0 regular empty file" ] ||
		{ echo "$file is $is"; ls -la theirs; cat said; return 1; }
	is=$(stat -c %a "${made[0]}")
	[ "$is" = "$1" ] || {
		echo "$file has the mode $is, not $1"
		return 1
	}
}

mode_of_row() {
	case $how in
	private|dated)	echo 600 ;;
	*)		echo 644 ;;
	esac
}

# The honest case, which also says whether the command works on this machine.
honest() {
	fresh || return
	run "$arguments" "$file" || return
	ours "$(mode_of_row)"
}

# took_its_place [refused]: either the new file has the name, or the command has failed
took_its_place() {
	not_hung "$1"
	precious_stays
	[ "$1" = 0 ] || return 0
	ours "$(mode_of_row)"
}

to_a_file() {
	fresh
	ln -s ../safe/precious "theirs/$file"
	give "theirs/$file"
	code=0
	run "$arguments" "$file" || code=$?
	took_its_place $code
}

dangling() {
	fresh
	ln -s ../safe/nothing "theirs/$file"
	give "theirs/$file"
	code=0
	run "$arguments" "$file" || code=$?
	took_its_place $code
}

to_a_device() {
	fresh
	mknod safe/full c 1 7
	precious_from_now
	ln -s ../safe/full "theirs/$file"
	give "theirs/$file"
	code=0
	run "$arguments" "$file" || code=$?
	took_its_place $code
}

to_a_directory() {
	fresh
	mkdir safe/directory
	precious_from_now
	ln -s ../safe/directory "theirs/$file"
	give "theirs/$file"
	code=0
	run "$arguments" "$file" || code=$?
	took_its_place $code
	[ -z "$(ls -A safe/directory)" ]
}

second_name() {
	fresh
	ln safe/precious "theirs/$file"
	code=0
	run "$arguments" "$file" || code=$?
	not_hung $code
	precious_stays
}

# The other user has the file open, and reads there afterwards.
file_of_theirs() {
	local status

	fresh
	: >"theirs/$file"
	chmod 666 "theirs/$file"
	give "theirs/$file"
	exec 8<"theirs/$file"
	status=0
	run "$arguments" "$file" || status=$?
	cat <&8 >seen
	exec 8<&-
	[ ! -s seen ] || {
		echo "the other user can read:"
		head -c 200 seen
		return 1
	}
	took_its_place "$status"
}

pipe_of_theirs() {
	fresh
	mkfifo "theirs/$file"
	give "theirs/$file"
	exits 1 run "$arguments" "$file" || {
		echo "it did not refuse the pipe"
		cat said
		return 1
	}
	[ -p "theirs/$file" ]
}

directory_of_theirs() {
	fresh
	mkdir "theirs/$file"
	give "theirs/$file"
	code=0
	run "$arguments" "$file" || code=$?
	not_hung $code
	[ -z "$(find theirs -mindepth 2)" ] || {
		echo "made in it:"
		find theirs
		return 1
	}
}

link_on_the_way() {
	fresh
	ln -s ../safe theirs/way
	give theirs/way
	code=0
	run "$arguments" "way/$file" || code=$?
	not_hung $code
	precious_stays
}

own_link() {
	local target=mine/target
	local -a made

	# Nothing is written beyond the directory of the recording: which files depends on it
	[ "${arguments/--per-event-dump/}" = "$arguments" ] || target=theirs/target
	rm -rf mine || return
	fresh || return
	mkdir mine || return
	ln -s "../$target" "theirs/$file" || return
	run "$arguments" "$file" || {
		cat said
		return 1
	}
	made=("theirs/$file"${dated:+.[0-9]*})
	[ -L "${made[0]}" ] || return
	[ -s "$target" ] || return
	[ ! -L "$target" ]
}

# Nothing is opened for writing but what was made just now, or was looked at before.
only_new_files() {
	fresh
	wrapper=(strace -f -qq -o "$top/calls" -e 'trace=open,openat,openat2,creat,truncate,mknod,mknodat')
	run "$arguments" "$file"
	wrapper=()
	[ -s calls ] || {
		echo "strace saw nothing"
		cat said
		return 1
	}
	! grep -E '^[0-9]+ +(creat|truncate|mknod|mknodat)\(' calls || return
	! grep -E 'O_WRONLY|O_RDWR|O_CREAT' calls |
		grep -vE 'O_EXCL|O_TMPFILE|O_PATH|"/(proc|sys)/|"/dev/(null|tty|pts/[0-9]+)"'
}

writes() {
	local what="$command, $arguments"

	if ! honest >why 2>&1; then
		skip "$what" "cannot be done here: $(grep -m 1 . said why | cut -c 1-120)"
		return
	fi
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $what: a new file"
	ok "$what: a link to a file" to_a_file
	ok "$what: a link to nothing" dangling
	ok "$what: a link to a device" to_a_device
	ok "$what: a link to a directory" to_a_directory
	ok "$what: a second name of a file" second_name
	ok "$what: a file that everybody may write" file_of_theirs
	ok "$what: a directory" directory_of_theirs
	[ "$file" = "r/data" ] || ok "$what: a pipe" pipe_of_theirs
	[ "${arguments/OUT/}" = "$arguments" ] || ok "$what: a link on the way" link_on_the_way
	if command -v strace >/dev/null; then
		ok "$what: opens new files only" only_new_files
	else
		skip "$what: opens new files only" "no strace"
	fi
	case $file in
	*/*)	;;
	*)	ok "$what: a link of the user's own" own_link ;;
	esac
}

# A command whose row says that it writes nothing makes no file, and opens none for writing.
writes_nothing() {
	fresh
	find theirs >before
	code=0
	run "$arguments" "" || code=$?
	not_hung $code
	find theirs | diff before -
	precious_stays
}

umask 022
while IFS='|' read -r command file arguments; do
	read -r command <<<"$command"
	read -r file how <<<"$file"
	dated=${how#private}
	read -r arguments <<<"$arguments"
	[ "$command" ] || continue
	if [ "$file" = - ]; then
		ok "$command, $arguments: writes nothing" writes_nothing
		continue
	fi
	writes
done <<<"$table"
tap_end
