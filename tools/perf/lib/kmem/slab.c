// SPDX-License-Identifier: GPL-2.0
/* Sums of requests to the slab allocator. */
#include <errno.h>
#include <string.h>
#include <kmem/slab.h>
#include <model/event_formats.h>

static const char *const names[] = {
	"kmalloc", "kmem_cache_alloc", "kmalloc_node", "kmem_cache_alloc_node",
	"kfree", "kmem_cache_free", NULL
};

static bool use_format(void *context, size_t index, struct perf_format *format)
{
	struct perf_slab *slab = context;
	struct perf_slab_point *point = &slab->points.at[index];
	size_t i;

	for (i = 0; names[i]; i++)
		if (!strcmp(names[i], format->name))
			break;
	if (!names[i] || point->known)
		return false;
	*point = (struct perf_slab_point){
		.known = true, .frees = strstr(names[i], "free"), .format = *format,
		.site = perf_format_find(format, "call_site"),
		.ptr = perf_format_find(format, "ptr"),
		.requested = perf_format_find(format, "bytes_req"),
		.allocated = perf_format_find(format, "bytes_alloc"),
	};
	return true;
}

static bool has_points(const struct perf_slab *slab)
{
	const struct perf_slab_point *point;

	perf_vec_each(&slab->points, point)
		if (point->known)
			return true;
	return false;
}

/**
 * perf_slab_init() - prepare for the events of a recording
 * @slab: filled; free with perf_slab_free(), also on failure
 * @data: recording
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if the recording has no tracepoint of the slab allocator; -ENOMEM.
 */
int perf_slab_init(struct perf_slab *slab, const struct perf_data *data,
		   struct perf_error *error)
{
	static const struct perf_event_formats formats = {
		.system = "kmem", .names = names, .use = use_format,
	};
	size_t nr, i;

	*slab = (struct perf_slab){ 0 };
	perf_data_events(data, &nr);
	for (i = 0; i < nr; i++)
		if (!perf_vec_push(&slab->points))
			return perf_error_memory(error);
	slab->borrowed = perf_event_formats_walk(&formats, data, slab);
	if (has_points(slab))
		return 0;
	perf_error_set(error, EINVAL, "the recording has no kmem:kmalloc and the like");
	perf_error_hint(error, "'perf kmem record' makes one that has");
	return -EINVAL;
}

/* The index of the row with @key, added if new; or -ENOMEM. */
static ssize_t get_row(struct perf_slab_rows *rows, uint64_t key)
{
	struct perf_slab_row *row;
	uint64_t *index;
	bool added;

	index = perf_map_put(&rows->by_key, key, &added);
	if (!index)
		return -ENOMEM;
	if (added) {
		row = perf_vec_push(&rows->list);
		if (!row)
			return -ENOMEM;
		row->key = key;
		*index = rows->list.count - 1;
	}
	return (ssize_t)*index;
}

static void slab_count(struct perf_slab_row *row, uint64_t requested, uint64_t allocated)
{
	row->requested += requested;
	row->allocated += allocated;
	row->hits++;
}

static int slab_allocate(struct perf_slab *slab, uint64_t ptr, uint64_t site, uint64_t requested,
			 uint64_t allocated, uint32_t cpu)
{
	ssize_t caller = get_row(&slab->callers, site);
	ssize_t address = get_row(&slab->addresses, ptr);

	if (caller < 0 || address < 0)
		return -ENOMEM;
	/* slab->memory has an element for each row of slab->addresses. */
	while (slab->memory.count < slab->addresses.list.count)
		if (!perf_vec_push(&slab->memory))
			return -ENOMEM;
	slab->memory.at[address] = (struct perf_slab_memory){
		.bytes = allocated, .caller = (size_t)caller, .cpu = cpu, .used = true,
	};
	slab_count(&slab->callers.list.at[caller], requested, allocated);
	slab_count(&slab->addresses.list.at[address], requested, allocated);
	slab->requested += requested;
	slab->allocated += allocated;
	slab->allocations++;
	return 0;
}

/* Memory allocated before the recording began has no row in slab->addresses. */
static void slab_release(struct perf_slab *slab, uint64_t ptr, uint32_t cpu)
{
	struct perf_slab_memory *memory;
	uint64_t index;

	if (!perf_map_get(&slab->addresses.by_key, ptr, &index))
		return;
	memory = &slab->memory.at[index];
	if (!memory->used)
		return;
	memory->used = false;
	slab->freed += memory->bytes;
	if (memory->cpu == cpu)
		return;
	slab->addresses.list.at[index].ping_pong++;
	slab->callers.list.at[memory->caller].ping_pong++;
}

/** perf_slab_sample() - add a sample of the event with this index; 0 or -ENOMEM */
int perf_slab_sample(struct perf_slab *slab, unsigned int index,
		     const struct perf_sample *sample)
{
	const struct perf_slab_point *point;

	if (index >= slab->points.count || !slab->points.at[index].known)
		return 0;
	point = &slab->points.at[index];
#define NUMBER(field_)	perf_format_number(&point->format, point->field_, sample->raw,	\
					   sample->raw_size)
	if (!point->frees)
		return slab_allocate(slab, NUMBER(ptr), NUMBER(site), NUMBER(requested),
				     NUMBER(allocated), sample->cpu);
	slab_release(slab, NUMBER(ptr), sample->cpu);
#undef NUMBER
	return 0;
}

/** perf_slab_free() - free what @slab owns */
void perf_slab_free(struct perf_slab *slab)
{
	struct perf_slab_point *point;

	perf_vec_each(&slab->points, point)
		perf_format_free(&point->format);
	perf_vec_free(&slab->points);
	perf_vec_free(&slab->callers.list);
	perf_vec_free(&slab->addresses.list);
	perf_vec_free(&slab->memory);
	perf_map_free(&slab->callers.by_key);
	perf_map_free(&slab->addresses.by_key);
}
