/*
 * Atomic updates, accumulate and locks: what the processor's own instructions take, called from C.
 *
 * Rows by one rank work on rank 1's segment, as everywhere; rows of rates have both ranks on one word, or on the table
 * that both segments make up.
 */
#include "floor.h"
#include <stdint.h>
#include <string.h>

#define LOCK (COUNTER + 8 * LINE)
#define GUARDED (LOCK + 4 * LINE)
#define PAGE 4096

/* Ranks are served in the order of their tickets. */
typedef struct {
    line_t next;
    line_t serving;
} ticket_lock_t;

void accumulate_scalar(double *restrict target, const double *restrict source, long count, double scale);
void accumulate_simd(double *restrict target, const double *restrict source, long count, double scale);

static uint64_t state;

static _Atomic long *counter(void) { return (_Atomic long *)(peer + COUNTER); }

static long fetch_add(long times) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
        sum += atomic_fetch_add(counter(), 1);
    }
    sink = sum;
    return times;
}

static long increment_by_cas(long times) {
    for (long i = 0; i < times; i++) {
        long expected = atomic_load_explicit(counter(), memory_order_acquire);
        while (!atomic_compare_exchange_strong(counter(), &expected, expected + 1)) {
        }
    }
    return times;
}

static long fetch_add_double(long times) {
    double sum = 0;
    for (long i = 0; i < times; i++) {
        long bits = atomic_load_explicit(counter(), memory_order_acquire), desired;
        double value;
        do {
            memcpy(&value, &bits, sizeof value);
            double added = value + 1;
            memcpy(&desired, &added, sizeof desired);
        } while (!atomic_compare_exchange_strong(counter(), &bits, desired));
        sum += value;
    }
    sink = (long)sum;
    return times;
}

static void increments_by_cas(long times) { increment_by_cas(times); }
static void fetch_add_doubles(long times) { fetch_add_double(times); }

/* ---- random updates of a table that both segments make up ---- */

static inline _Atomic long *next_place(void) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (_Atomic long *)(segments[state >> 63] + TABLE + ((state >> 33) & (TABLE_BYTES / 8 - 1)) * 8);
}

static long update_xor(long times) {
    for (long i = 0; i < times; i++) {
        _Atomic long *place = next_place();
        atomic_fetch_xor(place, (long)state);
    }
    return times;
}

static long update_add(long times) {
    for (long i = 0; i < times; i++) {
        _Atomic long *place = next_place();
        atomic_fetch_add(place, (long)state);
    }
    return times;
}

/* Each process sees every page once before the watch runs. */
static void touch_table(void) {
    for (int r = 0; r < ranks && has_table; r++) {
        for (long at = 0; at < TABLE_BYTES; at += PAGE) {
            atomic_fetch_add((_Atomic long *)(segments[r] + TABLE + at), 0);
        }
    }
}

/* ---- accumulate ---- */

static void accumulate_plain(long times) {
    for (long i = 0; i < times; i++) {
        accumulate_scalar((double *)peer, (const double *)local, bytes_of_row / 8, 0.5);
    }
}

static void accumulate_wide(long times) {
    for (long i = 0; i < times; i++) {
        accumulate_simd((double *)peer, (const double *)local, bytes_of_row / 8, 0.5);
    }
}

/* ---- a lock ---- */

static inline void lock(ticket_lock_t *tickets) {
    long mine = atomic_fetch_add(&tickets->next.count, 1);
    while (atomic_load_explicit(&tickets->serving.count, memory_order_acquire) != mine) {
        PAUSE();
    }
}

static inline void unlock(ticket_lock_t *tickets) {
    long mine = atomic_load_explicit(&tickets->serving.count, memory_order_relaxed);
    atomic_store_explicit(&tickets->serving.count, mine + 1, memory_order_release);
}

static void lock_unlock(long times) {
    for (long i = 0; i < times; i++) {
        lock((ticket_lock_t *)(peer + LOCK));
        unlock((ticket_lock_t *)(peer + LOCK));
    }
}

/* How often this rank had the lock after the other one. */
static long take_over(long times) {
    volatile long *last = (volatile long *)(peer + GUARDED);
    long changes = 0;
    for (long i = 0; i < times; i++) {
        lock((ticket_lock_t *)(peer + LOCK));
        if (*last != rank) {
            *last = rank;
            changes++;
        }
        unlock((ticket_lock_t *)(peer + LOCK));
    }
    return changes;
}

void update_rows(void) {
    long blocks[] = {64L << 10, 1L << 20};
    state = rank + 1;
    touch_table();
    measure("casloop", 8, 1, 0, increments_by_cas);
    measure_rate("fetchadd-rate", 8, 1, fetch_add);
    measure_rate("casloop-rate", 8, 1, increment_by_cas);
    barrier();
    atomic_store(counter(), 0);
    barrier();
    measure("fetchadd-double", 8, 1, 0, fetch_add_doubles);
    measure_rate("fetchadd-double-rate", 8, 1, fetch_add_double);
    measure_rate("gups-xor", 8, 0, update_xor);
    measure_rate("gups-add", 8, 0, update_add);
    measure_rate("gups-xor-rate", 8, 1, update_xor);
    measure_rate("gups-add-rate", 8, 1, update_add);
    if (rank == 0) {
        for (long i = 0; i < blocks[1] / 8; i++) {
            ((double *)peer)[i] = 0;
            ((double *)local)[i] = 1;
        }
    }
    measure("accumulate", 8, 1, 0, fetch_add_doubles);
    measure("accumulate-simd", 8, 1, 0, accumulate_wide);
    for (int i = 0; i < 2; i++) {
        measure("accumulate", blocks[i], 1, 0, accumulate_plain);
        measure("accumulate-simd", blocks[i], 1, 0, accumulate_wide);
    }
    measure("mutex", 0, 1, 0, lock_unlock);
    measure_rate("mutex-handover", 0, 1, take_over);
}
