/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf.data on disk: numbers and layouts, for reading and writing.
 *
 * A seekable file is a struct perf_data_file_header, tables of ids and attributes, a data
 * section of records and, behind it, an index of feature sections. A stream (pipe) is a
 * 16-byte header and records. Integers are in the byte order of the machine that recorded.
 */
#ifndef PERF_DATA_FORMAT_H
#define PERF_DATA_FORMAT_H

#include <stdint.h>
#include <linux/perf_event.h>

/* "PERFILE2" as a little-endian number; a file has it in its own byte order. */
#define PERF_DATA_MAGIC			0x32454c4946524550ULL
/* "PERFFILE": version 1, before perf_data_file_header.features. */
#define PERF_DATA_MAGIC_V1		0x454c494646524550ULL

/* Values of perf_data_file_header.size, bytes. */
#define PERF_DATA_HEADER_SIZE		104
#define PERF_DATA_HEADER_SIZE_OLD	72
#define PERF_DATA_HEADER_SIZE_PIPE	16

/* Strings in feature sections are padded to a multiple of so many bytes. */
#define PERF_DATA_STRING_ALIGN		64

/* Bytes of the largest record: perf_event_header.size is a u16, and a multiple of 8. */
#define PERF_DATA_RECORD_MAX		65528

/* Most bytes of records that the writer compresses at once, and a COMPRESSED record holds. */
#define PERF_DATA_COMPRESS_PIECE	(512 * 1024)

/* Size of build id fields, bytes. */
#define PERF_DATA_BUILD_ID_MAX		20

/**
 * struct perf_data_section - range of bytes of a file
 * @offset: bytes from the start of the file
 * @size: bytes
 */
struct perf_data_section {
	uint64_t offset;
	uint64_t size;
};

/**
 * struct perf_data_file_header - first bytes of a seekable file
 * @magic: PERF_DATA_MAGIC
 * @size: bytes of this header, PERF_DATA_HEADER_SIZE*
 * @attr_size: stride of @attrs, bytes: an attr and the perf_data_section of its ids
 * @attrs: the table of attributes
 * @data: the records; perf_data_writer_sync() increases data.size, other recorders leave
 *	it 0 until they close the file
 * @event_types: no longer used
 * @features: bit n is set if feature section n exists
 */
struct perf_data_file_header {
	uint64_t magic;
	uint64_t size;
	uint64_t attr_size;
	struct perf_data_section attrs;
	struct perf_data_section data;
	struct perf_data_section event_types;
	uint64_t features[4];
};

/* Bits of perf_data_file_header.features. */
enum perf_data_feature {
	PERF_FEATURE_TRACING_DATA	= 1,
	PERF_FEATURE_BUILD_ID		= 2,
	PERF_FEATURE_HOSTNAME		= 3,
	PERF_FEATURE_OSRELEASE		= 4,
	PERF_FEATURE_VERSION		= 5,
	PERF_FEATURE_ARCH		= 6,
	PERF_FEATURE_NRCPUS		= 7,
	PERF_FEATURE_CPUDESC		= 8,
	PERF_FEATURE_CPUID		= 9,
	PERF_FEATURE_TOTAL_MEM		= 10,
	PERF_FEATURE_CMDLINE		= 11,
	PERF_FEATURE_EVENT_DESC		= 12,
	PERF_FEATURE_CPU_TOPOLOGY	= 13,
	PERF_FEATURE_NUMA_TOPOLOGY	= 14,
	PERF_FEATURE_BRANCH_STACK	= 15,
	PERF_FEATURE_PMU_MAPPINGS	= 16,
	PERF_FEATURE_GROUP_DESC		= 17,
	PERF_FEATURE_AUXTRACE		= 18,
	PERF_FEATURE_STAT		= 19,
	PERF_FEATURE_CACHE		= 20,
	PERF_FEATURE_SAMPLE_TIME	= 21,
	PERF_FEATURE_MEM_TOPOLOGY	= 22,
	PERF_FEATURE_CLOCKID		= 23,
	PERF_FEATURE_DIR_FORMAT		= 24,
	PERF_FEATURE_BPF_PROG_INFO	= 25,
	PERF_FEATURE_BPF_BTF		= 26,
	PERF_FEATURE_COMPRESSED		= 27,
	PERF_FEATURE_CPU_PMU_CAPS	= 28,
	PERF_FEATURE_CLOCK_DATA		= 29,
	PERF_FEATURE_HYBRID_TOPOLOGY	= 30,
	PERF_FEATURE_PMU_CAPS		= 31,

	/*
	 * Ends the features of a stream. Current readers accept no other end mark, so it
	 * stays, although newer tools use the number for PERF_FEATURE_CPU_DOMAIN_INFO.
	 */
	PERF_FEATURE_END		= 32,
	PERF_FEATURE_CPU_DOMAIN_INFO	= 32,

	/* Sections of this tool; other readers skip them. */
	PERF_FEATURE_FILES		= 200,
	PERF_FEATURE_JIT_MAPS		= 201,
	PERF_FEATURE_MAX		= 256,
};

/* Records of this type and above are written by the tool, not by the kernel. */
#define PERF_RECORD_USER_START	64

enum perf_data_record_type {
	PERF_RECORD_HEADER_ATTR		= 64,
	PERF_RECORD_HEADER_EVENT_TYPE	= 65,
	PERF_RECORD_HEADER_TRACING_DATA	= 66,
	PERF_RECORD_HEADER_BUILD_ID	= 67,
	PERF_RECORD_FINISHED_ROUND	= 68,
	PERF_RECORD_ID_INDEX		= 69,
	PERF_RECORD_AUXTRACE_INFO	= 70,
	PERF_RECORD_AUXTRACE		= 71,
	PERF_RECORD_AUXTRACE_ERROR	= 72,
	PERF_RECORD_THREAD_MAP		= 73,
	PERF_RECORD_CPU_MAP		= 74,
	PERF_RECORD_STAT_CONFIG		= 75,
	PERF_RECORD_STAT		= 76,
	PERF_RECORD_STAT_ROUND		= 77,
	PERF_RECORD_EVENT_UPDATE	= 78,
	PERF_RECORD_TIME_CONV		= 79,
	PERF_RECORD_HEADER_FEATURE	= 80,
	PERF_RECORD_COMPRESSED		= 81,
	PERF_RECORD_FINISHED_INIT	= 82,
	PERF_RECORD_COMPRESSED2		= 83,
	PERF_RECORD_BPF_METADATA	= 84,
	PERF_RECORD_SCHEDSTAT_CPU	= 85,
	PERF_RECORD_SCHEDSTAT_DOMAIN	= 86,
	PERF_RECORD_USER_END,	/* one above the last type known here */
};

/* PERF_RECORD_CALLCHAIN_DEFERRED, newer than the uapi header: a deferred user call chain. */
#define PERF_RECORD_CALLCHAIN_DEFERRED_TYPE	22
/* PERF_CONTEXT_USER_DEFERRED: mark in a call chain that CALLCHAIN_DEFERRED replaces. */
#define PERF_CONTEXT_USER_DEFERRED_MARK		((uint64_t)-640)

/* Name of an MMAP2 record without PROT_*, which readers that lack MUNMAP take like one. */
#define PERF_UNMAPPED_NAME	"[unmapped]"

/* misc of HEADER_BUILD_ID: perf_record_build_id.build_id_size is valid. */
#define PERF_RECORD_MISC_BUILD_ID_SIZE	(1 << 15)
/* misc of LOST_SAMPLES: the samples were dropped by a BPF program. */
#define PERF_RECORD_MISC_LOST_SAMPLES_BPF	(1 << 15)

/* perf_record_event_update.type: which property of the event is in @data. */
enum perf_data_update {
	PERF_UPDATE_UNIT	= 0,
	PERF_UPDATE_SCALE	= 1,
	PERF_UPDATE_NAME	= 2,
	PERF_UPDATE_CPUS	= 3,
};

/*
 * Records with a fixed beginning, as perf_data_record.header points to them: in the byte
 * order of this machine.
 */
struct perf_record_mmap {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t start, len, pgoff;
	char filename[];
};

struct perf_record_mmap2 {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t start, len, pgoff;
	union {
		struct {
			uint32_t maj, min;
			uint64_t ino, ino_generation;
		};
		struct {
			uint8_t build_id_size;
			uint8_t reserved_1;
			uint16_t reserved_2;
			uint8_t build_id[PERF_DATA_BUILD_ID_MAX];
		};
	};
	uint32_t prot, flags;
	char filename[];
};

struct perf_record_munmap {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len;
};

struct perf_record_comm {
	struct perf_event_header header;
	uint32_t pid, tid;
	char comm[];
};

/* FORK and EXIT. */
struct perf_record_fork {
	struct perf_event_header header;
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

struct perf_record_lost {
	struct perf_event_header header;
	uint64_t id, lost;
};

struct perf_record_lost_samples {
	struct perf_event_header header;
	uint64_t lost;
};

/* THROTTLE and UNTHROTTLE. */
struct perf_record_throttle {
	struct perf_event_header header;
	uint64_t time, id, stream_id;
};

struct perf_record_read {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t values[];
};

struct perf_record_aux {
	struct perf_event_header header;
	uint64_t aux_offset, aux_size, flags;
};

struct perf_record_itrace_start {
	struct perf_event_header header;
	uint32_t pid, tid;
};

struct perf_record_switch_cpu_wide {
	struct perf_event_header header;
	uint32_t next_prev_pid, next_prev_tid;
};

struct perf_record_namespaces {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t nr;
	struct perf_ns_link_info links[];
};

struct perf_record_ksymbol {
	struct perf_event_header header;
	uint64_t addr;
	uint32_t len;
	uint16_t ksym_type, flags;
	char name[];
};

struct perf_record_bpf_event {
	struct perf_event_header header;
	uint16_t type, flags;
	uint32_t id;
	uint8_t tag[8];
};

struct perf_record_cgroup {
	struct perf_event_header header;
	uint64_t id;
	char path[];
};

struct perf_record_text_poke {
	struct perf_event_header header;
	uint64_t addr;
	uint16_t old_len, new_len;
	uint8_t bytes[];
};

struct perf_record_build_id {
	struct perf_event_header header;
	int32_t pid;	/* of the guest machine; -1: the host */
	uint8_t build_id[PERF_DATA_BUILD_ID_MAX];
	uint8_t build_id_size;
	uint8_t reserved_1;
	uint16_t reserved_2;
	char filename[];
};

struct perf_record_id_index {
	struct perf_event_header header;
	uint64_t nr;
	struct {
		uint64_t id, idx, cpu, tid;
	} entries[];
};

/* perf_record_auxtrace_info.type: the tracer; the meaning of priv[] depends on it. */
enum perf_data_auxtrace_type {
	PERF_AUXTRACE_UNKNOWN		= 0,
	PERF_AUXTRACE_INTEL_PT		= 1,
	PERF_AUXTRACE_INTEL_BTS		= 2,
	PERF_AUXTRACE_CS_ETM		= 3,
	PERF_AUXTRACE_ARM_SPE		= 4,
	PERF_AUXTRACE_S390_CPUMSF	= 5,
	PERF_AUXTRACE_HISI_PTT		= 6,
};

struct perf_record_auxtrace_info {
	struct perf_event_header header;
	uint32_t type, reserved;
	uint64_t priv[];
};

struct perf_record_auxtrace {
	struct perf_event_header header;
	uint64_t size;	/* bytes of trace data behind the record */
	uint64_t offset, reference;
	uint32_t idx, tid, cpu, reserved;
};

struct perf_record_thread_map {
	struct perf_event_header header;
	uint64_t nr;
	struct {
		uint64_t pid;
		char comm[16];
	} entries[];
};

struct perf_record_stat_config {
	struct perf_event_header header;
	uint64_t nr;
	struct {
		uint64_t tag, val;	/* tags: PERF_STAT_CONFIG_* */
	} entries[];
};

enum {
	PERF_STAT_CONFIG_AGGR_MODE	= 0,
	PERF_STAT_CONFIG_INTERVAL	= 1,
	PERF_STAT_CONFIG_SCALE		= 2,
	PERF_STAT_CONFIG_AGGR_LEVEL	= 3,
};

struct perf_record_stat {
	struct perf_event_header header;
	uint64_t id;
	uint32_t cpu, thread;
	uint64_t val, ena, run;
};

struct perf_record_stat_round {
	struct perf_event_header header;
	uint64_t type;	/* 0: an interval, 1: the final counts */
	uint64_t time;
};

struct perf_record_event_update {
	struct perf_event_header header;
	uint64_t type;	/* enum perf_data_update */
	uint64_t id;
	char data[];
};

struct perf_record_time_conv {
	struct perf_event_header header;
	uint64_t shift, mult, zero;
	/* Newer files only: header.size includes them. */
	uint64_t cycles, mask;
	uint8_t cap_zero, cap_short, reserved[6];
};
const char *perf_data_record_name(uint32_t type);
const char *perf_data_feature_name(unsigned int feature);

#endif /* PERF_DATA_FORMAT_H */
