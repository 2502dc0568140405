/*
 * Vector, indexed and strided transfers, a transpose, and accumulate over strided rows: the loops that one writes in C
 * for them.
 *
 * A transfer is 128 KiB in chunks of one size, with a gap as long as a chunk behind each, both in this process's own
 * memory and in rank 1's segment. The compiler knows chunks of 8 and of 64 bytes, as a program with such a loop does;
 * it does not know larger ones, nor where they are.
 */
#include "floor.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAYLOAD (128L << 10)
#define CHUNKS_MAX (PAYLOAD / 8)
#define OUTER 2
#define UNIT 8

/* The matrix of the transpose fills the table; a tile is so many rows and columns of the source. */
#define ORDER 4096L
#define TILE_ROWS 32L
#define TILE_COLUMNS 256L
_Static_assert(ORDER * ORDER * 8 == TABLE_BYTES, "the transposed matrix does not fit");

/* Two levels of strides, in bytes. */
typedef struct {
    long counts[2];
    long strides[2];
} strides_t;

typedef struct {
    long offset;
    long length;
} entry_t;

void accumulate_scalar(double *restrict target, const double *restrict source, long count, double scale);
void accumulate_simd(double *restrict target, const double *restrict source, long count, double scale);
void accumulate_rows_scalar(
    double *restrict target, const double *restrict source, long rows, long count, long pitch, double scale);
void accumulate_rows_simd(
    double *restrict target, const double *restrict source, long rows, long count, long pitch, double scale);

static long chunk, chunks;
static strides_t local_strides, remote_strides;
static long local_index[CHUNKS_MAX], remote_index[CHUNKS_MAX];
static entry_t local_list[CHUNKS_MAX], remote_list[CHUNKS_MAX];
static double *matrix;

/* ---- strided ---- */

static inline void strided(char *target, strides_t to, const char *source, strides_t from, long bytes) {
    for (long j = 0; j < to.counts[1]; j++) {
        char *t = target + j * to.strides[1];
        const char *s = source + j * from.strides[1];
        for (long i = 0; i < to.counts[0]; i++) {
            memcpy(t, s, bytes);
            t += to.strides[0];
            s += from.strides[0];
        }
    }
    COMPILER_BARRIER();
}

static void put_strided_8(long times) {
    for (long i = 0; i < times; i++) {
        strided(peer, remote_strides, local, local_strides, 8);
    }
}

static void put_strided_64(long times) {
    for (long i = 0; i < times; i++) {
        strided(peer, remote_strides, local, local_strides, 64);
    }
}

static void put_strided(long times) {
    for (long i = 0; i < times; i++) {
        strided(peer, remote_strides, local, local_strides, chunk);
    }
}

static void get_strided_8(long times) {
    for (long i = 0; i < times; i++) {
        strided(local, local_strides, peer, remote_strides, 8);
    }
}

static void get_strided_64(long times) {
    for (long i = 0; i < times; i++) {
        strided(local, local_strides, peer, remote_strides, 64);
    }
}

static void get_strided(long times) {
    for (long i = 0; i < times; i++) {
        strided(local, local_strides, peer, remote_strides, chunk);
    }
}

/* ---- indexed ---- */

static inline void indexed(char *target, const char *source, long bytes) {
    for (long i = 0; i < chunks; i++) {
        memcpy(target + remote_index[i], source + local_index[i], bytes);
    }
    COMPILER_BARRIER();
}

static void put_indexed_8(long times) {
    for (long i = 0; i < times; i++) {
        indexed(peer, local, 8);
    }
}

static void put_indexed_64(long times) {
    for (long i = 0; i < times; i++) {
        indexed(peer, local, 64);
    }
}

static void put_indexed(long times) {
    for (long i = 0; i < times; i++) {
        indexed(peer, local, chunk);
    }
}

/* ---- vector: every entry has its own length, which is the same on both sides ---- */

static void put_vector(long times) {
    for (long i = 0; i < times; i++) {
        for (long k = 0; k < chunks; k++) {
            memcpy(peer + remote_list[k].offset, local + local_list[k].offset, local_list[k].length);
        }
        COMPILER_BARRIER();
    }
}

/* ---- vector, with entries cut in different places on either side: what ends first, ends a piece ---- */

static void put_vector_mixed(long times) {
    for (long n = 0; n < times; n++) {
        const entry_t *s = local_list, *t = remote_list;
        long source_done = 0, target_done = 0;
        for (long left = PAYLOAD; left > 0;) {
            long source_left = s->length - source_done, target_left = t->length - target_done;
            long piece = source_left < target_left ? source_left : target_left;
            memcpy(peer + t->offset + target_done, local + s->offset + source_done, piece);
            source_done += piece;
            target_done += piece;
            left -= piece;
            if (source_done == s->length) {
                s++;
                source_done = 0;
            }
            if (target_done == t->length) {
                t++;
                target_done = 0;
            }
        }
        COMPILER_BARRIER();
    }
}

/* ---- a transpose, from this process's own memory into rank 1's segment, in tiles of the fastest sizes ---- */

static void transpose_tile(double *target, const double *source) {
    for (long j = 0; j < TILE_COLUMNS; j++) {
        for (long i = 0; i < TILE_ROWS; i++) {
            target[j * ORDER + i] = source[i * ORDER + j];
        }
    }
    COMPILER_BARRIER();
}

static void transpose(long times) {
    double *target = (double *)(peer + TABLE);
    for (long n = 0; n < times; n++) {
        for (long j = 0; j < ORDER; j += TILE_COLUMNS) {
            for (long i = 0; i < ORDER; i += TILE_ROWS) {
                transpose_tile(target + j * ORDER + i, matrix + i * ORDER + j);
            }
        }
    }
}

/* ---- accumulate ---- */

static void accumulate_contiguous(long times) {
    for (long i = 0; i < times; i++) {
        accumulate_scalar((double *)peer, (const double *)local, PAYLOAD / 8, 0.5);
    }
}

static void accumulate_contiguous_wide(long times) {
    for (long i = 0; i < times; i++) {
        accumulate_simd((double *)peer, (const double *)local, PAYLOAD / 8, 0.5);
    }
}

static void accumulate_strided(long times) {
    for (long i = 0; i < times; i++) {
        accumulate_rows_scalar((double *)peer, (const double *)local, chunks, chunk / 8, chunk / 4, 0.5);
    }
}

static void accumulate_strided_wide(long times) {
    for (long i = 0; i < times; i++) {
        accumulate_rows_simd((double *)peer, (const double *)local, chunks, chunk / 8, chunk / 4, 0.5);
    }
}

/* ---- the rows ---- */

static void lay_out(long bytes) {
    chunk = bytes;
    chunks = PAYLOAD / chunk;
    strides_t side = {{chunks / OUTER, OUTER}, {2 * chunk, chunks / OUTER * 2 * chunk}};
    local_strides = remote_strides = side;
    for (long i = 0; i < chunks; i++) {
        local_index[i] = remote_index[i] = i * 2 * chunk;
        local_list[i] = remote_list[i] = (entry_t){i * 2 * chunk, chunk};
    }
}

static uint64_t next(uint64_t state) { return state * 6364136223846793005ULL + 1442695040888963407ULL; }

/* Entries of one, two or three units, and behind each a gap as long. */
static void mix(entry_t *list, uint64_t state) {
    long offset = 0;
    for (long left = PAYLOAD; left > 0; list++) {
        state = next(state);
        long bytes = UNIT * (long)((state >> 33) % 3 + 1);
        *list = (entry_t){offset, bytes < left ? bytes : left};
        left -= list->length;
        offset += 2 * list->length;
    }
}

/* The same chunks in random order. */
static void shuffle(long *index, uint64_t state) {
    for (long i = chunks - 1; i > 0; i--) {
        state = next(state);
        long other = (long)((state >> 33) % (uint64_t)(i + 1)), moved = index[i];
        index[i] = index[other];
        index[other] = moved;
    }
}

static void measure_chunk(const char *row, long bytes, body_t of_8, body_t of_64, body_t of_any) {
    char name[48];
    snprintf(name, sizeof name, "%s-%ld", row, bytes);
    measure(name, PAYLOAD, 1, 0, bytes == 8 ? of_8 : bytes == 64 ? of_64 : of_any);
}

static void transfers(long bytes) {
    lay_out(bytes);
    measure_chunk("vis-strided", bytes, put_strided_8, put_strided_64, put_strided);
    measure_chunk("vis-strided-get", bytes, get_strided_8, get_strided_64, get_strided);
    measure_chunk("vis-indexed", bytes, put_indexed_8, put_indexed_64, put_indexed);
    measure_chunk("vis-vector", bytes, put_vector, put_vector, put_vector);
    shuffle(local_index, 1);
    shuffle(remote_index, 2);
    measure_chunk("vis-indexed-random", bytes, put_indexed_8, put_indexed_64, put_indexed);
}

static void accumulates(long bytes) {
    lay_out(bytes);
    measure_chunk("vis-accumulate-strided", bytes, NULL, accumulate_strided, accumulate_strided);
    measure_chunk("vis-accumulate-strided-simd", bytes, NULL, accumulate_strided_wide, accumulate_strided_wide);
}

static void transpose_row(void) {
    if (!wants("vis-transpose")) {
        return;
    }
    matrix = aligned_alloc(4096, TABLE_BYTES);
    if (!matrix) {
        perror("floor: memory for a matrix");
        exit(1);
    }
    for (long i = 0; rank == 0 && i < ORDER * ORDER; i++) {
        matrix[i] = i;
    }
    measure("vis-transpose", TABLE_BYTES, 1, 0, transpose);
    free(matrix);
}

void vis_rows(void) {
    long sizes[] = {8, 64, 512, 4096};
    for (int i = 0; i < 4; i++) {
        transfers(sizes[i]);
    }
    mix(local_list, 1);
    mix(remote_list, 2);
    measure("vis-vector-mixed-8", PAYLOAD, 1, 0, put_vector_mixed);
    if (rank == 0) {
        for (long i = 0; i < 2 * PAYLOAD / 8; i++) {
            ((double *)peer)[i] = 0;
            ((double *)local)[i] = 1;
        }
    }
    measure("vis-accumulate-contiguous", PAYLOAD, 1, 0, accumulate_contiguous);
    measure("vis-accumulate-contiguous-simd", PAYLOAD, 1, 0, accumulate_contiguous_wide);
    for (int i = 1; i < 4; i++) {
        accumulates(sizes[i]);
    }
    transpose_row();
}
