#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf flame and the formats of perf script for other profilers: a wrong share, name or time would
# mislead the reader of a graph, and a wrong field would make another profiler refuse the file. The
# expected values are those of the program below, which spends two thirds of its time in
# two_thirds() and one third in one_third(). A browser shows the page and the picture, zooms and
# searches.

. "$TESTS/tap.bash"

cat >two.c <<'PROGRAM'
static volatile long sum;
__attribute__((noinline)) void leaf(long n) { for (long i = 0; i < n; i++) sum += i; }
__attribute__((noinline)) void two_thirds(void) { leaf(200000); asm volatile(""); }
__attribute__((noinline)) void one_third(void) { leaf(100000); asm volatile(""); }
int main(void) { for (int i = 0; i < 1000; i++) { two_thirds(); one_third(); } return 3; }
PROGRAM
gcc -O0 -g -fno-omit-frame-pointer -o two two.c || exit

records_and_shows() {
	exits 3 "$PERF" flame -e task-clock -F 2000 --keep two.data -o two.html ./two 2>said
	grep -q 'wrote two.html' said
	grep -q '<title>' two.html
	[ -s two.data ]
}
ok "a program recorded and shown, its exit code kept" records_and_shows

leaves_nothing() {
	mkdir -p temporary
	TMPDIR=$PWD/temporary exits 3 "$PERF" flame -e task-clock -o out.svg ./two
	[ -s out.svg ]
	[ -z "$(ls temporary)" ]
}
ok "the recording in between is gone" leaves_nothing

for name in two.svg two.folded two.json two.gecko.json two.pb.gz; do
	ok "$name" "$PERF" flame -i two.data -o "$name"
done

shares() {
	awk '/;two_thirds;/ { two += $NF } /;one_third;/ { one += $NF } { all += $NF }
		END { print two, one, all; exit !(two > one && one && all >= two + one) }' two.folded
}
ok "folded: stacks and shares" shares
ok "format against the name" cmp two.folded <("$PERF" flame -i two.data --format folded -o -)
ok "script --format=folded" cmp two.folded <("$PERF" script -i two.data --format=folded)
ok "script --format=gecko" test -n "$("$PERF" script -i two.data --format=gecko)"

# All formats hold the same samples, or a profile would change with the program that shows it.
# Python's json and gzip read them, so a file that only our tool could read fails here.
same_everywhere() {
	"$PERF" flame -i two.data --percent-limit 0 -o whole.html
	python3 "$TESTS/flame_page.py" whole.html >whole.txt
	PYTHONPATH=$TESTS python3 -B - <<'SCRIPT'
import gzip, json, os, re, subprocess
from protobuf import fields, numbers

folded = {}
for line in open("two.folded"):
    stack, count = line.rsplit(" ", 1)
    folded[stack] = folded.get(stack, 0) + int(count)

speedscope, nanoseconds = {}, 0
data = json.load(open("two.json"))
names = [frame["name"] for frame in data["shared"]["frames"]]
for profile in data["profiles"]:
    assert profile["type"] == "sampled" and profile["unit"] == "nanoseconds"
    assert profile["endValue"] == sum(profile["weights"])
    nanoseconds += profile["endValue"]
    comm = profile["name"].rsplit(" ", 1)[0]
    for stack in profile["samples"]:
        stack = ";".join([comm] + [names[i] for i in stack])
        speedscope[stack] = speedscope.get(stack, 0) + 1
assert speedscope == folded, (speedscope, folded)

gecko = {}
for thread in json.load(open("two.gecko.json"))["threads"]:
    frames, stacks = thread["frameTable"]["data"], thread["stackTable"]["data"]
    times = [row[1] for row in thread["samples"]["data"]]
    assert times == sorted(times)
    for at, _, _ in thread["samples"]["data"]:
        names = []
        while at is not None:
            at, frame = stacks[at]
            names.insert(0, thread["stringTable"][frames[frame][0]].split(" (in ")[0])
        stack = ";".join([thread["name"]] + names)
        gecko[stack] = gecko.get(stack, 0) + 1
assert gecko == folded, (gecko, folded)

page = {}
for line in open("whole.txt"):
    stack, amount = line.rsplit(" ", 1)
    page[stack] = int(amount)
assert sum(page.values()) == nanoseconds
share = nanoseconds / sum(folded.values())
assert {stack: round(page[stack] / share) for stack in page} == folded, (page, folded)

pprof, names, samples = {}, {}, []
profile = list(fields(gzip.open("two.pb.gz").read()))
strings = [value.decode() for field, value in profile if field == 6]
assert strings[0] == ""
for field, value in profile:
    if field == 5:
        function = dict(fields(value))
        names[function[1]] = strings[function[2]]
lines = {dict(fields(value))[1]: dict(fields(dict(fields(value))[4]))[1]
         for field, value in profile if field == 4}
period = 0
for field, value in profile:
    if field != 2:
        continue
    sample = dict(fields(value))
    count, total = numbers(sample[2])
    period += total
    label = dict(fields(sample[3]))
    assert strings[label[1]] == "thread"
    stack = [names[lines[i]] for i in numbers(sample[1])] + [strings[label[2]]]
    stack = ";".join(reversed(stack))
    pprof[stack] = pprof.get(stack, 0) + count
assert pprof == folded, (pprof, folded)
assert period == nanoseconds

# Numbers of fields are those of proto/profile.proto of github.com/google/pprof, build ids those of
# readelf. The time is that of the file, which perf record wrote when the program had ended.
units = [[strings[number] for _, number in fields(value)] for field, value in profile if field == 1]
assert units == [["samples", "count"], ["task-clock", "nanoseconds"]], units
single = {field: value for field, value in profile if field in (9, 10, 11, 12)}
assert [strings[number] for _, number in fields(single[11])] == ["task-clock", "nanoseconds"]
assert single[12] == 1000000000 // 2000, single
written = os.stat("two.data").st_mtime_ns
assert written - single[10] - 3000000000 < single[9] <= written, (single, written)
mappings = {}
for field, value in profile:
    if field == 3:
        mapping = dict(fields(value))
        assert mapping[1] and mapping[1] not in mappings
        mappings[mapping[1]] = strings[mapping[5]], strings[mapping.get(6, 0)]
notes = subprocess.run(["readelf", "-n", "two"], capture_output=True, text=True).stdout
wanted = re.search("Build ID: ([0-9a-f]+)", notes).group(1)
two = [number for number, (path, _) in mappings.items() if path.endswith("/two")]
assert len(two) == 1 and mappings[two[0]][1] == wanted, (mappings, wanted)
for field, value in profile:
    if field == 4:
        location = dict(fields(value))
        if names[dict(fields(location[4]))[1]] in ("leaf", "main", "two_thirds"):
            assert location[2] == two[0], location
SCRIPT
}
if command -v python3 >/dev/null; then
	ok "the same samples in all formats" same_everywhere
else
	skip "the same samples in all formats" "no python3"
fi

# With -k the recording holds the time of day of its first sample: pprof would otherwise date the
# profile by the file, which "touch" puts into 2001 here.
clock_of_day() {
	local before after

	before=$(date +%s%N)
	exits 3 "$PERF" record -q -g -k mono -e task-clock -F 2000 -o day.data ./two 2>err
	after=$(date +%s%N)
	touch -d '2001-01-01' day.data
	"$PERF" flame -i day.data -o day.pb.gz
	PYTHONPATH=$TESTS python3 -B - "$before" "$after" <<'SCRIPT'
import gzip, sys
from protobuf import fields

start = dict(fields(gzip.open("day.pb.gz").read()))[9]
assert int(sys.argv[1]) <= start <= int(sys.argv[2]), start
SCRIPT
}
# mem_data.pl makes 11 samples of thread 101 and then 22 of thread 100. speedscope opens the thread
# of activeProfileIndex, which has to be the busier one.
first_shown() {
	gcc -O1 -o calls "$TESTS/programs/calls.c"
	perl "$TESTS/mem_data.pl" calls mem.data
	"$PERF" flame -i mem.data -o mem.json
	python3 - <<'SCRIPT'
import json

data = json.load(open("mem.json"))
profiles = data["profiles"]
sizes = [len(profile["samples"]) for profile in profiles]
assert sizes == [11, 22], sizes
assert data["activeProfileIndex"] == 1, data["activeProfileIndex"]
assert profiles[1]["name"].endswith("/100"), profiles[1]["name"]
SCRIPT
}
if command -v python3 >/dev/null; then
	ok "time of day of a recording with -k" clock_of_day
	ok "speedscope opens the thread with the most samples" first_shown
fi

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# browse PAGE STEP...: writes the values of the evaluated expressions to "seen", one a line
browse() {
	timeout 120 python3 "$TESTS/browser.py" "$browser" "$@" >seen
}

at_node() {
	printf '(() => { const node = named("%s", root), box = graph.getBoundingClientRect(),
		at = place(node, document.documentElement.clientWidth);
		return [box.left + at.x + at.w / 2, box.top + at.y + 5]; })()' "$1"
}

page_in_browser() {
	browse two.html \
		eval 'document.title' \
		eval 'document.getElementById("summary").textContent' \
		click "$(at_node two_thirds)" \
		eval 'focus.name' \
		eval 'document.getElementById("info").textContent.startsWith("two_thirds")' \
		eval 'Math.round(place(named("leaf", focus), 1000).w)' \
		key Escape \
		eval 'focus.name' \
		click '(() => { const box = document.getElementById("search").getBoundingClientRect();
			return [box.left + 9, box.top + 9]; })()' \
		type '^one_' \
		eval 'document.getElementById("matched").textContent' \
		click '(() => { const box = document.getElementById("flip").getBoundingClientRect();
			return [box.left + 9, box.top + 9]; })()' \
		eval 'down' \
		shot page.png
	cat seen
	sed -n 1p seen | grep -qx './two'
	sed -n 2p seen | grep -q 'samples of task-clock in'
	sed -n 3p seen | grep -qx two_thirds
	sed -n 4p seen | grep -qx True
	sed -n 5p seen | awk '{ exit !($1 > 900) }'
	sed -n 6p seen | grep -qx all
	sed -n 7p seen | awk '{ exit !($1 > 15 && $1 < 60) }'
	sed -n 8p seen | grep -qx False
	file page.png | grep -q 'PNG image'
}

link_in_browser() {
	browse 'two.html#zoom=one_third&search=leaf' eval 'focus.name' \
		eval 'parseFloat(document.getElementById("matched").textContent) > 80'
	cat seen
	diff seen <(printf 'one_third\nTrue\n')
}

picture_in_browser() {
	browse 'two.svg#search=one_third' \
		eval 'document.getElementById("matched").textContent' \
		click '(() => { const box = boxes.find((box) => box.name === "one_third")
			.rect.getBoundingClientRect(); return [box.left + 2, box.top + 2]; })()' \
		eval 'document.documentElement.getAttribute("data-focus")' \
		eval 'boxes.find((box) => box.name === "two_thirds").group.style.display' \
		eval 'boxes.find((box) => box.name === "one_third").rect.getAttribute("width")' \
		key Escape \
		eval 'boxes.find((box) => box.name === "two_thirds").group.style.display'
	cat seen
	sed -n 1p seen | awk '{ exit !($1 > 15 && $1 < 60) }'
	diff <(sed 1d seen) <(printf 'one_third\nnone\n1200\n\n')
}

# The first thread runs early(), then nothing runs for half a second, then a second thread runs
# late().
cat >phases.c <<'PROGRAM'
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
static volatile long sum;
__attribute__((noinline)) void early(void) { for (long i = 0; i < 100000000; i++) sum += i; }
__attribute__((noinline)) void late(void) { for (long i = 0; i < 200000000; i++) sum += i; }
static void *work(void *unused) { late(); return unused; }
int main(void)
{
	pthread_t worker;
	early();
	usleep(500000);
	pthread_create(&worker, NULL, work, NULL);
	pthread_setname_np(worker, "worker");
	return pthread_join(worker, NULL);
}
PROGRAM

record_phases() {
	gcc -O0 -g -fno-omit-frame-pointer -pthread -o phases phases.c
	"$PERF" record -q -g -e task-clock -F 1000 -o phases.data ./phases
	"$PERF" flame -i phases.data --percent-limit 0 -o phases.html
	"$PERF" script -i phases.data --ns -G -F tid,time,period,ip,sym >phases.txt
	# phases.values holds the middle of the gap between the phases in seconds since the first
	# sample, the thread id of the worker, the number of samples before the middle, the
	# nanoseconds of these, and the nanoseconds of all. awk counts them in the text of perf
	# script.
	awk '{ sub(":", "", $2); if (NR == 1) first = $2; at[NR] = $2 - first; stands[NR] = $3 }
		$NF == "early" { end = at[NR] }
		$NF == "late" { begin = begin ? begin : at[NR]; worker = $1 }
		END { middle = (end + begin) / 2
			for (i in at) { nr += at[i] < middle; all += stands[i] }
			for (i in at) early += at[i] < middle ? stands[i] : 0
			printf "%.6f %d %d %.0f %.0f\n", middle, worker, nr, early, all
			exit !(end && begin > end && early) }' phases.txt >phases.values
}

# at_time SECONDS: prints the point of the timeline at that time, half way up
at_time() {
	printf '((box) => [box.left + box.width * Math.max(1e-3, %s) / (bin * data.bins),
		box.top + 20])(time.getBoundingClientRect())' "$1"
}

# Expressions for browse(): whether early() and late() have samples, the total of the graph, and the
# number of samples in the chosen range
shown='["early", "late"].map((name) => named(name).total > 0 ? "True" : "False").join(" ")'
total='String(root.total)'
samples='String(document.getElementById("chosen").textContent.split(": ").pop().replace(/\D/g, ""))'

range_in_browser() {
	local drag

	drag="[...$(at_time 0), ...$(at_time "$middle")]"
	browse phases.html eval "$total" \
		drag "$drag" eval "$samples" eval "$shown" eval "$total" \
		shot range.png \
		click "$(at_time "$middle")" eval "$shown" eval "$total" \
		eval 'document.getElementById("chosen").textContent' \
		drag "$drag" eval "$shown" key Escape eval "$shown" \
		move "$(at_time 0)" \
		eval '/^[0-9.]+ s: [1-9][0-9]* samples$/.test(document.getElementById("info").textContent)'
	cat seen
	diff seen <(printf '%s\n' "$all" "$nr" 'True False' "$early" 'True True' "$all" '' \
		'True False' 'True True' True)
}

search_in_range() {
	local find='(() => { const box = document.getElementById("search").getBoundingClientRect();
		return [box.left + 9, box.top + 9]; })()'
	local matched='document.getElementById("matched").textContent'

	browse phases.html drag "[...$(at_time 0), ...$(at_time "$middle")]" \
		click "$find" type '^late$' eval "$matched" \
		click "$(at_node early)" eval focus.name eval "$shown" \
		key Escape eval focus.name eval "$shown" eval "parseFloat($matched) > 5" \
		key Escape eval focus.name
	cat seen
	diff seen <(printf '%s\n' '0.00% matched' early 'True False' early 'True True' True all)
}

# A user without a pointer gets from the search field to the threads and to the timeline by Tab; a
# key without effect would lock out such a user.
keyboard_in_browser() {
	local first='False True' second='True False'

	# The thread with the most samples comes first
	awk '{ nr[$NF]++ } END { exit !(nr["early"] > nr["late"]) }' phases.txt &&
		first='True False' second='False True'
	browse phases.html key Tab key Tab eval document.activeElement.id \
		key ArrowDown eval "$shown" key ArrowDown eval "$shown" \
		key ArrowUp key ArrowUp eval "$shown" \
		key Tab key Tab key Tab eval document.activeElement.id \
		key End eval 'root.total > 0' key Shift+Home eval "$total" \
		key Home eval 'range.from + range.to' key PageDown key Shift+ArrowRight \
		eval '[range.from, range.to].join()' key Escape eval range \
		key Tab eval document.activeElement.id key ArrowDown eval current.level \
		key Enter eval 'focus === current && focus.level'
	cat seen
	diff seen <(printf '%s\n' thread "$first" "$second" 'True True' time True "$all" 0 \
		40,41 None graph 1 1)
}

thread_in_browser() {
	browse "phases.html#thread=$worker" eval "$shown" eval 'data.threads[thread][1]' \
		eval 'chooser.selectedOptions[0].text.includes("worker")' \
		drag "[...$(at_time 0), ...$(at_time "$middle")]" eval "$total" eval "$samples" \
		eval 'link().replace(/[^a-z]+/g, " ")' shot thread.png \
		click '((box) => [box.left + 9, box.top + 9])
			(document.getElementById("reset").getBoundingClientRect())' \
		eval "$shown" eval 'link()'
	cat seen
	diff seen <(printf '%s\n' 'False True' "$worker" True 0 0 ' time thread ' 'True True' '#')
}

time_link() {
	browse "phases.html#time=0-$middle" eval "$shown" eval "$total" \
		eval 'parseFloat(/time=0[.0]*-(.*)/.exec(link())[1])'
	cat seen
	sed 3d seen | diff - <(printf '%s\n' 'True False' "$early")
	sed -n 3p seen | awk -v middle="$middle" '{ exit !($1 > middle * 0.9 && $1 < middle * 1.1) }'
}

if [ -n "$browser" ] && command -v python3 >/dev/null; then
	ok "page in a browser: zoom, search, turn round" page_in_browser
	ok "a recording of two phases" record_phases
	read -r middle worker nr early all <phases.values
	ok "page in a browser: a range of the time" range_in_browser
	ok "page in a browser: search and zoom in a range" search_in_range
	ok "page in a browser: a thread" thread_in_browser
	ok "page in a browser: without a pointer" keyboard_in_browser
	ok "page in a browser: a link to a time" time_link
	ok "page in a browser: a link into it" link_in_browser
	ok "picture in a browser: zoom, search" picture_in_browser
else
	skip "page and picture in a browser" \
		"no chromium (scripts/perf/host/deps test installs it), or no python3"
fi

names_are_quoted() {
	cp two 'a<b>&"c"'
	exits 3 "$PERF" flame -e task-clock -o quoted.svg './a<b>&"c"'
	exits 3 "$PERF" flame -e task-clock -o quoted.html './a<b>&"c"'
	grep -q '<title>a&lt;b&gt;&amp;' quoted.svg
	not grep -q 'a<b>' quoted.html
	grep -q 'a\\u003cb>' quoted.html
	python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse("quoted.svg")'
}
ok "names with characters of HTML" names_are_quoted

# The kernel cuts a task's name after 15 bytes, here in the middle of the last character. perf flame
# cuts the text of a box, too: the two functions are as wide as the picture, and their names differ
# by one byte in front. JSON and SVG that are not UTF-8 would not open.
names_are_cut() {
	local name=$'\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9' long
	local other=$'\xff\xe2\x82\xac\xef\xbf\xbf'

	long=$(printf "$name%.0s" {1..30})
	gcc -O0 -g -fno-omit-frame-pointer "-Dtwo_thirds=a$long" "-Done_third=$long" \
		-o "$name" two.c
	cp "$name" "$other"
	"$PERF" record -q -g -e task-clock -F 2000 -o cut.data \
		sh -c "./$name; ./$other; sleep 0.01" || [ -s cut.data ] || return
	for format in svg json gecko.json html; do
		"$PERF" flame -i cut.data -o "cut.$format"
	done
	python3 - <<'SCRIPT'
import json, xml.dom.minidom

xml.dom.minidom.parse("cut.svg")
for name in "cut.json", "cut.gecko.json":
    text = open(name, encoding="utf-8").read()
    json.loads(text)
    assert 7 * "\u00e9" + "\ufffd" in text and "\ufffd\u20ac" in text, text
assert 7 * "\u00e9" + "\ufffd" in open("cut.html", encoding="utf-8").read()
assert 7 * "\u00e9" + "\ufffd" in open("cut.svg", encoding="utf-8").read()
SCRIPT
}
ok "names that are cut, and names that are no text" names_are_cut
ok "unknown format" perf_says 129 "did you mean 'folded'" flame -i two.data --format foldde
ok "unknown format of script" perf_says 129 'speedscope' script -i two.data --format xml
ok "unknown event" perf_says 1 'It has task-clock' flame -i two.data -e nonsense
ok "a recording and a program" perf_says 129 'either' flame -i two.data ./two
for name in x.perfetto x.pprof x.data ./a.b/x.txt; do
	ok "no such format: $name" perf_says 129 "'$name' does not show which format" flame -i two.data -o $name
	ok "nothing was written: $name" test ! -e $name
done
without_suffix() {
	"$PERF" flame -i two.data -o page
	grep -q '<title>' page
}
ok "a name without a suffix is a page" without_suffix
named_format() {
	"$PERF" flame -i two.data -o x.txt --format folded
	cmp x.txt two.folded
}
ok "--format for any name" named_format
# Without call chains the graph has one level. The user needs a hint why, but not when there are
# chains: "flat" is replaced by "deep" in the second command.
flat() {
	exits 3 "$PERF" record -q -e task-clock -F 2000 -o flat.data ./two 2>err
	for words in "flame -o flat.html" "script --format=folded"; do
		# shellcheck disable=SC2086 # words are meant
		perf_says 0 'has no call chains' $words -i flat.data || return
		# shellcheck disable=SC2086
		"$PERF" ${words/flat/deep} -i two.data 2>&1 >out | grep 'call chains' && return 1
	done
	return 0
}
ok "a flat profile is said to be one" flat
ok "program missing" perf_says 1 'no-such' flame ./no-such
ok "output that cannot be written" perf_says 1 'cannot write' flame -i two.data -o /no/such/x.svg
tap_end
