# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare our tool with the perf of the same release: $other is that program, or
# empty. BASE_PERF of the environment comes first (scripts/perf/host/base-tool builds it), then
# OTHER_PERF, then the machine's perf, if they are of that release. Debian 12's perf is older, and
# prints other text.

no_base_perf="neither BASE_PERF nor OTHER_PERF nor /usr/bin/perf is a perf 6.12"
other=
for candidate in "${BASE_PERF:-}" "${OTHER_PERF:-}" /usr/bin/perf; do
	if [[ -n $candidate && $("$candidate" version 2>/dev/null) = "perf version 6.12"* ]]; then
		other=$candidate
		break
	fi
done
