# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare the options of our tool with those of another perf, $other.

# both_commands: commands that both have. (Debian's archive is a script without options.)
both_commands() {
	comm -12 <("${other:?}" --help | sed -n 's/^   \([a-z][a-z0-9-]*\) .*/\1/p' | sort) \
		<("$PERF" help --words | tr ' ' '\n' | sort) | grep -vx archive
}

# options_of WORD...: lines "OPTION KIND" of a command, or of a form of one: none, needed or
# optional says of its argument
options_of() {
	"$other" "$@" -h 2>&1 </dev/null | perl -ne '
		next unless /^    (?:-(\S)(?:, )?|    )(?:--([\w-]+))?(\[=| <| \.\.\.|(?: |$)\S{0})?/;
		my ($letter, $name, $rest) = ($1, $2, $3 // "");
		next unless defined $letter || defined $name;
		my $kind = $rest eq "[=" ? "optional" : $rest =~ /^ [<.]/ ? "needed" : "none";
		print "-$letter $kind\n" if defined $letter;
		print "--$name $kind\n" if defined $name;'
}

# state_of OPTION KIND WORD...: what our command does with an option: taken, refused, or unknown,
# which is also said of one that has an argument in one of the two only. Nothing is done: --help
# ends the reading of options. @ is none: behind a letter without an argument it is complained of.
state_of() {
	local option=$1 kind=$2 tried=$1

	shift 2
	case $option,$kind in
	--*,needed)	tried=$option=1 ;;
	--*)		;;
	*,none)		tried=${option}@ ;;
	*)		tried=${option}1 ;;
	esac
	case $("$PERF" "$@" "$tried" --help 2>&1 </dev/null) in
	*"is not supported: "*)	echo refused ;;
	*"unknown option -@"*)	echo taken ;;
	*"unknown option"*|*"is ambiguous"*|*"takes no argument"*|*"needs an argument"*)
				echo unknown ;;
	*)			# Otherwise the @ was an argument
				[ "$tried" != "$option@" ] && echo taken || echo unknown ;;
	esac
}
