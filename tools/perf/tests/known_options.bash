# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare the options of our tool with those of another perf, $other.

# both_commands: commands that both have. (Debian's archive is a script without options.)
both_commands() {
	comm -12 <("${other:?}" --help | sed -n 's/^   \([a-z][a-z0-9-]*\) .*/\1/p' | sort) \
		<("$PERF" help --words | tr ' ' '\n' | sort) | grep -vx archive
}

# options_of WORD...: prints a line "OPTION KIND" for each option of a command, or of a form of one.
# KIND is none, needed or optional, for its argument.
options_of() {
	"$other" "$@" -h 2>&1 </dev/null | perl -ne '
		next unless /^    (?:-(\S)(?:, )?|    )(?:--([\w-]+))?(\[=| <| \.\.\.|(?: |$)\S{0})?/;
		my ($letter, $name, $rest) = ($1, $2, $3 // "");
		next unless defined $letter || defined $name;
		my $kind = $rest eq "[=" ? "optional" : $rest =~ /^ [<.]/ ? "needed" : "none";
		print "-$letter $kind\n" if defined $letter;
		print "--$name $kind\n" if defined $name;'
}

# state_of OPTION KIND WORD...: prints taken, refused, or unknown for an option of our command;
# unknown includes an option that has an argument in one of the two perfs only. The command itself
# does not run: --help ends the reading of options. "@" is no option, so a letter without an
# argument is followed by a complaint about it.
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
