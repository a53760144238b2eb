// SPDX-License-Identifier: GPL-2.0
/* Disassembly by objdump: objdump.h describes the processes. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/io.h>
#include <base/vec.h>
#include <sys/objdump.h>

/* Largest output in bytes: a header, and a line for each byte of code. */
#define TEXT_MOST(size)		(4096 + 160 * (size_t)(size))
#define SECONDS_MOST		10
#define MEMORY_MOST		(1ULL << 30)
/* Descriptor and path of the code in the objdump process. */
#define CODE_FD			3
#define CODE_PATH		"/dev/fd/3"

struct perf_objdump {
	int fd;
	pid_t pid;
};

/* A request on the socket; @size bytes of code follow. */
struct request {
	uint64_t addr;
	uint32_t size;
	uint16_t machine;
	uint16_t intel;
};

/* Only x86: other machines need an objdump of another name. */
static const struct {
	unsigned int machine;
	const char *option;
} machines[] = {
	{ EM_X86_64,	"i386:x86-64" },
	{ EM_386,	"i386" },
};

static const char *option_of(unsigned int machine)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(machines); i++)
		if (machines[i].machine == machine)
			return machines[i].option;
	return NULL;
}

/* ---- the server process ------------------------------------------------------------------ */

static void set_limit(int what, rlim_t most)
{
	const struct rlimit limit = { .rlim_cur = most, .rlim_max = most };

	setrlimit(what, &limit);
}

static void __attribute__((noreturn)) run_program(const char *program,
						  const struct request *request, int code,
						  int output)
{
	static const char *const environment[] = { "LC_ALL=C", NULL };
	char address[64], path[] = CODE_PATH;
	char *argv[] = {
		"objdump", "-D", "-b", "binary", "-m", (char *)option_of(request->machine),
		"-M", request->intel ? "intel" : "att", "-w", "-z", "--no-show-raw-insn", address,
		path, NULL,
	};
	int null = open("/dev/null", O_RDWR);

	snprintf(address, sizeof(address), "--adjust-vma=0x%" PRIx64, request->addr);
	/* Move the descriptors above 0 to CODE_FD, which the dup2() calls overwrite. */
	code = fcntl(code, F_DUPFD, 16);
	output = fcntl(output, F_DUPFD, 16);
	null = fcntl(null, F_DUPFD, 16);
	if (dup2(null, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
	    dup2(null, STDERR_FILENO) < 0 || dup2(code, CODE_FD) < 0 ||
	    close_range(CODE_FD + 1, UINT32_MAX, 0))
		_exit(126);
	signal(SIGPIPE, SIG_DFL);
	set_limit(RLIMIT_CPU, SECONDS_MOST);
	set_limit(RLIMIT_AS, MEMORY_MOST);
	set_limit(RLIMIT_FSIZE, 0);
	set_limit(RLIMIT_CORE, 0);
	execve(program, argv, (char *const *)environment);
	_exit(127);
}

/* Returns the output of objdump for a request, NULL on failure. */
static char *objdump_disassemble(const char *program, const struct request *request, int code,
				 size_t *size)
{
	char *text = NULL;
	int output[2], status;
	pid_t child;

	if (pipe2(output, O_CLOEXEC))
		return NULL;
	child = fork();
	if (!child)
		run_program(program, request, code, output[1]);
	close(output[1]);
	if (child > 0)
		text = perf_read_rest(output[0], TEXT_MOST(request->size), size);
	else
		close(output[0]);
	if (child > 0 && (waitpid(child, &status, 0) != child || status)) {
		free(text);
		text = NULL;
	}
	return text;
}

static bool objdump_answer(const char *program, int fd)
{
	struct request request;
	uint32_t length = 0;
	size_t size = 0;
	char *bytes, *text = NULL;
	int code;

	if (perf_read_all(fd, &request, sizeof(request)) != sizeof(request) ||
	    request.size > PERF_OBJDUMP_MOST)
		return false;
	bytes = malloc(request.size + 1);
	code = memfd_create("code", MFD_CLOEXEC);
	if (!bytes || code < 0 ||
	    perf_read_all(fd, bytes, request.size) != (ssize_t)request.size)
		return false;
	if (option_of(request.machine) && !perf_write_all(code, bytes, request.size))
		text = objdump_disassemble(program, &request, code, &size);
	close(code);
	free(bytes);
	length = text ? (uint32_t)size : 0;
	if (perf_write_all(fd, &length, sizeof(length)) ||
	    (length && perf_write_all(fd, text, length)))
		return false;
	free(text);
	return true;
}

static void __attribute__((noreturn)) serve(const char *program, int fd)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	signal(SIGINT, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_DFL);
	while (objdump_answer(program, fd))
		;
	_exit(0);
}

/* ---- the client process ------------------------------------------------------------------ */

/* Returns the program's absolute path, as execve() in run_program() does not search PATH. */
static char *find_program(const char *name)
{
	const char *dirs = getenv("PATH");
	char *path;
	size_t length;

	if (strchr(name, '/'))
		return access(name, X_OK) ? NULL : realpath(name, NULL);
	for (errno = ENOENT; dirs && *dirs; dirs += length + (dirs[length] == ':')) {
		length = strcspn(dirs, ":");
		/* Another user may own a directory relative to the current one. */
		if (*dirs != '/' || asprintf(&path, "%.*s/%s", (int)length, dirs, name) < 0)
			continue;
		if (!access(path, X_OK))
			return path;
		free(path);
	}
	return NULL;
}

/**
 * perf_objdump_start() - start the server process that runs objdump
 * @program: path or name of objdump; NULL for objdump in PATH, if installed
 * @objdump: set to the server; NULL if @program is NULL and objdump is not installed
 * @error: filled on failure
 *
 * Context: before perf_confine(), and before threads are created.
 *
 * Return: 0 or a negative errno.
 */
int perf_objdump_start(const char *program, struct perf_objdump **objdump,
		       struct perf_error *error)
{
	char *path = find_program(program ? program : "objdump");
	int fds[2];

	*objdump = NULL;
	if (!path && !program)
		return 0;
	if (!path) {
		perf_error_set(error, errno, "cannot run '%s': %m", program);
		perf_error_hint(error, "--objdump names the objdump of binutils, or its path");
		return -error->code;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds)) {
		free(path);
		return perf_error_set(error, errno, "cannot make a pipe: %m");
	}
	*objdump = calloc(1, sizeof(**objdump));
	if (*objdump) {
		(*objdump)->fd = fds[0];
		fflush(NULL);
		(*objdump)->pid = fork();
		if (!(*objdump)->pid) {
			close(fds[0]);
			serve(path, fds[1]);
		}
	}
	close(fds[1]);
	free(path);
	if (*objdump && (*objdump)->pid > 0)
		return 0;
	close(fds[0]);
	free(*objdump);
	*objdump = NULL;
	return perf_error_set(error, ENOMEM, "cannot make a process: %m");
}

/** perf_objdump_stop() - end the server process; @objdump may be NULL */
void perf_objdump_stop(struct perf_objdump *objdump)
{
	if (!objdump)
		return;
	close(objdump->fd);
	waitpid(objdump->pid, NULL, 0);
	free(objdump);
}

/**
 * perf_objdump_run() - disassemble code
 * @objdump: the server, or NULL
 * @code: the code
 * @text: the output of objdump is appended here
 *
 * Return: 0, or -ENOENT if objdump prints nothing or the request fails.
 */
int perf_objdump_run(struct perf_objdump *objdump, const struct perf_objdump_code *code,
		     struct perf_str *text)
{
	const struct request request = {
		.addr = code->addr, .size = (uint32_t)code->size,
		.machine = (uint16_t)code->machine, .intel = code->intel,
	};
	uint32_t length;
	char *bytes;

	if (!objdump || code->size > PERF_OBJDUMP_MOST || !option_of(code->machine) ||
	    perf_write_all(objdump->fd, &request, sizeof(request)) ||
	    perf_write_all(objdump->fd, code->bytes, code->size) ||
	    perf_read_all(objdump->fd, &length, sizeof(length)) != sizeof(length) || !length ||
	    length > TEXT_MOST(code->size))
		return -ENOENT;
	bytes = malloc((size_t)length + 1);
	if (!bytes)
		return -ENOENT;
	if (perf_read_all(objdump->fd, bytes, length) != (ssize_t)length) {
		free(bytes);
		return -ENOENT;
	}
	bytes[length] = '\0';
	perf_str_add(text, bytes);
	free(bytes);
	return text->text ? 0 : -ENOENT;
}
