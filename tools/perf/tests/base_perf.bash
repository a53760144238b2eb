# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare our tool with the perf of the same release: $other is that program,
# from the environment (BASE_PERF; scripts/perf/base-tool builds it out of the base), or the
# machine's if it is of that release, or nothing. Debian 12's is older, and differs in the text.

no_base_perf="neither BASE_PERF nor OTHER_PERF nor /usr/bin/perf is a perf 6.12"
other=
for candidate in "${BASE_PERF:-}" "${OTHER_PERF:-}" /usr/bin/perf; do
	if [[ -n $candidate && $("$candidate" version 2>/dev/null) = "perf version 6.12"* ]]; then
		other=$candidate
		break
	fi
done
