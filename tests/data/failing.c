/* The k-th call that changes a file below a folder fails, or ends the process: loaded before the C library.

   FAIL_BELOW names the folder, FAIL_AT the call (0: none), FAIL_HOW is "error" or "kill"; every such call
   adds a line to the file that FAIL_LOG names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int calls;

static int is_below(const char *path) {
    const char *folder = getenv("FAIL_BELOW");
    char here[PATH_MAX];
    if (!folder || !path) return 0;
    if (path[0] != '/') {
        if (syscall(SYS_getcwd, here, sizeof here - 1) < 0) return 0;
        path = strcat(here, "/");
    }
    return !strncmp(path, folder, strlen(folder));
}

static const char *path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, PATH_MAX - 1);
    path[size < 0 ? 0 : size] = 0;
    return path;
}

static int fails(const char *name, const char *path) {
    if (!is_below(path)) return 0;
    int number = __sync_add_and_fetch(&calls, 1), at = atoi(getenv("FAIL_AT"));
    char line[PATH_MAX + 64];
    int size = snprintf(line, sizeof line, "%s %s\n", name, path);
    int log = syscall(SYS_openat, AT_FDCWD, getenv("FAIL_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0600);
    syscall(SYS_write, log, line, size);
    syscall(SYS_close, log);
    if (number != at) return 0;
    if (!strcmp(getenv("FAIL_HOW"), "kill")) syscall(SYS_exit_group, 77);
    errno = ENOSPC;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OF_PATH(name, result, given, path, ...) \
    result name given { return fails(#name, path) ? -1 : REAL(name)(__VA_ARGS__); }
#define OF_FILE(name, result, given, file, ...) \
    result name given { char p[PATH_MAX]; return fails(#name, path_of(file, p)) ? -1 : REAL(name)(__VA_ARGS__); }
#define OPENING(name, given, ...) \
    int name given { \
        va_list more; \
        va_start(more, flags); \
        int mode = flags & O_CREAT ? va_arg(more, int) : 0; \
        va_end(more); \
        if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && fails(#name, path)) return -1; \
        return REAL(name)(__VA_ARGS__, flags, mode); \
    }

OPENING(open, (const char *path, int flags, ...), path)
OPENING(open64, (const char *path, int flags, ...), path)
OPENING(openat, (int folder, const char *path, int flags, ...), folder, path)
OPENING(openat64, (int folder, const char *path, int flags, ...), folder, path)
OF_PATH(rename, int, (const char *a, const char *b), b, a, b)
OF_PATH(renameat, int, (int x, const char *a, int y, const char *b), b, x, a, y, b)
OF_PATH(link, int, (const char *a, const char *b), b, a, b)
OF_PATH(unlink, int, (const char *a), a, a)
OF_PATH(unlinkat, int, (int x, const char *a, int flags), a, x, a, flags)
OF_PATH(mkdir, int, (const char *a, mode_t mode), a, a, mode)
OF_FILE(write, ssize_t, (int f, const void *b, size_t n), f, f, b, n)
OF_FILE(pwrite, ssize_t, (int f, const void *b, size_t n, off_t at), f, f, b, n, at)
OF_FILE(pwrite64, ssize_t, (int f, const void *b, size_t n, off64_t at), f, f, b, n, at)
OF_FILE(writev, ssize_t, (int f, const struct iovec *b, int n), f, f, b, n)
OF_FILE(fsync, int, (int f), f, f)
OF_FILE(fdatasync, int, (int f), f, f)
OF_FILE(ftruncate, int, (int f, off_t n), f, f, n)
OF_FILE(ftruncate64, int, (int f, off64_t n), f, f, n)
