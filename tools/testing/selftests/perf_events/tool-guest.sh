#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# tool-guest.sh: the perf of tools/perf as a client of the kernel.
#
# It has to see what a distribution's perf sees, in the same formats: these are the
# tests of debian-perf.sh with another client. Left out are those of commands that it
# may not have, and those that want a perf with symbols, or the dump of a report.
#
# Usage: tool-guest.sh [test...]; without a name, all of the list.

here=$(dirname "$0")
PERF_CLIENT=$(dirname "$(command -v perf)")
export PERF_CLIENT
if ! perf check feature -q libtraceevent 2>/dev/null; then
	echo "1..0 # SKIP no perf of ours on the path, or one without tracepoints"
	exit 4
fi
[ $# -gt 0 ] || set -- software_events exact_faults privilege_levels clock_and_rusage \
	repeated_runs intervals groups whole_system each_cpu one_cpu attach_process \
	one_thread per_thread tracepoints many_events control_groups unprivileged frequency \
	call_graph record_system record_process side_band fault_addresses overwrite clock_id \
	filter top trace bench
exec "$here/debian-perf.sh" "$@"
