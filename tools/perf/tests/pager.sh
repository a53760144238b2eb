#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Output that goes to a terminal is paged. The commands that page, the order in which pagers are asked
# for and LESS are those of Debian's perf, which was run under script(1) with pagers as below.

. "$TESTS/tap.bash"

if ! command -v script >/dev/null; then
	skip "paging" "no script (package bsdutils)"
	tap_end
fi
export SHELL=/bin/sh TERM=xterm
unset PERF_PAGER PAGER LESS
for name in one two; do
	# shellcheck disable=SC2016 # it is for the script
	printf '#!/bin/sh\necho "$(basename "$0") $LESS $*" >>"%s/paged"\nexec cat\n' "$PWD" >$name
	chmod +x $name
done

# on_terminal COMMAND...: what the terminal got is in the file "shown", the pagers that ran in "paged"
on_terminal() {
	rm -f paged
	touch paged
	timeout 60 script -qec "$*" /dev/null </dev/null | tr -d '\r' >shown
	return "${PIPESTATUS[0]}"
}

# paged_by PAGER COMMAND...: exit code 0, by that pager alone ("" is none), and something is shown
paged_by() {
	local wanted=$1 status

	shift
	status=0
	on_terminal "$@" || status=$?
	[ "$status" = 0 ] || {
		cat shown
		echo "exit code $status"
		return 1
	}
	[ -s shown ] || {
		echo "nothing shown"
		return 1
	}
	[ "$(cut -d ' ' -f 1 paged)" = "$wanted" ] || {
		cat paged
		echo "not paged by '$wanted'"
		return 1
	}
}

prepare() {
	"$PERF" record -q -e cpu-clock -F 5000 -o x.data find /usr/share -name nothing 2>err
	"$PERF" report --stdio -i x.data >report.text 2>err
	"$PERF" script -i x.data >script.text 2>err
	[ "$(wc -l <script.text)" -gt 60 ]
}
ok_or_end "record" prepare

ok "report" paged_by one "PERF_PAGER='$PWD/one' '$PERF' report --stdio -i x.data"
same_text() { diff report.text shown; }
ok "the text is the same" same_text
less_is_told() { [ "$(cat paged)" = "one FRSX " ]; }
ok "LESS" less_is_told
less_is_kept() {
	paged_by one "LESS=Q PERF_PAGER='$PWD/one' '$PERF' list sw"
	grep -q '^one Q $' paged
}
ok "LESS that is set" less_is_kept
for words in "script -i x.data" "report -D -i x.data" "report --header-only -i x.data" \
	"diff x.data x.data" \
	"list sw" "buildid-list -i x.data" "annotate -i x.data"; do
	# Not every function can be annotated: the exit code says so.
	ok "paged: $words" paged_by one "PERF_PAGER='$PWD/one' '$PERF' $words || [ \$? = 2 ]"
done
for words in "evlist -i x.data" version help "config -l" "stat -e cpu-clock:u true" \
	"--no-pager script -i x.data"; do
	ok "not paged: $words" paged_by "" "PERF_PAGER='$PWD/one' '$PERF' $words; echo"
done
for words in "-p evlist -i x.data" "--paginate version"; do
	ok "paged: $words" paged_by one "PERF_PAGER='$PWD/one' '$PERF' $words"
done
ok "not a terminal" paged_by "" "PERF_PAGER='$PWD/one' '$PERF' -p report --stdio -i x.data | cat"

report="'$PERF' report --stdio -i x.data"
ok "PAGER" paged_by two "PAGER='$PWD/two' $report"
ok "PERF_PAGER goes before" paged_by one "PERF_PAGER='$PWD/one' PAGER='$PWD/two' $report"
ok "PERF_PAGER that is empty" paged_by "" "PERF_PAGER= PAGER='$PWD/two' $report"
ok "cat is none" paged_by "" "PERF_PAGER=cat PAGER='$PWD/two' $report"
words_of_shell() {
	paged_by one "PERF_PAGER=\"FOO=1 '$PWD/one' a 'b c' | tr '[:lower:]' '[:upper:]'\" $report"
	grep -q ' a b c$' paged
	tr '[:lower:]' '[:upper:]' <report.text | diff - shown
}
ok "a command line" words_of_shell
configured() {
	printf '[pager]\n\t%s\n' "$1" >config
	paged_by "$2" "PERF_CONFIG='$PWD/config' $3"
}
ok "pager.report=false" configured "report = false" "" "PERF_PAGER='$PWD/one' $report"
ok "pager.evlist=true" configured "evlist = true" one \
	"PERF_PAGER='$PWD/one' '$PERF' evlist -i x.data"
ok "pager.report=PROGRAM" configured "report = '$PWD/two'" two "$report"
ok "it goes before PAGER" configured "report = $PWD/two" two "PAGER='$PWD/one' $report"
ok "--no-pager goes before it" configured "report = true" "" \
	"PAGER='$PWD/one' '$PERF' --no-pager report --stdio -i x.data"

not_there() {
	on_terminal "PERF_PAGER=/no/such $report"
	grep -q "^perf: there is no pager '/no/such'" shown
	grep -v '^perf:' shown | diff report.text -
}
ok "a pager that is not there" not_there
not_run() { ! on_terminal "PERF_PAGER='exec /no/such | cat; exit 127' $report" && tail -n 1 shown |
	grep -q "^perf: the pager 'exec .*cannot be run"; }
ok "a pager that cannot be run" not_run
left_early() {
	paged_by "" "PERF_PAGER='head -n 1' '$PERF' script -i x.data"
	head -n 1 script.text | diff - shown
}
ok "a pager that is left" left_early

# Only what there is to see is paged; messages come behind it
failure() {
	exits 1 on_terminal "PERF_PAGER='$PWD/one' '$PERF' report --stdio -i no.data"
	[ ! -s paged ]
	grep -q 'no.data' shown
}
ok "a failure is not paged" failure
misused() {
	exits 129 on_terminal "PERF_PAGER='$PWD/one' '$PERF' -p report --nosuch"
	[ ! -s paged ]
	grep -q 'nosuch' shown
}
ok "its exit code" misused
partial() {
	head -c $(($(stat -c %s x.data) / 2)) x.data >half.data
	exits 2 "$PERF" script -i half.data >wanted 2>wanted.err
	[ -s wanted.err ]
	exits 2 on_terminal "PERF_PAGER='sleep 1; cat' '$PERF' script -i half.data"
	cat wanted wanted.err | diff - shown
}
ok "messages come behind the pages, the exit code is the command's" partial
# The reader has given up its rights when it writes, and is still there: the pipe is full.
confined() {
	"$PERF" report -D -i x.data >dump 2>err
	[ "$(stat -c %s dump)" -gt 200000 ]
	cat >looks <<'END'
head -n 1 >/dev/null
echo pager $(grep NoNewPrivs /proc/$$/status)
for pid in $(pgrep -P $PPID -x perf); do echo reader $(grep NoNewPrivs /proc/$pid/status); done
cat >/dev/null
END
	on_terminal "PERF_PAGER='exec sh ./looks;' '$PERF' report -D -i x.data"
	printf '%s\n' 'pager NoNewPrivs: 0' 'reader NoNewPrivs: 1' | diff - shown
}
ok "the pager has the user's rights, the reader has not" confined
# An interrupt ends the command, after the pager: the shell must not read keys beside it.
interrupted() {
	# shellcheck disable=SC2016 # it is for the pager
	exits 130 on_terminal 'PERF_PAGER='\''trap "" INT; head -n 1; kill -INT $PPID; sleep 1; echo last'\' \
		"'$PERF' script -i x.data"
	head -n 1 script.text | cat - <(echo last) | diff - shown
}
ok "an interrupt ends both, the pager first" interrupted

# ---- less -------------------------------------------------------------------------------

if command -v tmux >/dev/null && command -v less >/dev/null; then
	. "$TESTS/tmux.bash"
	trap 'terminal kill-server 2>/dev/null' EXIT
	wide() {
		start 60 12 "TERM=xterm '$PERF' --no-pager version; TERM=xterm '$PERF' script -i '$PWD/x.data'"
		sees '^ *find ' '^:'
		[ "$(shown | grep -c '^ *find ')" -ge 10 ]
	}
	ok "less: a line of the text is a line of the terminal" wide
	ok "less: q ends, with success" ends q
	short() {
		start 160 30 "TERM=xterm '$PERF' buildid-list -i '$PWD/x.data'"
		ended
	}
	ended() {
		local try

		for ((try = 0; try < 300; try++)); do
			[ ! -s status ] || break
			sleep 0.1
		done
		[ "$(cat status)" = 0 ] && sees '^[0-9a-f]{40} '
	}
	ok "less: what fits on the terminal needs no key" short
else
	skip "less" "no tmux or no less"
fi
tap_end
