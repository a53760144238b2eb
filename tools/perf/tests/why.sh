#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf why: its options, and its message on a kernel that gives no reasons, which this machine's may
# be. What it prints on others is tested by unit/refusals.c, and on kernels of this tree by
# selftests/perf_events/tool-why.sh.

. "$TESTS/tap.bash"

ok "whose events is not said" perf_says 129 'a program to run, -p PIDS or -a' why
ok "all and one" perf_says 129 '-a and -p' why -a -p 1
ok "no such option" perf_says 129 "nonsense" why --nonsense true

if [ -d /sys/kernel/tracing/events/perf/perf_refused ]; then
	ok "the status of the program" perf_says 7 'refused no call' why sh -c 'exit 7'
	ok "no such program" perf_says 1 'cannot run' why ./no-such-program
	ok "an impossible event" perf_says 1 'reason 32 \(SAMPLE_PERIOD\)' why \
		"$PERF" record -o no.data -c 9223372036854775809 -e faults true
else
	ok "the kernel gives no reasons" perf_says 1 'gives no reasons|no access to tracefs' why true
	ok "nothing was run" perf_says 1 '' why touch was-run
	ok "no file of the program" not test -e was-run
	# The fallback of perf_open_explain()
	ok "the tool guesses" perf_says 1 "does not take 'faults' as it is asked for" \
		record -o no.data -c 9223372036854775809 -e faults true
	ok "a guess names no reason" not grep -q 'reason [0-9]' err
fi

tap_end
