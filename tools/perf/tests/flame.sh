#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Flame graphs and the files for other profilers: what they say, and that a browser shows
# them, zooms and searches. Two thirds and one third of the time are spent in functions
# that tell so by their names.

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
	"$PERF" flame -e task-clock -F 2000 --keep two.data -o two.html ./two 2>said
	[ $? = 3 ] && grep -q 'wrote two.html' said && grep -q '<title>' two.html && [ -s two.data ]
}
ok "a program recorded and shown, its exit code kept" records_and_shows

leaves_nothing() {
	mkdir -p temporary
	TMPDIR=$PWD/temporary "$PERF" flame -e task-clock -o out.svg ./two
	[ -s out.svg ] && [ -z "$(ls temporary)" ]
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

# The same samples in every format, by other people's readers of JSON and zlib.
same_everywhere() {
	python3 - <<'SCRIPT'
import gzip, json, sys

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

# A protocol buffer is a list of (field, value).
def fields(data):
    at = 0
    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        key = varint()
        value = varint()
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        yield key >> 3, value

def numbers(data):
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0

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
SCRIPT
}
if command -v python3 >/dev/null; then
	ok "the same samples in all formats" same_everywhere
else
	skip "the same samples in all formats" "no python3"
fi

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# browse PAGE STEP... : what the evaluated expressions yield, in "seen"
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
		shot page.png || return
	cat seen
	sed -n 1p seen | grep -qx './two' &&
		sed -n 2p seen | grep -q 'samples of task-clock in' &&
		sed -n 3p seen | grep -qx two_thirds && sed -n 4p seen | grep -qx True &&
		sed -n 5p seen | awk '{ exit !($1 > 900) }' && sed -n 6p seen | grep -qx all &&
		sed -n 7p seen | awk '{ exit !($1 > 15 && $1 < 60) }' &&
		sed -n 8p seen | grep -qx False && file page.png | grep -q 'PNG image'
}

link_in_browser() {
	browse 'two.html#zoom=one_third&search=leaf' eval 'focus.name' \
		eval 'parseFloat(document.getElementById("matched").textContent) > 80' || return
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
		eval 'boxes.find((box) => box.name === "two_thirds").group.style.display' || return
	cat seen
	sed -n 1p seen | awk '{ exit !($1 > 15 && $1 < 60) }' &&
		diff <(sed 1d seen) <(printf 'one_third\nnone\n1200\n\n')
}

if [ -n "$browser" ] && command -v python3 >/dev/null; then
	ok "page in a browser: zoom, search, turn round" page_in_browser
	ok "page in a browser: a link into it" link_in_browser
	ok "picture in a browser: zoom, search" picture_in_browser
else
	skip "page and picture in a browser" "no chromium, or no python3"
fi

names_are_quoted() {
	cp two 'a<b>&"c"'
	"$PERF" flame -e task-clock -o quoted.svg './a<b>&"c"'
	"$PERF" flame -e task-clock -o quoted.html './a<b>&"c"'
	grep -q '<title>a&lt;b&gt;&amp;' quoted.svg && ! grep -q 'a<b>' quoted.html &&
		grep -q 'a\\u003cb>' quoted.html &&
		python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse("quoted.svg")'
}
ok "names with characters of HTML" names_are_quoted

# A task's name is 15 bytes of a program's: here the first half of the last character. What is
# written into a box is a part of a name, too: of two as wide as the picture and a byte apart.
names_are_cut() {
	local name=$'\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9' long
	local other=$'\xff\xe2\x82\xac\xef\xbf\xbf'

	long=$(printf "$name%.0s" {1..30})
	gcc -O0 -g -fno-omit-frame-pointer "-Dtwo_thirds=a$long" "-Done_third=$long" \
		-o "$name" two.c && cp "$name" "$other" || return
	"$PERF" record -q -g -e task-clock -F 2000 -o cut.data \
		sh -c "./$name; ./$other; sleep 0.01" || [ -s cut.data ] || return
	for format in svg json gecko.json html; do
		"$PERF" flame -i cut.data -o "cut.$format" || return
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

# fails CODE PATTERN ARGUMENTS...
fails() {
	local code=$1 pattern=$2 status

	shift 2
	"$PERF" "$@" >out 2>err
	status=$?
	cat err
	[ "$status" = "$code" ] && grep -qE -- "$pattern" err
}
ok "unknown format" fails 129 "did you mean 'folded'" flame -i two.data --format foldde
ok "unknown format of script" fails 129 'speedscope' script -i two.data --format xml
ok "unknown event" fails 1 'It has task-clock' flame -i two.data -e nonsense
ok "a recording and a program" fails 129 'either' flame -i two.data ./two
ok "program missing" fails 1 'no-such' flame ./no-such
ok "output that cannot be written" fails 1 'cannot write' flame -i two.data -o /no/such/x.svg
tap_end
