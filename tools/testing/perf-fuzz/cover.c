// SPDX-License-Identifier: GPL-2.0
/*
 * KCOV: a task writes the addresses of the code that it runs through into memory that it
 * shares with us. Two addresses in a row are an edge. See Documentation/dev-tools/kcov.rst.
 */
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "case.h"
#include "cover.h"

#define KCOV		"/sys/kernel/debug/kcov"
#define KCOV_INIT_TRACE	_IOR('c', 1, unsigned long)
#define KCOV_ENABLE	_IO('c', 100)
#define KCOV_DISABLE	_IO('c', 101)
#define KCOV_TRACE_PC	0

/* Addresses of a thread in a case, and bits of edges by their hash */
#define WORDS		(256UL << 10)
#define EDGE_BITS	20

static int kcov[CASE_THREADS];
static unsigned long *trace[CASE_THREADS];
static unsigned char seen[(1U << EDGE_BITS) / 8];
static unsigned int edges;
static bool there;

/* The edges that were new in the last case that had some: all of them, or the first */
#define FRESH		4096
static unsigned int fresh_bits[FRESH], nr_fresh;

/**
 * cover_init() - set KCOV up; false if the kernel has none
 */
bool cover_init(void)
{
	int i;

	for (i = 0; i < CASE_THREADS; i++) {
		kcov[i] = open(KCOV, O_RDWR | O_CLOEXEC);
		if (kcov[i] < 0 || ioctl(kcov[i], KCOV_INIT_TRACE, WORDS))
			return false;
		trace[i] = mmap(NULL, WORDS * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED,
				kcov[i], 0);
		if (trace[i] == MAP_FAILED)
			return false;
	}
	there = true;
	return true;
}

/**
 * cover_begin() - the calling thread is traced from here on
 * @thread: of the case
 */
void cover_begin(unsigned int thread)
{
	if (there)
		ioctl(kcov[thread], KCOV_ENABLE, KCOV_TRACE_PC);
}

/**
 * cover_end() - up to here; the end of a thread does it as well
 * @thread: of the case
 */
void cover_end(unsigned int thread)
{
	if (there)
		ioctl(kcov[thread], KCOV_DISABLE, 0);
}

/**
 * cover_reset() - forget the addresses of the last case
 */
void cover_reset(void)
{
	int i;

	for (i = 0; there && i < CASE_THREADS; i++)
		trace[i][0] = 0;
}

static unsigned int edge_bit(unsigned long from, unsigned long to)
{
	return (from * 0x9e3779b97f4a7c15ULL ^ to) * 0xbf58476d1ce4e5b9ULL >> (64 - EDGE_BITS);
}

static bool note_edge(unsigned int bit)
{
	if (seen[bit / 8] & 1U << bit % 8)
		return false;
	seen[bit / 8] |= 1U << bit % 8;
	if (nr_fresh < FRESH)
		fresh_bits[nr_fresh++] = bit;
	edges++;
	return true;
}

static unsigned long traced(int thread)
{
	return trace[thread][0] < WORDS ? trace[thread][0] : WORDS - 1;
}

/**
 * cover_collect() - note the edges of the last case
 *
 * Returns how many no case had before.
 */
unsigned int cover_collect(void)
{
	unsigned int fresh = 0;
	unsigned long at;
	int i;

	nr_fresh = 0;
	for (i = 0; there && i < CASE_THREADS; i++)
		for (at = 1; at < traced(i); at++)
			fresh += note_edge(edge_bit(trace[i][at], trace[i][at + 1]));
	return fresh;
}

/**
 * cover_has_fresh() - did the last case reach what was new in that of cover_collect()?
 */
bool cover_has_fresh(void)
{
	static unsigned char now[sizeof(seen)];
	unsigned int bit;
	unsigned long at;
	int i;

	memset(now, 0, sizeof(now));
	for (i = 0; there && i < CASE_THREADS; i++)
		for (at = 1; at < traced(i); at++) {
			bit = edge_bit(trace[i][at], trace[i][at + 1]);
			now[bit / 8] |= 1U << bit % 8;
		}
	for (bit = 0; bit < nr_fresh; bit++)
		if (!(now[fresh_bits[bit] / 8] & 1U << fresh_bits[bit] % 8))
			return false;
	return true;
}

/**
 * cover_edges() - how many edges all cases had
 */
unsigned int cover_edges(void)
{
	return edges;
}
