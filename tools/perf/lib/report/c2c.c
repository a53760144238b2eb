// SPDX-License-Identifier: GPL-2.0
/* Cache lines that CPUs take from each other (perf c2c). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <report/c2c.h>

#define LINE_SIZE	64
#define PAGE_SHIFT	12

#define FIELD(value, member, mask)	((value) >> PERF_MEM_##member##_SHIFT & (mask))

/* ---- classifying accesses ------------------------------------------------------------- */

/* The fields of sample.data_src, and @stats to count in. */
struct access {
	uint64_t op;
	uint64_t level;
	uint64_t snoop;
	uint64_t snoopx;
	uint64_t lock;
	uint64_t blocked;
	bool remote;
	bool has_addr;
	struct perf_c2c_stats *stats;
};

static void c2c_note(const struct access *access, enum perf_c2c_kind kind)
{
	access->stats->nr[kind]++;
}

static void note_cache_hit(const struct access *access)
{
	if (access->snoop & PERF_MEM_SNOOP_HITM)
		c2c_note(access, access->remote ? PERF_C2C_REMOTE_HITM : PERF_C2C_LOCAL_HITM);
	else
		c2c_note(access, PERF_C2C_LOAD_LLC);
}

static void note_remote_cache(const struct access *access)
{
	if (access->snoop & PERF_MEM_SNOOP_HITM)
		c2c_note(access, PERF_C2C_REMOTE_HITM);
	else if (access->snoop & PERF_MEM_SNOOP_HIT)
		c2c_note(access, PERF_C2C_REMOTE_HIT);
}

static void note_memory(const struct access *access, bool remote)
{
	c2c_note(access, remote ? PERF_C2C_REMOTE_DRAM : PERF_C2C_LOCAL_DRAM);
	if (access->snoop & PERF_MEM_SNOOP_HIT)
		c2c_note(access, PERF_C2C_SHARED);
	else
		c2c_note(access, PERF_C2C_EXCLUSIVE);
}

static void note_load_hit(const struct access *access)
{
	uint64_t level = access->level;

	if (level & PERF_MEM_LVL_UNC)
		c2c_note(access, PERF_C2C_LOAD_UNCACHED);
	if (level & PERF_MEM_LVL_IO)
		c2c_note(access, PERF_C2C_LOAD_IO);
	if (level & PERF_MEM_LVL_LFB)
		c2c_note(access, PERF_C2C_LOAD_FILL_BUFFER);
	if (level & PERF_MEM_LVL_L1)
		c2c_note(access, PERF_C2C_LOAD_L1);
	if (level & PERF_MEM_LVL_L2)
		c2c_note(access, PERF_C2C_LOAD_L2);
	if (level & PERF_MEM_LVL_L3)
		note_cache_hit(access);
	if (level & PERF_MEM_LVL_LOC_RAM)
		note_memory(access, false);
	if (level & (PERF_MEM_LVL_REM_RAM1 | PERF_MEM_LVL_REM_RAM2))
		note_memory(access, true);
	if (level & (PERF_MEM_LVL_REM_CCE1 | PERF_MEM_LVL_REM_CCE2))
		note_remote_cache(access);
}

static void note_load(const struct access *access)
{
	c2c_note(access, PERF_C2C_LOADS);
	if (!access->has_addr) {
		c2c_note(access, PERF_C2C_LOAD_NO_ADDR);
		return;
	}
	if (access->blocked & PERF_MEM_BLK_DATA)
		c2c_note(access, PERF_C2C_BLOCKED_DATA);
	if (access->blocked & PERF_MEM_BLK_ADDR)
		c2c_note(access, PERF_C2C_BLOCKED_ADDR);
	if (access->level & PERF_MEM_LVL_HIT)
		note_load_hit(access);
	else if (access->level & PERF_MEM_LVL_MISS)
		c2c_note(access, PERF_C2C_LOAD_MISS);
	if (access->snoopx & PERF_MEM_SNOOPX_PEER)
		c2c_note(access, access->remote ? PERF_C2C_REMOTE_PEER : PERF_C2C_LOCAL_PEER);
}

static void note_store(const struct access *access)
{
	c2c_note(access, PERF_C2C_STORES);
	if (!access->has_addr) {
		c2c_note(access, PERF_C2C_STORE_NO_ADDR);
		return;
	}
	if (access->level & PERF_MEM_LVL_HIT && access->level & PERF_MEM_LVL_UNC)
		c2c_note(access, PERF_C2C_STORE_UNCACHED);
	else if (access->level & PERF_MEM_LVL_HIT && access->level & PERF_MEM_LVL_L1)
		c2c_note(access, PERF_C2C_STORE_L1);
	else if (access->level & PERF_MEM_LVL_MISS && access->level & PERF_MEM_LVL_L1)
		c2c_note(access, PERF_C2C_STORE_L1_MISS);
	else
		c2c_note(access, PERF_C2C_STORE_UNKNOWN);
}

/* mem_lvl bits of an access; if they name no level, the bit for mem_lvl_num (newer kernels). */
static uint64_t level_bits(uint64_t data_src, bool remote)
{
	uint64_t bits = FIELD(data_src, LVL, 0x3fff);

	if (bits & ~(uint64_t)(PERF_MEM_LVL_NA | PERF_MEM_LVL_HIT | PERF_MEM_LVL_MISS))
		return bits;
	switch (FIELD(data_src, LVLNUM, 15)) {
	case PERF_MEM_LVLNUM_L1:
		return bits | PERF_MEM_LVL_L1;
	case PERF_MEM_LVLNUM_LFB:
		return bits | PERF_MEM_LVL_LFB;
	case PERF_MEM_LVLNUM_L2:
		return bits | PERF_MEM_LVL_L2;
	case PERF_MEM_LVLNUM_L3:
		return bits | PERF_MEM_LVL_L3;
	case PERF_MEM_LVLNUM_ANY_CACHE:
		return bits | (remote ? PERF_MEM_LVL_REM_CCE1 : PERF_MEM_LVL_L3);
	case PERF_MEM_LVLNUM_RAM:
		return bits | (remote ? PERF_MEM_LVL_REM_RAM1 : PERF_MEM_LVL_LOC_RAM);
	default:
		return bits;
	}
}

static void note_access(struct perf_c2c_stats *stats, const struct perf_sample *sample,
			bool mapped)
{
	uint64_t data = sample->data_src;
	struct access access = {
		.op = FIELD(data, OP, 0x1f), .snoop = FIELD(data, SNOOP, 0x1f),
		.snoopx = FIELD(data, SNOOPX, 3), .lock = FIELD(data, LOCK, 3),
		.blocked = FIELD(data, BLK, 7), .remote = FIELD(data, REMOTE, 1),
		.has_addr = sample->addr, .stats = stats,
	};

	stats->records++;
	access.level = level_bits(data, access.remote);
	if (access.lock & PERF_MEM_LOCK_LOCKED)
		c2c_note(&access, PERF_C2C_LOCKED);
	if (access.op & PERF_MEM_OP_LOAD)
		note_load(&access);
	else if (access.op & PERF_MEM_OP_STORE)
		note_store(&access);
	else
		c2c_note(&access, PERF_C2C_NOT_TOLD);
	if (!mapped)
		c2c_note(&access, PERF_C2C_NO_MAP);
}

/* ---- counting by location ------------------------------------------------------------- */

static struct perf_c2c_line *get_line(struct perf_c2c *c2c, uint64_t address)
{
	struct perf_c2c_line *line, **slot;
	uint64_t *value;
	bool added;

	value = perf_map_put(&c2c->by_address, address, &added);
	if (!value)
		return NULL;
	if (*value)
		return c2c->lines.at[*value - 1];
	line = calloc(1, sizeof(*line));
	slot = line ? perf_vec_push(&c2c->lines) : NULL;
	if (!slot) {
		free(line);
		return NULL;
	}
	line->address = address;
	*slot = line;
	*value = c2c->lines.count;
	return line;
}

static bool index_location(struct perf_c2c_line *line, size_t number)
{
	const struct perf_c2c_location *location = &line->locations.at[number];
	uint64_t *value;

	value = perf_map_put(&line->index, (uint64_t)location->offset << 32 | location->frame,
			     NULL);
	if (value)
		*value = number + 1;
	return value;
}

static struct perf_c2c_location *find_location(struct perf_c2c_line *line, uint32_t offset,
					       uint32_t frame)
{
	struct perf_c2c_location *location;
	uint64_t number;

	if (line->index.count)
		return perf_map_get(&line->index, (uint64_t)offset << 32 | frame, &number) ?
		       &line->locations.at[number - 1] : NULL;
	perf_vec_each(&line->locations, location)
		if (location->offset == offset && location->frame == frame)
			return location;
	return NULL;
}

/* A struct perf_c2c_location is large and most lines have one: not a vector's minimum. */
static struct perf_c2c_location *push_location(struct perf_c2c_line *line)
{
	if (!line->locations.at) {
		line->locations.at = malloc(sizeof(*line->locations.at));
		line->locations.capacity = !!line->locations.at;
		if (!line->locations.at)
			return NULL;
	}
	return perf_vec_push(&line->locations);
}

static struct perf_c2c_location *get_location(struct perf_c2c_line *line, uint32_t offset,
					      uint32_t frame)
{
	struct perf_c2c_location *location = find_location(line, offset, frame);
	size_t i;

	if (location)
		return location;
	location = push_location(line);
	if (!location)
		return NULL;
	location->offset = offset;
	location->frame = frame;
	if (line->locations.count <= PERF_C2C_FEW)
		return location;
	for (i = line->index.count; i < line->locations.count; i++)
		if (!index_location(line, i))
			return NULL;
	return location;
}

static void add_cycles(struct perf_c2c_location *location, const struct perf_c2c_stats *before,
		       uint64_t weight)
{
	const uint64_t *now = location->stats.nr;
	struct perf_c2c_cycles *cycles;

	if (now[PERF_C2C_LOADS] == before->nr[PERF_C2C_LOADS])
		return;
	cycles = now[PERF_C2C_REMOTE_HITM] != before->nr[PERF_C2C_REMOTE_HITM] ? &location->remote :
		 now[PERF_C2C_LOCAL_HITM] != before->nr[PERF_C2C_LOCAL_HITM] ? &location->local :
		 &location->load;
	cycles->sum += weight;
	cycles->nr++;
}

static void note_page(struct perf_c2c_line *line, uint64_t phys_addr)
{
	if (!phys_addr || (line->pages && line->page == phys_addr >> PAGE_SHIFT))
		return;
	line->page = phys_addr >> PAGE_SHIFT;
	line->pages++;
}

/**
 * perf_c2c_add() - count a sample
 * @c2c: counts
 * @session: session of the sample
 * @sample: sample
 * @node: NUMA node of the CPU of @sample, -1 if unknown
 *
 * Return: 0 or -ENOMEM.
 */
int perf_c2c_add(struct perf_c2c *c2c, struct perf_session *session,
		 const struct perf_session_sample *sample, int node)
{
	const struct perf_sample *fields = sample->sample;
	uint16_t mode = fields->addr >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
	uint32_t frame = perf_session_frame(session, sample);
	struct perf_c2c_stats before;
	struct perf_c2c_location *location;
	struct perf_c2c_line *line;
	bool mapped;

	mapped = perf_machine_mapping(session->machine, sample->thread->process, mode,
				      fields->addr);
	note_access(&c2c->stats, fields, mapped);
	line = get_line(c2c, fields->addr & ~(uint64_t)(LINE_SIZE - 1));
	location = line ? get_location(line, fields->addr % LINE_SIZE, frame) : NULL;
	if (!location)
		return -ENOMEM;
	note_access(&line->stats, fields, mapped);
	note_page(line, fields->phys_addr);
	location->ip = fields->ip;
	before = location->stats;
	note_access(&location->stats, fields, mapped);
	add_cycles(location, &before, fields->weight);
	if (fields->cpu < PERF_C2C_CPUS)
		location->cpus[fields->cpu / 64] |= 1ull << fields->cpu % 64;
	if (node >= 0 && node < PERF_C2C_NODES)
		location->nodes |= 1ull << node;
	return 0;
}

/* ---- sorting -------------------------------------------------------------------------- */

/** perf_c2c_hitm() - number of loads that hit a line modified by another core, by @order */
uint64_t perf_c2c_hitm(const struct perf_c2c_stats *stats, enum perf_c2c_order order)
{
	uint64_t local = stats->nr[PERF_C2C_LOCAL_HITM], remote = stats->nr[PERF_C2C_REMOTE_HITM];

	return order == PERF_C2C_LOCAL ? local : order == PERF_C2C_REMOTE ? remote :
	       local + remote;
}

static int compare_lines(const void *left, const void *right, void *context)
{
	const struct perf_c2c_line *a = *(struct perf_c2c_line *const *)left;
	const struct perf_c2c_line *b = *(struct perf_c2c_line *const *)right;
	enum perf_c2c_order order = *(enum perf_c2c_order *)context;
	uint64_t hitm_a = perf_c2c_hitm(&a->stats, order);
	uint64_t hitm_b = perf_c2c_hitm(&b->stats, order);

	if (hitm_a != hitm_b)
		return hitm_a > hitm_b ? -1 : 1;
	return (a->address > b->address) - (a->address < b->address);
}

static int compare_locations(const void *left, const void *right)
{
	const struct perf_c2c_location *a = left, *b = right;

	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	return (a->ip > b->ip) - (a->ip < b->ip);
}

static void free_line(struct perf_c2c_line *line)
{
	perf_vec_free(&line->locations);
	perf_map_free(&line->index);
	free(line);
}

static void add_stats(struct perf_c2c_stats *sum, const struct perf_c2c_stats *stats)
{
	unsigned int kind;

	sum->records += stats->records;
	for (kind = 0; kind < PERF_C2C_KINDS; kind++)
		sum->nr[kind] += stats->nr[kind];
}

/**
 * perf_c2c_finish() - keep and sort the shared lines
 * @c2c: counts
 * @order: accesses to sort by
 * @all: keep also lines without any HITM access
 */
void perf_c2c_finish(struct perf_c2c *c2c, enum perf_c2c_order order, bool all)
{
	size_t i, kept = 0;

	for (i = 0; i < c2c->lines.count; i++) {
		struct perf_c2c_line *line = c2c->lines.at[i];

		if (!all && !perf_c2c_hitm(&line->stats, order)) {
			free_line(line);
			continue;
		}
		add_stats(&c2c->shared, &line->stats);
		qsort(line->locations.at, line->locations.count, sizeof(*line->locations.at),
		      compare_locations);
		c2c->lines.at[kept++] = line;
	}
	c2c->lines.count = kept;
	if (kept)
		qsort_r(c2c->lines.at, kept, sizeof(*c2c->lines.at), compare_lines, &order);
}

/** perf_c2c_free() - free all lines */
void perf_c2c_free(struct perf_c2c *c2c)
{
	size_t i;

	for (i = 0; i < c2c->lines.count; i++)
		free_line(c2c->lines.at[i]);
	perf_vec_free(&c2c->lines);
	perf_map_free(&c2c->by_address);
}
