/*
 * Atomic updates, random updates of a table that all windows make up, accumulate, and the exclusive lock of a window as
 * a mutex.
 */
#include "mpi_rows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES (128L << 20)
#define IN_FLIGHT 1024
#define PAGE 4096

static uint64_t state;
static MPI_Win table;
static long updates[IN_FLIGHT];

static long get_long(long at) {
    long value = 0;
    MPI_Get(&value, 1, MPI_LONG, PEER, at, 1, MPI_LONG, window);
    MPI_Win_flush(PEER, window);
    return value;
}

static void put_long(long value, long at) {
    MPI_Put(&value, 1, MPI_LONG, PEER, at, 1, MPI_LONG, window);
    MPI_Win_flush(PEER, window);
}

/* ---- one word ---- */

static long fetch_add(long times) {
    static const long one = 1;
    long before;
    for (long i = 0; i < times; i++) {
        MPI_Fetch_and_op(&one, &before, MPI_LONG, PEER, COUNTER, MPI_SUM, window);
        MPI_Win_flush(PEER, window);
    }
    return times;
}

static void fetch_adds(long times) { fetch_add(times); }

/* Every one succeeds. */
static void compare_and_swap(long times) {
    long expected = get_long(SWAPPED), before = 0;
    for (long i = 0; i < times; i++) {
        long desired = expected + 1;
        MPI_Compare_and_swap(&desired, &expected, &before, MPI_LONG, PEER, SWAPPED, window);
        MPI_Win_flush(PEER, window);
        expect(before == expected, "a compare-and-swap failed that nobody disturbed");
        expected = desired;
    }
}

static void check_words(void) {
    if (rank == 0) {
        long before = get_long(COUNTER);
        fetch_add(3);
        expect(get_long(COUNTER) == before + 3, "a fetch-and-op did not add");
    }
    if (rank == 0 && has_cas && wants("cas")) {
        long before = get_long(SWAPPED);
        compare_and_swap(3);
        expect(get_long(SWAPPED) == before + 3, "a compare-and-swap did not swap");
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* ---- the table ---- */

/* The value is read when the accumulate is complete, so that it has a place of its own until the next flush. */
static long update_xor(long times) {
    static int used;
    for (long i = 0; i < times; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        long at = (long)((state >> 33) & (TABLE_BYTES / 8 - 1)) * 8;
        updates[used] = (long)state;
        MPI_Accumulate(&updates[used], 1, MPI_LONG, (int)(state >> 63), at, 1, MPI_LONG, MPI_BXOR, table);
        if (++used == IN_FLIGHT) {
            MPI_Win_flush_all(table);
            used = 0;
        }
    }
    return times;
}

static long word_of(char *part, uint64_t of) {
    long value;
    memcpy(&value, part + ((of >> 33) & (TABLE_BYTES / 8 - 1)) * 8, sizeof value);
    return value;
}

/* The first update of a rank, which is alone so far, is in the table, and gone after the same again. */
static void check_table(char *part) {
    for (int again = 0; again < 2; again++) {
        uint64_t first = 0;
        for (int r = 0; r < ranks; r++) {
            uint64_t of = (r + 1) * 6364136223846793005ULL + 1442695040888963407ULL;
            if (rank == r) {
                state = rank + 1;
                update_xor(1);
                MPI_Win_flush_all(table);
            }
            first = of;
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_sync(table);
            int there = (int)(first >> 63) != rank || word_of(part, first) == (again ? 0 : (long)first);
            expect(there, "an accumulate with exclusive or did not change the table as it should");
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
}

static void table_rows(void) {
    char *part;
    if (!wants("gups-xor") && !wants("gups-xor-rate")) {
        return;
    }
    table = make_window(TABLE_BYTES, &part);
    memset(part, 0, TABLE_BYTES);
    MPI_Win_lock_all(0, table);
    MPI_Barrier(MPI_COMM_WORLD);
    check_table(part);
    measure_rate("gups-xor", 8, 0, update_xor);
    measure_rate("gups-xor-rate", 8, 1, update_xor);
    MPI_Win_unlock_all(table);
    MPI_Barrier(MPI_COMM_WORLD);
    free_window(&table, part);
}

/* ---- accumulate ---- */

static void accumulate(long times) {
    int count = (int)(bytes_of_row / 8);
    for (long i = 0; i < times; i++) {
        MPI_Accumulate(local, count, MPI_DOUBLE, PEER, 0, count, MPI_DOUBLE, MPI_SUM, window);
        MPI_Win_flush(PEER, window);
    }
}

static void accumulate_rows(void) {
    static const long sizes[] = {8, 64L << 10, 1L << 20};
    if (!wants("accumulate")) {
        return;
    }
    for (long i = 0; i < sizes[2] / 8; i++) {
        ((double *)memory)[i] = 0;
        ((double *)local)[i] = 1;
    }
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    bytes_of_row = sizes[2];
    if (rank == 0) {
        accumulate(3);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
    expect(rank != PEER || (*(double *)memory == 3 && ((double *)memory)[sizes[2] / 8 - 1] == 3),
           "an accumulate did not add");
    for (int i = 0; i < 3; i++) {
        measure("accumulate", sizes[i], 1, 0, accumulate);
    }
}

void update_rows(void) {
    MPI_Win_lock_all(0, window);
    if (wants("fetchadd") || wants("fetchadd-rate") || wants("cas")) {
        check_words();
    }
    measure("fetchadd", 8, 1, 0, fetch_adds);
    measure_rate("fetchadd-rate", 8, 1, fetch_add);
    if (has_cas) {
        measure("cas", 8, 1, 0, compare_and_swap);
    }
    accumulate_rows();
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    table_rows();
}

/* ---- a mutex ---- */

static void lock_unlock(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, PEER, 0, window);
        MPI_Win_unlock(PEER, window);
    }
}

/* How often this rank had the lock after the other one. */
static long take_over(long times) {
    long changes = 0;
    for (long i = 0; i < times; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, PEER, 0, window);
        if (get_long(GUARDED) != rank) {
            put_long(rank, GUARDED);
            changes++;
        }
        MPI_Win_unlock(PEER, window);
    }
    return changes;
}

void mutex_rows(void) {
    measure("mutex", 0, 1, 0, lock_unlock);
    measure_rate("mutex-handover", 0, 1, take_over);
}
