#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Root makes ELF files of code that another user's program has made at run time: dump, links
# beside it and names are that user's choice, and none of root's files is written to.

. "$TESTS/tap.bash"
. "$TESTS/two_users.bash"

need_two_users || tap_end
if [ "$(uname -m)" != x86_64 ]; then
	skip "code made at run time" "its test program is for x86-64"
	tap_end
fi
top=$PWD
mkdir theirs && give theirs && gcc -O1 -o jitdump "$TESTS/programs/jitdump.c" || exit
if ! "$PERF" record -q -k mono -e cpu-clock -F 5000 -o jit.data \
	setpriv --reuid="$OTHER_USER" --regid="$OTHER_USER" --clear-groups \
	sh -c 'cd theirs && ../jitdump' >name 2>said; then
	skip "a recording of another user's program" "$(head -n 1 said)"
	tap_end
fi
dump=$(echo theirs/jit-*.dump)
pid=${dump//[!0-9]/}
ok "the dump is the other user's" test "$(stat -c %u "$dump")" = "$OTHER_USER"

# inject OPTION...: "said" is what it says; it ends by itself
inject() {
	timeout -s KILL 60 "$PERF" inject -j -v -i jit.data "$@" >out 2>said
}

# Files of root's that may be run by all as root, under the names that were written beside dumps
plant() {
	local i

	make_precious && cp /bin/true safe/set-uid && chmod 4755 safe/set-uid &&
		planted_was=$(precious_is; stat -c '%a %s %Y' safe/set-uid; cksum safe/set-uid)
	for i in 0 1 2; do
		rm -f "theirs/jitted-$pid-$i.so"
		ln -s ../safe/set-uid "theirs/jitted-$pid-$i.so" && give "theirs/jitted-$pid-$i.so"
	done
}
planted_stays() {
	[ "$(precious_is; stat -c '%a %s %Y' safe/set-uid; cksum safe/set-uid)" = "$planted_was" ]
	[ -L "theirs/jitted-$pid-0.so" ]
	[ -L "theirs/jitted-$pid-2.so" ]
}

dump_of_theirs() {
	plant && rm -rf copy.data*
	exits 2 inject -o copy.data
	cat said
	grep -q 'belongs to another user: -f reads it' said
	grep -q ' 0 functions of 0 dumps' said
	planted_stays
	[ ! -e copy.data.jit ]
}
ok "a dump of another user is refused" dump_of_theirs

only_the_head_is_read() {
	rm -rf copy.data* calls
	exits 2 strace -f -qq -y -o calls -e 'trace=read,pread64,readv,mmap' \
		"$PERF" inject -j -i jit.data -o copy.data 2>said
	grep "$dump" calls
	[ "$(grep -c "$dump" calls)" = 1 ]
	grep -q "$dump.*, 40) = 40" calls
}
if command -v strace >/dev/null; then
	ok "only the head of such a dump is read" only_the_head_is_read
else
	skip "only the head of such a dump is read" "no strace"
fi

forced() {
	plant && rm -rf copy.data*
	inject -f -o copy.data || {
		cat said
		return 1
	}
	grep -q ' 3 functions of 1 dumps' said
	planted_stays
	[ "$(stat -c '%u %a' copy.data.jit copy.data.jit/*)" = "0 700
0 700" ]
	[ "$(stat -c '%u %a' copy.data.jit/*/*.so | sort -u)" = "0 644" ]
	[ "$(find copy.data.jit -name '*.so' | wc -l)" = 3 ]
}
ok "with -f, the files go to a directory of the reader's" forced

other_process() {
	rm -rf copy.data*
	cp -p "$dump" kept
	chown 0:0 "$dump"
	inject -o copy.data || {
		cat said
		return 1
	}
	grep -q ' 3 functions' said
	# The number of the process is in the 21st byte of the file.
	perl -0777 -pi -e 'substr($_, 20, 4) = pack("L", 1)' "$dump" && rm -rf copy.data*
	exits 2 inject -o copy.data
	cat said
	grep -q 'is of process 1 and was mapped by process' said
	grep -q ' 0 functions of 0 dumps' said
}
ok "a dump of another process is refused" other_process
mv kept "$dump"

# in_the_way COMMAND...: what another user has made where the directory goes is not used
in_the_way() {
	plant
	mkdir safe/directory
	precious_from_now
	rm -rf copy.data*
	"$@"
	exits 1 inject -f -o copy.data
	cat said
	grep -q 'cannot use the directory' said
	precious_stays
	[ -z "$(ls -A safe/directory)" ]
	[ -z "$(find copy.data.jit/ -name '*.so')" ]
}
link_of_theirs() {
	ln -s "$1" copy.data.jit || return
	give copy.data.jit
}
directory_of_theirs() {
	mkdir copy.data.jit || return
	give copy.data.jit
}
open_directory() {
	mkdir copy.data.jit || return
	chmod 777 copy.data.jit
}
pid_of_theirs() {
	mkdir copy.data.jit || return
	chmod 755 copy.data.jit || return
	ln -s ../safe/directory "copy.data.jit/$1" || return
	give "copy.data.jit/$1"
}
ok "their link in the place of the directory" in_the_way link_of_theirs safe/directory
ok "a link to nothing" in_the_way link_of_theirs safe/nothing
ok "their directory" in_the_way directory_of_theirs
ok "a directory that everybody may write to" in_the_way open_directory
name=$pid-$(perl -0777 -ne 'printf "%x", unpack("Q", substr($_, 24, 8))' "$dump")
ok "a link in the place of the directory of the process" in_the_way pid_of_theirs "$name"

# stream_into COMMAND...: the files of a stream go to ~/.debug/jit
stream() {
	rm -rf home && mkdir home && make_precious && mkdir safe/directory && precious_from_now
	"$@" || return
	HOME=$top/home PERF_BUILDID_DIR='' timeout -s KILL 60 "$PERF" inject -j -f -i jit.data -o - >out \
		2>said
}
stream_refused() {
	exits 1 stream "$@"
	cat said
	precious_stays
	[ -z "$(ls -A safe/directory)" ]
}
honest_stream() {
	stream true
	[ "$(find home/.debug/jit -name '*.so' | wc -l)" = 3 ]
}
home_link() {
	ln -s ../safe/directory home/.debug || return
	give home/.debug
}
home_jit() {
	mkdir home/.debug || return
	ln -s ../../safe/directory home/.debug/jit || return
	give home/.debug/jit
}
home_directory() {
	mkdir -p home/.debug/jit || return
	give home/.debug/jit
}
ok "a stream" honest_stream
ok "a stream, ~/.debug is their link" stream_refused home_link
ok "a stream, ~/.debug/jit is their link" stream_refused home_jit
ok "a stream, ~/.debug/jit is theirs" stream_refused home_directory

# ---- the cache of files by build id --------------------------------------------------------

# cache_refused COMMAND...: nothing is kept in, or removed from, a cache of another user
cache_refused() {
	rm -rf home
	mkdir home
	make_precious
	mkdir safe/directory
	precious_from_now
	"$@"
	for how in "-a jitdump" "-u jitdump" "-r jitdump" "-p jitdump" -P; do
		# shellcheck disable=SC2086 # words
		HOME=$top/home PERF_BUILDID_DIR='' exits 1 "$PERF" buildid-cache $how >out 2>said || {
			echo "not refused: $how"
			return 1
		}
		precious_stays
		[ -z "$(ls -A safe/directory)" ] || {
			echo "made by $how:"
			find safe
			return 1
		}
	done
}
cache_of_theirs() {
	mkdir home/.debug || return
	give home/.debug
}
open_cache() {
	mkdir home/.debug || return
	chmod 777 home/.debug
}
ok "a cache that is their link" cache_refused home_link
ok "a cache that is theirs" cache_refused cache_of_theirs
ok "a cache that everybody may write to" cache_refused open_cache

honest_cache() {
	rm -rf home
	mkdir home
	HOME=$top/home PERF_BUILDID_DIR='' "$PERF" buildid-cache -a jitdump
	[ "$(find home -name elf | wc -l)" = 1 ]
	HOME=$top/home PERF_BUILDID_DIR='' "$PERF" buildid-cache -r jitdump
	[ -z "$(find home -name elf)" ]
}
ok "the user's own cache" honest_cache

# A copy of a file of another user, which that user may change later; and a file that root
# alone may read stays so.
copies() {
	rm -rf home
	mkdir home
	cp jitdump theirs/program
	chmod 4777 theirs/program
	give theirs/program
	chmod 4777 theirs/program
	cp jitdump secret
	chmod 600 secret
	printf x >>secret
	HOME=$top/home PERF_BUILDID_DIR='' "$PERF" buildid-cache -a theirs/program
	[ "$(stat -c '%u %a' "$(find home -path '*program*' -name elf)")" = "0 755" ]
	HOME=$top/home PERF_BUILDID_DIR='' "$PERF" buildid-cache -a secret
	[ "$(stat -c %a "$(find home -path '*secret*' -name elf)")" = 600 ]
}
ok "what is kept of others' and of secret files" copies

# ---- changing in place ---------------------------------------------------------------------

# A recording that was not ended, elsewhere; the other user's link to it is not written through.
repair_through_link() {
	"$PERF" record -q -e task-clock -o whole.data true
	make_precious
	perl -0777 -pe 'substr($_, 48, 8) = pack("Q", 0)' whole.data >safe/unfinished
	touch -d 2001-01-01 safe/unfinished
	cksum safe/unfinished >before
	rm -rf theirs/perf.data
	ln -s ../safe/unfinished theirs/perf.data
	give theirs/perf.data
	exits 1 env -C theirs "$PERF" data repair >said 2>&1
	cat said
	cksum safe/unfinished | diff before -
	chown -h 0:0 theirs/perf.data
	(cd theirs && "$PERF" data repair >../said 2>&1) && ! cksum safe/unfinished | cmp -s before -
}
ok "a recording is not mended through their link" repair_through_link
tap_end
