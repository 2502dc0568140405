/*
 * Rows of windows: those of WindowRows, measured alike. With more than 2 ranks, everybody's exchange with all others.
 */
#include "mpi_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BULK_BYTES (64L << 10)
#define ELEMENT_BYTES 1024
#define STRUCT_BLOCKS (ELEMENT_BYTES / 8)

static int neighbours = 1;
static MPI_Group before, behind;
static MPI_Datatype type_of_row;
static int count_of_row;

static void measure_window(const char *name, long bytes, int everybody, body_t body) {
    char row[64];
    snprintf(row, sizeof row, "%s%s", prefix, name);
    measure(row, bytes, 1, everybody, body);
}

/* ---- synchronisation ---- */

static void fence(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_fence(0, window);
    }
}

static void pscw(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_post(before, 0, window);
        MPI_Win_start(behind, 0, window);
        MPI_Win_complete(window);
        MPI_Win_wait(window);
    }
}

static void lock(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, PEER, 0, window);
        MPI_Win_unlock(PEER, window);
    }
}

static void lock_put(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, PEER, 0, window);
        MPI_Put(local, 1, MPI_LONG, PEER, 0, 1, MPI_LONG, window);
        MPI_Win_unlock(PEER, window);
    }
}

static void synchronisation(void) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    measure_window("fence", 0, 1, fence);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    measure_window("pscw", 0, 1, pscw);
    measure_window("lock", 0, 0, lock);
    measure_window("lock-put8", 8, 0, lock_put);
}

/* ---- within an epoch of locks ---- */

static void put_words(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Put(local, 1, MPI_LONG, PEER, 0, 1, MPI_LONG, window);
    }
    MPI_Win_flush(PEER, window);
}

static void get_words(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Get(local, 1, MPI_LONG, PEER, 0, 1, MPI_LONG, window);
    }
    MPI_Win_flush(PEER, window);
}

static void put_flush(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Put(local, count_of_row, type_of_row, PEER, 0, count_of_row, type_of_row, window);
        MPI_Win_flush(PEER, window);
    }
}

static void get_flush(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Get(local, 1, MPI_LONG, PEER, 0, 1, MPI_LONG, window);
        MPI_Win_flush(PEER, window);
    }
}

static void flush(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_flush(PEER, window);
    }
}

static void fetch_and_op(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Fetch_and_op(local, local + 64, MPI_LONG, PEER, COUNTER, MPI_SUM, window);
        MPI_Win_flush(PEER, window);
    }
}

static void compare_and_swap(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Compare_and_swap(local, local + 8, local + 64, MPI_LONG, PEER, SWAPPED, window);
        MPI_Win_flush(PEER, window);
    }
}

static void accumulate(long times) {
    int count = (int)(bytes_of_row / 8);
    for (long i = 0; i < times; i++) {
        MPI_Accumulate(local, count, MPI_DOUBLE, PEER, 0, count, MPI_DOUBLE, MPI_SUM, window);
        MPI_Win_flush(PEER, window);
    }
}

static void put_row(const char *row, long bytes, int count, MPI_Datatype type) {
    count_of_row = count;
    type_of_row = type;
    measure_window(row, bytes, 0, put_flush);
}

static void shapes(void) {
    MPI_Datatype group, vector, structure, types[STRUCT_BLOCKS];
    int lengths[STRUCT_BLOCKS];
    MPI_Aint displacements[STRUCT_BLOCKS];
    MPI_Type_vector(4, 1, 2, MPI_INT, &group);
    MPI_Type_contiguous(ELEMENT_BYTES / 16, group, &vector);
    MPI_Type_commit(&vector);
    for (int i = 0; i < STRUCT_BLOCKS; i++) {
        lengths[i] = 2;
        displacements[i] = 12L * i;
        types[i] = MPI_INT;
    }
    MPI_Type_create_struct(STRUCT_BLOCKS, lengths, displacements, types, &structure);
    MPI_Type_commit(&structure);
    put_row("contiguous", BULK_BYTES, BULK_BYTES / 4, MPI_INT);
    put_row("vector", BULK_BYTES, BULK_BYTES / ELEMENT_BYTES, vector);
    put_row("struct", BULK_BYTES, BULK_BYTES / ELEMENT_BYTES, structure);
    MPI_Type_free(&group);
    MPI_Type_free(&vector);
    MPI_Type_free(&structure);
}

static void in_epoch(void) {
    MPI_Win_lock_all(0, window);
    measure_window("put8", 8, 0, put_words);
    measure_window("get8", 8, 0, get_words);
    put_row("put8-flush", 8, 1, MPI_LONG);
    measure_window("get8-flush", 8, 0, get_flush);
    measure_window("flush", 0, 0, flush);
    memset(local, 0, 128);
    *(long *)local = 1;
    measure_window("fetch-and-op", 8, 0, fetch_and_op);
    if (has_cas) {
        measure_window("compare-and-swap", 8, 0, compare_and_swap);
    }
    memset(local, 0, BULK_BYTES);
    measure_window("accumulate", 8, 0, accumulate);
    measure_window("accumulate", BULK_BYTES, 0, accumulate);
    shapes();
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* ---- the exchange with neighbours ---- */

static void put_all(void) {
    for (int j = 1; j <= neighbours; j++) {
        long at = (j - 1) * bytes_of_row;
        MPI_Put(local + at, (int)(bytes_of_row / 4), MPI_INT, (rank + j) % ranks, at, (int)(bytes_of_row / 4), MPI_INT,
                window);
    }
}

static void get_all(void) {
    for (int j = 1; j <= neighbours; j++) {
        long at = (j - 1) * bytes_of_row;
        MPI_Get(local + at, (int)(bytes_of_row / 4), MPI_INT, (rank + j) % ranks, at, (int)(bytes_of_row / 4), MPI_INT,
                window);
    }
}

static void put_fence(long times) {
    for (long i = 0; i < times; i++) {
        put_all();
        MPI_Win_fence(0, window);
    }
}

static void get_fence(long times) {
    for (long i = 0; i < times; i++) {
        get_all();
        MPI_Win_fence(0, window);
    }
}

static void put_pscw(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_post(before, 0, window);
        MPI_Win_start(behind, 0, window);
        put_all();
        MPI_Win_complete(window);
        MPI_Win_wait(window);
    }
}

static void get_pscw(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_post(before, 0, window);
        MPI_Win_start(behind, 0, window);
        get_all();
        MPI_Win_complete(window);
        MPI_Win_wait(window);
    }
}

static void put_lock(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, 0, window);
        put_all();
        MPI_Win_unlock((rank + 1) % ranks, window);
    }
}

static void get_lock(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, 0, window);
        get_all();
        MPI_Win_unlock((rank + 1) % ranks, window);
    }
}

static void fenced(const char *row, long bytes, body_t body) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    measure_window(row, bytes, 1, body);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

static void exchange(void) {
    static const long sizes[] = {1L << 10, 16L << 10, 64L << 10, 1L << 20, 4L << 20};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        fenced("put-fence", sizes[i], put_fence);
        fenced("get-fence", sizes[i], get_fence);
        measure_window("put-pscw", sizes[i], 1, put_pscw);
        measure_window("get-pscw", sizes[i], 1, get_pscw);
        measure_window("put-lock", sizes[i], 1, put_lock);
        measure_window("get-lock", sizes[i], 1, get_lock);
    }
}

static void make_groups(void) {
    MPI_Group world;
    int last = (rank + ranks - 1) % ranks, next = (rank + 1) % ranks;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &last, &before);
    MPI_Group_incl(world, 1, &next, &behind);
    MPI_Group_free(&world);
}

void window_rows(void) {
    make_groups();
    memset(local, 0, DATA_BYTES);
    MPI_Barrier(MPI_COMM_WORLD);
    if (ranks == 2) {
        synchronisation();
        in_epoch();
        exchange();
    } else {
        neighbours = ranks - 1;
        fenced(numbered("put-fence"), 1024, put_fence);
    }
    MPI_Group_free(&before);
    MPI_Group_free(&behind);
}
