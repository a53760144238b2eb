# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by the tests of what one user can do to another, after tap.bash. The test is root, the
# other user is nobody; an ordinary user has no other one to be.

OTHER_USER=65534

# need_two_users: fails, with a row that is skipped, where the test cannot be two users
need_two_users() {
	if [ "$(id -u)" != 0 ]; then
		skip "two users" "only root can be two users"
		return 1
	fi
	if ! setpriv --reuid=$OTHER_USER --regid=$OTHER_USER --clear-groups true 2>/dev/null; then
		skip "two users" "setpriv cannot change the user here"
		return 1
	fi
	# The directory of the test is root's alone; the other user has to reach the files in it.
	chmod o+x . ..
}

as_other() {
	setpriv --reuid=$OTHER_USER --regid=$OTHER_USER --clear-groups "$@"
}

# give FILE...: makes the other user the owner of a file, or of a link itself
give() {
	chown -h $OTHER_USER:$OTHER_USER "$@"
}

# make_precious: makes "safe/precious", which nobody but root may read or change
make_precious() {
	rm -rf safe || return
	mkdir -m 700 safe || return
	(umask 077 || return
	echo "root's alone" >safe/precious) || return
	touch -d 2001-01-01 safe/precious || return
	precious_from_now
}

# precious_from_now: files that the test has put beside it since are as precious.
precious_from_now() {
	precious_was=$(precious_is)
}

# precious_is: prints the contents, owner, mode and time of the file, and all names beside it
precious_is() {
	(cd safe && cat precious && stat -c '%a %u %g %s %y' precious && ls -A)
}

precious_stays() {
	local now

	now=$(precious_is)
	[ "$now" = "$precious_was" ] || {
		printf 'was %s\nis %s\n' "$precious_was" "$now"
		return 1
	}
}
