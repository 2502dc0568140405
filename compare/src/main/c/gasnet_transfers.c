/*
 * Puts and gets of words and blocks, a ping-pong of puts, and vector, indexed and strided puts; all blocking. All but
 * the ping-pong is done by rank 0 on rank 1's segment.
 */
#include "gasnet_rows.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NEAR_COUNT (1 << 10)
#define NEAR_BYTES (16L << 10)
#define PAYLOAD (128L << 10)
#define CHUNKS_MAX (PAYLOAD / 8)
#define LOOKS 256
#define TRIES 100
#define TURNS 10

static long offsets[NEAR_COUNT];
static long round_trips;
static volatile long sink;

/* ---- words ---- */

static void put_words(long times) {
    char *peer = segments[PEER];
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            gex_RMA_PutBlockingVal(team, PEER, peer + offsets[k], (gex_RMA_Value_t)i, 8, 0);
        }
    }
}

/* Waited for together. */
static void put_many_words(long times) {
    char *peer = segments[PEER];
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            gex_RMA_PutNBIVal(team, PEER, peer + offsets[k], (gex_RMA_Value_t)i, 8, 0);
        }
        gex_NBI_Wait(GEX_EC_PUT, 0);
    }
}

static void get_words(long times) {
    char *peer = segments[PEER];
    long sum = 0;
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            sum += (long)gex_RMA_GetBlockingVal(team, PEER, peer + offsets[k], 8, 0);
        }
    }
    sink = sum;
}

/* A blocking put has been done at its target, when it returns. */
static void put_words_from_memory(long times) {
    char *peer = segments[PEER];
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            gex_RMA_PutBlocking(team, PEER, peer + offsets[k], local, 8, 0);
        }
    }
}

/* The faster of two, at rank 0; elsewhere it does not matter. */
static body_t faster(body_t one, body_t other) {
    body_t bodies[2] = {one, other};
    long least[2] = {LONG_MAX, LONG_MAX};
    for (int turn = 0; turn < TURNS && rank == 0; turn++) {
        long start = now();
        bodies[turn % 2](TRIES);
        long nanos = now() - start;
        least[turn % 2] = nanos < least[turn % 2] ? nanos : least[turn % 2];
    }
    return bodies[least[1] < least[0]];
}

/* ---- blocks ---- */

static void put_block(long times) {
    for (long i = 0; i < times; i++) {
        gex_RMA_PutBlocking(team, PEER, segments[PEER], local, bytes_of_row, 0);
    }
}

static void get_block(long times) {
    for (long i = 0; i < times; i++) {
        gex_RMA_GetBlocking(team, local, PEER, segments[PEER], bytes_of_row, 0);
    }
}

static void check_block(long bytes) {
    long wrong = 0;
    bytes_of_row = bytes;
    memset(segments[rank], 0, bytes);
    world_barrier();
    if (rank == 0) {
        for (long at = 0; at < bytes; at++) {
            local[at] = pattern(at);
        }
        put_block(1);
        memset(local, 0, bytes);
        get_block(1);
    }
    world_barrier();
    for (long at = 0; at < bytes; at++) {
        wrong += (rank == 0 ? local : segments[rank])[at] != pattern(at);
    }
    expect(!wrong, "a put or get did not move what it should");
    world_barrier();
}

/* ---- a ping-pong: each puts into the segment of the other, and looks at its own; such a put needs no poll ---- */

static void await_flag(long value) {
    volatile long *flag = (volatile long *)(segments[rank] + FLAG);
    for (long looks = 1; *flag != value; looks++) {
        if (looks % LOOKS == 0) {
            gasnet_AMPoll();
        }
    }
    atomic_thread_fence(memory_order_acquire);
}

static void set_flag(void) {
    gex_RMA_PutBlockingVal(team, 1 - rank, segments[1 - rank] + FLAG, (gex_RMA_Value_t)round_trips, 8, 0);
}

static void ping_pong(long times) {
    for (long i = 0; i < times; i++) {
        round_trips++;
        if (rank == 0) {
            set_flag();
            await_flag(round_trips);
        } else {
            await_flag(round_trips);
            set_flag();
        }
    }
}

void transfer_rows(void) {
    draw_offsets(offsets, NEAR_COUNT, NEAR_BYTES);
    if (wants("put") || wants("get") || wants_some("put8") || wants("get8")) {
        /* memory that nobody has written is one page of zeros, which stays in the first cache */
        memset(segments[rank], 0, DATA_BYTES);
        memset(local, 1, DATA_BYTES);
        check_block(NEAR_BYTES);
    }
    if (wants("put8")) {
        measure("put8", 8, NEAR_COUNT, 0, faster(put_words, put_words_from_memory));
    }
    measure("put8-many", 8, NEAR_COUNT, 0, put_many_words);
    measure("get8", 8, NEAR_COUNT, 0, get_words);
    measure("put8-fence", 8, NEAR_COUNT, 0, put_words_from_memory);
    measure_sizes("put", block_sizes, BLOCK_SIZES, 0, put_block);
    measure_sizes("get", block_sizes, BLOCK_SIZES, 0, get_block);
    measure("pingpong", 8, 1, 1, ping_pong);
}

/* ---- shapes: 128 KiB in chunks of one size, with a gap as long as a chunk behind each, on both sides ---- */

static size_t chunk, chunks;
static void *places_here[CHUNKS_MAX], *places_there[CHUNKS_MAX];
static gex_Memvec_t list_here[CHUNKS_MAX], list_there[CHUNKS_MAX];

static void put_strided(long times) {
    ptrdiff_t stride = 2 * (ptrdiff_t)chunk;
    for (long i = 0; i < times; i++) {
        gex_VIS_StridedPutBlocking(team, PEER, segments[PEER], &stride, local, &stride, chunk, &chunks, 1, 0);
    }
}

static void put_indexed(long times) {
    for (long i = 0; i < times; i++) {
        gex_VIS_IndexedPutBlocking(team, PEER, chunks, places_there, chunk, chunks, places_here, chunk, 0);
    }
}

static void put_vector(long times) {
    for (long i = 0; i < times; i++) {
        gex_VIS_VectorPutBlocking(team, PEER, chunks, list_there, chunks, list_here, 0);
    }
}

static void check_shape(body_t body) {
    long wrong = 0;
    memset(local, 1, 2 * PAYLOAD);
    memset(segments[rank], 0, 2 * PAYLOAD);
    world_barrier();
    if (rank == 0) {
        body(1);
    }
    world_barrier();
    for (size_t at = 0; at < 2 * PAYLOAD && rank == PEER; at++) {
        wrong += segments[rank][at] != (at / chunk % 2 == 0);
    }
    expect(!wrong, "a put of a shape did not move what it should");
}

static void shape_row(const char *kind, body_t body) {
    char row[48];
    snprintf(row, sizeof row, "vis-%s-%zu", kind, chunk);
    if (wants(row)) {
        check_shape(body);
        measure(row, PAYLOAD, 1, 0, body);
    }
}

void shape_rows(void) {
    static const size_t sizes[] = {8, 64, 512, 4096};
    for (int s = 0; s < 4; s++) {
        chunk = sizes[s];
        chunks = PAYLOAD / chunk;
        for (size_t i = 0; i < chunks; i++) {
            places_here[i] = local + 2 * i * chunk;
            places_there[i] = segments[PEER] + 2 * i * chunk;
            list_here[i] = (gex_Memvec_t){places_here[i], chunk};
            list_there[i] = (gex_Memvec_t){places_there[i], chunk};
        }
        shape_row("strided", put_strided);
        shape_row("indexed", put_indexed);
        shape_row("vector", put_vector);
    }
}
