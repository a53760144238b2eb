// SPDX-License-Identifier: GPL-2.0
/* A task whose name is a command for the terminal, and of two lines. */
#include <sys/prctl.h>
#include <unistd.h>

int main(void)
{
	volatile int spin;
	int i;

	prctl(PR_SET_NAME, "\x1b[31mEV\nIL\x07");
	for (i = 0; i < 10; i++) {
		usleep(1000);
		for (spin = 0; spin < 5000000; spin++)
			;
	}
	return 0;
}
