#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Configuration files: what perf config shows and sets, as Debian's perf reads and writes it,
# and that keys change what commands do by default.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
export HOME=$PWD
unset PERF_CONFIG PERF_BUILDID_DIR

write() {
	printf '%s\n' "$@" >.perfconfig
}

shows() {
	write '# a comment' '[report]' '	children = false # why' '[ui]' 'show-headers' \
		'[buildid]' '	dir = "/tmp/a # b"' '[REPORT]' 'sort_order = comm,dso' \
		'[nobody]' 'knows = this'
	"$PERF" config --user --list >ours
	diff - ours <<'END'
report.children=false
ui.show-headers=true
buildid.dir=/tmp/a # b
REPORT.sort_order=comm,dso
nobody.knows=this
END
}
ok "all keys" shows

one_key() {
	[ "$("$PERF" config report.sort_order)" = "REPORT.sort_order=comm,dso" ]
	[ -z "$("$PERF" config report.nothing)" ]
}
ok "one key" one_key

sets() {
	write '# kept' '[report]' '	children = true' '	# kept too' '[nobody]' '	knows = this'
	"$PERF" config report.children=false report.group=no new.key='a "b" # c'
	diff - .perfconfig <<'END' || return
# kept
[report]
	children = false
	group = no
	# kept too
[nobody]
	knows = this
[new]
	key = "a \"b\" # c"
END
	[ "$("$PERF" config new.key)" = 'new.key=a "b" # c' ]
	rm .perfconfig
	"$PERF" config top.children=false
	[ "$("$PERF" config -l --user)" = top.children=false ]
}
ok "keys are set, all else stays" sets

exchange() {
	rm -f .perfconfig
	"$other" config report.children=false call-graph.record-mode=dwarf
	"$other" config --user -l >theirs
	"$PERF" config --user -l >ours
	diff theirs ours
	"$PERF" config report.percent-limit=3 record.build-id=skip
	"$other" config --user -l >theirs
	"$PERF" config --user -l >ours
	[ "$(wc -l <ours)" = 4 ]
	diff <(sort theirs) <(sort ours)
}
if [ -x "$other" ]; then
	ok "files go both ways" exchange
else
	skip "files go both ways" "no $other"
fi

# wrong TEXT LINE...: the command refuses the setting in one line that names the file and the line
wrong() {
	local text=$1

	shift
	write "$@"
	! "$PERF" report --header-only >said 2>&1 || return
	cat said
	[ "$(wc -l <said)" = 1 ]
	grep -qF "$text" said
}
ok "a bad truth value" wrong ".perfconfig:2: report.children: 'maybe' is neither" \
	'[report]' 'children = maybe'
ok "a bad number" wrong ".perfconfig:3: report.percent-limit: 'x' is no percentage" \
	'[report]' '' 'percent-limit = x'
not_a_key() {
	write '[report]' 'children = true' 'what is = this?'
	not "$PERF" config -l 2>said
	grep -q '.perfconfig:3: this is neither' said
}
ok "a line that is none" not_a_key
no_section() {
	not "$PERF" config children=true 2>said
	grep -q "is not section.key" said
}
ok "a key without a section" no_section

elsewhere() {
	rm -f .perfconfig
	PERF_CONFIG=$PWD/other.config "$PERF" config a.b=c
	[ ! -e .perfconfig ]
	grep -q 'b = c' other.config
}
ok "another file" elsewhere

# shellcheck disable=SC2016 # the shell that is recorded expands it
if ! "$PERF" record -q -e cpu-clock -g -o samples.data \
		sh -c 'n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); done' 2>/dev/null; then
	skip "what keys change" "events cannot be opened here"
	tap_end
fi

# changes KEY=VALUE OPTION...: the report is as with the options, and otherwise without the key
changes() {
	local key=$1

	shift
	rm -f .perfconfig
	"$PERF" report --stdio -i samples.data >before
	"$PERF" report --stdio -i samples.data "$@" >wanted
	"$PERF" config "$key"
	"$PERF" report --stdio -i samples.data >got
	not cmp -s before wanted
	diff wanted got
}
ok "report.children" changes report.children=false --no-children
ok "report.sort_order" changes report.sort_order=comm --sort comm
ok "report.percent-limit" changes report.percent-limit=50 --percent-limit 50
overrides() {
	rm -f .perfconfig
	"$PERF" report --stdio -i samples.data >before
	"$PERF" config report.children=false
	"$PERF" report --stdio --children -i samples.data >got
	diff before got
}
ok "options go before keys" overrides

stacks() {
	rm -f .perfconfig
	"$PERF" config call-graph.record-mode=dwarf
	"$PERF" record -q -e cpu-clock -g -o dwarf.data true
	"$PERF" evlist -v -i dwarf.data >said
	grep -q STACK_USER said
	"$PERF" config record.call-graph=fp
	"$PERF" record -q -e cpu-clock -g -o fp.data true
	"$PERF" evlist -v -i fp.data >said
	! grep STACK_USER said || return
	"$PERF" config record.call-graph=nonsense
	not "$PERF" record -q -e cpu-clock -g -o fp.data true 2>said
	grep -q nonsense said
}
ok "call-graph.record-mode" stacks

build_ids() {
	rm -f .perfconfig
	"$PERF" config record.build-id=skip
	"$PERF" record -q -e cpu-clock -o skip.data true
	[ -z "$("$PERF" buildid-list -i skip.data)" ]
	[ -n "$("$PERF" buildid-list -i samples.data)" ]
}
ok "record.build-id" build_ids

cache() {
	rm -f .perfconfig
	"$PERF" config buildid.dir="$PWD/elsewhere"
	"$PERF" buildid-cache -a /bin/true
	[ -d elsewhere/.build-id ]
	[ ! -e .debug ]
	"$PERF" buildid-cache -l | grep -q /true
}
ok "buildid.dir" cache
tap_end
