// SPDX-License-Identifier: GPL-2.0
/*
 * The rings of a recording.
 *
 * The first event on a CPU owns the CPU's ring, the other events output to it, so the records of a
 * CPU are in order. Without CPUs each thread has a ring. An AUX area lies beside the ring of the
 * event that fills it, so connect_all() connects events with an area first.
 *
 * perf_record_ring_drain() writes records from the ring to the file without copying them; look_at()
 * reads each once, for counts and for the mapped files.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <data/sample.h>
#include <record/munmap.h>
#include <record/rings.h>
#include <sys/why.h>

static struct perf_record_ring *find_ring(const struct perf_record_rings *rings, int cpu,
					  size_t thread, bool backward)
{
	size_t i;

	for (i = 0; i < rings->count; i++) {
		struct perf_record_ring *ring = &rings->at[i];

		if (ring->cpu == cpu && ring->backward == backward &&
		    (cpu >= 0 || ring->thread == thread))
			return ring;
	}
	return NULL;
}

static int map_ring(struct perf_record_rings *rings, const struct perf_event_spec *spec, int fd,
		    int cpu, size_t thread, size_t pages, struct perf_error *error)
{
	bool backward = spec->attr.write_backward;
	struct perf_record_ring *larger, *ring;
	int ret;

	larger = realloc(rings->at, (rings->count + 1) * sizeof(*larger));
	if (!larger)
		return perf_error_memory(error);
	rings->at = larger;
	ring = &rings->at[rings->count];
	*ring = (struct perf_record_ring){
		.fd = fd, .cpu = cpu, .thread = thread, .backward = backward,
		.traced = spec->area,
	};
	ret = perf_ring_map(&ring->ring, fd, pages, backward, error);
	if (!ret)
		rings->count++;
	return ret;
}

/* Connect an event to the ring that find_ring() returns, or map a ring of its own. */
static int connect_event(struct perf_record_rings *rings, const struct perf_event_set *set,
			 size_t event, size_t cpu, size_t thread, size_t pages,
			 struct perf_error *error)
{
	const struct perf_event_spec *spec = &set->list->at[event];
	int number = set->at[event].cpus.at[cpu];
	int fd = perf_event_set_fd(set, event, cpu, thread);
	struct perf_record_ring *ring;

	if (fd < 0)
		return 0;
	ring = find_ring(rings, number, thread, spec->attr.write_backward);
	if (!ring)
		return map_ring(rings, spec, fd, number, thread, pages, error);
	if (!ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd))
		return 0;
	perf_error_set(error, errno, "event %s cannot share a ring: %m", spec->name);
	perf_why_refused(fd, error);
	return -error->code;
}

static int connect_those(struct perf_record_rings *rings, const struct perf_event_set *set,
			 bool area, size_t pages, struct perf_error *error)
{
	size_t event, cpu, thread;
	int ret;

	for (event = 0; event < set->count; event++) {
		if (set->list->at[event].area != area)
			continue;
		for (cpu = 0; cpu < set->at[event].cpus.count; cpu++) {
			for (thread = 0; thread < set->threads->count; thread++) {
				ret = connect_event(rings, set, event, cpu, thread, pages, error);
				if (ret)
					return ret;
			}
		}
	}
	return 0;
}

static int connect_all(struct perf_record_rings *rings, const struct perf_event_set *set,
		       size_t pages, struct perf_error *error)
{
	int ret = connect_those(rings, set, true, pages, error);

	return ret ? ret : connect_those(rings, set, false, pages, error);
}

static void unmap_all(struct perf_record_rings *rings)
{
	size_t i;

	for (i = 0; i < rings->count; i++) {
		perf_area_unmap(&rings->at[i].area);
		perf_ring_unmap(&rings->at[i].ring);
	}
	free(rings->at);
	rings->at = NULL;
	rings->count = 0;
}

/**
 * perf_record_rings_map() - map rings for opened events
 * @rings: result; end with perf_record_rings_unmap()
 * @set: opened events, must outlive @rings. Events on a CPU share a ring, owned by an event that
 *	traces if there is one; events that write backward have rings of their own
 * @pages: pages of each ring, a power of two. Halved while the kernel does not allow to lock that
 *	many, if @may_shrink
 * @may_shrink: the user did not set @pages
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_rings_map(struct perf_record_rings *rings, const struct perf_event_set *set,
			  size_t pages, bool may_shrink, struct perf_error *error)
{
	int ret;

	memset(rings, 0, sizeof(*rings));
	pthread_mutex_init(&rings->lock, NULL);
	rings->set = set;
	rings->time_offset = perf_sample_time_offset(set->list->at[0].attr.sample_type);
	for (;;) {
		ret = connect_all(rings, set, pages, error);
		if (ret != -EPERM || !may_shrink || pages < 2)
			break;
		unmap_all(rings);
		pages /= 2;
	}
	if (ret)
		perf_record_rings_unmap(rings);
	return ret;
}

/** perf_record_rings_unmap() - unmap all rings and areas */
void perf_record_rings_unmap(struct perf_record_rings *rings)
{
	unmap_all(rings);
	perf_vec_free(&rings->traces);
	pthread_mutex_destroy(&rings->lock);
}

static bool is_over(int fd)
{
	struct pollfd one = { .fd = fd };

	return poll(&one, 1, 0) > 0 && one.revents & (POLLHUP | POLLERR);
}

/* The descriptor of an event and thread that writes to @ring, or -1. */
static int writer_fd(const struct perf_record_ring *ring, const struct perf_event_set *set,
		     size_t event, size_t thread)
{
	const struct perf_cpus *cpus = &set->at[event].cpus;
	size_t cpu;

	if (!!set->list->at[event].attr.write_backward != ring->backward ||
	    (ring->cpu < 0 && ring->thread != thread))
		return -1;
	for (cpu = 0; cpu < cpus->count; cpu++)
		if (cpus->at[cpu] == ring->cpu)
			return perf_event_set_fd(set, event, cpu, thread);
	return -1;
}

/* An event that has ended stays so: ring->writer passes each event once. */
static int next_writer(struct perf_record_ring *ring, const struct perf_event_set *set)
{
	size_t threads = set->threads->count;

	for (; ring->writer < set->count * threads; ring->writer++) {
		int fd = writer_fd(ring, set, ring->writer / threads, ring->writer % threads);

		if (fd >= 0 && !is_over(fd))
			return fd;
	}
	return -1;
}

/**
 * perf_record_rings_follow() - replace events in poll() whose tasks have ended
 * @rings: rings
 * @set: the events that write to them
 * @polls: an entry for each ring, after poll(). An entry whose event has ended gets another event
 *	that writes to the ring, or -1 if there is none
 *
 * An event ends (POLLHUP) when its task and all that inherited it have ended; the other events of
 * the CPU may go on. poll() of any event that writes to a ring waits for the ring.
 *
 * Return: number of descriptors left to poll.
 */
size_t perf_record_rings_follow(struct perf_record_rings *rings, const struct perf_event_set *set,
				struct pollfd *polls)
{
	size_t i, left = 0;

	for (i = 0; i < rings->count; i++) {
		if (polls[i].fd >= 0 && polls[i].revents & (POLLHUP | POLLERR))
			polls[i].fd = next_writer(&rings->at[i], set);
		left += polls[i].fd >= 0;
	}
	return left;
}

static void count_sample(const struct perf_record_rings *rings,
			 const struct perf_event_header *header,
			 struct perf_record_counts *counts)
{
	uint64_t time;

	counts->samples++;
	if (!rings->time_offset || rings->time_offset + sizeof(time) > header->size)
		return;
	memcpy(&time, (const unsigned char *)header + rings->time_offset, sizeof(time));
	if (!counts->first_time || time < counts->first_time)
		counts->first_time = time;
	if (time > counts->last_time)
		counts->last_time = time;
}

static bool is_truncated(const struct perf_event_header *header)
{
	const struct perf_record_aux *aux = (const void *)header;

	return header->size >= sizeof(*aux) && aux->flags & PERF_AUX_FLAG_TRUNCATED;
}

static void look_at(struct perf_record_rings *rings, struct perf_record_ring *ring,
		    const struct perf_event_header *header, struct perf_record_counts *counts,
		    struct perf_record_dsos *dsos)
{
	switch (header->type) {
	case PERF_RECORD_SAMPLE:
		count_sample(rings, header, counts);
		break;
	case PERF_RECORD_LOST:
		if (header->size >= sizeof(struct perf_record_lost))
			counts->lost += ((const struct perf_record_lost *)header)->lost;
		break;
	case PERF_RECORD_LOST_SAMPLES:
		if (header->size >= sizeof(struct perf_record_lost_samples))
			counts->lost_samples +=
				((const struct perf_record_lost_samples *)header)->lost;
		break;
	case PERF_RECORD_AUX:
		ring->truncated |= is_truncated(header);
		break;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		pthread_mutex_lock(&rings->lock);
		perf_record_dsos_add(dsos, header);
		pthread_mutex_unlock(&rings->lock);
		break;
	}
}

/*
 * The kernel writes a backward ring towards 0: records from ring->seen on are already in the file.
 */
static void leave_out_seen(struct perf_record_ring *ring)
{
	uint64_t new_bytes = ring->seen - ring->ring.tail;

	if (new_bytes < ring->ring.head - ring->ring.tail)
		ring->ring.head = ring->seen;
	ring->seen = ring->ring.tail;
}

/* Writes the records of a ring that has MUNMAP records, each of them as an MMAP2 record. */
static int write_unmapped(struct perf_ring *ring, void *copy, struct perf_data_writer *writer,
			  struct perf_record_counts *counts, struct perf_error *error)
{
	const struct perf_event_header *header;
	struct perf_str records = { 0 };
	int ret;

	while ((header = perf_ring_next(ring, copy)))
		if (perf_record_is_munmap(header))
			perf_record_put_unmapped(&records, header);
		else
			perf_str_mem(&records, header, header->size);
	if (records.failed)
		ret = perf_error_memory(error);
	else
		ret = perf_data_writer_write(writer, records.text, records.length, error);
	counts->bytes += records.length;
	perf_str_free(&records);
	return ret;
}

/* Writes the records of a ring as they are. */
static int write_pieces(const struct perf_ring *ring, struct perf_data_writer *writer,
			struct perf_record_counts *counts, struct perf_error *error)
{
	const void *pieces[2];
	size_t sizes[2], nr, i;

	nr = perf_ring_pieces(ring, pieces, sizes);
	for (i = 0; i < nr; i++)
		counts->bytes += sizes[i];
	/*
	 * A record may span both pieces: perf_data_writer_write_pieces() puts nothing between them.
	 */
	return perf_data_writer_write_pieces(writer, pieces, sizes, nr, error);
}

/**
 * perf_record_ring_drain() - write out the records in a ring
 * @rings: rings
 * @index: index of the ring. Threads may drain different rings concurrently
 * @writer: output
 * @counts: counts of the records are added
 * @dsos: mapped files are added
 * @error: filled on failure
 *
 * A backward ring must be paused (PERF_EVENT_IOC_PAUSE_OUTPUT).
 *
 * Return: 1 if there were records, 0 if not, or a negative errno.
 */
int perf_record_ring_drain(struct perf_record_rings *rings, size_t index,
			   struct perf_data_writer *writer, struct perf_record_counts *counts,
			   struct perf_record_dsos *dsos, struct perf_error *error)
{
	struct perf_ring *ring = &rings->at[index].ring;
	_Alignas(8) unsigned char copy[PERF_RECORD_MAX];
	const struct perf_event_header *header;
	bool unmapped = false;
	uint64_t tail;
	int ret;

	if (!perf_ring_begin(ring))
		return 0;
	tail = ring->tail;
	if (rings->at[index].backward)
		leave_out_seen(&rings->at[index]);
	while ((header = perf_ring_next(ring, copy))) {
		look_at(rings, &rings->at[index], header, counts, dsos);
		unmapped |= perf_record_is_munmap(header);
	}
	ring->tail = tail;
	if (unmapped && !rings->munmap_raw)
		ret = write_unmapped(ring, copy, writer, counts, error);
	else
		ret = write_pieces(ring, writer, counts, error);
	perf_ring_end(ring);
	return ret ? ret : 1;
}
