#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf check: build scripts rely on its exit code. Each feature has the state that perf version
# --build-options prints.

. "$TESTS/tap.bash"

"$PERF" version --build-options | grep '# HAVE_' >options

same_lines() {
	local names

	names=$(sed 's/:.*//; s/ //g' options | paste -sd,)
	"$PERF" check feature "$names" >lines
	diff options lines
}

exit_codes() {
	local name switch wanted macro

	[ -s options ]
	while read -r name switch macro; do
		wanted=1
		case $switch in *"on"*) wanted=0 ;; esac
		status=0
		"$PERF" check feature -q "$name" >said 2>&1 || status=$?
		if [ $status != "$wanted" ] || [ -s said ]; then
			echo "$name"
			cat said
			return 1
		fi
		exits "$wanted" "$PERF" check -q feature "${macro,,}" >said 2>&1 || {
			echo "$macro"
			return 1
		}
	done < <(sed -E 's/: \[ (on|OFF) *\]  #/ \1/' options)
	exits 1 "$PERF" check feature bpf >said
	[ "$(cat said)" = '                   bpf: [ OFF ]  # HAVE_LIBBPF_SUPPORT' ]
}

one_of_several() {
	exits 1 "$PERF" check feature syscall_table,bpf >said
	[ "$(grep -c . said)" = 2 ]
	"$PERF" check feature -q syscall_table
}

not_known() {
	exits 1 "$PERF" check feature libtracevent 2>said
	grep -q "did you mean 'libtraceevent'" said
}

nothing_asked() {
	exits 129 "$PERF" check 2>said
	grep -q 'perf check feature NAME' said
	not "$PERF" check feature 2>said
}

ok "the lines of perf version" same_lines
ok "exit codes tell, by name and by macro" exit_codes
ok "one of several is missing" one_of_several
ok "a name that is not known" not_known
ok "nothing is asked" nothing_asked
tap_end
