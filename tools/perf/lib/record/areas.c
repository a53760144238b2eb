// SPDX-License-Identifier: GPL-2.0
/*
 * Trace data of a recording.
 *
 * The AUX area of a ring belongs to the event that owns the ring; other tracing events on that CPU
 * share it. write_area() writes its bytes, undecoded, behind a PERF_RECORD_AUXTRACE, which holds
 * the ring's number and the count of bytes written before.
 *
 * When the area is full, the kernel disables the event and sets PERF_AUX_FLAG_TRUNCATED in its AUX
 * record. perf_record_area_drain() enables the event again once there is room.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <base/num.h>
#include <record/areas.h>
#include <sys/paths.h>

#define AREA_BYTES		(4 * 1024 * 1024)
#define AREA_BYTES_UNPRIVILEGED	(128 * 1024)

static size_t area_pages(const struct perf_record_config *config)
{
	size_t bytes = AREA_BYTES;

	if (config->trace_pages)
		return config->trace_pages;
	if (geteuid() && perf_paranoid() >= 0)
		bytes = AREA_BYTES_UNPRIVILEGED;
	return bytes / (size_t)sysconf(_SC_PAGESIZE);
}

/**
 * perf_record_areas_map() - map an AUX area for each ring whose events trace
 * @rings: mapped rings
 * @config: @trace_pages and @trace_mode are used
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_areas_map(struct perf_record_rings *rings,
			  const struct perf_record_config *config, struct perf_error *error)
{
	bool overwrite = config->trace_mode != PERF_RECORD_TRACE_ALL;
	size_t i, pages = area_pages(config);
	struct perf_record_ring *ring;
	int ret;

	for (i = 0; i < rings->count; i++) {
		ring = &rings->at[i];
		if (!ring->traced)
			continue;
		do {
			ret = perf_area_map(&ring->area, &ring->ring, ring->fd, pages, overwrite,
					    error);
		} while ((ret == -EPERM || ret == -ENOMEM) && !config->trace_pages &&
			 (pages /= 2));
		if (ret)
			return ret;
	}
	return 0;
}

/* Apply @request to all events that trace into the area of @ring. */
static void control_events(const struct perf_record_rings *rings,
			   const struct perf_record_ring *ring, unsigned long request)
{
	const struct perf_event_set *set = rings->set;
	size_t event, cpu, thread;
	int fd;

	for (event = 0; event < set->count; event++) {
		if (!set->list->at[event].area)
			continue;
		for (cpu = 0; cpu < set->at[event].cpus.count; cpu++) {
			if (set->at[event].cpus.at[cpu] != ring->cpu)
				continue;
			for (thread = 0; thread < set->threads->count; thread++) {
				fd = perf_event_set_fd(set, event, cpu, thread);
				if (fd >= 0 && (ring->cpu >= 0 || ring->thread == thread))
					ioctl(fd, request, 0);
			}
		}
	}
}

static int note_trace(struct perf_record_rings *rings, uint64_t offset, struct perf_error *error)
{
	struct perf_env_auxtrace *trace;

	pthread_mutex_lock(&rings->lock);
	trace = perf_vec_push(&rings->traces);
	if (trace) {
		trace->file_offset = offset;
		trace->size = sizeof(struct perf_record_auxtrace);
	}
	pthread_mutex_unlock(&rings->lock);
	return trace ? 0 : perf_error_memory(error);
}

static int write_area(struct perf_record_rings *rings, size_t index,
		      struct perf_data_writer *writer, struct perf_error *error)
{
	const struct perf_record_ring *ring = &rings->at[index];
	struct perf_record_auxtrace record = {
		.header = { .type = PERF_RECORD_AUXTRACE, .size = sizeof(record) },
		.offset = ring->area.tail,
		.reference = perf_clock_ns(CLOCK_MONOTONIC),
		.idx = (uint32_t)index,
		.tid = ring->cpu >= 0 ? UINT32_MAX :
					(uint32_t)rings->set->threads->at[ring->thread].tid,
		.cpu = (uint32_t)ring->cpu,
	};
	const void *pieces[2];
	uint64_t offset = 0;
	size_t sizes[2], nr;
	int ret;

	nr = perf_area_pieces(&ring->area, pieces, sizes);
	ret = perf_data_writer_write_trace(writer, &record, pieces, sizes, nr, &offset, error);
	return ret ? ret : note_trace(rings, offset, error);
}

/**
 * perf_record_area_drain() - write out the trace data of a ring
 * @rings: rings
 * @index: index of the ring. Threads may drain different rings concurrently
 * @newest: an area in overwrite mode, whose event is disabled: write at most so many bytes, 0: all
 * @writer: output
 * @error: filled on failure
 *
 * Events that the kernel disabled for lack of room are enabled again, unless @rings->stopped.
 *
 * Return: 1 if data was written, 0 if there was none, or a negative errno.
 */
int perf_record_area_drain(struct perf_record_rings *rings, size_t index, uint64_t newest,
			   struct perf_data_writer *writer, struct perf_error *error)
{
	struct perf_record_ring *ring = &rings->at[index];
	int ret = 0;

	if (!ring->area.data)
		return 0;
	if (perf_area_begin(&ring->area, newest)) {
		ret = write_area(rings, index, writer, error);
		if (ret)
			return ret;
		perf_area_end(&ring->area);
		ret = 1;
	}
	if (ring->truncated && !rings->stopped)
		control_events(rings, ring, PERF_EVENT_IOC_ENABLE);
	ring->truncated = false;
	return ret;
}

/**
 * perf_record_areas_snapshot_begin() - disable all events that trace, so that areas do not change
 * @rings: rings
 */
void perf_record_areas_snapshot_begin(struct perf_record_rings *rings)
{
	size_t i;

	for (i = 0; i < rings->count; i++)
		if (rings->at[i].area.data)
			control_events(rings, &rings->at[i], PERF_EVENT_IOC_DISABLE);
}

/**
 * perf_record_areas_snapshot_end() - write out all areas, then enable their events again
 * @rings: rings
 * @newest: write at most so many bytes of each area, 0: all
 * @writer: output
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_areas_snapshot_end(struct perf_record_rings *rings, uint64_t newest,
				   struct perf_data_writer *writer, struct perf_error *error)
{
	int ret = 0;
	size_t i;

	for (i = 0; i < rings->count; i++) {
		if (ret >= 0)
			ret = perf_record_area_drain(rings, i, newest, writer, error);
		if (rings->at[i].area.data && !rings->stopped)
			control_events(rings, &rings->at[i], PERF_EVENT_IOC_ENABLE);
	}
	return ret < 0 ? ret : 0;
}
