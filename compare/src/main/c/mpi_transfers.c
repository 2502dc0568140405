/*
 * Puts and gets of words and blocks, a ping-pong of puts, and vector, indexed and strided puts by MPI's datatypes.
 *
 * All but the ping-pong is done by rank 0 on rank 1's window, in an epoch of shared locks. A put of a word is complete
 * at the latest after a pass over its offsets, a block and a get by themselves.
 */
#include "mpi_rows.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_COUNT (1 << 10)
#define NEAR_BYTES (16L << 10)
#define PAYLOAD (128L << 10)
#define CHUNKS_MAX (PAYLOAD / 8)
#define LOOKS 256

static long offsets[NEAR_COUNT], values[NEAR_COUNT];
static long round_trips;
static MPI_Datatype type;

static void put(const void *from, long bytes, long at) {
    MPI_Put(from, (int)bytes, MPI_BYTE, PEER, at, (int)bytes, MPI_BYTE, window);
}

static void get(void *to, long bytes, long at) {
    MPI_Get(to, (int)bytes, MPI_BYTE, PEER, at, (int)bytes, MPI_BYTE, window);
}

/* ---- words ---- */

static void put_words(long times) {
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < NEAR_COUNT; k++) {
            MPI_Put(&values[k], 1, MPI_LONG, PEER, offsets[k], 1, MPI_LONG, window);
        }
        MPI_Win_flush(PEER, window);
    }
}

static void get_words(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Get(&values[0], 1, MPI_LONG, PEER, offsets[i % NEAR_COUNT], 1, MPI_LONG, window);
        MPI_Win_flush(PEER, window);
    }
}

static void put_words_flush(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Put(&values[0], 1, MPI_LONG, PEER, offsets[i % NEAR_COUNT], 1, MPI_LONG, window);
        MPI_Win_flush(PEER, window);
    }
}

/* ---- blocks ---- */

static void put_block(long times) {
    for (long i = 0; i < times; i++) {
        put(local, bytes_of_row, 0);
        MPI_Win_flush(PEER, window);
    }
}

static void get_block(long times) {
    for (long i = 0; i < times; i++) {
        get(local, bytes_of_row, 0);
        MPI_Win_flush(PEER, window);
    }
}

static void check_block(long bytes) {
    long wrong = 0;
    bytes_of_row = bytes;
    memset(memory, 0, bytes);
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (long at = 0; at < bytes; at++) {
            local[at] = pattern(at);
        }
        put_block(1);
        memset(local, 0, bytes);
        get_block(1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
    for (long at = 0; at < bytes; at++) {
        wrong += (rank == 0 ? local : memory)[at] != pattern(at) && rank <= PEER;
    }
    expect(!wrong, "a put or get did not move what it should");
}

/* ---- a ping-pong: each puts into the window of the other, and waits for its own ---- */

static void await_flag(long value) {
    long looks = 0;
    int arrived;
    while (*(volatile long *)(memory + FLAG) != value) {
        MPI_Win_sync(window);
        if (++looks % LOOKS == 0) {
            /* a library that needs somebody in it to make progress */
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
        }
    }
}

static void set_flag(void) {
    MPI_Put(&round_trips, 1, MPI_LONG, 1 - rank, FLAG, 1, MPI_LONG, window);
    MPI_Win_flush(1 - rank, window);
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
    MPI_Win_lock_all(0, window);
    if (wants("put") || wants("get") || wants_some("put8") || wants("get8")) {
        check_block(NEAR_BYTES);
    }
    measure("put8", 8, NEAR_COUNT, 0, put_words);
    measure("put8-many", 8, NEAR_COUNT, 0, put_words);
    measure("get8", 8, 1, 0, get_words);
    measure("put8-fence", 8, 1, 0, put_words_flush);
    measure_sizes("put", block_sizes, BLOCK_SIZES, 0, put_block);
    measure_sizes("get", block_sizes, BLOCK_SIZES, 0, get_block);
    measure("pingpong", 8, 1, 1, ping_pong);
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* ---- shapes: 128 KiB in chunks of one size, with a gap as long as a chunk behind each, on both sides ---- */

static void put_shape(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Put(local, 1, type, PEER, 0, 1, type, window);
        MPI_Win_flush(PEER, window);
    }
}

static void check_shape(long chunk) {
    long wrong = 0;
    memset(local, 1, 2 * PAYLOAD);
    memset(memory, 0, 2 * PAYLOAD);
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        put_shape(1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
    for (long at = 0; at < 2 * PAYLOAD && rank == PEER; at++) {
        wrong += memory[at] != (at / chunk % 2 == 0);
    }
    expect(!wrong, "a put with a datatype did not move what it should");
}

static void shape_row(const char *kind, long chunk) {
    char row[48];
    snprintf(row, sizeof row, "vis-%s-%ld", kind, chunk);
    MPI_Type_commit(&type);
    if (wants(row)) {
        check_shape(chunk);
        measure(row, PAYLOAD, 1, 0, put_shape);
    }
    MPI_Type_free(&type);
}

void shape_rows(void) {
    static const long sizes[] = {8, 64, 512, 4096};
    static MPI_Aint places[CHUNKS_MAX];
    static int lengths[CHUNKS_MAX];
    MPI_Win_lock_all(0, window);
    for (int s = 0; s < 4; s++) {
        int chunks = (int)(PAYLOAD / sizes[s]), words = (int)(sizes[s] / 8);
        for (int i = 0; i < chunks; i++) {
            places[i] = 2 * i * sizes[s];
            lengths[i] = words;
        }
        MPI_Type_vector(chunks, words, 2 * words, MPI_LONG, &type);
        shape_row("strided", sizes[s]);
        MPI_Type_create_hindexed_block(chunks, words, places, MPI_LONG, &type);
        shape_row("indexed", sizes[s]);
        MPI_Type_create_hindexed(chunks, lengths, places, MPI_LONG, &type);
        shape_row("vector", sizes[s]);
    }
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
}
