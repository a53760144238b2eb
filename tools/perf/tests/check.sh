#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf check: says of each feature what perf version says, in a form for scripts.

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

	[ -s options ] || return
	while read -r name switch macro; do
		wanted=1
		case $switch in *"on"*) wanted=0 ;; esac
		"$PERF" check feature -q "$name" >said 2>&1
		if [ $? != "$wanted" ] || [ -s said ]; then
			echo "$name"
			cat said
			return 1
		fi
		"$PERF" check -q feature "${macro,,}" >said 2>&1
		[ $? = "$wanted" ] || { echo "$macro"; return 1; }
	done < <(sed -E 's/: \[ (on|OFF) *\]  #/ \1/' options)
	"$PERF" check feature bpf >said
	[ $? = 1 ] && [ "$(cat said)" = '                   bpf: [ OFF ]  # HAVE_LIBBPF_SUPPORT' ]
}

one_of_several() {
	"$PERF" check feature syscall_table,bpf >said
	[ $? = 1 ] && [ "$(grep -c . said)" = 2 ] && "$PERF" check feature -q syscall_table
}

not_known() {
	"$PERF" check feature libtracevent 2>said
	[ $? = 1 ] && grep -q "did you mean 'libtraceevent'" said
}

nothing_asked() {
	"$PERF" check 2>said
	[ $? = 129 ] && grep -q 'perf check feature NAME' said && ! "$PERF" check feature 2>said
}

ok "the lines of perf version" same_lines
ok "exit codes tell, by name and by macro" exit_codes
ok "one of several is missing" one_of_several
ok "a name that is not known" not_known
ok "nothing is asked" nothing_asked
tap_end
