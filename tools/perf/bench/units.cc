// SPDX-License-Identifier: GPL-2.0
// units [ROUNDS]: runs all of the UNITS compile units that unit.cc was made into.
#include <cstdio>
#include <cstdlib>

#define EACH4(do_, n) do_(n##0) do_(n##1) do_(n##2) do_(n##3)
#define EACH16(do_) EACH4(do_, 1) EACH4(do_, 2) EACH4(do_, 3) EACH4(do_, 4)
#define DECLARE(n) long run_unit##n(long rounds);
#define CALL(n) sum += run_unit##n(rounds);

EACH16(DECLARE)

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 10, sum = 0;

	EACH16(CALL)
	printf("%ld\n", sum);
	return 0;
}
