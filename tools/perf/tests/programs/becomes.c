// SPDX-License-Identifier: GPL-2.0
/* Computes for a while as itself, then becomes ./calls. */
#include <unistd.h>

static unsigned long spin(unsigned long rounds)
{
	volatile unsigned long sum = 0;

	while (rounds--)
		sum += rounds;
	return sum;
}

int main(void)
{
	if (spin(30000000) == 1)
		return 1;
	execl("./calls", "./calls", "100", (char *)NULL);
	return 1;
}
