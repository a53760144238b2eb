// SPDX-License-Identifier: GPL-2.0
/*
 * The host reads the console as well, by the table in scripts/perf/tests/results.py. Here the
 * words are looked for after each case, so that the case which is to blame is known.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "case.h"
#include "complain.h"

#define RECORD	8192

static const char * const words[] = {
	"BUG:", "WARNING: ", "INFO: possible", "INFO: rcu", "INFO: task", "recursive locking",
	"suspicious RCU", "soft lockup", "hard LOCKUP", "Oops", "KASAN", "UBSAN", "Call Trace:",
	"unable to handle", "refcount_t:", "corruption", "self-detected stall",
};

static int messages = -1;

/**
 * complain_init() - from here on messages count; false if they cannot be read
 */
bool complain_init(void)
{
	messages = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	return messages >= 0 && lseek(messages, 0, SEEK_END) >= 0;
}

/**
 * complain_look() - has the kernel complained since the last look?
 * @out: the complaint's first line is printed there
 */
bool complain_look(FILE *out)
{
	static bool harmless;

	char record[RECORD];
	bool found = false;
	ssize_t length;
	unsigned int i;

	/* EPIPE: records were overwritten before they were read */
	while ((length = read(messages, record, sizeof(record) - 1)) != 0) {
		if (length < 0 && errno == EPIPE)
			continue;
		if (length < 0)
			break;
		record[length] = 0;
		/* Shows where memory lacked, as fault injection wants it to */
		if (strstr(record, "percpu: allocation failed") ||
		    strstr(record, "vmalloc error") ||
		    strstr(record, "page allocation failure"))
			harmless = true;
		if (harmless && strstr(record, "Call Trace:")) {
			harmless = false;
			continue;
		}
		/* The host, which has the objects, sees whether the race is in files of ours */
		if (strstr(record, "BUG: KCSAN:"))
			continue;
		for (i = 0; !found && i < COUNT(words); i++)
			if (strstr(record, words[i])) {
				found = true;
				fprintf(out, "# kernel: %s\n", strchr(record, ';') ?: record);
			}
	}
	return found;
}
