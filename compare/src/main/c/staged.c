/*
 * What do collectives through staging memory take, when the copies are those of the C library, and when they are a loop
 * of vector moves, as HotSpot's copy routine is one? Two threads, bound to cores 0 and 1, with operands in memory of
 * their own: reductions to one and broadcasts, roots in turns, and exchanges. The writer stages pieces in a ring, the
 * reader folds or copies each as it comes. A sum is made from the source and the piece straight into the target, or, as
 * where only the JDK's copies may touch a program's memory, by way of two buffers in the first cache. Prints the least
 * time of each collective, for pieces of 4, 8, 16, 32 and 64 KiB.
 *
 *     gcc -O3 -march=native -mprefer-vector-width=512 -pthread -o staged staged.c && ./staged 32768 262144
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pause.h"

#define MOST (1L << 20)
#define STEP 256
#define BUFFER 8192L
#define RUNS 15
#define RUN_BYTES (32L << 20)
#define MOST_TIMES 1000L

typedef long vector __attribute__((vector_size(64), aligned(8), may_alias));
typedef void copy(char *, const char *, size_t);
typedef void fold(double *, const double *, const double *, long);

static struct {
    _Alignas(128) atomic_long staged;
    _Alignas(128) atomic_long taken;
} counts[2];

static char *sources[2], *targets[2], *rings[2];
static pthread_barrier_t together;
static copy *by;
static fold *folded_by;
static long bytes, piece, ring, times;
static double least;
static _Thread_local char buffers[2 * BUFFER] __attribute__((aligned(64)));

static void by_library(char *to, const char *from, size_t length) { memcpy(to, from, length); }

/* The length is a multiple of STEP. */
static void by_vectors(char *to, const char *from, size_t length) {
    for (size_t i = 0; i < length; i += STEP) {
        vector first = *(vector *)(from + i), second = *(vector *)(from + i + 64);
        vector third = *(vector *)(from + i + 128), fourth = *(vector *)(from + i + 192);
        *(vector *)(to + i) = first;
        *(vector *)(to + i + 64) = second;
        *(vector *)(to + i + 128) = third;
        *(vector *)(to + i + 192) = fourth;
        /* or the compiler calls memcpy in place of the loop */
        __asm__ volatile("" ::: "memory");
    }
}

static void straight(double *restrict sum, const double *restrict one, const double *restrict other, long count) {
    for (long i = 0; i < count; i++) {
        sum[i] = one[i] + other[i];
    }
}

static void by_buffers(double *sum, const double *one, const double *other, long count) {
    for (long i = 0; i < count; i += BUFFER / 8) {
        long some = count - i < BUFFER / 8 ? count - i : BUFFER / 8;
        by_vectors(buffers + BUFFER, (const char *)(one + i), some * 8);
        straight((double *)buffers, (double *)(buffers + BUFFER), other + i, some);
        by_vectors((char *)(sum + i), buffers, some * 8);
    }
}

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static void until(atomic_long *word, long count) {
    while (atomic_load_explicit(word, memory_order_acquire) < count) {
        PAUSE();
    }
}

/* Stages piece number count, which others will know as count + 1. */
static void stage(int me, long count, long at) {
    until(&counts[1 - me].taken, count + 1 - ring / piece);
    by(rings[me] + count % (ring / piece) * piece, sources[me] + at, piece);
    atomic_store_explicit(&counts[me].staged, count + 1, memory_order_release);
}

static void take(int me, long count, long at, int folds) {
    char *staged = rings[1 - me] + count % (ring / piece) * piece;
    until(&counts[1 - me].staged, count + 1);
    if (folds) {
        folded_by((double *)(targets[me] + at), (double *)(sources[me] + at), (double *)staged, piece / 8);
    } else {
        by(targets[me] + at, staged, piece);
    }
    atomic_store_explicit(&counts[me].taken, count + 1, memory_order_release);
}

/* The root takes, or it stages. */
static void in_turns(int me, int root_takes, int folds) {
    long staged = 0, taken = 0;
    for (long i = 0; i < times; i++) {
        for (long at = 0; at < bytes; at += piece) {
            if (((i & 1) == me) == root_takes) {
                take(me, taken++, at, folds);
            } else {
                stage(me, staged++, at);
            }
        }
    }
}

static void reductions(int me) { in_turns(me, 1, 1); }

static void broadcasts(int me) { in_turns(me, 0, 0); }

/* All is staged before any is taken. */
static void exchanges(int me) {
    long staged = 0, taken = 0;
    for (long i = 0; i < times; i++) {
        for (long at = 0; at < bytes; at += piece) {
            stage(me, staged++, at);
        }
        for (long at = 0; at < bytes; at += piece) {
            take(me, taken++, at, 0);
        }
    }
}

static void (*row)(int);

static void *run(void *argument) {
    int me = argument != NULL;
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(me, &core);
    pthread_setaffinity_np(pthread_self(), sizeof core, &core);
    for (int i = 0; i < RUNS; i++) {
        pthread_barrier_wait(&together);
        counts[me].staged = counts[me].taken = 0;
        pthread_barrier_wait(&together);
        double start = nanos();
        row(me);
        pthread_barrier_wait(&together);
        double each = (nanos() - start) / times;
        if (me == 0 && each < least) {
            least = each;
        }
    }
    return NULL;
}

static void measure(const char *name) {
    printf("%-40s ring of %4ld KiB:", name, ring >> 10);
    for (piece = 4096; piece <= bytes && piece <= ring && piece <= 65536; piece *= 2) {
        if (row == exchanges && ring < bytes) {
            break;
        }
        pthread_t other;
        least = 1e18;
        pthread_create(&other, NULL, run, &least);
        run(NULL);
        pthread_join(other, NULL);
        printf(" %8.0f", least);
    }
    printf("\n");
    fflush(stdout);
}

int main(int count, char **arguments) {
    static const long ring_sizes[] = {128L << 10, 512L << 10};
    for (int i = 0; i < 2; i++) {
        char **places[] = {&sources[i], &targets[i], &rings[i]};
        for (int p = 0; p < 3; p++) {
            *places[p] = aligned_alloc(4096, MOST);
            memset(*places[p], 0, MOST);
        }
    }
    pthread_barrier_init(&together, NULL, 2);
    for (int i = 1; i < count; i++) {
        bytes = atol(arguments[i]);
        if (bytes < 4096 || bytes > MOST || bytes & (bytes - 1)) {
            fprintf(stderr, "staged: %s is no power of two from 4096 to %ld\n", arguments[i], MOST);
            return 1;
        }
        times = RUN_BYTES / bytes < MOST_TIMES ? RUN_BYTES / bytes : MOST_TIMES;
        printf("%ld bytes\n", bytes);
        for (int r = 0; r < 2; r++) {
            ring = ring_sizes[r];
            row = reductions;
            by = by_library, folded_by = straight, measure("reduce, memcpy, straight");
            by = by_vectors, folded_by = straight, measure("reduce, vectors, straight");
            by = by_vectors, folded_by = by_buffers, measure("reduce, vectors, by way of buffers");
            row = broadcasts;
            by = by_library, measure("broadcast, memcpy");
            by = by_vectors, measure("broadcast, vectors");
            row = exchanges;
            by = by_library, measure("exchange, memcpy");
            by = by_vectors, measure("exchange, vectors");
        }
    }
    return 0;
}
