/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the two halves of same.c call of each other. */
void first(unsigned long rounds);
void second(unsigned long rounds);
