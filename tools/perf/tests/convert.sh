#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings as JSON, and the archive of the files that they need.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
no_base_perf=${no_base_perf:?}

gcc -O1 -g -fno-plt -fno-omit-frame-pointer -o calls "$TESTS/programs/calls.c" || exit
gcc -O1 -fno-plt -fno-omit-frame-pointer -pthread -o tasks "$TESTS/programs/tasks.c" || exit
"$PERF" record -q -e cpu-clock -F 2000 -g -o frames.data ./calls 2000 || exit
"$PERF" record -q -e cpu-clock -F 2000 -k mono --sample-cpu -o tasks.data ./tasks || exit
"$PERF" record -q -a -e sched:sched_switch,cpu-clock -o both.data ./tasks || exit
"$PERF" record -q -e page-faults -c 1000000 -o none.data true || exit

# Nine tracepoints, of which three have fields that are called as members of all samples are
"$PERF" record -q -o fields.data -e sched:sched_process_exec,sched:sched_process_fork,sched:sched_wakeup \
	-e raw_syscalls:sys_enter,syscalls:sys_enter_openat,syscalls:sys_exit_read,signal:signal_generate \
	-e timer:hrtimer_start,task:task_rename sh -c 'ls >/dev/null; kill -URG $$' >/dev/null 2>said ||
	rm -f fields.data

# same FILE: the document is what the perf of the same release makes of it, which writes the member
# of a field twice if it is called as another one
same() {
	rm -f theirs.twice theirs ours
	"$other" data convert --to-json theirs.twice -i "$1" 2>err || {
		cat err
		return 1
	}
	"$PERF" data convert --to-json ours -i "$1" 2>err || {
		cat err
		return 1
	}
	perl -pe '$behind = 1 if /^\t\t\t\]/; $behind = 0 if /^\t\t\}/;
		s/^\t\t\t"(timestamp|[pt]id|cpu|comm|callchain)"/\t\t\t"trace_$1"/ if $behind' theirs.twice \
			>theirs
	# A task whose name comes later has a number in its stead there.
	perl -e 'open my $theirs, "<", "theirs"; open my $ours, "<", "ours";
		while (<$theirs>) {
			my $our = <$ours> // "";
			$_ = $our if /"comm": ":\d+"/ && $our =~ /^\t\t\t"comm"/;
			print;
		}' >named
	diff named ours
}
members_are_one() {
	"$PERF" data convert --to-json - -i fields.data 2>said >doc.json
	python3 -c '
import json
def once(pairs):
    assert len({key for key, value in pairs}) == len(pairs), pairs
    return dict(pairs)
samples = json.load(open("doc.json"), object_pairs_hook=once)["samples"]
ran = [sample for sample in samples if sample.get("filename", "").endswith("/ls")]
assert ran and all(str(sample["pid"]) == sample["trace_pid"] for sample in ran)'
}
# Its samples as a kernel takes them of tasks that end: without a process.
orphans='import struct, sys
data = bytearray(open("tasks.data", "rb").read())
at, size = struct.unpack_from("<QQ", data, 40)
attr, = struct.unpack_from("<Q", data, 24)
sample_type, = struct.unpack_from("<Q", data, attr + 24)
pid = 8 + 8 * bool(sample_type & 1 << 16) + 8 * (sample_type & 1)
end = at + size
while at < end:
	kind, size = struct.unpack_from("<IxxH", data, at)
	if kind == 9:
		data[at + pid:at + pid + 4] = bytes([255] * 4)
	at += size
open("orphans.data", "wb").write(data)'
command -v python3 >/dev/null && {
	python3 -c "$orphans" || exit
}
if [ -n "$other" ]; then
	for file in frames tasks orphans both none fields; do
		[ -e "$file.data" ] || {
			skip "document of $file" "no python3, or no tracepoints"
			continue
		}
		ok "document of $file" same "$file.data"
	done
else
	skip "documents" "$no_base_perf"
fi
if [ -e fields.data ] && command -v python3 >/dev/null; then
	ok "no member of a sample is there twice" members_are_one
else
	skip "no member of a sample is there twice" "no python3, or no tracepoints"
fi

is_json() {
	"$PERF" data convert --to-json doc.json -f -i frames.data 2>said
	cat said
	grep -q "Converted 'frames.data' into JSON data 'doc.json'" said
	python3 -c 'import json
document = json.load(open("doc.json"))
assert document["headers"]["hostname"]
assert any(frame.get("symbol") == "main" for sample in document["samples"]
	   for frame in sample["callchain"])'
}
keeps_files() {
	echo precious >kept
	not "$PERF" data convert --to-json kept -i frames.data 2>said
	grep -q -- '-f writes over it' said
	[ "$(cat kept)" = precious ]
}
lines() {
	"$PERF" script --format=json -i both.data >lines || return
	"$PERF" script -i both.data |
		grep -c . >count || return
	[ "$(wc -l <lines)" = "$(cat count)" ] || return
	python3 -c 'import json
samples = [json.loads(line) for line in open("lines")]
assert any("next_comm=" in sample.get("trace", "") for sample in samples)
assert all(sample["stack"] for sample in samples if sample["event"] == "cpu-clock")
assert {sample["cpu"] for sample in samples} >= {0}'
}
if command -v python3 >/dev/null; then
	ok "the document is JSON" is_json
	ok "a JSON object for each sample" lines
else
	skip "JSON is JSON" "no python3"
fi
ok "a file that is there stays" keeps_files
ok "CTF is refused" perf_says 129 'to-json' data convert --to-ctf dir -i frames.data
ok "no format" perf_says 129 'to-json' data convert -i frames.data

# ---- archive ------------------------------------------------------------------------------

archive() {
	local id

	"$PERF" archive frames.data >said || return
	cat said
	grep -q '^\$ tar xvf frames.data.tar' said || return
	mkdir -p unpacked || return
	tar xf frames.data.tar* -C unpacked || return
	id=$(readelf -n calls | sed -n 's/.*Build ID: //p')
	cmp calls "unpacked/.build-id/${id:0:2}/${id:2}/elf" || return
	grep -q ' T _text$\| t _text$' unpacked/.build-id/*/*/kallsyms
}
# The program is gone; its names come from what was packed.
elsewhere() {
	"$PERF" script -i frames.data -F ip,sym >before
	mv calls away
	mkdir -p home
	mv unpacked home/.debug
	HOME=$PWD/home "$PERF" script -i frames.data -F ip,sym >after
	HOME=$PWD/nowhere "$PERF" script -i frames.data -F ip,sym >without
	diff before after
	not cmp -s before without
}
changed() {
	cp tasks calls
	HOME=$PWD/nowhere exits 2 "$PERF" archive -a -o changed.tar.zst frames.data 2>said
	grep -q 'calls$' said && tar tf changed.tar.zst | grep -qx frames.data &&
		HOME=$PWD/home "$PERF" archive -o cached.tar.zst frames.data
}
if command -v zstd >/dev/null && tar --help | grep -q zstd; then
	ok "archive: programs and symbols of the kernel" archive
	ok "archive: read without the program" elsewhere
	ok "archive: a changed file is reported, or taken from the cache" changed
else
	skip "archive" "no zstd"
fi
"$PERF" record -q -B -e cpu-clock -o bare.data true
ok "archive: without build ids" perf_says 1 'perf inject -b' archive bare.data
tap_end
