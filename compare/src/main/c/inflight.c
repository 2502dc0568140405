/*
 * What do checks cost where updates wait for memory? One process updates random words of 256 MiB that processes share.
 * The processor has many updates under way at once, as many as the instructions between them leave room for. Prints the
 * least time of an update: a locked exclusive or as it is; with a look behind it whether anybody sleeps; with checks of
 * operation, rank and place before it; with both; and with both and a loop of compare-and-swap in place of the locked
 * exclusive or, which Java has not.
 *
 *     gcc -O2 -o inflight inflight.c && taskset -c 0 ./inflight
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define HALF (128L << 20)
#define UPDATES 8000000L
#define RUNS 5
#define WORD 8L
#define ADDRESSES 0x3FFFFFFFFFFFFFF8L

struct range {
    long base, size;
};

/* What the checks read; not known to the compiler. */
struct domain {
    int legal, ranks;
    struct range **ranges;
    atomic_int *sleepers;
};

static struct range halves[2];
static struct range *ranges[2] = {halves, halves + 1};
static atomic_int sleepers;
static struct domain domain = {1, 2, ranges, &sleepers};
static struct domain *volatile known = &domain;

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static unsigned long next(unsigned long random) { return random * 6364136223846793005UL + 1442695040888963407UL; }

static long place(unsigned long random) { return (long)(random >> 33 & (HALF / WORD - 1)) * WORD; }

static void refuse(void) {
    fprintf(stderr, "inflight: a check has failed\n");
    exit(1);
}

static atomic_long *unchecked(unsigned long random) {
    return (atomic_long *)(halves[random >> 63].base + place(random));
}

static inline __attribute__((always_inline)) atomic_long *checked(struct domain *in, unsigned long random) {
    int rank = random >> 63;
    long offset = place(random);
    if (!(in->legal & 1) || rank >= in->ranks) {
        refuse();
    }
    struct range *range = in->ranges[rank];
    if (offset > range->size - WORD) {
        refuse();
    }
    return (atomic_long *)((range->base + offset) & ADDRESSES);
}

static void look(struct domain *in) {
    if (atomic_load_explicit(in->sleepers, memory_order_acquire)) {
        refuse();
    }
}

static void bare(void) {
    unsigned long random = 1;
    for (long i = 0; i < UPDATES; i++) {
        random = next(random);
        atomic_fetch_xor(unchecked(random), (long)random);
    }
}

static void with_look(void) {
    unsigned long random = 1;
    for (long i = 0; i < UPDATES; i++) {
        random = next(random);
        atomic_fetch_xor(unchecked(random), (long)random);
        look(known);
    }
}

static void with_checks(void) {
    unsigned long random = 1;
    for (long i = 0; i < UPDATES; i++) {
        random = next(random);
        atomic_fetch_xor(checked(known, random), (long)random);
    }
}

static void with_both(void) {
    unsigned long random = 1;
    for (long i = 0; i < UPDATES; i++) {
        struct domain *in = known;
        random = next(random);
        atomic_fetch_xor(checked(in, random), (long)random);
        look(in);
    }
}

static void with_both_by_swaps(void) {
    unsigned long random = 1;
    for (long i = 0; i < UPDATES; i++) {
        struct domain *in = known;
        random = next(random);
        atomic_long *word = checked(in, random);
        long before = atomic_load_explicit(word, memory_order_relaxed);
        while (!atomic_compare_exchange_weak(word, &before, before ^ (long)random)) {
        }
        look(in);
    }
}

int main(void) {
    static const struct {
        const char *name;
        void (*loop)(void);
    } loops[] = {{"bare", bare},
                 {"with a look for sleepers", with_look},
                 {"with checks", with_checks},
                 {"with both", with_both},
                 {"with both, by compare-and-swap", with_both_by_swaps}};
    char name[] = "/dev/shm/inflight-XXXXXX";
    int file = mkstemp(name);
    if (file < 0 || unlink(name) || ftruncate(file, 2 * HALF)) {
        perror("inflight: /dev/shm");
        return 1;
    }
    char *table = mmap(0, 2 * HALF, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (table == MAP_FAILED) {
        perror("inflight: mmap");
        return 1;
    }
    for (int half = 0; half < 2; half++) {
        halves[half].base = (long)(table + half * HALF);
        halves[half].size = HALF;
    }
    for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++) {
        double least = 1e18;
        for (int run = 0; run < RUNS; run++) {
            double start = nanos();
            loops[i].loop();
            double each = (nanos() - start) / UPDATES;
            least = each < least ? each : least;
        }
        printf("%-32s %.1f ns\n", loops[i].name, least);
    }
    return 0;
}
