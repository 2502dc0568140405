/*
 * Rows of collectives, as somebody would write them in C for ranks that share memory: small data travel behind the flag
 * that announces them, the first of them in its line, large ones through a staging ring in pieces. Built on the same
 * slots for any number of ranks; every member reads the others' lines itself.
 */
#include "floor.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 16
#define PIECE (64L << 10)
#define PIECES 16
#define LINES_AT (60L << 20)
#define STAGING_AT (16L << 20)
#define RESULT_AT (24L << 20)
#define INLINE_BYTES 1024L
#define INLINE_DOUBLES (INLINE_BYTES / 8)
#define FIRST_LINE 15L /* doubles beside the flag */

typedef struct {
    _Alignas(LINE) _Atomic long sequence;
    double values[INLINE_DOUBLES];
} slot_t;

typedef struct {
    slot_t slots[SLOTS];
    line_t consumed;  /* small operations that this rank has read */
    line_t available; /* pieces that this rank has staged */
    line_t taken;     /* pieces that this rank has read of the rank that staged them */
} lines_t;

static long small_done, pieces_done;
static double *source, *target;

static lines_t *lines_of(int r) { return (lines_t *)(segments[r] + LINES_AT); }

static slot_t *slot_of(int r, long sequence) { return &lines_of(r)->slots[sequence % SLOTS]; }

static void until(_Atomic long *word, long least) {
    long tries = 0;
    while (atomic_load_explicit(word, memory_order_acquire) < least) {
        if (++tries < spins) {
            PAUSE();
        } else {
            sched_yield();
        }
    }
}

/* Waits until all others have read what lay in the slot before. */
static void until_free(long sequence) {
    for (int r = 0; r < ranks; r++) {
        if (r != rank) {
            until(&lines_of(r)->consumed.count, sequence - SLOTS);
        }
    }
}

static void announce(long sequence, double value) {
    slot_t *slot = slot_of(rank, sequence);
    slot->values[0] = value;
    atomic_store_explicit(&slot->sequence, sequence, memory_order_release);
}

static double read_of(int r, long sequence) {
    slot_t *slot = slot_of(r, sequence);
    until(&slot->sequence, sequence);
    return slot->values[0];
}

/* The root has a target as the others have. */
static void small_bcast(int root) {
    long sequence = ++small_done;
    if (rank == root) {
        until_free(sequence);
        announce(sequence, source[0]);
        target[0] = source[0];
    } else {
        target[0] = read_of(root, sequence);
    }
    atomic_store_explicit(&lines_of(rank)->consumed.count, sequence, memory_order_release);
}

static void bcast_alternating(long times) {
    for (long i = 0; i < times; i++) {
        small_bcast((int)(i % ranks));
    }
}

static void bcast_fixed(long times) {
    for (long i = 0; i < times; i++) {
        small_bcast(0);
    }
}

static void allreduce_small(long times) {
    for (long i = 0; i < times; i++) {
        long sequence = ++small_done;
        until_free(sequence);
        announce(sequence, source[0]);
        double sum = read_of(0, sequence);
        for (int r = 1; r < ranks; r++) {
            sum += read_of(r, sequence);
        }
        target[0] = sum;
        atomic_store_explicit(&lines_of(rank)->consumed.count, sequence, memory_order_release);
    }
}

static void add(double *restrict sum, const double *restrict one, const double *restrict other, long count) {
    for (long e = 0; e < count; e++) {
        sum[e] = one[e] + other[e];
    }
}

/* What a slot takes: the lines behind the first come first, as others look at the first. */
static void allreduce_inline(long times) {
    long count = bytes_of_row / 8, first = count < FIRST_LINE ? count : FIRST_LINE;
    for (long i = 0; i < times; i++) {
        long sequence = ++small_done;
        slot_t *mine = slot_of(rank, sequence);
        until_free(sequence);
        memcpy(mine->values + first, source + first, (count - first) * 8);
        memcpy(mine->values, source, first * 8);
        atomic_store_explicit(&mine->sequence, sequence, memory_order_release);
        const double *before = slot_of(0, sequence)->values;
        for (int r = 0; r < ranks; r++) {
            slot_t *slot = slot_of(r, sequence);
            until(&slot->sequence, sequence);
            if (r > 0) {
                add(target, before, slot->values, count);
                before = target;
            }
        }
        atomic_store_explicit(&lines_of(rank)->consumed.count, sequence, memory_order_release);
    }
}

static void large_bcast(int root, long bytes) {
    for (long at = 0; at < bytes; at += PIECE) {
        long piece = ++pieces_done, length = bytes - at < PIECE ? bytes - at : PIECE;
        char *staged = segments[root] + STAGING_AT + piece % PIECES * PIECE;
        if (rank == root) {
            for (int r = 0; r < ranks; r++) {
                if (r != rank) {
                    until(&lines_of(r)->taken.count, piece - PIECES);
                }
            }
            memcpy(staged, (char *)source + at, length);
            atomic_store_explicit(&lines_of(rank)->available.count, piece, memory_order_release);
            memcpy((char *)target + at, (char *)source + at, length);
        } else {
            until(&lines_of(root)->available.count, piece);
            memcpy((char *)target + at, staged, length);
        }
        atomic_store_explicit(&lines_of(rank)->taken.count, piece, memory_order_release);
    }
}

static void bcast_large(long times) {
    for (long i = 0; i < times; i++) {
        large_bcast((int)(i % ranks), bytes_of_row);
    }
}

/* Each rank adds up its part of the staged vectors, and copies the other parts of the result. */
static void allreduce_large(long times) {
    long count = bytes_of_row / 8, from = count * rank / ranks, to = count * (rank + 1) / ranks;
    for (long i = 0; i < times; i++) {
        memcpy(segments[rank] + STAGING_AT, source, bytes_of_row);
        barrier();
        double *result = (double *)(segments[rank] + RESULT_AT);
        for (long e = from; e < to; e++) {
            double sum = ((double *)(segments[0] + STAGING_AT))[e];
            for (int r = 1; r < ranks; r++) {
                sum += ((double *)(segments[r] + STAGING_AT))[e];
            }
            result[e] = sum;
        }
        barrier();
        for (int r = 0; r < ranks; r++) {
            long begin = count * r / ranks, end = count * (r + 1) / ranks;
            memcpy(target + begin, (double *)(segments[r] + RESULT_AT) + begin, (end - begin) * 8);
        }
    }
    barrier();
}

/* ---- to one ---- */

static void small_reduce(int root) {
    long sequence = ++small_done;
    if (rank == root) {
        double sum = source[0];
        for (int r = 0; r < ranks; r++) {
            if (r != root) {
                sum += read_of(r, sequence);
            }
        }
        target[0] = sum;
    } else {
        until_free(sequence);
        announce(sequence, source[0]);
    }
    atomic_store_explicit(&lines_of(rank)->consumed.count, sequence, memory_order_release);
}

static void reduce_small(long times) {
    for (long i = 0; i < times; i++) {
        small_reduce((int)(i % ranks));
    }
}

static char *staging_of(int r, long piece) { return segments[r] + STAGING_AT + piece % PIECES * PIECE; }

/* Waits until all others have read what lay there before this piece. */
static void until_taken(long piece) {
    for (int r = 0; r < ranks; r++) {
        if (r != rank) {
            until(&lines_of(r)->taken.count, piece - PIECES);
        }
    }
}

static void stage(long piece, const void *from, long bytes) {
    until_taken(piece);
    memcpy(staging_of(rank, piece), from, bytes);
}

static void large_reduce(int root, long bytes) {
    for (long at = 0; at < bytes; at += PIECE) {
        long piece = ++pieces_done, length = bytes - at < PIECE ? bytes - at : PIECE;
        double *sum = target + at / 8;
        const double *mine = source + at / 8, *before = mine;
        if (rank != root) {
            stage(piece, mine, length);
            atomic_store_explicit(&lines_of(rank)->available.count, piece, memory_order_release);
        }
        for (int r = 0; r < ranks && rank == root; r++) {
            if (r != root) {
                until(&lines_of(r)->available.count, piece);
                add(sum, before, (const double *)staging_of(r, piece), length / 8);
                before = sum;
            }
        }
        atomic_store_explicit(&lines_of(rank)->taken.count, piece, memory_order_release);
    }
}

static void reduce_large(long times) {
    for (long i = 0; i < times; i++) {
        large_reduce((int)(i % ranks), bytes_of_row);
    }
}

/* ---- blocks of all ranks; a block is one piece at most ---- */

static void all_gather(long times) {
    for (long i = 0; i < times; i++) {
        long piece = ++pieces_done;
        stage(piece, source, bytes_of_row);
        atomic_store_explicit(&lines_of(rank)->available.count, piece, memory_order_release);
        for (int r = 0; r < ranks; r++) {
            char *block = (char *)target + r * bytes_of_row;
            if (r != rank) {
                until(&lines_of(r)->available.count, piece);
            }
            memcpy(block, r == rank ? (char *)source : staging_of(r, piece), bytes_of_row);
        }
        atomic_store_explicit(&lines_of(rank)->taken.count, piece, memory_order_release);
    }
}

/* Each rank has a piece for each. */
static void exchange(long times) {
    for (long i = 0; i < times; i++) {
        long first = pieces_done + 1, last = pieces_done += ranks;
        for (int r = 0; r < ranks; r++) {
            if (r != rank) {
                stage(first + r, (char *)source + r * bytes_of_row, bytes_of_row);
            }
        }
        atomic_store_explicit(&lines_of(rank)->available.count, last, memory_order_release);
        for (int r = 0; r < ranks; r++) {
            char *block = (char *)target + r * bytes_of_row;
            if (r != rank) {
                until(&lines_of(r)->available.count, last);
            }
            memcpy(block, r == rank ? (char *)source + r * bytes_of_row : staging_of(r, first + rank), bytes_of_row);
        }
        atomic_store_explicit(&lines_of(rank)->taken.count, last, memory_order_release);
    }
}

/* ---- the rows ---- */

static void check(const char *what, body_t body, long bytes, long at, double expected) {
    bytes_of_row = bytes;
    target[at] = -1;
    barrier();
    body(ranks);
    barrier();
    if (target[at] != expected) {
        fprintf(stderr, "floor: %s of %ld bytes: number %ld is %g at rank %d, not %g\n", what, bytes, at, target[at],
                rank, expected);
        exit(1);
    }
    barrier();
}

static void checks(void) {
    static const long bytes = 64L << 10;
    long last = bytes / 8 - 1;
    source[0] = source[last] = rank + 1;
    double sum = ranks * (ranks + 1) / 2.0;
    check("reduce", reduce_small, 8, 0, sum);
    check("reduce", reduce_large, bytes, last, sum);
    check("all-reduce", allreduce_small, 8, 0, sum);
    check("broadcast", bcast_large, bytes, last, ranks);
    if (ranks == 2) {
        int other = 1 - rank;
        check("all-reduce", allreduce_large, bytes, last, sum);
        source[INLINE_DOUBLES - 1] = rank + 1;
        check("all-reduce", allreduce_inline, INLINE_BYTES, INLINE_DOUBLES - 1, sum);
        source[INLINE_DOUBLES - 1] = 1;
        check("all-gather", all_gather, bytes, other * bytes / 8, other + 1);
        source[other * bytes / 8] = rank + 1;
        check("exchange", exchange, bytes, other * bytes / 8, other + 1);
        source[other * bytes / 8] = 1;
    }
    source[0] = source[last] = 1;
}

void collective_rows(void) {
    static const long doubles[] = {64, 4096, 32768, 131072}, bulk[] = {32L << 10, 256L << 10, 1L << 20};
    static const long blocks[] = {2L << 10, 16L << 10, 64L << 10};
    source = aligned_alloc(4096, 1L << 20);
    target = aligned_alloc(4096, 1L << 20);
    for (long i = 0; i < 131072; i++) {
        source[i] = 1;
        target[i] = 0;
    }
    checks();
    measure(numbered("coll-bcast"), 8, 1, 1, bcast_alternating);
    for (int i = 0; i < 3 && ranks == 2; i++) {
        measure("coll-bcast", bulk[i], 1, 1, bcast_large);
    }
    measure(numbered("coll-bcast-fixed"), 8, 1, 1, bcast_fixed);
    measure(numbered("coll-allreduce"), 8, 1, 1, allreduce_small);
    if (ranks == 2) {
        for (int i = 0; i < 4; i++) {
            measure("coll-allreduce", doubles[i] * 8, 1, 1,
                    doubles[i] <= INLINE_DOUBLES ? allreduce_inline : allreduce_large);
        }
        measure("coll-reduce", 8, 1, 1, reduce_small);
        measure("coll-reduce", bulk[0], 1, 1, reduce_large);
        measure("coll-reduce", bulk[1], 1, 1, reduce_large);
        measure("coll-allgather", blocks[0], 1, 1, all_gather);
        measure("coll-allgather", blocks[1], 1, 1, all_gather);
        for (int i = 0; i < 3; i++) {
            measure("coll-exchange", blocks[i], 1, 1, exchange);
        }
    }
    sink += (long)target[0];
    free(source);
    free(target);
}
