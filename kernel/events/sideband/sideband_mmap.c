// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records about memory: MMAP, MMAP2 and MUNMAP.
 *
 * report_mmap() works out the name of a mapping and the identity of its file once.
 * write_mmap() chooses for each listener between MMAP and MMAP2, and between device
 * and inode and the build id.
 *
 * Locks: the caller holds mmap_lock, which keeps the mapping stable. It also keeps the
 * records of an address in order: nothing is mapped in place of memory whose MUNMAP is
 * not written yet.
 * Context: task, may sleep.
 */
#include <linux/buildid.h>
#include <linux/fs.h>
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "ring/output.h"
#include "sample/record.h"
#include "sideband/filter.h"
#include "sideband/sideband.h"

/* The file behind the mapping, in the two forms of an MMAP2 record. */
struct mmap_file {
	u32	maj, min;
	u64	ino;
	u64	ino_generation;
};

struct mmap_build_id {
	u8	size;
	u8	reserved_1;
	u16	reserved_2;
	u8	id[BUILD_ID_SIZE_MAX];
};

static_assert(sizeof(struct mmap_file) == sizeof(struct mmap_build_id));

struct mmap_info {
	u64			start, len, pgoff;
	struct mmap_file	file;
	struct mmap_build_id	build_id;
	u32			prot, flags;
	const char		*name;
	u32			name_size;
	u16			misc;
	bool			exec;
	bool			moved;	/* by mremap(): for listeners to MUNMAP */
};

struct munmap_info {
	u64	start, len;
	u16	misc;
	bool	exec;
};

/* Is the record of a mapping, code or not, one that @attr requests? */
static bool requests_mapping(const struct perf_event_attr *attr, bool exec)
{
	return exec ? attr->mmap || attr->mmap2 : attr->mmap_data;
}

/* Bits of the header: data is marked. */
static u16 mapping_misc(bool exec)
{
	return PERF_RECORD_MISC_USER | (exec ? 0 : PERF_RECORD_MISC_MMAP_DATA);
}

static void write_mmap(struct perf_event *event, const void *data)
{
	const struct perf_event_attr *attr = &event->attr;
	const struct mmap_info *info = data;
	const bool by_id = attr->build_id && info->build_id.size;
	const void *source = by_id ? (void *)&info->build_id : (void *)&info->file;
	const u32 ids[] = { perf_event_pid(event, current), perf_event_tid(event, current) };
	const struct perf_record_part parts[] = {
		{ ids, sizeof(ids) },
		{ &info->start, sizeof(info->start) },
		{ &info->len, sizeof(info->len) },
		{ &info->pgoff, sizeof(info->pgoff) },
		{ source, attr->mmap2 ? sizeof(info->file) : 0 },
		{ &info->prot, attr->mmap2 ? sizeof(info->prot) : 0 },
		{ &info->flags, attr->mmap2 ? sizeof(info->flags) : 0 },
		{ info->name, info->name_size },
		{ NULL, -info->name_size % sizeof(u64) },
	};
	u16 misc = info->misc;

	if (!requests_mapping(attr, info->exec) || (info->moved && !attr->munmap))
		return;
	if (attr->mmap2 && by_id)
		misc |= PERF_RECORD_MISC_MMAP_BUILD_ID;
	perf_record_write(event, attr->mmap2 ? PERF_RECORD_MMAP2 : PERF_RECORD_MMAP, misc,
			  parts, ARRAY_SIZE(parts));
}

/* Name of a mapping without a file. */
static const char *anonymous_name(struct vm_area_struct *vma)
{
	const char *name = NULL;

	if (vma->vm_ops && vma->vm_ops->name)
		name = vma->vm_ops->name(vma);
	name = name ?: arch_vma_name(vma);
	if (name)
		return name;
	if (vma_is_initial_heap(vma))
		return "[heap]";
	if (vma_is_initial_stack(vma))
		return "[stack]";
	return "//anon";
}

/* Path as in /proc/<pid>/maps. @buffer: PATH_MAX bytes, or NULL if kmalloc() failed. */
static const char *file_name(struct file *file, char *buffer)
{
	const char *name;

	if (!buffer)
		return "//enomem";
	name = d_path(file_user_path(file), buffer, PATH_MAX);
	return IS_ERR(name) ? "//toolong" : name;
}

static void describe_file(struct mmap_info *info, struct vm_area_struct *vma)
{
	const struct inode *inode = file_user_inode(vma->vm_file);
	u32 size = 0;

	info->file = (struct mmap_file) {
		.maj		= MAJOR(inode->i_sb->s_dev),
		.min		= MINOR(inode->i_sb->s_dev),
		.ino		= inode->i_ino,
		.ino_generation	= inode->i_generation,
	};
	/* Under mmap_lock, build_id_parse_nofault() must not read pages in from the file. */
	if (perf_sideband_on(PERF_SIDEBAND_BUILD_ID) &&
	    !build_id_parse_nofault(vma, info->build_id.id, &size))
		info->build_id.size = size;
}

static u32 mmap_prot(const struct vm_area_struct *vma)
{
	return (vma->vm_flags & VM_READ ? PROT_READ : 0) |
	       (vma->vm_flags & VM_WRITE ? PROT_WRITE : 0) |
	       (vma->vm_flags & VM_EXEC ? PROT_EXEC : 0);
}

static u32 mmap_flags(struct vm_area_struct *vma)
{
	return (vma->vm_flags & VM_MAYSHARE ? MAP_SHARED : MAP_PRIVATE) |
	       (vma->vm_flags & VM_LOCKED ? MAP_LOCKED : 0) |
	       (is_vm_hugetlb_page(vma) ? MAP_HUGETLB : 0);
}

static void report_mmap(struct vm_area_struct *vma, bool moved)
{
	struct mmap_info info = {
		.start	= vma->vm_start,
		.len	= vma->vm_end - vma->vm_start,
		.pgoff	= (u64)vma->vm_pgoff << PAGE_SHIFT,
		.prot	= mmap_prot(vma),
		.flags	= mmap_flags(vma),
		.misc	= mapping_misc(vma->vm_flags & VM_EXEC),
		.exec	= vma->vm_flags & VM_EXEC,
		.moved	= moved,
	};
	char *buffer = NULL;

	if (vma->vm_file) {
		buffer = kmalloc(PATH_MAX, GFP_KERNEL);
		info.name = file_name(vma->vm_file, buffer);
		describe_file(&info, vma);
	} else {
		info.name = anonymous_name(vma);
	}
	info.name_size = strlen(info.name) + 1;

	perf_sideband_deliver(PERF_SIDEBAND_MMAP, current, write_mmap, &info);
	kfree(buffer);
}

/**
 * perf_event_mmap - write MMAP or MMAP2 for a mapping current has made or made executable
 * @vma: the mapping
 *
 * Context: task, may sleep, mmap_lock held for writing.
 */
void perf_event_mmap(struct vm_area_struct *vma)
{
	perf_filters_mmap(vma);
	if (perf_sideband_on(PERF_SIDEBAND_MMAP))
		report_mmap(vma, false);
}

/**
 * perf_event_mremap - write MMAP or MMAP2 for what mremap() has moved or made larger
 * @vma: the mapping at its new place, or of its new length
 *
 * Listeners to MUNMAP only: other kernels report nothing here. The caller has tested
 * perf_event_wants_munmap().
 *
 * Context: task, may sleep, mmap_lock held for writing.
 */
void perf_event_mremap(struct vm_area_struct *vma)
{
	report_mmap(vma, true);
}

static void write_munmap(struct perf_event *event, const void *data)
{
	const struct munmap_info *info = data;
	struct {
		struct perf_event_header	header;
		u32				pid, tid;
		u64				start, len;
		u64				trailer[PERF_OUTPUT_TRAILER_WORDS];
	} record __uninitialized;

	if (!requests_mapping(&event->attr, info->exec))
		return;
	record.pid = perf_event_pid(event, current);
	record.tid = perf_event_tid(event, current);
	record.start = info->start;
	record.len = info->len;
	perf_record_write_fixed(event, PERF_RECORD_MUNMAP, info->misc, &record.header,
				offsetof(typeof(record), trailer));
}

/**
 * perf_event_munmap - write MUNMAP for memory that current has no longer
 * @start:    its first address
 * @end:      the address behind it
 * @vm_flags: of its mapping, as they were; VM_EXEC decides what it is called
 *
 * The caller has tested perf_event_wants_munmap().
 *
 * Context: task, mmap_lock held.
 */
void perf_event_munmap(unsigned long start, unsigned long end, unsigned long vm_flags)
{
	const struct munmap_info info = {
		.start	= start,
		.len	= end - start,
		.misc	= mapping_misc(vm_flags & VM_EXEC),
		.exec	= vm_flags & VM_EXEC,
	};

	perf_sideband_deliver(PERF_SIDEBAND_MUNMAP, current, write_munmap, &info);
}
