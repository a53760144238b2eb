#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options of perf 6.12: each of them, of each command and form of a command that we have too, is
# taken, but for those in the table below, which are refused with the reason. One that is unknown
# fails, and so does one of the table that is taken by now.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
. "$TESTS/known_options.bash"

# Left out on purpose: options; commands, and forms of commands, where they are ("*": all); why
left_out() {
	cat <<'END'
--itrace --insn-trace --call-trace --call-ret-trace --xed --graph-function --strip --vm-time-correlation|*|traces of instructions are not decoded
--stitch-lbr --branch-history|*|branch records are not made part of call stacks
--data-type --insn-stat --type-stat|annotate|instructions have no types of data
--type-profile -T|mem_report|instructions have no types of data
--record-tpebs|stat stat_record|latencies of retiring are not sampled beside a count
--iostat|stat stat_record|traffic of PCIe ports is not counted
--per-cluster|stat_report|a recording does not hold which CPUs share one
--off-cpu --setup-filter|record sched_record kmem_record lock_record|no BPF programs are loaded
--use-bpf -b --lock-owner -o --lock-cgroup --cgroup-filter -G|lock_contention|no BPF programs are loaded
--kcore -k --target-ns|buildid-cache|neither code of the kernel nor files of other namespaces are kept
--guest-data --guestmount|inject|guests have no symbols here
--guest-code --guestmount --guestkallsyms --guestmodules --guestvmlinux|script|guests have no symbols here
--sched-stat -s|inject|times asleep are those of sched timehist
--cycles-hist --stream|diff|blocks between branches are not counted
--total-cycles|report|blocks between branches are not counted
--show-ref-call-graph|report|a graph has the stacks of its own event only
--live --page|kmem|pages are not followed
--cache --target-ns|probe|no probes are kept in the cache, files of other namespaces not looked for
--script -s --gen-script -g --list -l --dlfilter --dlarg --list-dlfilters|script|no scripts or filters are run
--dso --objdump --workload -w|test|no test disassembles, or runs a program to be measured
--libtraceevent_print|trace|fields are shown by their types
--coalesce --double-cl --node-info -N --call-graph -g|c2c_report|a cache line has one table, without shares of nodes or stacks
-k|c2c_report|the letter is that of --all-kernel: one table serves record and report
END
}

is_left_out() {
	local form=$1 option=$2 options forms

	while IFS='|' read -r options forms _; do
		case " $options " in *" $option "*)
			case " $forms " in
			*" $form "*|" * ")	return 0 ;;
			esac
		esac
	done < <(left_out)
	return 1
}

# Forms of commands that have options of their own
forms_of() {
	local word

	for word in record report latency map timehist replay contention info convert; do
		"$PERF" "$1" --list-cmds | tr ' ' '\n' | grep -x -e "$word"
	done
}

# all_taken COMMAND [FORM]: what is not as the table says
all_taken() {
	local form=${1}${2:+_$2} option kind state

	options_of "$@" | sort -u >options
	while read -r option kind; do
		state=$(state_of "$option" "$kind" "$@")
		if is_left_out "$form" "$option"; then
			[ "$state" != taken ] || echo "$form $option: taken, take it out of the table"
			echo "$form $option" >>found
		elif [ "$state" = refused ]; then
			echo "$form $option: refused, and not in the table"
		elif [ "$state" = unknown ]; then
			echo "$form $option: unknown, or of another form"
		fi
	done <options >wrong
	cat wrong
	[ ! -s wrong ]
}

# Each entry of the table is an option of the other perf there.
no_idle_rows() {
	local options forms option form

	while IFS='|' read -r options forms _; do
		for option in $options; do
			for form in ${forms/\*/.*}; do
				grep -qx -e "$form $option" found || echo "$form $option: the other has none"
			done
		done
	done < <(left_out) >idle
	cat idle
	[ ! -s idle ]
}

if [ -z "$other" ]; then
	skip "options of perf 6.12" "${no_base_perf:?}"
	tap_end
fi
: >found
both_commands >both
ok "commands that both have" grep -qx report both
while read -r command; do
	options_of "$command" >options
	[ ! -s options ] || ok "options of $command" all_taken "$command"
	for form in $(forms_of "$command"); do
		options_of "$command" "$form" >options
		[ ! -s options ] || ok "options of $command $form" all_taken "$command" "$form"
	done
done <both
ok "the table has nothing else" no_idle_rows
tap_end
