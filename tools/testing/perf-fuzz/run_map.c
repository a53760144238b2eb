// SPDX-License-Identifier: GPL-2.0
/*
 * Operations on rings and AUX areas in memory.
 *
 * Memory that another thread may have unmapped is read and written by system calls, which
 * return an error where an instruction would end the case.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "ops.h"

#define MOST_BYTES	(64UL << 20)

static size_t map_bytes(uint64_t pages)
{
	size_t bytes = pages * sysconf(_SC_PAGESIZE);

	return bytes > MOST_BYTES ? MOST_BYTES : bytes;
}

static void copy_out(struct state *state, void *to, uint64_t value)
{
	if (pwrite(state->scratch, &value, sizeof(value), 0) == sizeof(value))
		if (pread(state->scratch, to, sizeof(value), 0) < 0)
			return;
}

/* The event of a descriptor, 0 if it is of none */
static uint64_t event_of(int fd)
{
	uint64_t id;

	return ioctl(fd, PERF_EVENT_IOC_ID, &id) ? 0 : id;
}

/* An event whose last mapping has gone has no ring: its poll() says so, or that it is over */
static void look_detached(struct state *state, uint64_t id)
{
	struct pollfd poll_one = { .events = POLLIN };
	int i;

	for (i = 0; i < MAPS; i++)
		if (state->mapped[i] == id)
			return;
	for (i = 0; i < FDS; i++) {
		poll_one.fd = state_fd(state, i);
		if (event_of(poll_one.fd) != id)
			continue;
		if (poll(&poll_one, 1, 0) <= 0 || !(poll_one.revents & (POLLHUP | POLLERR)))
			state->kept = true;
		return;
	}
}

static long map_at(struct state *state, uint64_t slot, size_t length, int prot, int flags, int fd,
		   off_t offset)
{
	if (slot >= MAPS)
		return -EINVAL;
	if (mmap(state_map(slot), length, prot, flags | MAP_FIXED, fd, offset) == MAP_FAILED) {
		/* The one before it may have gone */
		if (state->mapped[slot])
			state->unsure = true;
		return -errno;
	}
	state->length[slot] = length;
	state->mapped[slot] = event_of(fd);
	return 0;
}

static long run_map(struct state *state, const struct op *op)
{
	return map_at(state, op_get(op, 0), map_bytes(op_get(op, 2)), op_get(op, 3),
		      op_get(op, 4) ? MAP_PRIVATE : MAP_SHARED, state_fd(state, op_get(op, 1)),
		      map_bytes(op_get(op, 5)));
}

static const struct arg_spec map_args[] = {
	{ "map", ARG_MAP, .made = true },
	{ "fd", ARG_FD },
	{ "pages", ARG_NUMBER, .limit = 40,
	  .values = ARG_VALUES(0, 1, 2, 2, 3, 3, 5, 5, 9, 9, 17, 33, 129) },
	{ "prot", ARG_NUMBER, .values = ARG_VALUES(3, 3, 3, 1, 1, 7, 0, 2) },
	{ "private", ARG_NUMBER, .limit = 2, .once = 20 },
	{ "offset", ARG_NUMBER, .limit = 20, .once = 12 },
	{ }
};

/* The ring of another slot says where its AUX area is to be */
static long run_aux(struct state *state, const struct op *op)
{
	uint64_t ring = op_get(op, 1);
	size_t length = map_bytes(op_get(op, 3)), offset = map_bytes(op_get(op, 5));
	struct perf_event_mmap_page *page = (void *)state_map(ring);

	if (!offset)
		offset = ring < MAPS ? state->length[ring] : 0;
	copy_out(state, &page->aux_offset, offset);
	copy_out(state, &page->aux_size, length);
	return map_at(state, op_get(op, 0), length, op_get(op, 4), MAP_SHARED,
		      state_fd(state, op_get(op, 2)), offset);
}

static const struct arg_spec aux_args[] = {
	{ "map", ARG_MAP, .made = true },
	{ "ring", ARG_MAP },
	{ "fd", ARG_FD },
	{ "pages", ARG_NUMBER, .limit = 40, .values = ARG_VALUES(1, 1, 2, 4, 8, 16, 64) },
	{ "prot", ARG_NUMBER, .values = ARG_VALUES(3, 3, 1, 7) },
	{ "offset", ARG_NUMBER, .limit = 40, .once = 8 },
	{ }
};

static long run_unmap(struct state *state, const struct op *op)
{
	uint64_t slot = op_get(op, 0);
	size_t length = slot < MAPS ? state->length[slot] : 4096;
	size_t first = map_bytes(op_get(op, 1));
	uint64_t id = slot < MAPS ? state->mapped[slot] : 0;
	long result;

	if (op_get(op, 2))
		length = map_bytes(op_get(op, 2));
	result = result_of(munmap(state_map(slot) + first, length));
	if (result || !id)
		return result;
	if (first || length < state->length[slot])
		state->unsure = true;
	state->mapped[slot] = 0;
	if (!state->unsure)
		look_detached(state, id);
	return result;
}

static const struct arg_spec part_args[] = {
	{ "map", ARG_MAP },
	{ "first", ARG_NUMBER, .limit = 9, .once = 4 },
	{ "pages", ARG_NUMBER, .limit = 9, .once = 4 },
	{ }
};

static long run_remap(struct state *state, const struct op *op)
{
	uint64_t from = op_get(op, 0), to = op_get(op, 1);
	size_t old = from < MAPS ? state->length[from] : 4096, length = map_bytes(op_get(op, 2));
	void *result;

	if (op_get(op, 3))
		old = map_bytes(op_get(op, 3));
	if (to >= MAPS)
		result = mremap(state_map(from), old, length ?: old, 0);
	else
		result = mremap(state_map(from), old, length ?: old, MREMAP_MAYMOVE | MREMAP_FIXED,
				state_map(to));
	state->unsure = true;
	if (result == MAP_FAILED)
		return -errno;
	if (to < MAPS)
		state->length[to] = length ?: old;
	return 0;
}

static const struct arg_spec remap_args[] = {
	{ "map", ARG_MAP }, { "to", ARG_MAP, .made = true },
	{ "pages", ARG_NUMBER, .limit = 40, .once = 2 },
	{ "old", ARG_NUMBER, .limit = 9, .once = 4 }, { }
};

static long run_protect(struct state *state, const struct op *op)
{
	uint64_t slot = op_get(op, 0);
	size_t length = slot < MAPS ? state->length[slot] : 4096;

	return result_of(mprotect(state_map(slot) + map_bytes(op_get(op, 1)),
				  op_get(op, 2) ? map_bytes(op_get(op, 2)) : length,
				  op_get(op, 3)));
}

static const struct arg_spec protect_args[] = {
	{ "map", ARG_MAP }, { "first", ARG_NUMBER, .limit = 9, .once = 3 },
	{ "pages", ARG_NUMBER, .limit = 9, .once = 3 },
	{ "prot", ARG_NUMBER, .values = ARG_VALUES(0, 1, 3, 7) }, { }
};

static long run_advise(struct state *state, const struct op *op)
{
	uint64_t slot = op_get(op, 0);

	return result_of(madvise(state_map(slot), slot < MAPS ? state->length[slot] : 4096,
				 op_get(op, 1)));
}

static const struct arg_spec advise_args[] = {
	{ "map", ARG_MAP },
	{ "advice", ARG_NUMBER, .values = ARG_VALUES(MADV_DONTNEED, MADV_DOFORK, MADV_DONTFORK,
						     MADV_REMOVE, MADV_DODUMP, MADV_WIPEONFORK) },
	{ }
};

static long run_touch(struct state *state, const struct op *op)
{
	char *place = state_map(op_get(op, 0)) + map_bytes(op_get(op, 1));

	if (op_get(op, 2))
		return result_of(pread(state->scratch, place, 64, 0));
	return result_of(pwrite(state->scratch, place, 4096, 0));
}

static const struct arg_spec touch_args[] = {
	{ "map", ARG_MAP }, { "page", ARG_NUMBER, .limit = 9 },
	{ "write", ARG_NUMBER, .limit = 2, .once = 2 }, { }
};

static long run_tail(struct state *state, const struct op *op)
{
	struct perf_event_mmap_page *page = (void *)state_map(op_get(op, 0));

	copy_out(state, op_get(op, 2) ? &page->aux_tail : &page->data_tail, op_get(op, 1));
	return 0;
}

static const struct arg_spec tail_args[] = {
	{ "map", ARG_MAP },
	{ "value", ARG_NUMBER, .values = ARG_VALUES(0, 1, 8, 4096, 1ULL << 31, ~0ULL) },
	{ "aux", ARG_NUMBER, .limit = 2, .once = 2 },
	{ }
};

/* A page that stays in a pipe is still there when its mapping has gone */
static long run_splice(struct state *state, const struct op *op)
{
	struct iovec place = {
		.iov_base = state_map(op_get(op, 0)) + map_bytes(op_get(op, 1)), .iov_len = 4096,
	};
	char text[4096];

	if (op_get(op, 2))
		return result_of(read(state->pipe[0], text, sizeof(text)));
	return result_of(vmsplice(state->pipe[1], &place, 1, SPLICE_F_NONBLOCK));
}

static const struct arg_spec splice_args[] = {
	{ "map", ARG_MAP }, { "page", ARG_NUMBER, .limit = 4 },
	{ "drain", ARG_NUMBER, .limit = 2, .once = 3 }, { }
};

const struct op_row map_rows[] = {
	{ "map", 24, map_args, .run = run_map },
	{ "aux", 8, aux_args, .run = run_aux },
	{ "unmap", 12, part_args, .run = run_unmap },
	{ "remap", 4, remap_args, .run = run_remap },
	{ "protect", 2, protect_args, .run = run_protect },
	{ "advise", 2, advise_args, .run = run_advise },
	{ "touch", 6, touch_args, .run = run_touch },
	{ "tail", 5, tail_args, .run = run_tail },
	{ "splice", 2, splice_args, .run = run_splice },
	{ }
};
