#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options that users of Debian's perf (6.1) know: each of them, of each command that we have too, is
# accepted, or refused with the reason. None is unknown, and none has an argument in one of the
# two only.

. "$TESTS/tap.bash"
. "$TESTS/known_options.bash"

other=${OTHER_PERF:-/usr/bin/perf}

all_known() {
	local command=$1 option kind

	options_of "$command" >options
	[ -s options ] || {
		echo "Debian's $command tells no options"
		return 1
	}
	while read -r option kind; do
		[ "$(state_of "$option" "$kind" "$command")" != unknown ] ||
			echo "$command $option: unknown, or of another form"
	done <options | sort -u >wrong
	cat wrong
	[ ! -s wrong ]
}

if ! command -v "$other" >/dev/null; then
	skip "options of Debian's perf" "no $other"
	tap_end
fi
# Others have more: a list of what is open there is another one.
version=$("$other" --version)
case $version in
*" 6.1."*)	;;
*)		skip "options of Debian's perf" "'$version' is not 6.1, whose options are listed"
		tap_end ;;
esac
both_commands >both
ok "commands that both have" grep -qx report both
while read -r command; do
	# Without options, or without help
	options_of "$command" >options
	[ ! -s options ] || ok "options of $command" all_known "$command"
done <both
tap_end
