// SPDX-License-Identifier: GPL-2.0
/*
 * Ending a process when a mapped file was truncated, or its disk failed, during a read.
 *
 * Recordings, programs and their debug information are mapped, unless other users can change
 * them (perf_input_is_shared()). But the user may truncate a file of their own, and disks
 * fail: the kernel then sends SIGBUS. The read cannot continue: end_at_fault() writes a message
 * and ends the process.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/fault.h"

static const char text[] =
	"perf: a file was cut off while it was being read, or its disk failed\n";

/* SIGBUS handler: write() and _exit() are async-signal-safe. */
static void end_at_fault(int number)
{
	(void)number;
	_exit(write(STDERR_FILENO, text, sizeof(text) - 1) < 0 ? PERF_EXIT_FAILED :
	      PERF_EXIT_PARTIAL);
}

/**
 * perf_fault_catch() - end with a message at the first SIGBUS
 *
 * Context: once, before any file is mapped. Programs that the tool starts are not affected.
 */
void perf_fault_catch(void)
{
	struct sigaction action = { .sa_handler = end_at_fault, .sa_flags = SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, NULL);
}
