/*
 * What the hardware allows: the rows of TwoRanks, written in C without a library, on the same kind of mapping.
 *
 * N processes, forked and each bound to a core, share files mapped from /dev/shm, one per rank, as the library does. Rank 0
 * measures and prints lines library,row,bytes,median_ns,min_ns,max_ns. What each row is, the README next door says.
 *
 * Honesty: words are accessed through volatile pointers, so that the compiler neither drops nor joins accesses; copies
 * go through a volatile function pointer, so that it is the C library's memcpy with a length that is not known beforehand.
 */
#define _GNU_SOURCE
#include "floor.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FLAG (COUNTER + LINE)
#define RING (52L << 20)
#define RING_BYTES (512L << 10)
#define RING_MASK (RING_BYTES - 1)
#define RECORD_HEADER 8
#define RECORD_ALIGNMENT 8L
#define MESSAGE 1
#define PADDING (-1)
#define BATCH 64
#define NEAR_COUNT (1 << 10)
#define NEAR_BYTES (16L << 10)
#define FAR_COUNT (1 << 16)
#define FAR_BYTES (32L << 20)
#define REPETITIONS_MAX 101
#define BARRIER_SAMPLES 20000
#define WAKE_SAMPLES 20
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

/* A record of a ring; the header is what stands before the payload. */
typedef struct {
    _Atomic int length; /* with the header: 0 before it is claimed, negative until it is complete */
    int type;
    char payload[];
} record_t;

/*
 * A ring of records from any sender to one reader; the shape of the rings in which the library's messages travel. Positions count
 * from the beginning, a record is in one piece, and what is left before the edge is a record of padding. The reader clears
 * what it has read before it gives the room back, so a length that is not 0 is always of this round.
 */
typedef struct {
    _Alignas(LINE) char records[RING_BYTES];
    line_t tail;      /* where the next record begins; senders, by compare-and-swap */
    line_t head_seen; /* some earlier head, which spares senders the reader's line; senders, by release */
    line_t head;      /* where the reader goes on; the reader, by release */
} ring_t;

typedef void (*handler_t)(const char *payload, int bytes);

int rank, ranks;
char *segments[RANKS_MAX];
char *peer;
char *local;
long bytes_of_row;
volatile long sink;

static int repetitions = 11, spins;
static long run_nanos = 20000000;
static const char *only = "";
static control_t *control;
static long sizes[RANKS_MAX];
static long *near_offsets, *far_offsets;
static long phase, round_trips;
static ring_t *inbox, *outbox;
static long handled; /* messages */

static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile fill)(void *, int, size_t) = memset;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

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

/* ---- the watch: the same steps as in Meter.java ---- */

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *row, long bytes, double median, double least, double most) {
    if (rank == 0) {
        printf("c,%s,%ld,%.3f,%.3f,%.3f\n", row, bytes, median, least, most);
        fflush(stdout);
    }
}

static long timed(body_t body, long times) {
    barrier();
    long start = now();
    if (body) {
        body(times);
    }
    return now() - start;
}

static long agree_on(long proposal) {
    barrier();
    if (rank == 0) {
        atomic_store(&control->decision, proposal);
    }
    barrier();
    return atomic_load(&control->decision);
}

static int is_near(double one, double other) {
    double least = one < other ? one : other, difference = one < other ? other - one : one - other;
    return difference <= 0.02 * least;
}

static long warm_up(body_t body) {
    long start = now(), times = 1;
    double before = 0, last = 0;
    int steady = 0;
    for (;;) {
        long nanos = timed(body, times), next = times;
        if (nanos < 1) {
            nanos = 1;
        }
        if (nanos < run_nanos / 2) {
            next = nanos < run_nanos / 20 ? times * 4 : times * run_nanos / nanos + 1;
            steady = 0;
        } else {
            double each = (double)nanos / times;
            steady++;
            if ((steady >= 8 && is_near(each, last) && is_near(each, before)) || now() - start > 1000000000L) {
                next = 0;
            } else if (nanos > 2 * run_nanos) {
                next = times * run_nanos / nanos > 1 ? times * run_nanos / nanos : 1;
            }
            before = last;
            last = each;
        }
        next = agree_on(next);
        if (next == 0) {
            return times;
        }
        times = next;
    }
}

int wants(const char *row) { return strstr(row, only) != NULL; }

void measure(const char *row, long bytes, int operations, int everybody, body_t body) {
    double results[REPETITIONS_MAX];
    if (!wants(row)) {
        return;
    }
    body_t mine = everybody || rank == 0 ? body : NULL;
    bytes_of_row = bytes;
    long times = warm_up(mine);
    for (int i = 0; i < repetitions; i++) {
        results[i] = (double)timed(mine, times) / times / operations;
    }
    qsort(results, repetitions, sizeof(double), ascending);
    print(row, bytes, results[repetitions / 2], results[0], results[repetitions - 1]);
}

/* A run of a row of rates; what it took per operation of any rank. */
static double rated(counted_t body) {
    long count = 0, sum = 0, nanos = 0;
    barrier();
    long start = now();
    if (body) {
        do {
            count += body(RATE_CHUNK);
            nanos = now() - start;
        } while (nanos < run_nanos);
    }
    atomic_store(&control->counts[rank].count, count);
    barrier();
    for (int r = 0; r < ranks; r++) {
        sum += atomic_load(&control->counts[r].count);
    }
    barrier();
    return (double)nanos / (sum > 0 ? sum : 1);
}

void measure_rate(const char *row, long bytes, int everybody, counted_t body) {
    double results[REPETITIONS_MAX], before = 0, last = 0;
    if (!wants(row)) {
        return;
    }
    counted_t mine = everybody || rank == 0 ? body : NULL;
    long start = now(), next = 1;
    bytes_of_row = bytes;
    for (int steady = 1; next; steady++) {
        double each = rated(mine);
        int agree = is_near(each, last) && is_near(each, before);
        next = agree_on(!((steady >= 8 && agree) || now() - start > 1000000000L));
        before = last;
        last = each;
    }
    for (int i = 0; i < repetitions; i++) {
        results[i] = rated(mine);
    }
    qsort(results, repetitions, sizeof(double), ascending);
    print(row, bytes, results[repetitions / 2], results[0], results[repetitions - 1]);
}

static void report_samples(const char *row, double *samples, int count) {
    char name[64];
    qsort(samples, count, sizeof(double), ascending);
    snprintf(name, sizeof name, "%s-p50", row);
    print(name, 0, samples[count / 2], samples[0], samples[count - 1]);
    snprintf(name, sizeof name, "%s-p99", row);
    print(name, 0, samples[(int)(count * 0.99)], samples[0], samples[count - 1]);
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

/* The compiler's own full fence: on x86-64 a locked instruction on the stack, cheaper than mfence on many processors. */
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
    if (!wants(row)) {
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
    static double samples[WAKE_SAMPLES * REPETITIONS_MAX];
    if (!strstr("wake", only)) {
        return;
    }
    int count = WAKE_SAMPLES * repetitions;
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

/* ---- rings ---- */

static record_t *record_at(ring_t *ring, long position) {
    return (record_t *)(ring->records + (position & RING_MASK));
}

static record_t *open_record(ring_t *ring, long position, int length, int type) {
    record_t *record = record_at(ring, position);
    atomic_store_explicit(&record->length, -length, memory_order_release);
    atomic_thread_fence(memory_order_release);
    record->type = type;
    return record;
}

static void complete_record(record_t *record) {
    int length = -atomic_load_explicit(&record->length, memory_order_relaxed);
    atomic_store_explicit(&record->length, length, memory_order_release);
}

/* The record to fill and complete, or NULL while there is no room. */
static record_t *claim(ring_t *ring, int bytes) {
    long needed = (bytes + RECORD_HEADER + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT;
    long head = atomic_load_explicit(&ring->head_seen.count, memory_order_acquire);
    long position = atomic_load_explicit(&ring->tail.count, memory_order_acquire), padding;
    do {
        long to_edge = RING_BYTES - (position & RING_MASK);
        padding = needed > to_edge ? to_edge : 0;
        if (position + padding + needed - head > RING_BYTES) {
            head = atomic_load_explicit(&ring->head.count, memory_order_acquire);
            if (position + padding + needed - head > RING_BYTES) {
                return NULL;
            }
            atomic_store_explicit(&ring->head_seen.count, head, memory_order_release);
        }
    } while (!atomic_compare_exchange_strong(&ring->tail.count, &position, position + padding + needed));
    if (padding) {
        complete_record(open_record(ring, position, (int)padding, PADDING));
    }
    return open_record(ring, position + padding, bytes + RECORD_HEADER, MESSAGE);
}

/* Handles what is complete, up to the edge and some messages at most; returns how many there were. */
static int take(ring_t *ring, handler_t handle) {
    long head = atomic_load_explicit(&ring->head.count, memory_order_relaxed);
    long to_edge = RING_BYTES - (head & RING_MASK), taken = 0;
    int messages = 0;
    while (taken < to_edge && messages < BATCH) {
        record_t *record = record_at(ring, head + taken);
        int length = atomic_load_explicit(&record->length, memory_order_acquire);
        if (length <= 0) {
            break;
        }
        taken += (length + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT;
        if (record->type != PADDING) {
            messages++;
            handle(record->payload, length - RECORD_HEADER);
        }
    }
    if (taken) {
        fill(record_at(ring, head), 0, taken);
        atomic_store_explicit(&ring->head.count, head + taken, memory_order_release);
    }
    return messages;
}

/* With more ranks than cores, whoever has nothing to do makes room for who has. */
static void idle(void) {
    if (ranks > 2) {
        sched_yield();
    } else {
        PAUSE();
    }
}

static void send_message(const char *payload, int bytes) {
    record_t *record;
    while (!(record = claim(outbox, bytes))) {
        idle();
    }
    if (bytes == 8) {
        *(volatile long *)record->payload = *(const volatile long *)payload;
    } else {
        copy(record->payload, payload, bytes);
    }
    complete_record(record);
}

static void count_message(const char *payload, int bytes) {
    (void)payload, (void)bytes;
    handled++;
}

static void echo_message(const char *payload, int bytes) {
    send_message(payload, bytes);
    handled++;
}

static void take_until(long goal, handler_t handle) {
    while (handled < goal) {
        if (!take(inbox, handle)) {
            idle();
        }
    }
}

/* A short message is what names a handler, and one argument. */
static int message_bytes(void) { return bytes_of_row < 8 ? 8 : (int)bytes_of_row; }

static void ring_round_trips(long times) {
    if (rank % 2 == 1) {
        take_until(handled + times, echo_message);
        return;
    }
    for (long i = 0; i < times; i++) {
        send_message(local, message_bytes());
        take_until(handled + 1, count_message);
    }
}

/* A message comes back when all have been handled. */
static void ring_flood(long times) {
    if (rank % 2 == 1) {
        take_until(handled + times, count_message);
        send_message(local, message_bytes());
        return;
    }
    for (long i = 0; i < times; i++) {
        send_message(local, message_bytes());
    }
    take_until(handled + 1, count_message);
}

static void ring_rows(const char *number) {
    char name[32];
    inbox = (ring_t *)(segments[rank] + RING);
    outbox = (ring_t *)(segments[rank ^ 1] + RING);
    snprintf(name, sizeof name, "ring-short%s", number);
    measure(name, 4, 1, 1, ring_round_trips);
    if (ranks == 2) {
        long medium[] = {512, 4L << 10, 65416};
        for (int i = 0; i < 3; i++) {
            measure("ring-medium", medium[i], 1, 1, ring_round_trips);
        }
        measure("ring-flood", 4, 1, 1, ring_flood);
    }
}

/* ---- set-up ---- */

static void *map_file(long bytes) {
    char path[] = "/dev/shm/pgas-floor-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0 || unlink(path) != 0 || posix_fallocate(fd, 0, bytes) != 0) {
        perror("floor: a file in /dev/shm");
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

/* Knuth's 64-bit congruential generator, high bits; the same offsets in every run. */
static long *random_offsets(int count, long window) {
    long *offsets = aligned_alloc(LINE, count * sizeof(long));
    uint64_t state = 20260101;
    for (int i = 0; i < count; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        offsets[i] = (long)((state >> 33) % (window / 8)) * 8;
    }
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
    char name[32], number[8] = "";
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
        long bulk[] = {4L << 10, 64L << 10, 1L << 20, 16L << 20};
        struct {
            const char *row;
            body_t body;
        } kinds[] = {{"put", put_bulk}, {"get", get_bulk}, {"memset", fill_bulk}};
        for (int kind = 0; kind < 3; kind++) {
            for (int i = 0; i < 4; i++) {
                measure(kinds[kind].row, bulk[i], 1, 0, kinds[kind].body);
            }
        }
        update_rows();
        vis_rows();
        measure("pingpong", 8, 1, 1, ping_pong);
    } else {
        snprintf(number, sizeof number, "%d", ranks);
    }
    snprintf(name, sizeof name, "barrier%s", number);
    measure(name, 0, 1, 1, barriers);
    single_barriers(name);
    collective_rows(number);
    if (ranks == 2) {
        wake();
    }
    if (ranks % 2 == 0 && ranks < 8) {
        ring_rows(number);
    }
}

int main(int argc, char **argv) {
    if (argc < 2 || (ranks = argc - 1) > RANKS_MAX) {
        fprintf(stderr, "usage: floor CORE...   one core number per rank; environment: REPETITIONS, RUN_MS, ONLY\n");
        return 2;
    }
    if (getenv("REPETITIONS")) {
        repetitions = atoi(getenv("REPETITIONS"));
    }
    if (repetitions < 1 || repetitions > REPETITIONS_MAX) {
        fprintf(stderr, "floor: REPETITIONS is not in 1..%d\n", REPETITIONS_MAX);
        return 2;
    }
    if (getenv("RUN_MS")) {
        run_nanos = atol(getenv("RUN_MS")) * 1000000L;
    }
    if (getenv("ONLY")) {
        only = getenv("ONLY");
    }
    int shared_cores = 0;
    for (int r = 0; r < ranks; r++) {
        for (int other = 0; other < r; other++) {
            shared_cores |= atoi(argv[1 + r]) == atoi(argv[1 + other]);
        }
    }
    spins = shared_cores ? 20 : 1000;

    control = map_file((sizeof(control_t) + 4095) / 4096 * 4096);
    long segment_bytes = ranks == 2 ? TABLE + TABLE_BYTES : TABLE;
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
        }
    }
    bind_to(atoi(argv[1 + rank]));
    peer = segments[ranks > 1 ? 1 : 0];
    memset(segments[rank], 0, segment_bytes);
    near_offsets = random_offsets(NEAR_COUNT, NEAR_BYTES);
    far_offsets = random_offsets(FAR_COUNT, FAR_BYTES);
    local = aligned_alloc(4096, 16L << 20);
    memset(local, 1, 16L << 20);
    barrier();
    all_rows();
    barrier();
    if (rank == 0) {
        while (wait(NULL) > 0) {
        }
    }
    return 0;
}
