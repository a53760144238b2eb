#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options of perf 6.12: each of them, of each command and form of a command that we have too, is
# taken, but for those in the table below, which are refused with the reason. One that is unknown
# fails, and so does one of the table that is taken by now.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
. "$TESTS/known_options.bash"

# Left out on purpose: options, commands where they are ("*": all), why
left_out() {
	cat <<'END'
--itrace --insn-trace --call-trace --call-ret-trace --xed --graph-function --strip --vm-time-correlation|*|traces of instructions are not decoded
--stitch-lbr --branch-history|*|branch records are not made part of call stacks
--data-type --insn-stat --type-stat --type-profile -T|annotate mem|instructions have no types of data
--record-tpebs|stat|latencies of retiring are not sampled beside a count
--iostat|stat|traffic of PCIe ports is not counted
--per-cluster --per-cache|stat|of a recording: neither is read from it
--off-cpu --setup-filter|record sched kmem lock|no BPF programs are loaded
--use-bpf -b --lock-owner -o --lock-cgroup --cgroup-filter -G|lock|no BPF programs are loaded
--kcore -k --target-ns|buildid-cache|neither code of the kernel nor files of other namespaces are kept
--guest-data --guestmount --guest-code --guestkallsyms --guestmodules --guestvmlinux|inject script|guests have no symbols here
--sched-stat -s|inject|times asleep are those of sched timehist
--cycles-hist --stream|diff|blocks between branches are not counted
--total-cycles|report|blocks between branches are not counted
--show-ref-call-graph|report|a graph has the stacks of its own event only
--live --page|kmem|pages are not followed
--cache --target-ns|probe|no probes are kept in the cache, files of other namespaces not looked for
--script -s --gen-script -g --list -l --dlfilter --dlarg --list-dlfilters|script|no scripts or filters are run
--dso --objdump --workload -w|test|no test disassembles, or runs a program to be measured
--libtraceevent_print|trace|fields are shown by their types
--coalesce --double-cl --node-info -N --call-graph -g|c2c|a cache line has one table, without shares of nodes or stacks
END
}

is_left_out() {
	local command=$1 option=$2 options commands why

	while IFS='|' read -r options commands why; do
		case " $options " in *" $option "*)
			case " $commands " in
			*" $command "*|" * ")	return 0 ;;
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
	local option kind state

	options_of "$@" | sort -u >options
	[ -s options ] || { echo "the other $* has no options"; return 1; }
	while read -r option kind; do
		state=$(state_of "$option" "$kind" "$@")
		case $state in
		refused)	is_left_out "$1" "$option" || echo "$* $option: refused, and not in the table" ;;
		taken)		is_left_out "$1" "$option" || continue
				# Its letter or name may be another option's of a form or command
				grep -qx -e "$1 $option" also_taken || echo "$* $option: taken, take it out of the table" ;;
		*)		echo "$* $option: unknown, or of another form" ;;
		esac
		[ "$state" != refused ] || echo "$1 $option" >>refused
	done <options >wrong
	cat wrong
	[ ! -s wrong ]
}

# Each row is of use: all its options were refused somewhere.
no_idle_rows() {
	local options commands why option

	while IFS='|' read -r options commands why; do
		for option in $options; do
			grep -q -e " $option\$" refused || echo "$option ($commands): refused nowhere"
		done
	done < <(left_out) >idle
	cat idle
	[ ! -s idle ]
}

if [ -z "$other" ]; then
	skip "options of perf 6.12" "${no_base_perf:?}"
	tap_end
fi
: >refused
# Options of the table that a command, or a form of it, has with another meaning
cat >also_taken <<'END'
lock -o
lock -b
END
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
ok "all that is in the table is refused" no_idle_rows
tap_end
