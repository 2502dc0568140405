/*
 * What does an accumulate of one number take that is atomic towards accumulates of many, beside one that is atomic
 * towards others of one number alone? In one process: a compare-and-swap of the number; a lock of the number's block,
 * taken by compare-and-swap and given back by a release store, and a load, an addition and a store between; and that
 * lock with checks of operation, rank and place. Prints the least time of each, where all go to one number, and where
 * each goes to another of 512.
 *
 *     gcc -O2 -march=native -o locked locked.c && taskset -c 0 ./locked
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NUMBERS 512L
#define TIMES 200000L
#define RUNS 41

typedef _Atomic long word;

/* What the checks read; not known to the compiler. */
struct memory {
    long operations, ranks, size;
    char *base;
    word *locks;
};

static _Alignas(4096) word numbers[NUMBERS];
static _Alignas(128) word locks[16];
static struct memory memory = {1, 1, sizeof numbers, (char *)numbers, locks};
static struct memory *volatile known = &memory;
static long mask;

static void refuse(void) {
    fprintf(stderr, "locked: a check has failed\n");
    exit(1);
}

static inline void add(word *at, double value, int plainly) {
    long before = atomic_load_explicit(at, memory_order_relaxed), after;
    double number;
    do {
        memcpy(&number, &before, 8);
        number += value;
        memcpy(&after, &number, 8);
        if (plainly) {
            atomic_store_explicit(at, after, memory_order_relaxed);
            return;
        }
    } while (!atomic_compare_exchange_weak(at, &before, after));
}

static inline void lock(word *at) {
    long free = 0;
    while (!atomic_compare_exchange_weak_explicit(at, &free, 1, memory_order_acquire, memory_order_relaxed)) {
        free = 0;
    }
}

static void by_swap(void) {
    struct memory *in = known;
    for (long i = 0; i < TIMES; i++) {
        add((word *)in->base + (i & mask), 1, 0);
    }
}

static void by_lock(void) {
    struct memory *in = known;
    for (long i = 0; i < TIMES; i++) {
        word *at = (word *)in->base + (i & mask);
        lock(in->locks);
        add(at, 1, 1);
        atomic_store_explicit(in->locks, 0, memory_order_release);
    }
}

static void by_checked_lock(void) {
    for (long i = 0; i < TIMES; i++) {
        struct memory *in = known;
        long rank = 0, offset = (i & mask) * 8;
        if (!(in->operations & 1) || rank >= in->ranks || offset > in->size - 8 || offset % 8) {
            refuse();
        }
        word *block = in->locks + (offset >> 16 & 15);
        lock(block);
        add((word *)(in->base + offset), 1, 1);
        atomic_store_explicit(block, 0, memory_order_release);
    }
}

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static double least(void (*body)(void)) {
    double least = 1e18;
    for (int run = 0; run < RUNS; run++) {
        double start = nanos();
        body();
        double each = (nanos() - start) / TIMES;
        least = each < least ? each : least;
    }
    return least;
}

int main(void) {
    printf("ns: compare-and-swap, lock, lock with checks\n");
    for (mask = 0; mask < NUMBERS; mask = mask * 2 + NUMBERS - 1) {
        printf("%4ld numbers %6.2f %6.2f %6.2f\n", mask + 1, least(by_swap), least(by_lock), least(by_checked_lock));
    }
    return 0;
}
