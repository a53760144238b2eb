// SPDX-License-Identifier: GPL-2.0-only
/*
 * The end of a process whose mapped file lost its bytes while it read them.
 *
 * Recordings, programs and their debug information are mapped. Files that other users can change
 * are not (perf_input_is_shared()), but the user may cut off one of his own, and disks fail: the
 * kernel then sends SIGBUS. Nothing can be gone on with, so the tool says so and ends.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/fault.h"

static const char text[] =
	"perf: a file was cut off while it was being read, or its disk failed\n";

/* Only what a signal handler may call. */
static void end_at_fault(int number)
{
	(void)number;
	_exit(write(STDERR_FILENO, text, sizeof(text) - 1) < 0 ? PERF_EXIT_FAILED :
	      PERF_EXIT_PARTIAL);
}

/**
 * perf_fault_catch() - from now on, end with a message
 *
 * Context: once, before any file is mapped. A program that the tool starts is not affected.
 */
void perf_fault_catch(void)
{
	struct sigaction action = { .sa_handler = end_at_fault, .sa_flags = SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, NULL);
}
