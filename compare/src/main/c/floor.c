/*
 * What the hardware allows: the rows of TwoRanks, written in C without a library, on the same kind of mapping.
 *
 * N processes, forked and each bound to a core, share files mapped from /dev/shm, or from PGAS_DIR, one per rank, as
 * the library does. Rank 0 measures and prints lines library,row,bytes,median_ns,min_ns,max_ns. What each row is, the
 * README next door says.
 *
 * Honesty: words are accessed through volatile pointers, so that the compiler neither drops nor joins accesses; copies
 * go through a volatile function pointer, so that it is the C library's memcpy with a length that is not known
 * beforehand.
 */
#define _GNU_SOURCE
#include "floor.h"
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096
#define FLAG (COUNTER + LINE)
#define NEAR_COUNT (1 << 10)
#define NEAR_BYTES (16L << 10)
#define FAR_COUNT (1 << 16)
#define FAR_BYTES (32L << 20)
#define BARRIER_SAMPLES 20000
#define WAKE_SAMPLES 20
#define WAKE_SAMPLES_MAX 2000
#define ASLEEP_NANOS 2000000L

#if defined(__x86_64__)
#define FULL_FENCE() __asm__ volatile("mfence" ::: "memory")
#elif defined(__aarch64__)
#define FULL_FENCE() __asm__ volatile("dmb ish" ::: "memory")
#else
#define FULL_FENCE() atomic_thread_fence(memory_order_seq_cst)
#endif

typedef struct {
    line_t arrivals[RANKS_MAX];
    line_t counts[RANKS_MAX];
    _Alignas(LINE) _Atomic long decision;
    _Alignas(LINE) _Atomic long stamp;
    _Alignas(LINE) _Atomic int bell;
} control_t;

char *segments[RANKS_MAX];
char *peer;
char *local;
int has_table;
volatile long sink;

int spins;
static control_t *control;
static long sizes[RANKS_MAX];
static long *near_offsets, *far_offsets;
static long phase, round_trips;

static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile fill)(void *, int, size_t) = memset;

/* The barrier of the library: a line per rank, written by its rank alone; spins with pause, then yields the core. */
void barrier(void) {
    phase++;
    atomic_fetch_add_explicit(&control->arrivals[rank].count, 1, memory_order_seq_cst);
    for (int r = 0; r < ranks; r++) {
        long tries = 0;
        while (atomic_load_explicit(&control->arrivals[r].count, memory_order_acquire) < phase) {
            if (++tries < spins) {
                PAUSE();
            } else {
                sched_yield();
            }
        }
    }
}

static long agree_on(long proposal) {
    barrier();
    if (rank == 0) {
        atomic_store(&control->decision, proposal);
    }
    barrier();
    return atomic_load(&control->decision);
}

static long sum_of_all(long count) {
    long sum = 0;
    atomic_store(&control->counts[rank].count, count);
    barrier();
    for (int r = 0; r < ranks; r++) {
        sum += atomic_load(&control->counts[r].count);
    }
    barrier();
    return sum;
}

/* ---- words ---- */

static void put(char *base, long times, const long *offsets, int count) {
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < count; k++) {
            *(volatile long *)(base + offsets[k]) = i;
        }
    }
}

static void get(char *base, long times, const long *offsets, int count) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < count; k++) {
            sum += *(volatile long *)(base + offsets[k]);
        }
    }
    sink = sum;
}

static void put_near(long times) { put(peer, times, near_offsets, NEAR_COUNT); }
static void put_far(long times) { put(peer, times, far_offsets, FAR_COUNT); }
static void get_near(long times) { get(peer, times, near_offsets, NEAR_COUNT); }
static void get_far(long times) { get(peer, times, far_offsets, FAR_COUNT); }

/* The address made from (rank, offset) with the library's checks, table loads included, at every access. */
static inline volatile long *checked(int target, long offset) {
    if (target < 0 || target >= ranks || offset < 0 || offset > sizes[target] - 8) {
        abort();
    }
    return (volatile long *)(segments[target] + offset);
}

static void put_checked(long times) {
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            *checked(1, near_offsets[k]) = i;
            COMPILER_BARRIER();
        }
    }
}

static void get_checked(long times) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            sum += *checked(1, near_offsets[k]);
            COMPILER_BARRIER();
        }
    }
    sink = sum;
}

static void put_release(long times) {
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            atomic_store_explicit((_Atomic long *)(peer + near_offsets[k]), i, memory_order_release);
        }
    }
}

static void get_acquire(long times) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            sum += atomic_load_explicit((_Atomic long *)(peer + near_offsets[k]), memory_order_acquire);
        }
    }
    sink = sum;
}

static void put_mfence(long times) {
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            *(volatile long *)(peer + near_offsets[k]) = i;
            FULL_FENCE();
        }
    }
}

/*
 * The compiler's own full fence: on x86-64 a locked instruction on the stack, cheaper than mfence on many processors.
 */
static void put_fence(long times) {
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            *(volatile long *)(peer + near_offsets[k]) = i;
            atomic_thread_fence(memory_order_seq_cst);
        }
    }
}

static void fetch_add(long times) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
        sum += atomic_fetch_add((_Atomic long *)(peer + COUNTER), 1);
    }
    sink = sum;
}

static void compare_and_swap(long times) {
    _Atomic long *word = (_Atomic long *)(peer + COUNTER);
    atomic_store(word, 0);
    for (long i = 0; i < times; i++) {
        long expected = i;
        atomic_compare_exchange_strong(word, &expected, i + 1);
        sink = expected;
    }
}

/* ---- bulk ---- */

static void put_bulk(long times) {
    for (long i = 0; i < times; i++) {
        copy(peer, local, bytes_of_row);
    }
}

static void get_bulk(long times) {
    for (long i = 0; i < times; i++) {
        copy(local, peer, bytes_of_row);
    }
}

static void fill_bulk(long times) {
    for (long i = 0; i < times; i++) {
        fill(peer, (int)i, bytes_of_row);
    }
}

static void check_bulk(void) {
    if (rank == 0) {
        bytes_of_row = 4096;
        memset(local, 0x5a, bytes_of_row);
        put_bulk(1);
        memset(local, 1, bytes_of_row);
        get_bulk(1);
        if (local[0] != 0x5a || local[bytes_of_row - 1] != 0x5a) {
            fprintf(stderr, "floor: what was put is not what is got\n");
            exit(1);
        }
    }
    barrier();
}

/* ---- signals ---- */

static void await_flag(long value) {
    while (atomic_load_explicit((_Atomic long *)(segments[rank] + FLAG), memory_order_acquire) != value) {
        PAUSE();
    }
}

static void ping_pong(long times) {
    _Atomic long *flag = (_Atomic long *)(segments[1 - rank] + FLAG);
    for (long i = 0; i < times; i++) {
        round_trips++;
        if (rank == 0) {
            atomic_store_explicit(flag, round_trips, memory_order_release);
            await_flag(round_trips);
        } else {
            await_flag(round_trips);
            atomic_store_explicit(flag, round_trips, memory_order_release);
        }
    }
}

static void barriers(long times) {
    for (long i = 0; i < times; i++) {
        barrier();
    }
}

static void single_barriers(const char *row) {
    static double samples[BARRIER_SAMPLES];
    char median[32], tail[32];
    snprintf(median, sizeof median, "%s-p50", row);
    snprintf(tail, sizeof tail, "%s-p99", row);
    if (!wants(median) && !wants(tail)) {
        return;
    }
    barrier();
    long before = now();
    for (int i = 0; i < BARRIER_SAMPLES; i++) {
        barrier();
        long after = now();
        samples[i] = after - before;
        before = after;
    }
    report_samples(row, samples, BARRIER_SAMPLES);
}

/* Rank 0 sleeps on a futex; rank 1, two milliseconds later, notes the time, changes the word and wakes it. */
static void wake(void) {
    static double samples[WAKE_SAMPLES_MAX];
    if (!wants("wake-p50") && !wants("wake-p99")) {
        return;
    }
    int count = WAKE_SAMPLES * repetitions_of_row();
    if (count > WAKE_SAMPLES_MAX) {
        count = WAKE_SAMPLES_MAX;
    }
    for (int i = 0; i < count; i++) {
        barrier();
        if (rank == 0) {
            while (atomic_load(&control->bell) == i) {
                syscall(SYS_futex, &control->bell, FUTEX_WAIT, i, NULL);
            }
            samples[i] = now() - atomic_load(&control->stamp);
        } else {
            long begin = now();
            while (now() - begin < ASLEEP_NANOS) {
                PAUSE();
            }
            atomic_store(&control->stamp, now());
            atomic_store(&control->bell, i + 1);
            syscall(SYS_futex, &control->bell, FUTEX_WAKE, 1);
        }
    }
    report_samples("wake", samples, count);
}

/* ---- set-up ---- */

static void *map_file(long bytes) {
    const char *directory = getenv("PGAS_DIR");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/pgas-floor-XXXXXX", directory != NULL && *directory ? directory : "/dev/shm");
    int fd = mkstemp(path);
    if (fd < 0 || unlink(path) != 0) {
        perror(path);
        exit(1);
    }
    int error = posix_fallocate(fd, 0, bytes);
    if (error != 0) {
        fprintf(stderr, "floor: no room for %ld bytes in %s: %s\n", bytes, path, strerror(error));
        exit(1);
    }
    void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (address == MAP_FAILED) {
        perror("floor: mmap");
        exit(1);
    }
    close(fd);
    if (bytes >= 2 << 20) {
        madvise(address, bytes, MADV_HUGEPAGE);
    }
    return address;
}

static long *random_offsets(int count, long window) {
    long *offsets = aligned_alloc(LINE, count * sizeof(long));
    draw_offsets(offsets, count, window);
    return offsets;
}

static void bind_to(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        perror("floor: sched_setaffinity");
        exit(1);
    }
}

static void all_rows(void) {
    if (ranks == 2) {
        measure("put8", 8, NEAR_COUNT, 0, put_near);
        measure("get8", 8, NEAR_COUNT, 0, get_near);
        measure("put8-checked", 8, NEAR_COUNT, 0, put_checked);
        measure("get8-checked", 8, NEAR_COUNT, 0, get_checked);
        measure("put8-far", 8, FAR_COUNT, 0, put_far);
        measure("get8-far", 8, FAR_COUNT, 0, get_far);
        measure("put8-release", 8, NEAR_COUNT, 0, put_release);
        measure("get8-acquire", 8, NEAR_COUNT, 0, get_acquire);
        measure("put8-fence", 8, NEAR_COUNT, 0, put_fence);
        measure("put8-mfence", 8, NEAR_COUNT, 0, put_mfence);
        measure("fetchadd", 8, 1, 0, fetch_add);
        measure("fetchadd-contended", 8, 1, 1, fetch_add);
        measure("cas", 8, 1, 0, compare_and_swap);
        check_bulk();
        struct {
            const char *row;
            body_t body;
        } kinds[] = {{"put", put_bulk}, {"get", get_bulk}, {"memset", fill_bulk}};
        for (int kind = 0; kind < 3; kind++) {
            measure_sizes(kinds[kind].row, block_sizes, BLOCK_SIZES, 0, kinds[kind].body);
        }
        update_rows();
        vis_rows();
        measure("pingpong", 8, 1, 1, ping_pong);
    }
    measure(numbered("barrier"), 0, 1, 1, barriers);
    single_barriers(numbered("barrier"));
    collective_rows();
    if (ranks == 2) {
        wake();
    }
    if (ranks % 2 == 0) {
        message_rows();
    }
}

static void prepare_memory(void) {
    near_offsets = random_offsets(NEAR_COUNT, NEAR_BYTES);
    far_offsets = random_offsets(FAR_COUNT, FAR_BYTES);
    local = aligned_alloc(PAGE, 16L << 20);
    memset(local, 1, 16L << 20);
    barrier();
}

static void await_children(void) {
    int status;
    while (wait(&status) > 0) {
        if (status != 0) {
            exit(1);
        }
    }
}

/* Rank 0 does not wait in a barrier for a rank that is no more. What failed, the other has said. */
static void child_ended(int signal) {
    int status;
    (void)signal;
    while (waitpid(-1, &status, WNOHANG) > 0) {
        if (status != 0) {
            _exit(1);
        }
    }
}

int main(int argc, char **argv) {
    if (argc < 2 || (ranks = argc - 1) > RANKS_MAX) {
        fprintf(stderr, "usage: floor CORE...   one core number per rank; "
                "environment: ROWS, ONLY, REPETITIONS, RUN_MS, WARM_MS\n");
        return 2;
    }
    static const watch_t watch = {"c", barrier, agree_on, sum_of_all};
    watch_begin(&watch);
    int shared_cores = 0;
    for (int r = 0; r < ranks; r++) {
        for (int other = 0; other < r; other++) {
            shared_cores |= atoi(argv[1 + r]) == atoi(argv[1 + other]);
        }
    }
    spins = shared_cores ? 20 : 1000;

    control = map_file((sizeof(control_t) + 4095) / 4096 * 4096);
    has_table = ranks == 2 && (wants_some("gups-") || wants("vis-transpose"));
    long segment_bytes = wants_nothing() ? PAGE : has_table ? TABLE + TABLE_BYTES : TABLE;
    signal(SIGCHLD, child_ended);
    for (int r = 0; r < ranks; r++) {
        segments[r] = map_file(segment_bytes);
        sizes[r] = segment_bytes;
    }
    for (int r = 1; r < ranks && rank == 0; r++) {
        pid_t child = fork();
        if (child < 0) {
            perror("floor: fork");
            return 1;
        }
        if (child == 0) {
            rank = r;
            signal(SIGCHLD, SIG_DFL);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
        }
    }
    bind_to(atoi(argv[1 + rank]));
    peer = segments[ranks > 1 ? 1 : 0];
    memset(segments[rank], 0, segment_bytes);
    barrier();
    if (!wants_nothing()) {
        prepare_memory();
        all_rows();
        barrier();
    }
    if (rank == 0) {
        signal(SIGCHLD, SIG_DFL);
        await_children();
    }
    return 0;
}
