// SPDX-License-Identifier: GPL-2.0
/*
 * Files are read while the processes that have mapped them live.
 *
 * perf_mapped.lock guards all fields but those marked as the thread's, and @cache, which is
 * constant. If the thread hangs in a file system, perf_mapped_free() leaves all memory to it.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <base/found.h>
#include <base/map.h>
#include <base/vec.h>
#include <record/build_id_cache.h>
#include <record/jit_maps.h>
#include <record/mapped.h>
#include <sys/inside.h>

/* ROOTS_MAX: containers whose files can be opened after a process has ended. */
#define ROOTS_MAX	64

/* PATIENCE_S: seconds that the end of a recording waits for the thread. */
#define PATIENCE_S	10

/* KEPT_MAX: bytes of files that one recording may copy into the cache. */
#define KEPT_MAX	(2ULL << 30)

/* A file: its newest mapping, and the result of look_at_file(). */
struct known_file {
	struct perf_mapped_file file;	/* file.name is a copy */
	struct perf_mapped_found found;
	bool looked;
	bool is_host;			/* file.name led to it on the host */
	bool kept;
	bool queued;
};

/* A job for do_job(): read a file, add a process that makes code, or read all maps. */
struct job {
	enum { JOB_FILE, JOB_PROCESS, JOB_MAPS } kind;
	uint32_t number;		/* of the file */
	pid_t pid;
};

struct perf_mapped {
	char *cache;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t work;
	pthread_cond_t idle;
	PERF_VEC(struct known_file) files;
	PERF_VEC(struct job) queue;
	struct perf_map with_code;	/* pid to number of mappings for code */
	size_t next;			/* next job in @queue */
	bool started;
	bool busy;
	bool hangs;
	bool stop;
	/* The thread's fields: */
	PERF_VEC(struct perf_inside) roots;
	struct perf_map root_of;	/* pid to index in @roots + 1 */
	uint64_t bytes_kept;
	struct perf_jit_maps maps;
};

/**
 * perf_mapped_build_id() - build id of a file that still is at its path
 * @path: recorded path
 * @id: recorded device and inode
 * @build_id: result
 *
 * Return: bytes of @build_id; -ESTALE if another file is at @path, or as perf_build_id_of_file().
 */
int perf_mapped_build_id(const char *path, const struct perf_file_id *id,
			 uint8_t build_id[PERF_BUILD_ID_SIZE])
{
	int fd = perf_found_open(path), size;

	if (fd < 0)
		return fd;
	size = perf_file_id_is(id, fd) ? perf_build_id_of_fd(fd, build_id) : -ESTALE;
	close(fd);
	return size;
}

/* Is @fd the file that was mapped? If so, @found receives its build id. */
static bool is_right(const struct perf_mapped_file *file, int fd,
		     struct perf_mapped_found *found)
{
	int size;

	if (fd < 0 || !perf_file_id_is(&file->id, fd))
		return false;
	size = perf_build_id_of_fd(fd, found->build_id);
	found->size = size > 0 ? (uint8_t)size : 0;
	return !file->build_id_size ||
	       perf_build_id_fits(found->build_id, size, file->build_id, file->build_id_size);
}

/* The root of process @pid; after its end, the last root that was opened for it. */
static const struct perf_inside *root_of(struct perf_mapped *mapped, pid_t pid)
{
	uint64_t *index, known = 0;
	struct perf_inside now;
	size_t i;

	if (perf_inside_open(&now, pid)) {
		perf_inside_close(&now);
		perf_map_get(&mapped->root_of, (uint32_t)pid, &known);
		return known ? &mapped->roots.at[known - 1] : NULL;
	}
	for (i = 0; i < mapped->roots.count; i++)
		if (perf_inside_equal(&mapped->roots.at[i], &now))
			break;
	if (i < ROOTS_MAX && i == mapped->roots.count && perf_vec_push(&mapped->roots))
		mapped->roots.at[i] = now;
	else
		perf_inside_close(&now);
	if (i >= mapped->roots.count)
		return NULL;
	index = perf_map_put(&mapped->root_of, (uint32_t)pid, NULL);
	if (index)
		*index = i + 1;
	return &mapped->roots.at[i];
}

/* Open @file through its process, where its path may lead to another file than here. */
static int open_inside(struct perf_mapped *mapped, const struct perf_mapped_file *file,
		       struct perf_mapped_found *found, struct stat *status)
{
	int fd = perf_inside_mapped(file->pid, file->start, file->end);
	const struct perf_inside *root = root_of(mapped, file->pid);

	if (is_right(file, fd, found) && !fstat(fd, status))
		return fd;
	if (fd >= 0)
		close(fd);
	fd = root ? perf_inside_file(root, file->name, status) : -ESRCH;
	if (is_right(file, fd, found))
		return fd;
	if (fd >= 0)
		close(fd);
	return -ENOENT;
}

/* Copy @fd into mapped->cache, since readers of the recording cannot open @file->name. */
static bool mapped_keep(struct perf_mapped *mapped, const struct perf_mapped_file *file,
			const struct perf_mapped_found *found, int fd, const struct stat *status)
{
	uint64_t size = (uint64_t)status->st_size;

	if (!mapped->cache || found->size < PERF_BUILD_ID_LEAST ||
	    size > KEPT_MAX - mapped->bytes_kept)
		return false;
	if (perf_build_id_cache_keep(mapped->cache, file->name, fd, found->build_id,
				     found->size))
		return false;
	mapped->bytes_kept += size;
	return true;
}

/* If the file cannot be opened any more, known->found keeps its earlier result. */
static void look_inside(struct perf_mapped *mapped, struct known_file *known)
{
	struct perf_mapped_found found;
	struct stat status;
	int fd = open_inside(mapped, &known->file, &found, &status);

	if (fd < 0)
		return;
	known->looked = true;
	known->found = found;
	if (!known->kept)
		known->kept = mapped_keep(mapped, &known->file, &found, fd, &status);
	close(fd);
}

/* @known is a copy: mapped->files may move meanwhile. */
static void mapped_look(struct perf_mapped *mapped, struct known_file *known)
{
	struct perf_mapped_found found;
	int fd = perf_found_open(known->file.name);

	known->is_host = is_right(&known->file, fd, &found);
	if (fd >= 0)
		close(fd);
	if (known->is_host) {
		known->looked = true;
		known->found = found;
	} else {
		look_inside(mapped, known);
	}
}

/* The caller holds mapped->lock, which is released while the file is read. */
static void look_at_file(struct perf_mapped *mapped, uint32_t number)
{
	struct known_file known;

	mapped->files.at[number].queued = false;
	known = mapped->files.at[number];
	pthread_mutex_unlock(&mapped->lock);
	mapped_look(mapped, &known);
	pthread_mutex_lock(&mapped->lock);
	mapped->files.at[number].found = known.found;
	mapped->files.at[number].looked = known.looked;
	mapped->files.at[number].is_host = known.is_host;
	mapped->files.at[number].kept = known.kept;
}

static void do_job(struct perf_mapped *mapped, const struct job *job)
{
	if (job->kind == JOB_FILE) {
		look_at_file(mapped, job->number);
		return;
	}
	pthread_mutex_unlock(&mapped->lock);
	if (job->kind == JOB_PROCESS)
		perf_jit_maps_add(&mapped->maps, job->pid);
	else
		perf_jit_maps_read(&mapped->maps);
	pthread_mutex_lock(&mapped->lock);
}

static void *mapped_run(void *context)
{
	struct perf_mapped *mapped = context;
	struct job job;

	pthread_mutex_lock(&mapped->lock);
	while (!mapped->stop) {
		if (mapped->next < mapped->queue.count) {
			mapped->busy = true;
			job = mapped->queue.at[mapped->next++];
			do_job(mapped, &job);
			continue;
		}
		mapped->next = 0;
		mapped->queue.count = 0;
		mapped->busy = false;
		pthread_cond_broadcast(&mapped->idle);
		pthread_cond_wait(&mapped->work, &mapped->lock);
	}
	pthread_mutex_unlock(&mapped->lock);
	return NULL;
}

/**
 * perf_mapped_create() - create the state; the thread starts with the first job
 * @cache: directory of the build id cache; NULL: keep no copies
 *
 * Return: NULL without memory.
 */
struct perf_mapped *perf_mapped_create(const char *cache)
{
	struct perf_mapped *mapped = calloc(1, sizeof(*mapped));
	pthread_condattr_t by_clock;

	if (!mapped)
		return NULL;
	mapped->cache = cache ? strdup(cache) : NULL;
	pthread_mutex_init(&mapped->lock, NULL);
	pthread_cond_init(&mapped->work, NULL);
	pthread_condattr_init(&by_clock);
	pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC);
	pthread_cond_init(&mapped->idle, &by_clock);
	pthread_condattr_destroy(&by_clock);
	return mapped;
}

/* mapped_run() has all signals blocked: they are for the recording thread. */
static bool mapped_start(struct perf_mapped *mapped)
{
	sigset_t all, before;

	if (mapped->started)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	mapped->started = !pthread_create(&mapped->thread, NULL, mapped_run, mapped);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return mapped->started;
}

/* The caller holds mapped->lock. */
static bool put_in_queue(struct perf_mapped *mapped, struct job job)
{
	struct job *queued = mapped_start(mapped) ? perf_vec_push(&mapped->queue) : NULL;

	if (!queued)
		return false;
	*queued = job;
	mapped->busy = true;
	pthread_cond_signal(&mapped->work);
	return true;
}

static void queue_file(struct perf_mapped *mapped, uint32_t number)
{
	struct known_file *known = &mapped->files.at[number];

	if (!known->queued)
		known->queued = put_in_queue(mapped, (struct job){ JOB_FILE, number, 0 });
}

/* Store the newest mapping @file; false if the file was already read. */
static bool mapped_note(struct perf_mapped *mapped, const struct perf_mapped_file *file)
{
	struct known_file *known;
	const char *name;

	while (mapped->files.count <= file->number)
		if (!perf_vec_push(&mapped->files))
			return false;
	known = &mapped->files.at[file->number];
	name = known->file.name ? known->file.name : strdup(file->name);
	known->file = *file;
	known->file.name = name;
	return name && !known->looked;
}

/**
 * perf_mapped_look() - queue a mapped file for reading
 * @mapped: state; any thread may call
 * @file: the mapping; is copied
 */
void perf_mapped_look(struct perf_mapped *mapped, const struct perf_mapped_file *file)
{
	pthread_mutex_lock(&mapped->lock);
	if (mapped_note(mapped, file))
		queue_file(mapped, file->number);
	pthread_mutex_unlock(&mapped->lock);
}

/**
 * perf_mapped_look_again() - queue a file whose name now maps another file
 * @mapped: state; any thread may call
 * @number: of the earlier file
 */
void perf_mapped_look_again(struct perf_mapped *mapped, uint32_t number)
{
	pthread_mutex_lock(&mapped->lock);
	if (number < mapped->files.count)
		queue_file(mapped, number);
	pthread_mutex_unlock(&mapped->lock);
}

/**
 * perf_mapped_look_for_map() - queue a process that has mapped memory for code made at run time
 * @mapped: state; any thread may call
 * @pid: process
 */
void perf_mapped_look_for_map(struct perf_mapped *mapped, pid_t pid)
{
	uint64_t *known;

	pthread_mutex_lock(&mapped->lock);
	known = perf_map_put(&mapped->with_code, (uint32_t)pid, NULL);
	/* @pid may enter a container later: queue it after 1, 2, 4, 8 and so on mappings. */
	if (known && !(*known & (*known + 1)))
		put_in_queue(mapped, (struct job){ JOB_PROCESS, 0, pid });
	if (known)
		++*known;
	pthread_mutex_unlock(&mapped->lock);
}

/* Wait until mapped->queue is done; false after PATIENCE_S, and without waiting in later calls. */
static bool mapped_settle(struct perf_mapped *mapped)
{
	struct timespec deadline;

	clock_gettime(CLOCK_MONOTONIC, &deadline);
	deadline.tv_sec += PATIENCE_S;
	while (mapped->busy && !mapped->hangs)
		mapped->hangs = pthread_cond_timedwait(&mapped->idle, &mapped->lock,
						       &deadline) == ETIMEDOUT;
	return !mapped->busy;
}

/**
 * perf_mapped_finish() - wait until all queued files are read
 * @mapped: state
 *
 * Files with is_host are read again: those replaced since are copied into the cache if they are
 * still mapped.
 */
void perf_mapped_finish(struct perf_mapped *mapped)
{
	uint32_t i;
	bool settled;

	pthread_mutex_lock(&mapped->lock);
	settled = mapped_settle(mapped);
	for (i = 0; settled && i < mapped->files.count; i++)
		if (mapped->files.at[i].is_host)
			queue_file(mapped, i);
	if (settled && mapped->with_code.count)
		put_in_queue(mapped, (struct job){ .kind = JOB_MAPS });
	mapped_settle(mapped);
	pthread_mutex_unlock(&mapped->lock);
}

/**
 * perf_mapped_find() - the result of reading a file
 * @mapped: state
 * @number: of the file
 * @found: result
 *
 * Return: false if the file could not be read.
 */
bool perf_mapped_find(struct perf_mapped *mapped, uint32_t number, struct perf_mapped_found *found)
{
	bool looked;

	pthread_mutex_lock(&mapped->lock);
	looked = number < mapped->files.count && mapped->files.at[number].looked;
	if (looked)
		*found = mapped->files.at[number].found;
	pthread_mutex_unlock(&mapped->lock);
	return looked;
}

/**
 * perf_mapped_list_maps() - add perf maps of containers to the feature sections of a recording
 * @mapped: state, after perf_mapped_finish()
 * @env: receives the maps
 */
void perf_mapped_list_maps(struct perf_mapped *mapped, struct perf_data_env *env)
{
	pthread_mutex_lock(&mapped->lock);
	if (!mapped->busy)
		perf_jit_maps_list(&mapped->maps, env);
	pthread_mutex_unlock(&mapped->lock);
}

static void free_all(struct perf_mapped *mapped)
{
	struct perf_inside *root;
	struct known_file *known;

	perf_vec_each(&mapped->roots, root)
		perf_inside_close(root);
	perf_vec_each(&mapped->files, known)
		free((char *)known->file.name);
	free(mapped->cache);
	perf_vec_free(&mapped->roots);
	perf_vec_free(&mapped->files);
	perf_vec_free(&mapped->queue);
	perf_map_free(&mapped->root_of);
	perf_map_free(&mapped->with_code);
	perf_jit_maps_free(&mapped->maps);
	pthread_cond_destroy(&mapped->work);
	pthread_cond_destroy(&mapped->idle);
	pthread_mutex_destroy(&mapped->lock);
	free(mapped);
}

/** perf_mapped_free() - end the thread and free; @mapped may be NULL */
void perf_mapped_free(struct perf_mapped *mapped)
{
	bool settled;

	if (!mapped)
		return;
	pthread_mutex_lock(&mapped->lock);
	settled = mapped_settle(mapped);
	mapped->stop = true;
	pthread_cond_signal(&mapped->work);
	pthread_mutex_unlock(&mapped->lock);
	if (!settled) {
		pthread_detach(mapped->thread);
		return;
	}
	if (mapped->started)
		pthread_join(mapped->thread, NULL);
	free_all(mapped);
}
